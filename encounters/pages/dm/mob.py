"""Mobs: figures of one count that are asked together may be given one order for all."""

from typing import Any

from encounters.pages.dm.desk import DECLARE, Desk
from encounters.pages.wording import name_of
from rules.api import OpenQuestion


def mob_of(desk: Desk, question: OpenQuestion) -> dict[str, Any] | None:
    """The others of this one's mob whose orders the DM has still to give: their tokens and names; None if alone."""
    others = mates(desk, question)
    if not others:
        return None
    names = [name_of(desk.state, each.who) for each in (question, *others)]
    return {"count": len(names), "names": ", ".join(names), "tokens": [each.token for each in others]}


def mates(desk: Desk, question: OpenQuestion) -> list[OpenQuestion]:
    """The open declarations of the same mob, without this one."""
    each = desk.state.combatants.get(question.who)
    if each is None or not each.stat_block.mob or question.question != DECLARE:
        return []
    return [
        other
        for other in desk.awaited
        if other.question == DECLARE
        and other.who != question.who
        and desk.is_mine(other.who)
        and desk.state.combatants[other.who].stat_block.mob == each.stat_block.mob
    ]
