"""Comparing two deeds: the pieces that the special cases of every ruleset of the family are made of."""

from rules.order import Precedence
from rules.state import Deed

ATTACKS = ("melee", "missile")

AT_CONTACT = ("free", "met")
"""Parts of blows that a charge gives those it meets, beside what they declared."""


def flip(answer: Precedence | None) -> Precedence | None:
    """The same answer, seen from the other deed."""
    if answer is None or answer.relation == "together":
        return answer
    other = "after" if answer.relation == "before" else "before"
    return Precedence(other, answer.rank, answer.clauses, answer.numbers)


def is_magic(deed: Deed) -> bool:
    """Whether a deed is a spell or device that takes a stated time."""
    return deed.timed and deed.kind in ("spell", "device")


def is_charge(deed: Deed) -> bool:
    """Whether a deed is part of a charge: the contact, its blow, or the run that falls short."""
    return deed.kind == "charge"


def aims(one: Deed, other: Deed) -> bool:
    """Whether one deed is aimed at whoever does the other."""
    return other.who in one.targets


def lower_first(a: int, b: int, rank: int, clauses: tuple[str, ...]) -> Precedence:
    """The lower number first; equal numbers together."""
    if a == b:
        return Precedence("together", rank, clauses, f"{a} = {b}")
    relation = "before" if a < b else "after"
    return Precedence(relation, rank, clauses, f"{min(a, b)} < {max(a, b)}")


def greater_first(a: int, b: int, rank: int, clauses: tuple[str, ...]) -> Precedence:
    """The greater number first; equal numbers together."""
    if a == b:
        return Precedence("together", rank, clauses, f"{a} = {b}")
    relation = "before" if a > b else "after"
    return Precedence(relation, rank, clauses, f"{max(a, b)} > {min(a, b)}")


def own_place(deed: Deed) -> tuple[int, int, int]:
    """Where a deed stands among its doer's own: contact, then blows with their extra ones, then later routines."""
    if deed.part == "contact":
        return (0, 0, 0)
    if deed.part in AT_CONTACT:
        return (1, 0, 0)
    return (1, deed.routine + (1 if deed.cantrip == 2 else 0), deed.bonus if not deed.first else -1)
