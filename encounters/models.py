"""The stored data of fights: people, the log of inputs, and the events that they gave.

Inputs and events are only added, never changed, and name no person. Everything else about a fight in play follows from
them.
"""

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from encounters.request_ids import LONGEST_ID
from rules.api import commit_to_seed

CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of a join code.

None is mistaken for another when read aloud or across a room.
"""

CODE_LENGTH = 6

HERE_SECONDS = 25
"""The seconds in which a seat counts as present after a sign of life: two ticks and more."""

REQUEST_SECONDS = 600
"""The seconds in which the DM may answer a device that asks for a seat."""

FORGOTTEN = "a player"
"""The name of a seat whose person was forgotten."""

HEARD_SECONDS = 4
"""The longest silence of a page in which its player can still have been heard; it speaks every two seconds."""


def make_code() -> str:
    """Return a random join code of six of the 31 characters."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def make_seed() -> str:
    """Return a seed of 256 bits of the system's randomness."""
    return secrets.token_hex(32)


def make_version() -> str:
    """Return a random name of a version of a picture."""
    return secrets.token_hex(16)


class Campaign(models.Model):
    """A group that plays together: its DMs, its seats, its code, and its fights.

    One without a name is that of a single fight, and no page mentions it.
    """

    name = models.CharField(max_length=120, blank=True)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=make_code)
    """The join code."""
    door_open = models.BooleanField(default=True)
    """The join code lets new people in."""
    on_table = models.OneToOneField("Encounter", models.SET_NULL, null=True, blank=True, related_name="on_table_of")
    """The encounter that phones and table screens show; None where they wait in the lobby."""
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name or self.code

    @property
    def goes_on(self) -> bool:
        """Return whether its people come together again: one without a name ends with its fight."""
        return bool(self.name) or self.on_table is None or self.on_table.state != Encounter.State.ENDED

    def get_table(self) -> "Encounter | None":
        """Return the encounter on the table, with this campaign; None where there is none."""
        if self.on_table is not None:
            self.on_table.campaign = self
        return self.on_table

    def find_owner(self) -> Any:
        """Return the user who owns the campaign."""
        return self.members.select_related("user").get(role=Member.Role.OWNER).user


class Member(models.Model):
    """A DM of a campaign."""

    class Role(models.TextChoices):
        OWNER = "owner", "Owner"
        HELPER = "helper", "Helper"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=6, choices=Role.choices)
    joined = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["joined", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=["owner", "helper"]), name="member_role_known"),
            models.UniqueConstraint(fields=["campaign", "user"], name="member_once_of_a_campaign"),
            models.UniqueConstraint(fields=["campaign"], condition=Q(role="owner"), name="one_owner_of_a_campaign"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display().lower()} of {self.campaign}"


