"""Drop the tables of django-axes, which counted wrong passwords in earlier versions.

A new database has none of them, and no step here needs one.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog")
"""The tables, each before the one that it refers to."""


def forget_app(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what names the app: content types with their permissions, and migrations."""
    database = editor.connection.alias
    apps.get_model("contenttypes", "ContentType").objects.using(database).filter(app_label="axes").delete()
    with editor.connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'axes'")


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0022_encounter_dates"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(forget_app, migrations.RunPython.noop),
        *(migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop) for table in TABLES),
    ]
