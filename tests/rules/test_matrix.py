"""Every row of ADDICT's matrix, each played as a real round of two figures with the dice the row speaks of."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules import events as e
from rules.clauses import MatrixRow, catalogue
from tests.rules.matrix import (
    NUMBER,
    STEPS,
    Case,
    Part,
    armed,
    cites,
    each,
    order,
    place,
    reasons,
    stands_by,
    who_was_first,
)
from tests.rules.players import FACES, Hand, hand

MATRIX = catalogue("addict").matrix
CHARGE_FT, MOVE_FT, MELEE_FT = 60, 8, 5
ARRIVAL = 3
"""A charge over 60 feet at 24 feet a segment makes contact in the third."""

HAPPENED = {
    "melee-sf": e.Attacked, "melee-nosf": e.Attacked, "missile": e.Attacked, "charge": e.Attacked, "move": e.Moved,
    "set": e.WeaponSet, "spell": e.SpellCompleted, "device": e.DeviceUsed, "turning": e.UndeadTurned, "flee": e.Fled,
    "parley": e.Parleyed, "wait": e.Attacked,
}  # fmt: skip
DEEDS = {
    "melee-sf": "1", "melee-nosf": "1", "missile": "1", "charge": "charge", "move": "move", "set": "set",
    "spell": "spell", "device": "device", "turning": "turning", "flee": "flee", "parley": "parley", "wait": "1",
}  # fmt: skip


# From rows to cases.


def cases(rows: tuple[MatrixRow, ...]) -> Iterator[Case]:
    for row in rows:
        a, b = parts(row)
        if row.first == "compare":
            for step in STEPS:
                yield Case(row, step, *compared(row, a, b, STEPS[step]))
        else:
            yield Case(row, "", a, b)


def parts(row: MatrixRow) -> tuple[Part, Part]:
    """Dice that give the row's state; a missile user's own adjustment turns a loss into a win, and back."""
    a_die, b_die = {"a-won": (5, 2), "b-won": (2, 5), "tied": (4, 4)}[row.initiative]
    if "missile" not in (row.a, row.b):
        return Part(row.a, a_die), Part(row.b, b_die)
    a_die, b_die, change = {"a-won": (3, 4, 2), "b-won": (6, 5, -2), "tied": (3, 4, 1)}[row.initiative]
    if row.a == "missile":
        return Part(row.a, a_die, change), Part(row.b, b_die)
    a_die, b_die, change = {"a-won": (5, 6, -2), "b-won": (4, 3, 2), "tied": (4, 3, 1)}[row.initiative]
    return Part(row.a, a_die), Part(row.b, b_die, change)


def compared(row: MatrixRow, a: Part, b: Part, step: int) -> tuple[Part, Part]:
    """The two with the numbers that the row compares: a's, and b's ``step`` above it."""
    match row.a_number, row.b_number:
        case "SF(a)", "SF(b)":
            return replace(a, speed=5), replace(b, speed=5 + step)
        case "length(a)", "length(b)":
            return replace(a, length=4), replace(b, length=4 + step)
        case "|SF - attacker's losing die|", "CT" | "AT":
            return replace(a, speed=a.die + NUMBER), replace(b, time=NUMBER + step)
        case "SF", "CT" | "AT":
            return replace(a, speed=NUMBER), replace(b, time=NUMBER + step)
        case "caster's own side die", "CT" | "AT":
            return a, replace(b, time=b.die + step)
        case "CT" | "AT", "caster's own side die":
            return replace(a, time=a.die - step), b
        case "arrival segment", "CT" | "AT":
            return a, replace(b, time=ARRIVAL + step)
        case "CT(a)" | "AT(a)", "CT(b)" | "AT(b)":
            return replace(a, time=NUMBER), replace(b, time=NUMBER + step)
    raise AssertionError(f"{row.id} compares {row.a_number} with {row.b_number}")


# From cases to fights.


def gap(*kinds: str) -> int:
    return CHARGE_FT if "charge" in kinds else MOVE_FT if "move" in kinds else MELEE_FT


def fight(a: Part, b: Part, faces: FACES | None = None) -> Hand:
    """The two against each other."""
    figures = [armed("a", "party", a, 0, b.kind), armed("b", "foes", b, gap(a.kind, b.kind), a.kind)]
    return hand(figures, {"a": order(a, "b"), "b": order(b, "a")}, {**dice(a, b), **(faces or {})})


def dice(a: Part, b: Part) -> FACES:
    """The two sides' dice; blows miss and saves are made, so that nobody's deed is spoiled."""
    saves = {("saving_throw", who): [20] for who in ("a", "b", "c", "d")}
    return {("initiative", "party"): [a.die], ("initiative", "foes"): [b.die], **saves}


# What came of them.


def deed_of(part: Part, who: str) -> str:
    return f"{who}:{DEEDS[part.kind]}"


def general_reasons(events: list[e.Event], case: Case) -> list[str]:
    """The clauses of the deeds themselves, where neither reaches the other and the general order decides."""
    return [*cites(events, HAPPENED[case.a.kind]), *cites(events, HAPPENED[case.b.kind])]


def is_the_deed(event: e.Event, who: str, part: Part) -> bool:
    return type(event) is HAPPENED[part.kind] and getattr(event, "who", "") == who


def happened(events: list[e.Event], who: str, part: Part, other: Part) -> bool:
    """Whether the deed was done in its moment; one whose target fled or closed may be lost."""
    deed = deed_of(part, who)
    if any(isinstance(event, e.DeedLost) and event.deed == deed for event in events):
        return other.kind in ("flee", "move")
    moments = [event.moment for event in events if is_the_deed(event, who, part)]
    return place(events, deed) == (moments[0], 0)


def exchanges(events: list[e.Event]) -> list[tuple[str, int | None]]:
    return [(event.who, event.segment) for event in events if isinstance(event, e.PsionicExchanged)]


# What the rows say in words.


def unaimed(case: Case) -> tuple[Part, Part]:
    """The two with equal times where the dice are tied: what is done at different times cannot be done together."""
    if case.row.initiative != "tied":
        return case.a, case.b
    a, b = (replace(part, die=ARRIVAL, adjustment=0, time=ARRIVAL) for part in (case.a, case.b))
    return a, b


def fight_past_each_other(a: Part, b: Part) -> Hand:
    """Each with a friend, of whom the attacks are aimed at; only spells and devices are aimed at the other."""
    far = gap(a.kind, b.kind)
    figures = [
        armed("a", "party", a, 0, b.kind), armed("b", "foes", b, far, a.kind),
        armed("d", "party", Part("melee-sf", 0), 0 if b.kind == "charge" else far - MELEE_FT, b.kind),
        armed("c", "foes", Part("melee-sf", 0), far if a.kind == "charge" else MELEE_FT, a.kind),
    ]  # fmt: skip
    aims = {who: {"a": "b", "b": "a"}[who] if part.kind in ("spell", "device") else {"a": "c", "b": "d"}[who]
            for who, part in (("a", a), ("b", b))}  # fmt: skip
    return hand(figures, {"a": order(a, aims["a"]), "b": order(b, aims["b"])}, dice(a, b))


def as_in_the_example(case: Case) -> tuple[Part, Part]:
    """The dice and the time that the row's example names."""
    found = re.match(r"a (\d), b (\d)", case.row.example)
    assert found is not None
    a, b = (
        replace(part, die=int(die), adjustment=0) for part, die in zip((case.a, case.b), found.groups(), strict=True)
    )
    return replace(a, time=last_exchange_before(case)), b


