"""Orders of groups: one act for all members, kept from round to round.

Each member's declaration is an answer of its own in the log. The log knows nothing of the group's order.
"""

from collections.abc import Container, Mapping, Sequence

from encounters.access import require_dm
from encounters.encounter_view import EncounterView
from encounters.errors import Conflict, Invalid
from encounters.models import Encounter
from encounters.selectors import find_players, read_view
from encounters.services.playing import Outcome, submit
from encounters.viewers import Viewer
from rules.api import (
    DECLARE,
    Answer,
    GiveAnswer,
    GroupOrder,
    OpenQuestion,
    are_orders_closed_by_dm,
    find_group_answer,
    repeat_answer,
)

AGAIN = GroupOrder("again", "As last round", (), ())
"""The order by which each does again what it did last."""


def list_group_orders(view: EncounterView) -> tuple[GroupOrder, ...]:
    """Return the orders that a group may be given; none where each has its own turn."""
    orders = view.ruleset.intents.of_groups
    return (*orders, AGAIN) if view.ruleset.orders and orders else ()


def list_dms_orders(view: EncounterView, players: Container[str]) -> list[OpenQuestion]:
    """Return the orders that the DM has yet to give: all but those of ``players``."""
    return [
        each
        for each in view.state.open
        if each.question == DECLARE and each.awaited and not each.sealed and each.who not in players
    ]


def order_group(viewer: Viewer, tap: str, who: Sequence[str], order: str) -> Outcome:
    """Give one order to these combatants, and keep it as their standing order.

    Raises Invalid for an unknown order, and Conflict where none of them can carry it out now.
    """
    require_dm(viewer)
    view = read_view(viewer)
    orders = {each.id: each for each in list_group_orders(view)}
    if order not in orders:
        raise Invalid("Choose an order for the group.", "order")
    chosen = dict.fromkeys(who, orders[order])
    given = _build_answers(view, chosen)
    if not given:
        raise Conflict("None of them can do that now. Choose another order.", "order")
    kept = {each: order for each in who if each in view.state.combatants}
    return submit(viewer, tap, *given, also=lambda encounter: _keep(encounter, kept))


def give_standing_orders(viewer: Viewer, tap: str) -> Outcome:
    """Give every combatant that has a standing order that order.

    Raises Conflict where there is none to give.
    """
    require_dm(viewer)
    given = build_standing_answers(read_view(viewer))
    if not given:
        raise Conflict("No group has a standing order to give now.")
    return submit(viewer, tap, *given)


def build_standing_answers(view: EncounterView, who: str = "") -> list[GiveAnswer]:
    """Return the answers by the standing orders, of one combatant or of all."""
    orders = {each.id: each for each in list_group_orders(view)}
    kept = view.encounter.standing if orders else {}
    return _build_answers(view, {id: orders[each] for id, each in kept.items() if each in orders and who in ("", id)})


def is_closed_by(view: EncounterView, given: Sequence[GiveAnswer]) -> bool:
    """Return whether nothing is left to close once these answers are given."""
    tokens, state = {each.token for each in given}, view.state
    if state.open_rolls or any(each.awaited and not each.sealed and each.token not in tokens for each in state.open):
        return False
    players = find_players(view.viewer.encounter_id)
    return not (are_orders_closed_by_dm(state) and any(each.who in players for each in state.open))


def _build_answers(view: EncounterView, orders: Mapping[str, GroupOrder]) -> list[GiveAnswer]:
    """Return an answer for each combatant that can carry out its order; others are left out."""
    found = []
    for question in list_dms_orders(view, find_players(view.viewer.encounter_id)) if orders else ():
        answer = _find_answer(view, question, orders[question.who]) if question.who in orders else None
        if answer is not None:
            found.append(GiveAnswer(question.token, answer, view.viewer.log_name))
    return found


def _find_answer(view: EncounterView, question: OpenQuestion, order: GroupOrder) -> Answer | None:
    """Return the answer of one member; what it has begun it goes on with."""
    form = view.build_form(question)
    if form is None:
        return None
    if order == AGAIN or question.facts.get("going_on"):
        return repeat_answer(view.state, question, form)
    return find_group_answer(view.state, question.who, form, order)


def _keep(encounter: Encounter, orders: Mapping[str, str]) -> None:
    """Add standing orders to those that are there, under the claim of the encounter."""
    rows = Encounter.objects.filter(pk=encounter.pk)
    rows.update(standing={**rows.values_list("standing", flat=True).get(), **orders})
