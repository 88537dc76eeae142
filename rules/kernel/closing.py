"""The closing of orders: until the DM closes them, a sealed order may be given again."""

from rules.kernel.frozen import evolve
from rules.kernel.options import CLOSE_ORDERS, lookup_table_option
from rules.kernel.registry import get_ruleset
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DECLARE


def are_orders_closed_by_dm(state: State) -> bool:
    """Return whether orders are being given together, and the DM closes them."""
    rules = get_ruleset(state.ruleset)
    if not rules.orders or state.stage != rules.orders or not rules.declaring_rules.may_hold_orders(state):
        return False
    return lookup_table_option(state, CLOSE_ORDERS) == "dm"


def may_order_again(state: State, question: OpenQuestion) -> bool:
    """Return whether an order that is sealed may be given again, until the DM closes orders.

    The procedure may forbid it by a clause: that is a refusal of the new order.
    """
    return question.sealed and question.question == DECLARE and are_orders_closed_by_dm(state)


def is_answerable(state: State, question: OpenQuestion) -> bool:
    """Return whether an open question takes an answer: a first one, or a new order."""
    return not question.sealed or may_order_again(state, question)


def without_order(state: State, question: OpenQuestion) -> State:
    """Return the state as it was before this sealed order, to ask for it again."""
    declared = {who: order for who, order in state.declared.items() if who != question.who}
    return evolve(state, declared=declared)
