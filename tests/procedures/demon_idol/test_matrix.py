"""Rows of Demon Idol's matrix, each played as a round of two with the row's dice.

Who waits here has prepared a blow, to be struck as soon as the other does anything; the DM says that this is it.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.catalogue import MatrixRow, load_catalogue
from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.procedures.demon_idol.events import Triggered
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
    place,
    play_each,
    reasons,
    who_was_first,
)

MATRIX = load_catalogue("demon_idol").matrix
DICE = {"a-won": (5, 2), "b-won": (2, 5), "tied": (4, 4)}
LETTERS = "ABCDEFG"
ACTS: Mapping[str, Answer] = {
    "A": {"action": "A", "avoid": "flee"},
    "B": {"action": "B", "target": "a"},
    "D": {"action": "D", "how": "shoot", "weapon": "bow", "target": "a"},
    "E": {"action": "E", "how": "close", "target": "a"},
    "F": {"action": "F", "weapon": "spear", "target": "a"},
    "G": {"action": "G", "weapon": "sword", "target": "a"},
}
"""What b has prepared, by its letter, where a row compares letters."""

LETTER_OF = {
    "melee-sf": "G", "melee-nosf": "G", "missile": "D", "charge": "E", "move": "E", "set": "F", "spell": "D",
    "device": "D", "turning": "D", "flee": "A", "parley": "B",
}  # fmt: skip


def parts(row: MatrixRow) -> tuple[Part, Part]:
    """Dice that give the row's state."""
    a_die, b_die = DICE[row.initiative]
    return Part(row.a, a_die), Part(row.b, b_die)


def compared(row: MatrixRow, a: Part, b: Part, step: int) -> tuple[Part, Part]:
    """Return the two with the numbers that the row compares: a's, and b's ``step`` above it."""
    match row.numbers.a, row.numbers.b:
        case "SF(a)", "SF(b)":
            return replace(a, speed=5), replace(b, speed=5 + step)
        case "length(a)", "length(b)":
            return replace(a, length=4), replace(b, length=4 + step)
        case "SF", "CT" | "usage time":
            return replace(a, speed=NUMBER), replace(b, time=NUMBER + step)
        case "caster's side die" | "user's side die", "CT" | "usage time":
            return a, replace(b, time=b.die + step)
        case "CT" | "usage time", "caster's side die":
            return replace(a, time=a.die - step), b
        case "arrival segment", "CT" | "time to retrieve and use":
            return a, replace(b, time=ARRIVAL + step)
        case "CT(a)" | "CT" | "usage time", "CT(b)" | "usage time":
            return replace(a, time=NUMBER), replace(b, time=NUMBER + step)
        case letter, "letter of the prepared act" if letter in LETTERS:
            return a, b
    raise AssertionError(f"{row.id} compares {row.numbers.a} with {row.numbers.b}")


def waits(target: str, strike: Answer) -> Answer:
    """Return an order of a blow that is prepared for anything the other does."""
    return {**strike, "prepared": "yes", "when": "acts", "watch": target}


SETUP = Setup("demon_idol", parts, compared, waits, {"trigger": {"choice": "yes"}})
ALL = tuple(cases(MATRIX, SETUP))
PSIONIC = [case for case in ALL if "psionic" in (case.row.a, case.row.b)]
WAITING = [case for case in ALL if case.row.first == "none"]
PREPARED = [case for case in ALL if case.row.b == "wait" and case not in [*PSIONIC, *WAITING]]
TIED = [case for case in PREPARED if case.row.first == "compare" and case.step == "equal"]
ORDERED = [case for case in ALL if case not in [*WAITING, *PSIONIC, *PREPARED]]
OTHERWISE = [case for case in ORDERED if case.row.otherwise and case.step in ("", "higher")]


def test_all_273_rows_are_played() -> None:
    rows = dict.fromkeys(case.row.id for case in [*ORDERED, *PSIONIC, *WAITING, *PREPARED])
    assert len(rows) == 273 == len(MATRIX)


