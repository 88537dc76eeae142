"""Admin pages on which an operator reads the log.

They change nothing of a fight: changes are made at the table, which records them.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from encounters.models import (
    Campaign,
    Combatant,
    Declaration,
    Encounter,
    Event,
    HouseRules,
    Input,
    Member,
    Round,
    Seat,
    SeatHold,
)
from encounters.services.preparing import delete

PARTS: tuple[type[Model], ...] = (Combatant, Round, Input, Event)
"""The kinds of rows of which the page that deletes an encounter says how many go with it."""


Deleted = tuple[list[str], dict[str, int], set[str], list[str]]
"""What the page that deletes something says of it: names, counts, lacking permissions, and what stands in the way."""


def count_parts(chosen: QuerySet[Encounter]) -> dict[str, int]:
    """Return how many encounters these are, and how many rows of each kind go with them."""
    counts = {str(kind._meta.verbose_name_plural): kind._default_manager.filter(encounter__in=chosen) for kind in PARTS}
    seats = Seat.objects.filter(campaign__in=_list_ending(chosen))
    return {
        "encounters": chosen.count(),
        **{kind: rows.count() for kind, rows in counts.items()},
        "seats": seats.count(),
    }


def _list_ending(chosen: QuerySet[Encounter]) -> QuerySet[Campaign]:
    """Return the campaigns that end with these encounters.

    They have no name and no other encounters.
    """
    staying = Encounter.tables.exclude(pk__in=chosen).values("campaign")
    return Campaign.objects.filter(name="", encounters__in=chosen).exclude(pk__in=staying).distinct()


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


def _may_delete(request: HttpRequest) -> bool:
    return request.user.has_perm("encounters.delete_encounter")


@admin.register(Encounter)
class EncounterAdmin(ReadOnly):
    """Fights. Deleting one deletes everything that belongs to it."""

    list_display = ("title", "campaign", "ruleset", "state", "position", "created")
    list_filter = ("state", "ruleset")
    search_fields = ("title",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may delete encounters."""
        return _may_delete(request)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Deleted:
        """Return how much goes with these encounters; the page names nothing of it but them."""
        chosen = Encounter.objects.filter(pk__in=[each.pk for each in objs])
        lacking = set() if self.has_delete_permission(request) else {"encounter"}
        return [each.title for each in chosen], count_parts(chosen), lacking, []

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete an encounter as its DM would."""
        delete(Encounter.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """Delete encounters as their DMs would."""
        delete(queryset)


@admin.register(Combatant)
class CombatantAdmin(ReadOnly):
    """Combatants as prepared."""

    list_display = ("__str__", "encounter", "order")
    list_filter = ("encounter",)


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats and the people who have them. Secrets are stored as hashes and not shown."""

    list_display = ("name", "kind", "campaign", "last_seen", "left", "muted")
    list_filter = ("campaign", "kind")
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

    list_display = ("encounter", "position", "seat", "made_at", "request_id")
    list_filter = ("encounter",)
    search_fields = ("request_id",)


@admin.register(Declaration)
class DeclarationAdmin(ReadOnly):
    """Declarations, in order: also those that were replaced or taken back."""

    list_display = ("encounter", "input", "round", "clock", "who", "action", "status")
    list_filter = ("encounter", "status", "action")
    list_select_related = ("encounter", "input")


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Events, in order."""

    list_display = ("encounter", "position", "round", "kind")
    list_filter = ("encounter", "kind")


admin.site.unregister(User)


@admin.register(User)
class OwnerAdmin(UserAdmin):
    """DMs. Deleting one deletes all their encounters."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Deleted:
        """Return how much goes with these users; the page names nothing of it but them."""
        chosen = _list_owned(objs)
        may = {"user": self.has_delete_permission(request), "encounter": _may_delete(request) or not chosen.exists()}
        counts = {"users": len(objs), **count_parts(chosen)}
        return (
            [each.get_username() for each in objs],
            counts,
            {what for what, is_allowed in may.items() if not is_allowed},
            [],
        )

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Delete a user, and before that their encounters, as the user would."""
        self.delete_queryset(request, User.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """Delete users, and before that their encounters."""
        with transaction.atomic():
            delete(_list_owned(queryset))
            Campaign.objects.filter(members__user__in=queryset, members__role=Member.Role.OWNER).delete()
            queryset.delete()


def _list_owned(users: Iterable[User]) -> QuerySet[Encounter]:
    """Return the encounters of the campaigns that these users own."""
    return Encounter.objects.filter(campaign__members__user__in=list(users), campaign__members__role=Member.Role.OWNER)
