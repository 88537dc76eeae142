"""Grabs at objects: the dexterity check, and the DM's decision between rivals (1.2.3G)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.procedure import Play, Table
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.beats import Beat, Grab
from rules.procedures.dew.consultation import BY_THE_DM, consult
from rules.procedures.dew.terms import get_attributes, get_dew, ids

CONTESTED = "contested"
"""The reason for which the DM is asked who gets an object."""


def normalize_object(answer: Answer) -> str:
    """Return the object that an answer names, without case and extra spaces, for comparison."""
    return " ".join(str(answer["object"]).casefold().split())


def grab(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """Roll the check of an alert combatant and yield the result.

    If others grab at the same object together, the result waits until all have rolled.
    """
    rolls: tuple[Rolled, ...] = ()
    needed = get_attributes(table.state, who).dx
    if get_dew(table.state, who).body.alert:
        rolls = ((yield Roll("dx.grab", who, 1, 20)),)
    ok = not rolls or rolls[0].total <= needed
    made = Grab(who, str(answer["object"]), normalize_object(answer), ok, needed if rolls else None, rolls)
    others = [each for each, key in beat.grabs.items() if each != who and key == made.object_key]
    if beat.held is not None and others:
        beat.held.grabs.append(made)
    else:
        yield _make_grabbed(made)


def settle_grabs(table: Table, grabs: Sequence[Grab]) -> Play:
    """Yield the results for objects that several grabbed at.

    Of those who succeed, the DM decides who gets the object (1.1.3e).
    """
    for key in dict.fromkeys(each.object_key for each in grabs):
        rivals = [each for each in grabs if each.object_key == key]
        able = tuple(each.who for each in rivals if each.ok)
        winners = able
        if len(able) > 1:
            facts = {"targets": list(able), "object": rivals[0].object}
            dm_answer = yield from consult(
                table, CONTESTED, ("1.2.3Gb", "1.1.3e"), who=able[0], target=able[1], facts=facts
            )
            winners = (str(dm_answer.get("who", "")),)
        for each in rivals:
            yield _make_grabbed(
                replace(each, ok=each.who in winners), *(["1.1.3e", BY_THE_DM] if len(able) > 1 else [])
            )


def _make_grabbed(made: Grab, *also: str) -> dew.Grabbed:
    cited = ["1.2.3Gc", "1.2.3Ge"] if made.rolls else ["1.2.3Gd"]
    failed = ["1.2.3Gf"] if made.rolls and not made.ok else []
    return dew.Grabbed(
        who=made.who,
        object=made.object,
        ok=made.ok,
        needed=made.needed,
        rolls=made.rolls,
        clauses=ids("1.2.3Gb", *cited, *failed, *also),
    )
