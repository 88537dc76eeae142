"""Rows of an ordering matrix as fights of two figures: what every ruleset's matrix test is made of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from rules import events as e
from rules.clauses import MatrixRow
from rules.effects import Answer
from rules.figure import Figure
from rules.terms import HUNDREDTHS
from tests.rules.players import bow, claws, figure, mind, spear, spell, sword, wand

NUMBER = 3
"""The number of a's that b's is set beside, where the dice do not give one."""

STEPS = {"lower": 1, "equal": 0, "higher": -1}
"""How b's number differs from a's in the three plays of a ``compare`` row: a's is lower, equal, higher."""


@dataclass(frozen=True)
class Part:
    """One of the two: what he does, his side's die, his own adjustment, and the numbers of his deed."""

    kind: str
    die: int
    adjustment: int = 0
    speed: int = 5
    length: int = 4
    time: int = NUMBER


@dataclass(frozen=True)
class Case:
    """A row as it is played: for a ``compare`` row with a's number lower, equal or higher."""

    row: MatrixRow
    step: str
    a: Part
    b: Part

    @property
    def id(self) -> str:
        return f"{self.row.id}/{self.step}" if self.step else self.row.id

    @property
    def first(self) -> str:
        """Who the row says goes first: a, b or same."""
        row = self.row
        if row.first != "compare":
            return row.first
        if self.step == "equal":
            named = re.search(r"\b([ab]) first", row.equal)
            return named.group(1) if named else "same"
        assert row.sense in ("lower-first", "greater-first")
        return "a" if (self.step == "lower") == (row.sense == "lower-first") else "b"


def armed(id: str, side: str, part: Part, at_ft: int, against: str) -> Figure:
    """Somebody who can do the part, and on whom the other's part can be done."""
    kind = part.kind
    weapons = {"melee-nosf": (claws(part.length),), "missile": (bow(),), "set": (spear(part.length),)}
    return figure(
        id, side, position=(at_ft * HUNDREDTHS, 0), attacking=part.adjustment,
        weapons=weapons.get(kind, (sword(part.speed, part.length),)),
        spells=(spell(part.time),) if kind == "spell" else (),
        devices=(wand(part.time),) if kind == "device" else (),
        turns_undead=1 if kind == "turning" else 0, undead="skeleton" if against == "turning" else "",
        psionic=mind() if kind == "psionic" else None,
    )  # fmt: skip


def order(part: Part, target: str) -> Answer:
    """The declaration of the part, aimed at this figure."""
    strike = {"action": "G", "weapon": "sword", "target": target}
    orders: Mapping[str, Answer] = {
        "melee-sf": strike,
        "melee-nosf": {**strike, "weapon": "claws"},
        "missile": {"action": "D", "how": "shoot", "weapon": "bow", "target": target},
        "charge": {"action": "E", "how": "charge", "weapon": "sword", "target": target},
        "move": {"action": "E", "how": "close", "target": target},
        "set": {"action": "F", "weapon": "spear", "target": target},
        "spell": {"action": "D", "how": "spell", "spell": f"spell_{part.time}", "target": [target]},
        "device": {"action": "D", "how": "device", "device": "wand", "target": [target]},
        "turning": {"action": "D", "how": "turn", "target": target},
        "flee": {"action": "A", "avoid": "flee"},
        "parley": {"action": "B", "target": target},
        "psionic": {"action": "P", "target": target, "defense_mode": "mind_blank"},
        "wait": {"action": "C", "target": target, "with": [strike]},
    }
    return orders[part.kind]


# What came of them.


def place(events: list[e.Event], deed: str) -> tuple[int, int]:
    """When a deed had its turn: its moment; or, lost without one, just after the last."""
    moment = 0
    for event in events:
        if isinstance(event, e.MomentBegan):
            moment = event.moment or 0
            if deed in event.deeds:
                return moment, 0
        if isinstance(event, e.DeedLost) and event.deed == deed:
            return moment, 1
    raise AssertionError(f"{deed} never had its turn")


def who_was_first(events: list[e.Event], a: str, b: str) -> str:
    one, other = place(events, a), place(events, b)
    return "same" if one == other else "a" if one < other else "b"


def reasons(events: list[e.Event], a: str, b: str) -> list[str]:
    """The clauses cited for the order of these two deeds."""
    cited = [
        because.clauses
        for event in events
        if isinstance(event, e.MomentBegan)
        for because in event.because
        if {because.deed, because.other} == {a, b}
    ]
    return [clause for clauses in cited for clause in clauses]


def stands_by(row: MatrixRow, clause: str) -> bool:
    """Whether a clause is one of the row's, a part of one, or what one is part of."""
    return any(f"{each}.".startswith(f"{clause}.") or f"{clause}.".startswith(f"{each}.") for each in row.clauses)


def cites(events: list[e.Event], kind: type[e.Event]) -> list[str]:
    """Every clause that events of a kind cite, once."""
    return list(dict.fromkeys(clause for event in events if type(event) is kind for clause in event.clauses))


def each(chosen: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case.id)