class Invitation(models.Model):
    """An invitation to be a DM of a campaign: a link that works once, until a day.

    Only the hash of its secret is stored. One that is withdrawn is deleted.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=6, choices=Member.Role.choices, default=Member.Role.HELPER)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role="helper"), name="invitation_makes_a_helper"),
            models.CheckConstraint(
                condition=Q(used_by__isnull=True, used_at__isnull=True)
                | Q(used_by__isnull=False, used_at__isnull=False),
                name="invitation_used_by_somebody_at_a_time",
            ),
            models.CheckConstraint(condition=Q(expires__gt=F("made")), name="invitation_ends_after_it_is_made"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign}, until {self.expires:%Y-%m-%d}"


class Tables(models.Manager["Encounter"]):
    """The encounters without the throw-away copies, which only their DM reaches."""

    def get_queryset(self) -> models.QuerySet["Encounter"]:
        """Return the encounters that are no trial."""
        return super().get_queryset().filter(trial_of=None)


class Encounter(models.Model):
    """A fight, from its preparation to its end."""

    class State(models.TextChoices):
        PREPARING = "preparing", "In preparation"
        PLAYING = "playing", "In play"
        ENDED = "ended", "Ended"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="encounters")
    title = models.CharField(max_length=120)
    ruleset = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    """The rule options by name."""
    notes = models.JSONField(default=dict, blank=True)
    """The DM's notes before the fight: the keys of a scenario's [encounter]."""
    standing = models.JSONField(default=dict, blank=True)
    """The order that the DM has given a group, by the id of each member: it is repeated from round to round."""
    combatant_notes = models.JSONField(default=dict, blank=True)
    """What the DM alone reads about a combatant, by its id, or by that of its mob."""
    effects = models.JSONField(default=list, blank=True)
    """The effects of magic that differ from those of the tables: the [[effect]] tables of a scenario file."""
    map_table = models.JSONField(default=dict, blank=True)
    """The battle map as prepared: the keys of a scenario's [map], and the place of the picture underneath."""
    rolls_points = models.BooleanField(default=False)
    """The hit points of foes are rolled as they are prepared; otherwise they are the average."""
    state = models.CharField(max_length=9, choices=State.choices, default=State.PREPARING)
    position = models.PositiveIntegerField(default=0)
    """The position of the last input. An input claims the next position by raising it."""
    created = models.DateTimeField(default=timezone.now)
    planned = models.DateField(null=True, blank=True)
    """The day for which its DM plans it."""
    players_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    """The fight of the campaign from which its combatants took their players; None before they took any."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """The time at which it was opened; None before, and for fights of versions that did not store it."""
    trial_of = models.OneToOneField("self", models.CASCADE, null=True, blank=True, related_name="trial")
    """The encounter of which this is a throw-away copy. Nobody joins a copy, and no list has it."""

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
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(state="playing", trial_of=None), name="one_fight_of_a_campaign_in_play"
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def code(self) -> str:
        """Return the join code of its campaign."""
        return self.campaign.code

    @property
    def on_trial(self) -> bool:
        """Return whether this is a throw-away copy."""
        return self.trial_of_id is not None

    @property
    def opened(self) -> bool:
        """Return whether the fight has begun; from then on its prepared data are not read again."""
        return self.state != self.State.PREPARING


class HouseRules(models.Model):
    """The options and changed effects with which a DM's new encounters of one ruleset begin."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="house_rules")
    ruleset = models.CharField(max_length=32)
    options = models.JSONField(default=dict, blank=True)
    """The options by name that differ from their defaults."""
    effects = models.JSONField(default=list, blank=True)
    """The effects of magic that differ from those of the tables: the [[effect]] tables of a scenario file."""

    class Meta:
        verbose_name_plural = "house rules"
        constraints = [models.UniqueConstraint(fields=["owner", "ruleset"], name="house_rules_once_for_a_ruleset")]

    def __str__(self) -> str:
        return f"{self.owner}: {self.ruleset}"


