"""Campaigns, which have the code, the DMs and the seats that encounters had.

Each encounter gets a campaign of its own, without a name, with the same code. Seats keep their numbers and the hashes
of their secrets, so every phone's cookie goes on. It is not undone: once a campaign has two fights, one code and one
seat belong to both.
"""

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Q, Subquery

import encounters.models


def give_campaigns(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Make a campaign for each encounter, and move its seats there."""
    Campaign, Encounter, Member, Seat = (
        apps.get_model("encounters", name) for name in ("Campaign", "Encounter", "Member", "Seat")
    )
    fields = ("pk", "code", "door_open", "created", "owner_id")
    for each in Encounter.objects.filter(trial_of=None).only(*fields).iterator():
        made = Campaign.objects.create(
            code=each.code, door_open=each.door_open, created=each.created, on_table_id=each.pk
        )
        Member.objects.create(campaign=made, user_id=each.owner_id, role="owner", joined=each.created)
        Encounter.objects.filter(Q(pk=each.pk) | Q(trial_of=each.pk)).update(campaign=made)
    campaign = Encounter.objects.filter(pk=OuterRef("encounter_id")).values("campaign")
    Seat.objects.update(campaign=Subquery(campaign))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("encounters", "0019_ready_seats"),
    ]

    operations = [
        migrations.CreateModel(
            name="Campaign",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=120)),
                ("code", models.CharField(default=encounters.models.make_code, max_length=6, unique=True)),
                ("door_open", models.BooleanField(default=True)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "on_table",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="on_table_of",
                        to="encounters.encounter",
                    ),
                ),
            ],
            options={"ordering": ["-created", "-pk"]},
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=[("owner", "Owner"), ("helper", "Helper")], max_length=6)),
                ("joined", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="encounters.campaign",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["joined", "pk"],
                "constraints": [
                    models.CheckConstraint(condition=Q(role__in=["owner", "helper"]), name="member_role_known"),
                    models.UniqueConstraint(fields=("campaign", "user"), name="member_once_of_a_campaign"),
                    models.UniqueConstraint(
                        condition=Q(role="owner"), fields=("campaign",), name="one_owner_of_a_campaign"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="encounter",
            name="campaign",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="encounters",
                to="encounters.campaign",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="campaign",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="encounters.campaign",
            ),
        ),
        migrations.RunPython(give_campaigns),
    ]
