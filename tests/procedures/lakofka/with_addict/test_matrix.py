"""Rows of the ten rules' matrix, each a round over ADDICT: order, costs, parries."""

import re
from collections.abc import Mapping
from dataclasses import replace

from rules.catalogue import MatrixRow, load_catalogue
from rules.kernel import events as e
from rules.kernel.inputs import BeginRound, Change, GiveAnswer, MakeRuling
from rules.kernel.terms import DM
from rules.procedures.lakofka.events import ActionCounted
from tests.procedures.addict.test_matrix import SETUP as ADDICT
from tests.procedures.adnd.matrix import (
    Case,
    Part,
    cases,
    deed_of,
    fight,
    general_reasons,
    happened,
    is_clause_of_row,
    play_each,
    reasons,
    who_was_first,
)

MATRIX = load_catalogue("lakofka").matrix
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


@play_each(ORDERED)
def test_who_goes_first_is_the_base_s_and_what_is_cited_is_in_the_row(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    a, b = deed_of(case.a, "a"), deed_of(case.b, "b")
    assert who_was_first(events, a, b) == case.first
    assert happened(events, "a", case.a, case.b)
    assert happened(events, "b", case.b, case.a)
    cited = reasons(events, a, b) or [clause for clause in general_reasons(events, case) if clause.startswith("ADDICT")]
    assert set(cited) & set(case.row.clauses)
    assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []


@play_each([case for case in ALL if case.step in ("", "equal")])
def test_what_the_two_deeds_cost(case: Case) -> None:
    events = fight(SETUP, case.a, case.b).play_round()
    for who, kind, words in zip("ab", (case.row.a, case.row.b), economy(case.row), strict=True):
        counted = [event for event in events if isinstance(event, ActionCounted) and event.who == who]
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
    """Return the two halves of the column: a's deed, b's deed."""
    return [half.partition(": ")[2] for half in row.layer.economy.split(" | ")]


PARRIES = [case for case in ALL if case.row.layer.defence and case.step in ("", "equal")]


@play_each(PARRIES)
def test_which_blows_can_be_parried_in_time(case: Case) -> None:
    """Compare with the column, which is by the sides' dice, with weapons of equal speed."""
    for who, striker, mine, theirs, works in re.findall(
        r"([ab]) parries ([ab])'s blow: (\d) vs (\d) (works|fails)", case.row.layer.defence
    ):
        assert parried(who, striker, int(mine), int(theirs)) is (works == "works")


def parried(who: str, striker: str, mine: int, theirs: int) -> bool:
    """Return whether a parry with these dice works: one strikes, the other awaits and parries."""
    dice = {who: mine, striker: theirs}
    hand = fight(
        replace(SETUP, answers={"parry": {"choice": "yes"}}), Part("melee-sf", dice["a"]), Part("melee-sf", dice["b"])
    )
    hand.orders = {striker: hand.orders[striker]}
    parries = [event for event in hand.play_round() if isinstance(event, e.Parried)]
    assert [(event.who, event.against) for event in parries] == [(who, striker)]
    return parries[0].works


UNDER_WAY = {"spell": "LAKOFKA.10.6", "device": "LAKOFKA.10.7"}
"""What takes a time of its own is under way from the first segment on, and why it is not changed."""

INSTEAD = {"choice": "change", "action": "E", "how": "task", "task": "duck"}


@play_each([case for case in ALL if case.step in ("", "equal")])
def test_what_can_still_be_changed(case: Case) -> None:
    """Have both notice an event in the first segment, and both want another deed."""
    parts = {"a": case.a, "b": case.b}
    assert ("not changeable" in case.row.layer.reaction) == any(part.kind in UNDER_WAY for part in parts.values())
    minds = minds_changed(case)
    for who, part in parts.items():
        if part.kind == "psionic":  # goes on from the first segment to the last
            assert who not in minds
        elif part.kind in UNDER_WAY:
            assert minds[who] == (UNDER_WAY[part.kind], 0)
        else:
            clause, later = minds[who]
            assert (clause, later) == ("LAKOFKA.10.8", 1)
            assert is_clause_of_row(case.row, clause)


def minds_changed(case: Case) -> Mapping[str, tuple[str, int]]:
    """Return the result of each change of mind: its clause, and the delay of the new act."""
    here = fight(SETUP, case.a, case.b, {("observation", who): [20] for who in "ab"})
    here.game.submit(BeginRound())
    while not any(each.question == "next" and each.facts["segment"] == 1 for each in here.state.open):
        here.step()
    here.game.submit(MakeRuling((Change(DM, "event", "the roof shakes"),), "an earthquake"))
    minds: dict[str, tuple[str, int]] = {}
    while not here.state.between_rounds and not here.state.ended:
        asked = next((each for each in here.state.open if each.question == "change" and each.who not in minds), None)
        if asked is None:
            here.step()
            continue
        due = min(deed.number or 0 for deed in here.state.pending if deed.who == asked.who)
        record = here.game.submit(GiveAnswer(asked.token, INSTEAD))
        starts = asked.facts["starts"]
        assert isinstance(starts, int)
        minds[asked.who] = (record.refusal.clause, 0) if record.refusal else ("LAKOFKA.10.8", starts - max(1, due))
    changed = [event for event in here.game.list_live_events() if isinstance(event, e.MindChanged)]
    assert {event.who for event in changed} == {who for who, (clause, _) in minds.items() if clause == "LAKOFKA.10.8"}
    return minds


@play_each(OTHERS)
def test_psionics_and_waiting_for_each_other_come_as_in_the_base(case: Case) -> None:
    here = fight(SETUP, case.a, case.b).play_round()
    there = fight(ADDICT, case.a, case.b).play_round()
    kinds = (e.PsionicExchanged, e.Waited, e.Attacked, e.Moved, e.SpellCompleted, e.DeviceUsed, e.UndeadTurned, e.Fled)
    deeds = [
        [(event.kind, event.who, event.clock) for event in events if isinstance(event, kinds)]
        for events in (here, there)
    ]
    assert deeds[0] == deeds[1] != []


WORKED = load_catalogue("lakofka").worked


def test_the_worked_tables_are_those_of_the_text() -> None:
    assert {name: len(rows) for name, rows in WORKED.items()} == {"action_cost": 17, "parry": 8, "charge_roll": 9}
