"""Rows of ADDICT's matrix, each played as a round of two combatants with the row's dice."""

import re
from dataclasses import replace

from rules.catalogue import MatrixRow, load_catalogue
from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.procedures.adnd.matrix import (
    ARRIVAL,
    NUMBER,
    Case,
    Part,
    Setup,
    cases,
    cites,
    deed_of,
    exchanges,
    fight,
    fight_past_each_other,
    general_reasons,
    happened,
    is_clause_of_row,
    is_set_before_contact,
    is_the_deed,
    play_each,
    reasons,
    who_was_first,
)

MATRIX = load_catalogue("addict").matrix


def parts(row: MatrixRow) -> tuple[Part, Part]:
    """Return the two parts with dice that give the row's state.

    A missile user's own adjustment turns a loss into a win, and back.
    """
    a_die, b_die = {"a-won": (5, 2), "b-won": (2, 5), "tied": (4, 4)}[row.initiative]
    if "missile" not in (row.a, row.b):
        return Part(row.a, a_die), Part(row.b, b_die)
    a_die, b_die, change = {"a-won": (3, 4, 2), "b-won": (6, 5, -2), "tied": (3, 4, 1)}[row.initiative]
    if row.a == "missile":
        return Part(row.a, a_die, change), Part(row.b, b_die)
    a_die, b_die, change = {"a-won": (5, 6, -2), "b-won": (4, 3, 2), "tied": (4, 3, 1)}[row.initiative]
    return Part(row.a, a_die), Part(row.b, b_die, change)


def compared(row: MatrixRow, a: Part, b: Part, step: int) -> tuple[Part, Part]:
    """Return the two with the numbers that the row compares: a's, and b's ``step`` above it."""
    match row.numbers.a, row.numbers.b:
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
    raise AssertionError(f"{row.id} compares {row.numbers.a} with {row.numbers.b}")


def waits(target: str, strike: Answer) -> Answer:
    """Return an order to wait for a combatant, and then strike."""
    return {"action": "C", "target": target, "with": [strike]}


SETUP = Setup("addict", parts, compared, waits, {})


# What the rows say in words.


def with_equal_times(case: Case) -> tuple[Part, Part]:
    """Return the two with equal times where the dice are tied.

    Deeds at different times cannot be done together.
    """
    if case.row.initiative != "tied":
        return case.a, case.b
    a, b = (replace(part, die=ARRIVAL, adjustment=0, time=ARRIVAL) for part in (case.a, case.b))
    return a, b


def as_in_the_example(case: Case) -> tuple[Part, Part]:
    """Return the two with the dice and the time that the row's example names."""
    found = re.match(r"a (\d), b (\d)", case.row.example)
    assert found is not None
    a, b = (
        replace(part, die=int(die), adjustment=0) for part, die in zip((case.a, case.b), found.groups(), strict=True)
    )
    return replace(a, time=last_exchange_before(case)), b


def last_exchange_before(case: Case) -> int:
    """Return how many exchanges the row's example has before the other deed.

    There are none for two psionicists.
    """
    found = re.search(r"exchanges 1\.\.(\d+) happen before", case.row.example)
    return int(found.group(1)) if found is not None else 0


ALL = tuple(cases(MATRIX, SETUP))
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


@play_each(ORDERED)
def test_who_goes_first(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    assert who_was_first(events, a, b) == case.first
    assert happened(events, "a", case.a, case.b)
    assert happened(events, "b", case.b, case.a)


@play_each([case for case in ORDERED if {case.a.kind, case.b.kind} in ({"melee-sf", "move"}, {"melee-nosf", "move"})])
def test_no_blow_falls_between_one_who_closes_and_his_target(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert [event for event in events if isinstance(event, e.Attacked)] == []
    assert "ADDICT.VII.B.close" in cites(events, e.DeedLost)


@play_each([case for case in ORDERED if (case.row.a, case.row.b) == ("missile", "charge")])
def test_a_missile_goes_before_the_contact_of_a_charge(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert who_was_first(events, deed_of(case.a, "a"), "b:contact") == "a"


@play_each([case for case in ORDERED if (case.row.a, case.row.b) == ("charge", "set")])
def test_a_weapon_is_set_before_the_charge_comes(case: Case) -> None:
    assert is_set_before_contact(fight(SETUP, case.a, case.b).play_round())


@play_each(ORDERED)
def test_the_order_cites_the_row_and_nothing_else(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    cited = reasons(events, a, b) or general_reasons(events, case)
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []


@play_each(OTHERWISE)
def test_deeds_that_are_not_aimed_follow_side_order(case: Case) -> None:
    a, b = with_equal_times(case)
    events = fight_past_each_other(SETUP, a, b).play_round()
    first = {"a-won": "a", "b-won": "b", "tied": "same"}[case.row.initiative]
    assert who_was_first(events, deed_of(a, "a"), deed_of(b, "b")) == first


@play_each(PSIONIC)
def test_exchanges_come_at_the_top_of_their_segments(case: Case) -> None:
    a, b = as_in_the_example(case)
    events = fight(SETUP, a, b).play_round()
    if a.kind == b.kind == "psionic":
        assert exchanges(events) == [(who, segment) for segment in range(1, 11) for who in ("a", "b")]
        return
    other = "a" if b.kind == "psionic" else "b"
    at = next(i for i, event in enumerate(events) if is_the_deed(event, other, a if other == "a" else b))
    last = last_exchange_before(case)
    assert [segment for _, segment in exchanges(events[:at])] == list(range(1, last + 1))
    still = 10 if "flee" not in (a.kind, b.kind) else last
    assert [segment for _, segment in exchanges(events[at:])] == list(range(last + 1, still + 1))


@play_each(
    [case for case in PSIONIC if {case.row.a, case.row.b} & {"melee-sf", "melee-nosf", "missile", "charge", "wait"}]
)
def test_no_exchange_follows_a_blow_that_hits_the_psionicist(case: Case) -> None:
    a, b = as_in_the_example(case)
    striker = "a" if b.kind == "psionic" else "b"
    events = fight(SETUP, a, b, {("to_hit", striker): [20]}).play_round()
    assert [segment for _, segment in exchanges(events)] == list(range(1, last_exchange_before(case) + 1))
    assert cites(events, e.PsionicsEnded) == ["ADDICT.V.C"]


@play_each(PSIONIC)
def test_exchanges_cite_the_row(case: Case) -> None:
    events = fight(SETUP, *as_in_the_example(case)).play_round()
    cited = [*cites(events, e.PsionicExchanged), *cites(events, e.PsionicsEnded)]
    assert set(cited) & set(case.row.clauses)


@play_each(WAITING)
def test_where_each_waits_for_the_other_the_dm_says_what_happens(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    asked = [event for event in events if isinstance(event, e.Asked) and event.question == "effect"]
    assert [(event.who, event.clauses) for event in asked] == [("dm", case.row.clauses)]
    assert [type(event) for event in events if getattr(event, "who", "") in ("a", "b") and event.moment] == [
        e.Waited, e.Waited
    ]  # fmt: skip