def last_exchange_before(case: Case) -> int:
    """How many exchanges the row's example puts before the other deed; none for two psionicists."""
    found = re.search(r"exchanges 1\.\.(\d+) happen before", case.row.example)
    return int(found.group(1)) if found is not None else 0


ALL = tuple(cases(MATRIX))
WAITING = [case for case in ALL if case.row.first == "none"]
PSIONIC = [case for case in ALL if "psionic" in (case.row.a, case.row.b)]
ORDERED = [case for case in ALL if case not in WAITING and case not in PSIONIC]
OTHERWISE = [case for case in ALL if case.row.otherwise and case.step in ("", "higher")]


def test_all_273_rows_are_played() -> None:
    rows = dict.fromkeys(case.row.id for case in [*ORDERED, *PSIONIC, *WAITING])
    assert len(rows) == 273 == len(MATRIX)


def test_rows_that_compare_are_played_lower_equal_and_higher() -> None:
    steps = {row.id: [case.step for case in ALL if case.row is row] for row in MATRIX if row.first == "compare"}
    assert set(map(tuple, steps.values())) == {("lower", "equal", "higher")}


@each(ORDERED)
def test_who_goes_first(case: Case) -> None:
    events = fight(case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    assert who_was_first(events, a, b) == case.first
    assert happened(events, "a", case.a, case.b)
    assert happened(events, "b", case.b, case.a)


@each([case for case in ORDERED if {case.a.kind, case.b.kind} in ({"melee-sf", "move"}, {"melee-nosf", "move"})])
def test_no_blow_falls_between_one_who_closes_and_his_target(case: Case) -> None:
    events = fight(case.a, case.b).play_round()
    assert [event for event in events if isinstance(event, e.Attacked)] == []
    assert "ADDICT.VII.B.close" in cites(events, e.DeedLost)


@each(ORDERED)
def test_the_order_cites_the_row_and_nothing_else(case: Case) -> None:
    events = fight(case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    cited = reasons(events, a, b) or general_reasons(events, case)
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not stands_by(case.row, clause)] == []


@each(OTHERWISE)
def test_deeds_that_are_not_aimed_follow_side_order(case: Case) -> None:
    a, b = unaimed(case)
    events = fight_past_each_other(a, b).play_round()
    first = {"a-won": "a", "b-won": "b", "tied": "same"}[case.row.initiative]
    assert who_was_first(events, deed_of(a, "a"), deed_of(b, "b")) == first


@each(PSIONIC)
def test_exchanges_come_at_the_top_of_their_segments(case: Case) -> None:
    a, b = as_in_the_example(case)
    events = fight(a, b).play_round()
    if a.kind == b.kind == "psionic":
        assert exchanges(events) == [(who, segment) for segment in range(1, 11) for who in ("a", "b")]
        return
    other = "a" if b.kind == "psionic" else "b"
    at = next(i for i, event in enumerate(events) if is_the_deed(event, other, a if other == "a" else b))
    last = last_exchange_before(case)
    assert [segment for _, segment in exchanges(events[:at])] == list(range(1, last + 1))
    still = 10 if "flee" not in (a.kind, b.kind) else last
    assert [segment for _, segment in exchanges(events[at:])] == list(range(last + 1, still + 1))


@each([case for case in PSIONIC if {case.row.a, case.row.b} & {"melee-sf", "melee-nosf", "missile", "charge", "wait"}])
def test_no_exchange_follows_a_blow_that_hits_the_psionicist(case: Case) -> None:
    a, b = as_in_the_example(case)
    striker = "a" if b.kind == "psionic" else "b"
    events = fight(a, b, {("to_hit", striker): [20]}).play_round()
    assert [segment for _, segment in exchanges(events)] == list(range(1, last_exchange_before(case) + 1))
    assert cites(events, e.PsionicsEnded) == ["ADDICT.V.C"]


@each(PSIONIC)
def test_exchanges_cite_the_row(case: Case) -> None:
    events = fight(*as_in_the_example(case)).play_round()
    cited = [*cites(events, e.PsionicExchanged), *cites(events, e.PsionicsEnded)]
    assert set(cited) & set(case.row.clauses)


@each(WAITING)
def test_where_each_waits_for_the_other_the_dm_says_what_happens(case: Case) -> None:
    events = fight(case.a, case.b).play_round()
    asked = [event for event in events if isinstance(event, e.Asked) and event.question == "effect"]
    assert [(event.who, event.clauses) for event in asked] == [("dm", case.row.clauses)]
    assert [type(event) for event in events if getattr(event, "who", "") in ("a", "b") and event.moment] == [
        e.Waited, e.Waited
    ]  # fmt: skip
