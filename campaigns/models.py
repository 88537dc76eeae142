"""The stored data between fights: characters, their changes, carried-over fights, time."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from encounters.models import Campaign, Encounter, Seat, make_version


class Character(models.Model):
    """A character of a campaign, as it is between fights.

    Preparing a fight copies it there, and carrying over brings back what the fight left of it.
    """

    class Status(models.TextChoices):
        HERE = "here", "Here"
        ABSENT = "absent", "Absent"
        RETIRED = "retired", "Retired"
        DEAD = "dead", "Dead"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="characters")
    number = models.PositiveIntegerField()
    """Its number in the campaign, which addresses name."""
    key = models.CharField(max_length=80)
    """Its id as a combatant, in every fight of the campaign."""
    name = models.CharField(max_length=120)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.HERE)
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, blank=True, related_name="characters")
    """The seat that plays it; None for the DM."""
    henchman_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="henchmen")
    experience = models.PositiveIntegerField(default=0)
    """Experience points, of all its classes together."""
    definition = models.JSONField(default=dict)
    """The keys of a scenario's [[combatant]] that outlast a fight, with all that it has memorised."""
    left = models.IntegerField(null=True, blank=True)
    """The hit points left; None for all."""
    cast = models.JSONField(default=list, blank=True)
    """The ids of memorised spells that are gone since they were memorised, once for each time."""
    sheet = models.JSONField(default=dict, blank=True)
    """What the rules of a fight do not read: abilities, alignment, gear, coins, notes."""
    died_in = models.ForeignKey(Encounter, models.SET_NULL, null=True, blank=True, related_name="+")
    """The fight in which it died."""
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["here", "absent", "retired", "dead"]), name="character_status_known"
            ),
            models.CheckConstraint(
                condition=Q(died_in__isnull=True) | Q(status="dead"), name="character_died_only_when_dead"
            ),
            models.UniqueConstraint(fields=["campaign", "number"], name="character_number_once"),
            models.UniqueConstraint(fields=["campaign", "key"], name="character_key_once"),
            models.UniqueConstraint(
                "campaign",
                Lower("name"),
                condition=Q(status__in=["here", "absent"]),
                name="character_name_once_while_it_plays",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_playing(self) -> bool:
        """Return whether it is of the party, here or absent: neither retired nor dead."""
        return self.status in PLAYING


PLAYING = (Character.Status.HERE, Character.Status.ABSENT)
"""Those who still play."""


class CharacterPicture(models.Model):
    """The picture of a character: large and small, in WebP. Fights have copies of it."""

    character = models.OneToOneField(Character, models.CASCADE, primary_key=True, related_name="picture")
    image = models.BinaryField()
    small = models.BinaryField()
    version = models.CharField(max_length=32, default=make_version)
    """It is another with each picture, so that a stored address is that of one picture."""

    def __str__(self) -> str:
        return str(self.character)


class CarryOver(models.Model):
    """The carrying over of an ended fight to the characters of its campaign."""

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="carryings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    experience = models.PositiveIntegerField(default=0)
    """The experience points of the whole fight, before they were shared."""
    taken_back = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter"], condition=Q(taken_back__isnull=True), name="fight_carried_over_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.encounter}, {self.at:%Y-%m-%d %H:%M}"


