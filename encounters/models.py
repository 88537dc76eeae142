"""What is kept of a fight: the people, the one log of inputs, the events they gave.

Inputs and events are append-only. Everything else about a fight in play follows from them.
"""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from rules.api import commit_to_seed

CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Signs of a join code: none that is mistaken for another when read aloud or across a room."""

CODE_LENGTH = 6

HERE_SECONDS = 25
"""A seat is here while it was heard of within these seconds: two ticks and a little."""


def new_code() -> str:
    """A join code nobody guesses: six signs of 31."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def new_seed() -> str:
    """A seed of 256 bits from the system's randomness."""
    return secrets.token_hex(32)


class Tables(models.Manager["Encounter"]):
    """The encounters that people sit at: all but throw-away copies, which only their DM reaches."""

    def get_queryset(self) -> models.QuerySet["Encounter"]:
        """Those that are nobody's trial."""
        return super().get_queryset().filter(trial_of=None)


class Encounter(models.Model):
    """A fight, from preparing to its end. ``position`` is that of the last input; the claim on the next one.

    ``trial_of``: this is a throw-away copy of another, which its DM plays alone. Nobody joins it, and no list has it.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", "In preparation"
        PLAYING = "playing", "In play"
        ENDED = "ended", "Ended"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="encounters")
    title = models.CharField(max_length=120)
    ruleset = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    notes = models.JSONField(default=dict, blank=True)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    door_open = models.BooleanField(default=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.PREPARING)
    position = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)
    trial_of = models.OneToOneField("self", models.CASCADE, null=True, blank=True, related_name="trial")

    objects = models.Manager()
    tables = Tables()

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["preparing", "playing", "ended"]), name="encounter_state_known"
            ),
            models.CheckConstraint(
                condition=~Q(state="preparing") | Q(position=0), name="encounter_prepared_before_inputs"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def on_trial(self) -> bool:
        """Whether this is a throw-away copy."""
        return self.trial_of_id is not None

    @property
    def opened(self) -> bool:
        """Whether the fight has begun: from then on nothing is read from its combatants and options."""
        return self.state != self.State.PREPARING


class Combatant(models.Model):
    """A combatant as prepared: one ``[[combatant]]`` table. A count of them is one row and several figures."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="combatants")
    order = models.PositiveIntegerField()
    definition = models.JSONField()

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["encounter", "order"], name="combatant_order_once")]

    def __str__(self) -> str:
        return str(self.definition.get("name") or self.definition.get("id", ""))


class Seat(models.Model):
    """A person at the table, known by a secret of which only the hash is kept.

    ``link_hash`` is that of a personal link not yet used. ``changes`` counts how often the seat's characters changed.
    ``muted``: the DM turned its alerts off; ``alerts``: which the person turned on, on this device, and by what.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", "Player"
        SPECTATOR = "spectator", "Spectator"

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="seats")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    link_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(default=timezone.now)
    left = models.DateTimeField(null=True, blank=True)
    muted = models.BooleanField(default=False)
    alerts = models.JSONField(default=list, blank=True)
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=["player", "spectator"]), name="seat_kind_known"),
            models.UniqueConstraint(
                "encounter", Lower("name"), condition=Q(left__isnull=True), name="seat_name_once_at_a_table"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def here(self, now: datetime) -> bool:
        """Whether the person's page was heard of just now."""
        return self.left is None and (now - self.last_seen).total_seconds() < HERE_SECONDS


class SeatHold(models.Model):
    """A seat plays a figure: from an input's position until another's, both counted in; no end means still."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="holds")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="holds")
    combatant = models.CharField(max_length=80)
    from_position = models.PositiveIntegerField()
    until_position = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["from_position", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "combatant"], condition=Q(until_position__isnull=True), name="figure_held_once"
            ),
            models.CheckConstraint(
                condition=Q(until_position__isnull=True) | Q(until_position__gte=F("from_position")),
                name="hold_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} plays {self.combatant}"


class Round(models.Model):
    """A round's two seeds, made when it opens, and what is told of it afterwards. A round taken back is tried anew."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField()
    open_seed = models.CharField(max_length=64, default=new_seed)
    dm_seed = models.CharField(max_length=64, default=new_seed)
    dm_seed_published = models.BooleanField(default=False)
    recap = models.TextField(blank=True)

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number", "attempt"], name="round_attempted_once"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="round_attempts_from_one"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}" + (f", attempt {self.attempt}" if self.attempt > 1 else "")

    @property
    def promises(self) -> tuple[str, str]:
        """The commitments to the open seed and to the DM's."""
        return commit_to_seed(self.open_seed), commit_to_seed(self.dm_seed)


