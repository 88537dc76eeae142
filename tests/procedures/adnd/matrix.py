"""Rows of a catalogue's matrix as fights of two, for all rulesets that have a matrix.

A ruleset brings its ``Setup``: the dice that make won, lost and tied, the numbers a row compares, and how it waits.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import pytest

from rules.catalogue import MatrixRow
from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import HUNDREDTHS
from rules.procedures.adnd.orders.parley import Parleyed
from tests.rules.players import FACES, Hand, bow, claws, hand, mind, prepare_combatant, spear, spell, sword, wand

CHARGE_FT, MOVE_FT, MELEE_FT = 60, 8, 5
ARRIVAL = 3
"""A charge over 60 feet at 24 feet a segment makes contact in the third."""

NUMBER = 3
"""The number of a's that b's is set beside, where the dice do not give one."""

STEPS = {"lower": 1, "equal": 0, "higher": -1}
"""How b's number differs from a's in the three plays of a ``compare`` row: a's is lower, equal, higher."""

HAPPENED = {
    "melee-sf": e.Attacked, "melee-nosf": e.Attacked, "missile": e.Attacked, "charge": e.Attacked, "move": e.Moved,
    "set": e.WeaponSet, "spell": e.SpellCompleted, "device": e.DeviceUsed, "turning": e.UndeadTurned, "flee": e.Fled,
    "parley": Parleyed, "wait": e.Attacked,
}  # fmt: skip
DEEDS = {
    "melee-sf": "1", "melee-nosf": "1", "missile": "1", "charge": "charge", "move": "move", "set": "set",
    "spell": "spell", "device": "device", "turning": "turning", "flee": "flee", "parley": "parley", "wait": "1",
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One of the two: its deed with numbers, its side's die, and its own adjustment."""

    kind: str
    die: int
    adjustment: int = 0
    speed: int = 5
    length: int = 4
    time: int = NUMBER
    reaction: int = 0


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
        """Return the first deed by the row: a, b or same."""
        row = self.row
        if row.first != "compare":
            return row.first
        if self.step == "equal":
            named = re.search(r"\b([ab]) first", row.numbers.equal)
            return named.group(1) if named else "same"
        assert row.numbers.sense in ("lower-first", "greater-first")
        return "a" if (self.step == "lower") == (row.numbers.sense == "lower-first") else "b"


Waits = Callable[[str, Answer], Answer]
"""The order of one who waits for a combatant with this deed."""


@dataclass(frozen=True)
class Setup:
    """The parts that differ by ruleset: the two parts of a row, numbers compared, waiting."""

    ruleset: str
    parts: Callable[[MatrixRow], tuple[Part, Part]]
    compared: Callable[[MatrixRow, Part, Part, int], tuple[Part, Part]]
    waits: Waits
    answers: Mapping[str, Answer]


# From rows to cases.


def cases(rows: tuple[MatrixRow, ...], setup: Setup) -> Iterator[Case]:
    for row in rows:
        a, b = setup.parts(row)
        if row.first == "compare":
            for step in STEPS:
                yield Case(row, step, *setup.compared(row, a, b, STEPS[step]))
        else:
            yield Case(row, "", a, b)


# From cases to fights.


def gap(*kinds: str) -> int:
    return CHARGE_FT if "charge" in kinds else MOVE_FT if "move" in kinds else MELEE_FT


def armed(id: str, side: str, part: Part, at_ft: int, against: str) -> StatBlock:
    """Return a combatant who can do the part, and be the target of the other's."""
    kind = part.kind
    weapons = {"melee-nosf": (claws(part.length),), "missile": (bow(),), "set": (spear(part.length),)}
    return prepare_combatant(
        id, side, position=(at_ft * HUNDREDTHS, 0), attacking=part.adjustment, reaction=part.reaction,
        weapons=weapons.get(kind, (sword(part.speed, part.length),)),
        spells=(spell(part.time),) if kind == "spell" else (),
        devices=(wand(part.time),) if kind == "device" else (),
        turns_undead=1 if kind == "turning" else 0, undead="skeleton" if against == "turning" else "",
        psionic=mind() if kind == "psionic" else None,
    )  # fmt: skip


def order(part: Part, target: str, waits: Waits) -> Answer:
    """Return the declaration of the part, aimed at this combatant."""
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
        "wait": waits(target, strike),
    }
    return orders[part.kind]