class TimeEntry(models.Model):
    """A stretch of a campaign's time, between two fights or in one.

    Times are rounds (minutes) since midnight before day 1. The campaign's clock is the end of the last entry that
    stands.
    """

    class Kind(models.TextChoices):
        PASS = "pass", "Time passes"
        REST = "rest", "Rest"
        SET = "set", "The clock is set"
        FIGHT = "fight", "A fight"
        CHECK = "check", "A check for wanderers"

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="time_entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    carry = models.OneToOneField(CarryOver, models.CASCADE, null=True, blank=True, related_name="time")
    """The carrying over of the fight that took this time."""
    words = models.JSONField(default=list, blank=True)
    """Its effects, in sentences."""
    seed = models.CharField(max_length=64, blank=True)
    """The seed of its dice, which is shown with them; "" where none were rolled."""
    taken_back = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["pass", "rest", "set", "fight", "check"]), name="time_kind_known"
            ),
            models.CheckConstraint(condition=Q(kind="set") | Q(until__gte=F("since")), name="time_goes_forward"),
            models.UniqueConstraint(fields=["campaign", "number"], name="time_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign}, {self.get_kind_display().lower()}"


class CampaignState(models.Model):
    """The things that last in a campaign, and its choices where the books differ."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, primary_key=True, related_name="state")
    lasting = models.JSONField(default=list, blank=True)
    """Each thing that lasts: its id, what it is, the number of its character or None, since when and until when."""
    night_heals = models.BooleanField(default=True)
    """A night of rest gives a hit point back; otherwise only whole days of rest do."""
    found_again = models.PositiveIntegerField(default=2)
    """Of so many missiles that missed, one is found again; 0 for none."""
    checks = models.PositiveIntegerField(default=2)
    """The checks for wanderers in a night."""
    sides = models.PositiveIntegerField(default=12)
    """Wanderers come on a 1 of a die with so many sides."""
    wanderers = models.JSONField(default=list, blank=True)
    """Those who may come, in words, one of which is drawn."""
    guest_level = models.PositiveIntegerField(default=1)
    """The level of the guests that phones offer first; 0 where the DM gives out the characters."""
    edits_notes = models.BooleanField(default=True)
    """Players change the notes of their own characters."""
    edits_carried = models.BooleanField(default=True)
    """Players change their gear and coins."""
    edits_hit_points = models.BooleanField(default=False)
    """Players change their hit points."""
    edits_supplies = models.BooleanField(default=False)
    """Players change their ammunition and charges, and which spells are cast."""

    class Meta:
        verbose_name_plural = "campaign states"

    def __str__(self) -> str:
        return f"{self.campaign}"


class CharacterChange(models.Model):
    """A change of a character: who made it, when, and each value before and after."""

    class Source(models.TextChoices):
        MADE = "made", "Made"
        EDIT = "edit", "Changed on the sheet"
        CARRY = "carry", "Carried over"
        BACK = "back", "Taken back"
        REST = "rest", "Rest"

    character = models.ForeignKey(Character, models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField()
    """Its number among the changes of the character."""
    at = models.DateTimeField(default=timezone.now)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    """The DM who made it."""
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, blank=True, related_name="+")
    """The player who made it."""
    asked_by = models.ForeignKey(Seat, models.SET_NULL, null=True, blank=True, related_name="+")
    """The player who asked the DM for it."""
    source = models.CharField(max_length=5, choices=Source.choices)
    carry = models.ForeignKey(CarryOver, models.CASCADE, null=True, blank=True, related_name="changes")
    """The carrying over that it belongs to."""
    rest = models.ForeignKey(TimeEntry, models.CASCADE, null=True, blank=True, related_name="changes")
    """The rest that it belongs to."""
    values = models.JSONField(default=list)
    """Each value that changed: its path, what it was, what it is. None is a value that is not there."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(source__in=["made", "edit", "carry", "back", "rest"]), name="change_source_known"
            ),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(seat__isnull=True), name="change_by_one_person"),
            models.UniqueConstraint(fields=["character", "number"], name="change_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.character}, {self.number}"

    def renumber_references(self, shifts: Mapping[type[models.Model], int]) -> None:
        """Add to the numbers of rows among the values, as those rows are renumbered."""
        models_of = {"seat": Seat, "henchman_of": Character, "died_in": Encounter}
        for change in self.values:
            shift = shifts[models_of[change[0]]] if change[0] in models_of else 0
            change[1:] = [each + shift if shift and isinstance(each, int) else each for each in change[1:]]

    @property
    def author(self) -> str:
        """Return the name of who made it; "" where that is not known any more."""
        if self.user is not None:
            return str(self.user.get_username())
        return self.seat.name if self.seat is not None else ""

    @property
    def paths(self) -> dict[str, tuple[Any, Any]]:
        """Return what each value was and is, by its path."""
        return {path: (old, new) for path, old, new in self.values}


class CharacterAsk(models.Model):
    """A player's ask for a value that only a DM changes.

    A yes writes the value and deletes the ask.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="asks")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="asks")
    """The player who asks."""
    path = models.CharField(max_length=120)
    value = models.JSONField(null=True, blank=True)
    """The value that is asked for."""
    before = models.JSONField(null=True, blank=True)
    """The value that the player saw."""
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)
    refused = models.DateTimeField(null=True, blank=True)
    """When a DM said no; None while it waits for an answer."""

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["character", "path"], name="value_asked_for_once")]

    def __str__(self) -> str:
        return f"{self.character}, {self.path}"
