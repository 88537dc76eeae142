"""Index the declarations of every stored fight."""

from typing import Any

from django.db import migrations

from encounters.errors import Unreadable


def index_stored(apps: Any, schema_editor: Any) -> None:
    """Make the rows of every fight from its log; a fight that cannot be read has none."""
    # What reads fights needs every app, and a migration is loaded by commands that read none.
    from encounters.services.declarations import rebuild_declarations

    for encounter in apps.get_model("encounters", "Encounter").objects.exclude(state="preparing"):
        try:
            rebuild_declarations(encounter)
        except Unreadable:
            continue


class Migration(migrations.Migration):
    dependencies = [
        ("encounters", "0016_declarations"),
    ]

    operations = [migrations.RunPython(index_stored, migrations.RunPython.noop)]
