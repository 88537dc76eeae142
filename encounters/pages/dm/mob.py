"""Mobs: combatants of one count; those asked together may be given one order for all."""

from typing import Any

from encounters.pages.dm.desk import DECLARE, Desk
from encounters.pages.wording import name_of
from rules.api import OpenQuestion


def mob_of(desk: Desk, question: OpenQuestion) -> dict[str, Any] | None:
    """Return the mob of the combatant asked: number, names, and the tokens of the others.

    Only those are counted whose orders the DM has still to give. None where there are no others.
    """
    others = mates(desk, question)
    if not others:
        return None
    names = [name_of(desk.state, each.who) for each in (question, *others)]
    return {"count": len(names), "names": ", ".join(names), "tokens": [each.token for each in others]}


def mates(desk: Desk, question: OpenQuestion) -> list[OpenQuestion]:
    """Return the open declarations for the same mob that the DM has to give, without this one."""
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