@play_each(ORDERED)
def test_who_goes_first(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert who_was_first(events, deed_of(case.a, "a"), deed_of(case.b, "b")) == case.first
    assert happened(events, "a", case.a, case.b)
    assert happened(events, "b", case.b, case.a)


@play_each([case for case in ORDERED if (case.row.a, case.row.b) == ("missile", "charge")])
def test_a_missile_goes_before_the_contact_of_a_charge(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert who_was_first(events, deed_of(case.a, "a"), "b:contact") == "a"


@play_each([case for case in ORDERED if (case.row.a, case.row.b) == ("charge", "set")])
def test_a_weapon_is_set_before_the_charge_comes_unless_its_side_has_lost(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert is_set_before_contact(events) == (case.row.initiative != "a-won")


@play_each(ORDERED)
def test_the_order_cites_the_row_and_nothing_else(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    cited = reasons(events, deed_of(case.a, "a"), deed_of(case.b, "b")) or general_reasons(events, case)
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []


@play_each([case for case in ORDERED if {case.a.kind, case.b.kind} in ({"melee-sf", "move"}, {"melee-nosf", "move"})])
def test_no_blow_falls_between_one_who_closes_and_his_target(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert [event for event in events if isinstance(event, e.Attacked)] == []
    assert "DEMON.LIST.E" in cites(events, e.DeedLost)


@play_each(OTHERWISE)
def test_deeds_that_are_not_aimed_follow_side_order_or_the_list(case: Case) -> None:
    events = fight_past_each_other(SETUP, case.a, case.b).play_round()
    mine, theirs = LETTERS.index(LETTER_OF[case.row.a]), LETTERS.index(LETTER_OF[case.row.b])
    by_letter = "same" if mine == theirs else "a" if mine < theirs else "b"
    first = {"a-won": "a", "b-won": "b", "tied": by_letter}[case.row.initiative]
    assert who_was_first(events, deed_of(case.a, "a"), deed_of(case.b, "b")) == first


# Reaction: the shooter's own number.

SHOTS = [case for case in ORDERED if case.row.rule == "missile-reaction-compare"]


@play_each(SHOTS)
@pytest.mark.parametrize(("more", "first"), [(4, "shot"), (3, "same"), (2, "other")])
def test_reaction_makes_a_shooter_who_lost_first_together_or_last(case: Case, more: int, first: str) -> None:
    shooter = "a" if case.row.a == "missile" else "b"
    a, b = (replace(part, die=2 if part.kind == "missile" and who == shooter else 5, reaction=0)
            for who, part in (("a", case.a), ("b", case.b)))  # fmt: skip
    if shooter == "a":
        a = replace(a, reaction=more)
    else:
        b = replace(b, reaction=more)
    events = fight(SETUP, a, b).play_round()
    other = "b" if shooter == "a" else "a"
    expected = {"shot": shooter, "same": "same", "other": other}[first]
    assert who_was_first(events, deed_of(a, "a"), deed_of(b, "b")) == expected


@play_each(SHOTS)
def test_reaction_makes_a_shooter_who_won_last(case: Case) -> None:
    shooter, other = ("a", "b") if case.row.a == "missile" else ("b", "a")
    parts = {shooter: replace(getattr(case, shooter), die=5, reaction=-2),
             other: replace(getattr(case, other), die=4)}  # fmt: skip
    events = fight(SETUP, parts["a"], parts["b"]).play_round()
    assert who_was_first(events, deed_of(parts["a"], "a"), deed_of(parts["b"], "b")) == other
    assert "DEMON.8.REACT.minus" in cites(events, e.InitiativeRolled)


# What has been prepared.


@play_each([case for case in PREPARED if case.row.first != "compare"])
def test_what_is_prepared_in_time_comes_first_and_too_late_not_at_all(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    assert who_was_first(events, deed_of(case.a, "a"), "b:1") == case.row.first
    prevented = [event.deed for event in events if isinstance(event, e.DeedLost)]
    struck = [event for event in events if isinstance(event, e.Attacked) and event.who == "b"]
    if case.row.a in ("charge", "move"):  # the doer is not within reach yet
        assert "b:1" in prevented
    else:
        assert (len(struck), "b:1" in prevented) == ((0, True) if case.row.first == "a" else (1, False))
    cited = [*reasons(events, deed_of(case.a, "a"), "b:1"), *reasons(events, deed_of(case.a, "a"), "b:ready")]
    cited = cited or cites(events, Triggered) + cites(events, e.Prepared)
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []


@play_each(TIED)
@pytest.mark.parametrize("letter", list(ACTS))
def test_on_a_tie_the_earlier_letter_is_ready_first(case: Case, letter: str) -> None:
    mine = LETTER_OF[case.row.a]
    fighting = fight(SETUP, case.a, replace(case.b, kind={"D": "missile", "F": "set"}.get(letter, "melee-sf")))
    held: Answer = {**ACTS[letter], "prepared": "yes", "when": "acts", "watch": "a"}
    events = replace(fighting, orders={**fighting.orders, "b": held}).play_round()
    doing, readied = place(events, deed_of(case.a, "a")), place(events, "b:ready")
    prepared = [event for event in events if isinstance(event, e.Prepared)]
    fired = any(event.fires for event in events if isinstance(event, Triggered))
    if mine != letter:
        assert (readied < doing) == (LETTERS.index(letter) < LETTERS.index(mine))
        assert fired == (readied < doing)
    else:
        assert fired == (readied <= doing and bool(prepared))


@play_each([case for case in TIED if case.row.a in ("melee-sf", "melee-nosf")])
def test_a_blow_prepared_against_a_blow_is_struck_together_with_it(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    struck = {event.who: event.moment for event in events if isinstance(event, e.Attacked)}
    assert struck["a"] == struck["b"]


@play_each(WAITING)
def test_where_each_waits_for_the_other_the_dm_says_what_happens(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    asked = [event for event in events if isinstance(event, e.Asked) and event.question == "effect"]
    assert [(event.who, event.clauses) for event in asked] == [("dm", case.row.clauses)]
    assert [type(event) for event in events if getattr(event, "who", "") in ("a", "b") and event.moment] == [
        e.Waited, e.Waited
    ]  # fmt: skip


# Psionics.


@play_each(PSIONIC)
def test_the_first_exchange_comes_before_everything_and_others_at_the_top_of_later_segments(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    shown = exchanges(events)
    if case.a.kind == case.b.kind == "psionic":
        assert shown == [(who, segment) for segment in range(1, 11) for who in ("a", "b")]
        return
    other = "a" if case.b.kind == "psionic" else "b"
    part = case.a if other == "a" else case.b
    first = next(i for i, event in enumerate(events) if isinstance(event, e.PsionicExchanged))
    done = [i for i, event in enumerate(events) if part.kind != "wait" and is_the_deed(event, other, part)]
    assert done or part.kind == "wait"
    assert all(first < at for at in done)
    last = 10 if "flee" not in (case.a.kind, case.b.kind) else max(segment or 0 for _, segment in shown)
    assert [segment for _, segment in shown] == list(range(1, last + 1))


@play_each(PSIONIC)
def test_exchanges_cite_the_row(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    cited = [*cites(events, e.PsionicExchanged), *cites(events, e.PsionicsEnded)]
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []
