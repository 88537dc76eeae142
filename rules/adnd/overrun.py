"""What would end after the tenth segment goes on into the next round: spells, devices, tasks and charges."""

from collections.abc import Iterable, Iterator

from rules.state import Deed, evolve
from rules.terms import SEGMENTS

LASTING = ("spell", "device", "task", "charge")
"""The kinds of deeds that take a time of their own: begun later they end later."""


def overrun(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield these deeds of a round, those that would end after it as what is done of them in it."""
    given = list(deeds)
    late = [deed.who for deed in given if deed.part == "contact" and is_late(deed)]
    for deed in given:
        if deed.who in late and deed.kind == "charge" and deed.part != "contact":
            continue
        if deed.who in late and deed.kind == "melee":  # routines after the one that ends the charge
            continue
        if deed.part == "set" and deed.targets[0] in late:  # nobody comes within reach of it this round
            yield evolve(deed, part="", timed=False)
        else:
            yield going_on(deed) if is_late(deed) else deed


def is_late(deed: Deed) -> bool:
    """Return whether a deed would end after the tenth segment. One that waits to be set off has no end yet."""
    return deed.timed and not deed.when and (deed.number or 0) > SEGMENTS


def going_on(deed: Deed) -> Deed:
    """Return what is done in this round of a deed that ends after it: a spell is begun, a charge runs."""
    if deed.part == "contact":
        return evolve(deed, id=f"{deed.who}:short", part="short", number=SEGMENTS)
    if deed.kind in _ID:
        return evolve(deed, id=f"{deed.who}:{_ID[deed.kind]}", number=None, timed=False, standing=True, part="")
    return evolve(deed, number=SEGMENTS)


_ID = {"spell": "casting", "device": "using", "task": "working"}
"""How a deed is called that outlasts the round."""
