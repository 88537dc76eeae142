"""The orders that a combatant has given in the fight so far, for its page."""

from dataclasses import dataclass

from encounters.models import Declaration
from encounters.narration.columns import name_round, write_column_label, write_heading
from encounters.narration.voice import name_order
from encounters.screens.dm.dm_view import DmView
from rules.api import events as e

MOST_ORDERS = 12
"""The most orders that are shown, the latest."""


@dataclass(frozen=True, slots=True)
class PastOrder:
    """An order that stands, in words."""

    when: str
    words: str


def list_orders(view: DmView, who: str) -> list[PastOrder]:
    """Return the latest orders of a combatant that stand, the newest first.

    One that must stay hidden on a screen that others see is left out.
    """
    rows = Declaration.objects.filter(encounter_id=view.viewer.encounter_id, who=who)
    stand = rows.filter(status=Declaration.Status.STANDS, event__position__lt=len(view.log))
    if view.is_covered(who) and not view.is_mine(who):
        stand = stand.exclude(round=max(view.state.round, 0))
    latest = stand.order_by("-event__position").values_list("event__position", flat=True)[:MOST_ORDERS]
    found = [entry.event for entry in reversed(view.log.list_at(list(latest)))]
    return [
        PastOrder(_describe_time(view, event), name_order(view.state, event.declaration))
        for event in found
        if isinstance(event, e.Declared)
    ]


def _describe_time(view: DmView, event: e.Declared) -> str:
    number = name_round(event.round)
    label = write_column_label(view.state, event.clock, event.round)
    return f"{number}, {write_heading(view.state, label).lower()}" if label else number