class Combatant(models.Model):
    """A combatant as prepared: one ``[[combatant]]`` table, which may stand for several alike."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="combatants")
    order = models.PositiveIntegerField()
    definition = models.JSONField()
    rolled = models.JSONField(default=dict, blank=True)
    """The dice by which its hit points were rolled, and the faces for each of its count; empty where they were not."""

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["encounter", "order"], name="combatant_order_once")]

    def __str__(self) -> str:
        return str(self.definition.get("name") or self.definition.get("id", ""))


class Picture(models.Model):
    """The picture of a combatant, of a mob, or under the battle map: large and small, in WebP."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="pictures")
    who = models.CharField(max_length=80)
    """The id of the combatant, or of its mob."""
    image = models.BinaryField()
    small = models.BinaryField()
    version = models.CharField(max_length=32, default=make_version)
    """It is another with each picture, so that a stored address is that of one picture."""
    is_copy = models.BooleanField(default=False)
    """It is the picture of its character's sheet, and changes with it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "who"], name="picture_once_for_a_combatant")]

    def __str__(self) -> str:
        return f"{self.encounter}: {self.who}"


class Seat(models.Model):
    """A person's seat in a campaign, from fight to fight.

    It is known by a secret, and only the hash of that is stored.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", "Player"
        SPECTATOR = "spectator", "Spectator"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    """The number of the seat in its campaign, from 1: the log names the person by it, and never by the name."""
    kind = models.CharField(max_length=9, choices=Kind.choices)
    name = models.CharField(max_length=40)
    token_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    """The hash of the secret of the device that has the seat; None once its person was forgotten."""
    link_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    """The hash of the secret in a personal link of an earlier version that was not used yet."""
    link_version = models.PositiveIntegerField(default=0)
    """The number of times that a new personal link was made."""
    created = models.DateTimeField(default=timezone.now)
    last_seen = models.DateTimeField(default=timezone.now)
    """The time at which its page was last connected, as far as the server knew."""
    heard = models.DateTimeField(default=timezone.now)
    """The time at which its page itself last said something; silence after it is not the player's."""
    ready = models.DateTimeField(null=True, blank=True)
    """The time at which the player said to know what hesitation costs; no clock of theirs runs before."""
    left = models.DateTimeField(null=True, blank=True)
    """The time at which the seat was given up."""
    forgotten = models.DateTimeField(null=True, blank=True)
    """The time at which the person was forgotten: the seat is without name and secrets since."""
    muted = models.BooleanField(default=False)
    """The DM has turned its alerts off."""
    alerts = models.JSONField(default=list, blank=True)
    """The alerts that the person turned on, on this device, and the ways in which they come."""
    changes = models.PositiveIntegerField(default=0)
    """The number of times that the seat's combatants have changed in fights on the table.

    Those of a fight in preparation are no player's to know.
    """

    class Meta:
        ordering = ["created", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=["player", "spectator"]), name="seat_kind_known"),
            models.UniqueConstraint(
                "campaign", Lower("name"), condition=Q(left__isnull=True), name="seat_name_once_at_a_table"
            ),
            models.UniqueConstraint(fields=["campaign", "number"], name="seat_number_once_in_a_campaign"),
            models.CheckConstraint(
                condition=Q(forgotten__isnull=True, token_hash__isnull=False)
                | Q(
                    forgotten__isnull=False,
                    left__isnull=False,
                    name=FORGOTTEN,
                    token_hash__isnull=True,
                    link_hash__isnull=True,
                    link_version=0,
                ),
                name="forgotten_seat_names_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def log_name(self) -> str:
        """Return the name of its person in the log."""
        return f"seat-{self.number}"

    @property
    def asking(self) -> int | None:
        """Return the number of another device's open request, as read with the seat by selectors."""
        found: int | None = vars(self).get("open_request")
        return found

    def is_here(self, now: datetime) -> bool:
        """Return whether the person's page has given a sign of life just now."""
        return self.left is None and (now - self.last_seen).total_seconds() < HERE_SECONDS


class SeatRequest(models.Model):
    """The request of a device for a seat that another one has, which the DM answers."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="requests")
    secret_hash = models.CharField(max_length=64, unique=True)
    """The hash of the secret of the device that asked; the seat has it once the DM has said yes."""
    asked = models.DateTimeField(default=timezone.now)
    answered = models.DateTimeField(null=True, blank=True)
    yes = models.BooleanField(default=False)

    class Meta:
        ordering = ["asked", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(answered__isnull=True), name="one_open_request_for_a_seat"
            ),
            models.CheckConstraint(condition=Q(yes=False) | Q(answered__isnull=False), name="yes_is_an_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}, asked {self.asked}"


class SeatHold(models.Model):
    """A seat assignment: the seat that plays a combatant, and between which inputs it does so."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="holds")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="holds")
    combatant = models.CharField(max_length=80)
    """The combatant's id."""
    from_position = models.PositiveIntegerField()
    """The position of the first input."""
    until_position = models.PositiveIntegerField(null=True, blank=True)
    """The position of the last input; None while the assignment lasts."""

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
    """An attempt at a round, with its two seeds.

    A round that was taken back gets another attempt.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField()
    open_seed = models.CharField(max_length=64, default=make_seed)
    """The seed of the open rolls."""
    dm_seed = models.CharField(max_length=64, default=make_seed)
    """The seed of the DM's hidden rolls."""
    dm_seed_published = models.BooleanField(default=False)
    recap = models.TextField(blank=True)
    """The recap of the round for the players."""

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number", "attempt"], name="round_attempted_once"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="round_attempts_from_one"),
        ]

    def __str__(self) -> str:
        return f"Round {self.number}" + (f", attempt {self.attempt}" if self.attempt > 1 else "")

    @property
    def recap_version(self) -> str:
        """Return a name of the recap's text; "" where there is none."""
        return hashlib.sha256(self.recap.encode()).hexdigest()[:16] if self.recap else ""

    @property
    def promises(self) -> tuple[str, str]:
        """Return the commitments to the open seed and to the DM's seed."""
        return commit_to_seed(self.open_seed), commit_to_seed(self.dm_seed)