class StageStart(models.Model):
    """What a fight is taken up from that no process holds: all that matters from the start of one of its stages on.

    ``position`` is that of the input in which the stage began. ``code`` names the code that wrote ``data``.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="stage_starts")
    position = models.PositiveIntegerField()
    code = models.CharField(max_length=64)
    data = models.TextField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "position"], name="stage_start_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} from {self.position}"


class ViewStart(models.Model):
    """What one audience had been shown when a round began: its view is taken up from there, and older rounds are found.

    ``position`` is how many events of the log that were, ``input`` the input in which the round began, ``count`` how
    many events had been shown. ``audience`` names the audience and whom it had played until then.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="view_starts")
    audience = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    input = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    code = models.CharField(max_length=64)
    data = models.BinaryField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "audience", "position"], name="view_start_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.encounter} from {self.position}"


class Input(models.Model):
    """One thing a person said, at its position in the encounter's one log. Without a seat the DM said it."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="inputs")
    position = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.RESTRICT, null=True, blank=True, related_name="inputs")
    tap = models.CharField(max_length=64)
    payload = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "position"], name="input_position_once"),
            models.UniqueConstraint(fields=["encounter", "tap"], name="input_tap_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="input_positions_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.position}"


class Declaration(models.Model):
    """The detail of an input that declares: who is to do what in which round."""

    input = models.OneToOneField(Input, models.CASCADE, primary_key=True, related_name="declaration")
    round = models.PositiveIntegerField()
    who = models.CharField(max_length=80)
    action = models.CharField(max_length=1)

    def __str__(self) -> str:
        return f"{self.who}: {self.action}"


class Event(models.Model):
    """One event, in the order of the log; the opening is position 0 and has no input."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="events")
    position = models.PositiveIntegerField()
    input = models.ForeignKey(Input, models.CASCADE, null=True, blank=True, related_name="events")
    round = models.PositiveIntegerField()
    clock = models.IntegerField(null=True, blank=True)
    kind = models.CharField(max_length=40)
    audience = models.JSONField()
    data = models.JSONField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "position"], name="event_position_once"),
            models.CheckConstraint(
                condition=Q(input__isnull=False) | Q(position=0), name="event_comes_of_an_input_or_opens"
            ),
        ]
        indexes = [models.Index(fields=["encounter", "round", "position"], name="event_of_round")]

    def __str__(self) -> str:
        return f"{self.position} {self.kind}"


class Clock(models.Model):
    """What is measured while somebody hesitates over a question, by the question's token in the log.

    When it was asked is told by the log; when the answer came, by its input. ``seen``: when the phone said that it
    shows the question. ``counts_away``: the DM counts what the phone was away. ``ruled``: the segments that he ruled.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="clocks")
    question = models.CharField(max_length=64)
    seen = models.DateTimeField(null=True, blank=True)
    counts_away = models.BooleanField(default=False)
    ruled = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "question"], name="clock_once_for_a_question")]

    def __str__(self) -> str:
        return self.question


class Pause(models.Model):
    """A clock stands still: while the player waits for the DM's word (``asked``), or as the DM stopped it."""

    clock = models.ForeignKey(Clock, models.CASCADE, related_name="pauses")
    asked = models.BooleanField()
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["began", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["clock"], condition=Q(ended__isnull=True), name="clock_paused_once"),
        ]

    def __str__(self) -> str:
        return f"{self.clock} from {self.began:%H:%M:%S}"


class Absence(models.Model):
    """A seat's phone was away: as it said itself when it was put down, or by its silence."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="absences")
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["began", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["seat"], condition=Q(ended__isnull=True), name="seat_away_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} from {self.began:%H:%M:%S}"
