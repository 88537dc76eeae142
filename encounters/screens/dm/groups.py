"""Groups of foes that are ordered at once: a card for each, with its orders and its members."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from encounters.narration.names import list_group, name_of
from encounters.screens.dm.dm_view import DmView
from encounters.services.standing import AGAIN, list_dms_orders, list_group_orders
from rules.api import GroupOrder

FIRST_KEY = "O"
"""The key of the first group's first order, or of its standing order."""


@dataclass(frozen=True)
class GroupButton:
    """An order that a group may be given."""

    id: str
    label: str
    on: bool
    """It is the group's standing order."""
    key: str = ""


@dataclass(frozen=True)
class OrderGroup:
    """A group whose orders the DM has yet to give."""

    id: str
    title: str
    standing: str
    """Its standing order in words; "" where it has none."""
    buttons: tuple[GroupButton, ...]
    members: tuple[tuple[str, str], ...]
    """The id and the name of each."""
    action: str


def build_groups(view: DmView) -> list[OrderGroup]:
    """Return a card for each group with the same standing order, and one for all foes together."""
    orders = list_group_orders(view)
    asked = list_dms_orders(view, view.players) if orders else []
    found: dict[tuple[str, str], list[str]] = {}
    for each in asked:
        mob = view.state.combatants[each.who].stat_block.mob
        found.setdefault((mob or each.who, get_standing(view, each.who)), []).append(each.who)
    mobs = {key: who for key, who in found.items() if len(who) > 1}
    cards = [_make_group(view, orders, mob, standing, who) for (mob, standing), who in mobs.items()]
    if mobs and len(found) > 1:
        cards.insert(0, _make_group(view, orders, "", "", [each.who for each in asked], "All foes"))
    return [_with_key(each) if n == 0 else each for n, each in enumerate(cards)]


def get_standing(view: DmView, who: str) -> str:
    """Return the id of a combatant's standing order; "" where it has none."""
    return str(view.encounter.standing.get(who, ""))


def describe_standing_order(view: DmView, who: str) -> str:
    """Return a combatant's standing order in words; "" where it has none."""
    named = {each.id: each.label.lower() for each in list_group_orders(view)}
    return named.get(get_standing(view, who), "")


def count_standing(view: DmView) -> int:
    """Return how many of those whose orders the DM has yet to give have a standing order."""
    return sum(bool(describe_standing_order(view, each.who)) for each in list_dms_orders(view, view.players))


def _make_group(
    view: DmView, orders: Iterable[GroupOrder], mob: str, standing: str, who: Sequence[str], title: str = ""
) -> OrderGroup:
    has_acted = any(view.state.combatants[each].last is not None for each in who)
    offered = [each for each in orders if each != AGAIN or has_acted]
    buttons = [GroupButton(each.id, each.label, each.id == standing) for each in offered]
    words = next((each.label.lower() for each in buttons if each.on), "")
    return OrderGroup(
        f"group-{mob}-{standing}",
        title or list_group(view.state, who),
        words,
        tuple(sorted(buttons, key=lambda each: not each.on)),
        tuple((each, name_of(view.state, each)) for each in who),
        view.make_url("order-group"),
    )


def _with_key(group: OrderGroup) -> OrderGroup:
    """Return a group whose first order is given by the key."""
    first, *others = group.buttons
    return replace(group, buttons=(replace(first, key=FIRST_KEY), *others))
