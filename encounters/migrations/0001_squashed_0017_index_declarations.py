"""The tables as the migrations up to 0017 make them, for a database without any.

The migrations that it replaces stay: a database of an earlier version goes on from the last one that it has.
"""

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import encounters.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("encounters", "0001_initial"),
        ("encounters", "0002_clocks"),
        ("encounters", "0003_trials"),
        ("encounters", "0004_stage_starts"),
        ("encounters", "0005_view_starts"),
        ("encounters", "0006_standing_orders"),
        ("encounters", "0007_house_rules"),
        ("encounters", "0008_combatant_notes"),
        ("encounters", "0009_changed_effects"),
        ("encounters", "0010_map_table"),
        ("encounters", "0011_pictures"),
        ("encounters", "0012_input_part"),
        ("encounters", "0013_seat_heard"),
        ("encounters", "0014_no_derived_state"),
        ("encounters", "0015_event_columns"),
        ("encounters", "0016_declarations"),
        ("encounters", "0017_index_declarations"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=120)),
                ("ruleset", models.CharField(max_length=32)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("notes", models.JSONField(blank=True, default=dict)),
                ("code", models.CharField(default=encounters.models.make_code, max_length=6, unique=True)),
                ("door_open", models.BooleanField(default=True)),
                ("standing", models.JSONField(blank=True, default=dict)),
                ("combatant_notes", models.JSONField(blank=True, default=dict)),
                ("effects", models.JSONField(blank=True, default=list)),
                ("map_table", models.JSONField(blank=True, default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("preparing", "In preparation"), ("playing", "In play"), ("ended", "Ended")],
                        default="preparing",
                        max_length=9,
                    ),
                ),
                ("position", models.PositiveIntegerField(default=0)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="encounters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "trial_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trial",
                        to="encounters.encounter",
                    ),
                ),
            ],
            options={
                "ordering": ["-created", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Combatant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveIntegerField()),
                ("definition", models.JSONField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="combatants",
                        to="encounters.encounter",
                    ),
                ),
            ],
            options={
                "ordering": ["order"],
            },
        ),
        migrations.CreateModel(
            name="Clock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("question", models.CharField(max_length=64)),
                ("seen", models.DateTimeField(blank=True, null=True)),
                ("counts_away", models.BooleanField(default=False)),
                ("ruled", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clocks", to="encounters.encounter"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruleset", models.CharField(max_length=32)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("effects", models.JSONField(blank=True, default=list)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "house rules",
            },
        ),
        migrations.CreateModel(
            name="Input",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("tap", models.CharField(max_length=64)),
                ("part", models.PositiveIntegerField(default=0)),
                ("payload", models.JSONField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="inputs", to="encounters.encounter"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("round", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("data", models.JSONField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="encounters.encounter"
                    ),
                ),
                (
                    "input",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="encounters.input",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked", models.BooleanField()),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "clock",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pauses", to="encounters.clock"
                    ),
                ),
            ],
            options={
                "ordering": ["began", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("who", models.CharField(max_length=80)),
                ("image", models.BinaryField()),
                ("small", models.BinaryField()),
                ("version", models.CharField(default=encounters.models.make_version, max_length=32)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pictures", to="encounters.encounter"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("attempt", models.PositiveIntegerField()),
                ("open_seed", models.CharField(default=encounters.models.make_seed, max_length=64)),
                ("dm_seed", models.CharField(default=encounters.models.make_seed, max_length=64)),
                ("dm_seed_published", models.BooleanField(default=False)),
                ("recap", models.TextField(blank=True)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="encounters.encounter"
                    ),
                ),
            ],
            options={
                "ordering": ["number", "attempt"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("player", "Player"), ("spectator", "Spectator")], max_length=9)),
                ("name", models.CharField(max_length=40)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("link_hash", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_seen", models.DateTimeField(default=django.utils.timezone.now)),
                ("heard", models.DateTimeField(default=django.utils.timezone.now)),
                ("left", models.DateTimeField(blank=True, null=True)),
                ("muted", models.BooleanField(default=False)),
                ("alerts", models.JSONField(blank=True, default=list)),
                ("changes", models.PositiveIntegerField(default=0)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="encounters.encounter"
                    ),
                ),
            ],
            options={
                "ordering": ["created", "pk"],
            },
        ),
        migrations.AddField(
            model_name="input",
            name="seat",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="inputs",
                to="encounters.seat",
            ),
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="absences", to="encounters.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["began", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeatHold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("combatant", models.CharField(max_length=80)),
                ("from_position", models.PositiveIntegerField()),
                ("until_position", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="holds", to="encounters.encounter"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="holds", to="encounters.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["from_position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Declaration",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="declaration",
                        serialize=False,
                        to="encounters.event",
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                ("clock", models.IntegerField(blank=True, null=True)),
                ("who", models.CharField(max_length=80)),
                ("action", models.CharField(blank=True, max_length=1)),
                (
                    "status",
                    models.CharField(
                        choices=[("stands", "Stands"), ("replaced", "Replaced"), ("taken_back", "Taken back")],
                        default="stands",
                        max_length=10,
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="declarations",
                        to="encounters.encounter",
                    ),
                ),
                (
                    "input",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="declarations", to="encounters.input"
                    ),
                ),
            ],
            options={
                "ordering": ["event__position"],
            },
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["preparing", "playing", "ended"])), name="encounter_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("state", "preparing"), _negated=True), ("position", 0), _connector="OR"),
                name="encounter_prepared_before_inputs",
            ),
        ),
        migrations.AddConstraint(
            model_name="combatant",
            constraint=models.UniqueConstraint(fields=("encounter", "order"), name="combatant_order_once"),
        ),
        migrations.AddConstraint(
            model_name="clock",
            constraint=models.UniqueConstraint(fields=("encounter", "question"), name="clock_once_for_a_question"),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.UniqueConstraint(fields=("owner", "ruleset"), name="house_rules_once_for_a_ruleset"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["encounter", "round", "position"], name="event_of_round"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("encounter", "position"), name="event_position_once"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("input__isnull", False), ("position", 0), _connector="OR"),
                name="event_comes_of_an_input_or_opens",
            ),
        ),
        migrations.AddConstraint(
            model_name="pause",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended__isnull", True)), fields=("clock",), name="clock_paused_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="picture",
            constraint=models.UniqueConstraint(fields=("encounter", "who"), name="picture_once_for_a_combatant"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("encounter", "number", "attempt"), name="round_attempted_once"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(condition=models.Q(("attempt__gte", 1)), name="round_attempts_from_one"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["player", "spectator"])), name="seat_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                models.F("encounter"),
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("left__isnull", True)),
                name="seat_name_once_at_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="input",
            constraint=models.UniqueConstraint(fields=("encounter", "position"), name="input_position_once"),
        ),
        migrations.AddConstraint(
            model_name="input",
            constraint=models.UniqueConstraint(fields=("encounter", "tap", "part"), name="input_tap_once"),
        ),
        migrations.AddConstraint(
            model_name="input",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="input_positions_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended__isnull", True)), fields=("seat",), name="seat_away_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seathold",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_position__isnull", True)),
                fields=("encounter", "combatant"),
                name="figure_held_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="seathold",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until_position__isnull", True),
                    ("until_position__gte", models.F("from_position")),
                    _connector="OR",
                ),
                name="hold_ends_after_it_begins",
            ),
        ),
        migrations.AddIndex(
            model_name="declaration",
            index=models.Index(fields=["encounter", "who", "round"], name="declaration_of_combatant"),
        ),
        migrations.AddConstraint(
            model_name="declaration",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["stands", "replaced", "taken_back"])),
                name="declaration_status_known",
            ),
        ),
    ]
