"""The log as an operator may look at it. Nothing of a fight is changed here: the table does that, with a trace."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from encounters.models import Combatant, Declaration, Encounter, Event, Input, Round, Seat, SeatHold


class ReadOnly(admin.ModelAdmin):
    """To be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is deleted here, except a whole encounter."""
        return False


@admin.register(Encounter)
class EncounterAdmin(ReadOnly):
    """Fights. Deleting one deletes all of it."""

    list_display = ("title", "owner", "ruleset", "state", "position", "created")
    list_filter = ("state", "ruleset")
    search_fields = ("title",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may delete encounters may delete whole ones."""
        return request.user.has_perm("encounters.delete_encounter")


@admin.register(Combatant)
class CombatantAdmin(ReadOnly):
    """Combatants as prepared."""

    list_display = ("__str__", "encounter", "order")
    list_filter = ("encounter",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where; secrets are kept as hashes and not shown."""

    list_display = ("name", "kind", "encounter", "last_seen", "left", "muted")
    list_filter = ("encounter", "kind")
    exclude = ("token_hash", "link_hash")


@admin.register(SeatHold)
class SeatHoldAdmin(ReadOnly):
    """Who played whom, and when."""

    list_display = ("seat", "combatant", "from_position", "until_position")
    list_filter = ("encounter",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds. Seeds are not shown: what has not been rolled must not be known."""

    list_display = ("encounter", "number", "attempt", "dm_seed_published")
    list_filter = ("encounter",)
    exclude = ("open_seed", "dm_seed")


@admin.register(Input)
class InputAdmin(ReadOnly):
    """What was said at the table, in order."""

    list_display = ("encounter", "position", "seat", "made_at")
    list_filter = ("encounter",)


@admin.register(Declaration)
class DeclarationAdmin(ReadOnly):
    """Inputs that declare."""

    list_display = ("input", "round", "who", "action")


@admin.register(Event)
class EventAdmin(ReadOnly):
    """What happened, in order."""

    list_display = ("encounter", "position", "round", "clock", "kind")
    list_filter = ("encounter", "kind")