class Input(models.Model):
    """An input of a person, at its position in the encounter's log."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="inputs")
    position = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.RESTRICT, null=True, blank=True, related_name="inputs")
    """The seat that gave the input; None for the DM."""
    tap = models.CharField(max_length=64)
    """The id of the tap, so that a repeated request counts once."""
    part = models.PositiveIntegerField(default=0)
    """The number of the input among those of one tap, which were given together; the first has 0."""
    payload = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    request_id = models.CharField(max_length=LONGEST_ID, blank=True, default="", db_default="")
    """The id of the request that gave it, by which the log of the server names it; "" for those of earlier versions.

    No page of a player or spectator shows it, and no rule reads it.
    """

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "position"], name="input_position_once"),
            models.UniqueConstraint(fields=["encounter", "tap", "part"], name="input_tap_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="input_positions_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.position}"


class Event(models.Model):
    """An event, in the order of the log. The opening has position 0 and no input."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="events")
    position = models.PositiveIntegerField()
    input = models.ForeignKey(Input, models.CASCADE, null=True, blank=True, related_name="events")
    round = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
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


class Declaration(models.Model):
    """The index of declarations: a row for each event ``Declared``.

    It follows from the log and can be made again from it (encounters/services/declarations.py). No page of a player or
    spectator reads it.
    """

    class Status(models.TextChoices):
        STANDS = "stands", "Stands"
        REPLACED = "replaced", "Replaced"
        TAKEN_BACK = "taken_back", "Taken back"

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="declaration")
    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="declarations")
    input = models.ForeignKey(Input, models.CASCADE, related_name="declarations")
    """The input that gave the declaration; one that closes several questions gives several."""
    round = models.PositiveIntegerField()
    clock = models.IntegerField(null=True, blank=True)
    """The column in which it was declared; None where orders are given before the first column."""
    who = models.CharField(max_length=80)
    action = models.CharField(max_length=1, blank=True)
    """The letter of the action on the list."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.STANDS)

    class Meta:
        ordering = ["event__position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["stands", "replaced", "taken_back"]), name="declaration_status_known"
            ),
        ]
        indexes = [models.Index(fields=["encounter", "who", "round"], name="declaration_of_combatant")]

    def __str__(self) -> str:
        return f"{self.who}: {self.action}"


class Clock(models.Model):
    """The clock of a question over which somebody hesitates, by the question's token in the log.

    The log has the time of the asking, and the input of the answer has the time of the answer.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="clocks")
    question = models.CharField(max_length=64)
    seen = models.DateTimeField(null=True, blank=True)
    """The time at which the phone reported that it shows the question."""
    counts_away = models.BooleanField(default=False)
    """The DM counts the time in which the phone was away."""
    ruled = models.PositiveSmallIntegerField(null=True, blank=True)
    """The segments lost, where the DM has ruled them."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["encounter", "question"], name="clock_once_for_a_question")]

    def __str__(self) -> str:
        return self.question


class Pause(models.Model):
    """A stretch of time in which a clock stands still."""

    clock = models.ForeignKey(Clock, models.CASCADE, related_name="pauses")
    asked = models.BooleanField()
    """The player waits for the DM's answer; else the DM stopped the clock."""
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
    """A stretch of time in which a seat's phone was away.

    The phone reported it when it was put down, or gave no sign of life.
    """

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