def fight(setup: Setup, a: Part, b: Part, faces: FACES | None = None) -> Hand:
    """Return the fight of the two against each other."""
    stat_blocks = [armed("a", "party", a, 0, b.kind), armed("b", "foes", b, gap(a.kind, b.kind), a.kind)]
    orders = {"a": order(a, "b", setup.waits), "b": order(b, "a", setup.waits)}
    shown = {**dice(a, b), **(faces or {})}
    return hand(stat_blocks, orders, shown, answers=setup.answers, ruleset=setup.ruleset)


def dice(a: Part, b: Part) -> FACES:
    """Return the two sides' dice; blows miss and saves succeed, so that no deed is spoiled."""
    saves = {("saving_throw", who): [20] for who in ("a", "b", "c", "d")}
    return {("initiative", "party"): [a.die], ("initiative", "foes"): [b.die], **saves}


# What came of them.


def place(events: list[e.Event], deed: str) -> tuple[int, int]:
    """Return the moment of a deed; for one lost without a moment, just after the last."""
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


def deed_of(part: Part, who: str) -> str:
    return f"{who}:{DEEDS[part.kind]}"


def reasons(events: list[e.Event], a: str, b: str) -> list[str]:
    """Return the clauses cited for the order of these two deeds."""
    cited = [
        because.clauses
        for event in events
        if isinstance(event, e.MomentBegan)
        for because in event.because
        if {because.deed, because.other} == {a, b}
    ]
    return [clause for clauses in cited for clause in clauses]


def is_clause_of_row(row: MatrixRow, clause: str) -> bool:
    """Return whether a clause is one of the row's, a part of one, or the whole of one."""
    return any(f"{each}.".startswith(f"{clause}.") or f"{clause}.".startswith(f"{each}.") for each in row.clauses)


def general_reasons(events: list[e.Event], case: Case) -> list[str]:
    """Return the clauses of the deeds themselves, where the general order decides.

    Neither deed reaches the other then.
    """
    return [*cites(events, HAPPENED[case.a.kind]), *cites(events, HAPPENED[case.b.kind])]


def cites(events: list[e.Event], kind: type[e.Event]) -> list[str]:
    """Return every clause that events of a kind cite, once."""
    return list(dict.fromkeys(clause for event in events if type(event) is kind for clause in event.clauses))


def is_the_deed(event: e.Event, who: str, part: Part) -> bool:
    return type(event) is HAPPENED[part.kind] and getattr(event, "who", "") == who


def happened(events: list[e.Event], who: str, part: Part, other: Part) -> bool:
    """Return whether the deed was done in its moment.

    One whose target fled or closed may be lost.
    """
    deed = deed_of(part, who)
    if any(isinstance(event, e.DeedLost) and event.deed == deed for event in events):
        return other.kind in ("flee", "move")
    if (part.kind, other.kind) == ("set", "charge"):  # set before the charge comes, it strikes in its moment
        part = replace(part, kind="melee-sf")
    moments = [event.moment for event in events if is_the_deed(event, who, part)]
    return place(events, deed) == (moments[0], 0)


def is_set_before_contact(events: list[e.Event]) -> bool:
    """Return whether the weapon that is set against a charge is set before it makes contact."""
    told = [type(event) for event in events if isinstance(event, e.WeaponSet | e.ChargeMet)]
    return told == [e.WeaponSet, e.ChargeMet]


def exchanges(events: list[e.Event]) -> list[tuple[str, int | None]]:
    return [(event.who, event.segment) for event in events if isinstance(event, e.PsionicExchanged)]


# What the rows say in words.


def fight_past_each_other(setup: Setup, a: Part, b: Part) -> Hand:
    """Return the fight of the two, each with a friend, the target of attacks.

    Only spells and devices are aimed at the other of the two.
    """
    far = gap(a.kind, b.kind)
    stat_blocks = [
        armed("a", "party", a, 0, b.kind), armed("b", "foes", b, far, a.kind),
        armed("d", "party", Part("melee-sf", 0), 0 if b.kind == "charge" else far - MELEE_FT, b.kind),
        armed("c", "foes", Part("melee-sf", 0), far if a.kind == "charge" else MELEE_FT, a.kind),
    ]  # fmt: skip
    aims = {who: {"a": "b", "b": "a"}[who] if part.kind in ("spell", "device") else {"a": "c", "b": "d"}[who]
            for who, part in (("a", a), ("b", b))}  # fmt: skip
    orders = {"a": order(a, aims["a"], setup.waits), "b": order(b, aims["b"], setup.waits)}
    return hand(stat_blocks, orders, dice(a, b), answers=setup.answers, ruleset=setup.ruleset)


def play_each(chosen: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case.id)
