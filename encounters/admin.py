"""Admin pages on which an operator reads the log.

They change nothing of a fight: changes are made at the table, which records them.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from encounters.models import Combatant, Declaration, Encounter, Event, HouseRules, Input, Round, Seat, SeatHold


class ReadOnly(admin.ModelAdmin):
    """An admin page for reading only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: only a whole encounter may be deleted."""
        return False


@admin.register(Encounter)
class EncounterAdmin(ReadOnly):
    """Fights. Deleting one deletes everything that belongs to it."""

    list_display = ("title", "owner", "ruleset", "state", "position", "created")
    list_filter = ("state", "ruleset")
    search_fields = ("title",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may delete encounters."""
        return request.user.has_perm("encounters.delete_encounter")


@admin.register(Combatant)
class CombatantAdmin(ReadOnly):
    """Combatants as prepared."""

    list_display = ("__str__", "encounter", "order")
    list_filter = ("encounter",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats and the people who have them. Secrets are stored as hashes and not shown."""

    list_display = ("name", "kind", "encounter", "last_seen", "left", "muted")
    list_filter = ("encounter", "kind")
    exclude = ("token_hash", "link_hash")


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnly):
    """The options with which a DM's encounters begin."""

    list_display = ("owner", "ruleset")


@admin.register(SeatHold)
class SeatHoldAdmin(ReadOnly):
    """Seat assignments: which seat played which combatant, from and until which input."""

    list_display = ("seat", "combatant", "from_position", "until_position")
    list_filter = ("encounter",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds without their seeds: nobody may know dice before they are rolled."""

    list_display = ("encounter", "number", "attempt", "dm_seed_published")
    list_filter = ("encounter",)
    exclude = ("open_seed", "dm_seed")


@admin.register(Input)
class InputAdmin(ReadOnly):
    """Inputs of the people at the table, in order."""

    list_display = ("encounter", "position", "seat", "made_at")
    list_filter = ("encounter",)


@admin.register(Declaration)
class DeclarationAdmin(ReadOnly):
    """Inputs that declare an action."""

    list_display = ("input", "round", "who", "action")


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Events, in order."""

    list_display = ("encounter", "position", "round", "clock", "kind")
    list_filter = ("encounter", "kind")
