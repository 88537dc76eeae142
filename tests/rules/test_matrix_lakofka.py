"""Every row of the ten rules' matrix, each a real round over ADDICT: its order, what the deeds cost, who parries."""

import re
from collections.abc import Mapping
from dataclasses import replace

from rules import events as e
from rules.clauses import MatrixRow, catalogue
from tests.rules.matrix import (
    Case,
    Part,
    cases,
    deed_of,
    each,
    fight,
    general_reasons,
    happened,
    reasons,
    stands_by,
    who_was_first,
)
from tests.rules.test_matrix import SETUP as ADDICT

MATRIX = catalogue("lakofka").matrix
SETUP = replace(ADDICT, ruleset="lakofka")
ALL = tuple(cases(MATRIX, SETUP))
ORDERED = [case for case in ALL if case.row.first != "none" and "psionic" not in (case.row.a, case.row.b)]
OTHERS = [case for case in ALL if case not in ORDERED]

SORTS: Mapping[str, tuple[str, str, bool]] = {
    "blow = 1 physical + 1 attack": ("blow", "physical", True),
    "customary natural routine = 1 physical + 1 of the routines allowed": ("blow", "physical", True),
    "shot = 1 physical + 1 attack; all shots fired: move <= 10 ft": ("shot", "physical", True),
    "movement 1 physical; throw 1; blow 1 (after a throw only on d8/d6)": ("charge", "physical", False),
    "1 physical; 2 if split and >= 10 ft": ("move", "physical", False),
    "1 spell (max 1); offensive = 1 attack": ("spell", "spell", False),
    "1 device (max 2, 1 with a spell); offensive = 1 attack": ("device", "device", True),
    "movement, 1 physical": ("flight", "physical", False),
    "1 other": ("psionics", "other", False),
}
"""What the economy column says of a deed: what is counted, of which sort, whether it is an attack."""

UNCOUNTED = ("0; a warning costs 1 segment", "0 until used")
PLAIN = {"set": ("setting a weapon", "physical", False), "turning": ("turning", "physical", False)}


def test_all_273_rows_are_played() -> None:
    assert len(dict.fromkeys(case.row.id for case in ALL)) == 273 == len(MATRIX)


@each(ORDERED)
def test_who_goes_first_is_the_base_s_and_what_is_cited_is_in_the_row(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    assert who_was_first(events, a, b) == case.first
    assert happened(events, "a", case.a, case.b)
    assert happened(events, "b", case.b, case.a)
    cited = reasons(events, a, b) or [clause for clause in general_reasons(events, case) if clause.startswith("ADDICT")]
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not stands_by(case.row, clause)] == []


@each([case for case in ALL if case.step in ("", "equal")])
def test_what_the_two_deeds_cost(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    for who, kind, words in zip("ab", (case.row.a, case.row.b), economy(case.row), strict=True):
        counted = [event for event in events if isinstance(event, e.ActionCounted) and event.who == who]
        if words in UNCOUNTED:
            assert kind in ("parley", "wait")
            assert [event for event in counted if event.what not in ("blow", "parry")] == []
            continue
        what, sort, attack = PLAIN[kind] if words == "1 physical" else SORTS[words]
        first = next((event for event in counted if event.what == what), None)
        if first is None:  # its target fled, or closed: what does not come off is not counted
            assert any(isinstance(event, e.DeedLost) and event.who == who for event in events)
        else:
            assert (first.sort, first.cost, first.attack) == (sort, 1, attack)


def economy(row: MatrixRow) -> list[str]:
    """The two halves of the column: a's deed, b's deed."""
    return [half.partition(": ")[2] for half in row.economy.split(" | ")]


PARRIES = [case for case in ALL if case.row.defence and case.step in ("", "equal")]


@each(PARRIES)
def test_which_blows_can_be_parried_in_time(case: Case) -> None:
    """The column compares the sides' dice, with weapons of equal speed."""
    for who, striker, mine, theirs, works in re.findall(
        r"([ab]) parries ([ab])'s blow: (\d) vs (\d) (works|fails)", case.row.defence
    ):
        assert parried(who, striker, int(mine), int(theirs)) is (works == "works")


def parried(who: str, striker: str, mine: int, theirs: int) -> bool:
    """Whether a parry with these dice works: the one strikes, the other awaits and parries."""
    dice = {who: mine, striker: theirs}
    hand = fight(
        replace(SETUP, answers={"parry": {"choice": "yes"}}), Part("melee-sf", dice["a"]), Part("melee-sf", dice["b"])
    )
    hand.orders = {striker: hand.orders[striker]}
    told = [event for event in hand.play_round() if isinstance(event, e.Parried)]
    assert [(event.who, event.against) for event in told] == [(who, striker)]
    return told[0].works


MAGIC = ("spell", "device")


@each([case for case in ORDERED if case.step in ("", "equal")])
def test_what_can_still_be_changed(case: Case) -> None:
    """10.6, 10.7: what takes a time of its own is under way from the first segment on, all else can be changed."""
    under_way = any(part.kind in MAGIC for part in (case.a, case.b))
    assert ("not changeable" in case.row.reaction) == under_way
    begun = [event.who for event in fight(SETUP, case.a, case.b).play_round() if isinstance(event, e.SpellBegan)]
    assert begun == [who for who, part in (("a", case.a), ("b", case.b)) if part.kind == "spell"]


@each(OTHERS)
def test_psionics_and_waiting_for_each_other_come_as_in_the_base(case: Case) -> None:
    here = fight(SETUP, case.a, case.b).play_round()
    there = fight(ADDICT, case.a, case.b).play_round()
    kinds = (e.PsionicExchanged, e.Waited, e.Attacked, e.Moved, e.SpellCompleted, e.DeviceUsed, e.UndeadTurned, e.Fled)
    told = [
        [(event.kind, event.who, event.clock) for event in events if isinstance(event, kinds)]
        for events in (here, there)
    ]
    assert told[0] == told[1] != []


WORKED = catalogue("lakofka").worked


def test_the_worked_tables_are_those_of_the_text() -> None:
    assert {name: len(rows) for name, rows in WORKED.items()} == {"action_cost": 17, "parry": 8, "charge_roll": 9}
