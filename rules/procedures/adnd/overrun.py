"""Deeds that would end after the tenth segment, and go on into the next round.

They are spells, devices, tasks and charges.
"""

from collections.abc import Iterable, Iterator

from rules.kernel.state import Deed, evolve
from rules.kernel.terms import SEGMENTS

LASTING = ("spell", "device", "task", "charge")
"""Kinds of deeds that take a time of their own: begun later they end later."""


def overrun(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield these deeds of a round.

    A deed that would end after the round becomes what is done of it in the round.
    """
    given = list(deeds)
    charges = [(deed.who, deed.step) for deed in given if deed.part == "contact" and is_late(deed)]
    late = [who for who, _ in charges]
    for deed in given:
        own = (deed.who, deed.step) in charges
        if own and deed.kind == "charge" and deed.part != "contact":
            continue
        if own and deed.kind == "melee":  # routines after the one that ends the charge
            continue
        if deed.part == "set" and deed.targets[0] in late:  # nobody comes within reach of it this round
            yield evolve(deed, part="", timed=False)
        else:
            yield going_on(deed) if is_late(deed) else deed


def is_late(deed: Deed) -> bool:
    """Return whether a deed would end after the tenth segment.

    A deed that waits to be set off has no end yet.
    """
    return deed.timed and not deed.when and (deed.number or 0) > SEGMENTS


def going_on(deed: Deed) -> Deed:
    """Return what is done in this round of a deed that ends after it.

    A spell is begun, a charge runs.
    """
    if deed.part == "contact":
        return evolve(deed, id=f"{deed.who}:short", part="short", number=SEGMENTS)
    if deed.kind in _ID:
        return evolve(deed, id=f"{deed.who}:{_ID[deed.kind]}", number=None, timed=False, standing=True, part="")
    return evolve(deed, number=SEGMENTS)


_ID = {"spell": "casting", "device": "using", "task": "working"}
"""Parts of the ids of deeds that outlast the round."""
