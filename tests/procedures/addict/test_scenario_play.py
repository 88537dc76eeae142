"""Entries of scenario files by ADDICT: refusals, options, the clause that ordered a tie."""

import pytest

from rules.kernel import events as e
from rules.scenarios import ScenarioRun, find_differences
from rules.scenarios.coverage import find_evidence
from tests.rules.fights import declare, expect, field_of, roll, ruling, run

FIELD = field_of("addict")


def refusals(played: ScenarioRun) -> list[tuple[str, str]]:
    return [(event.who, event.clause) for event in played.events if isinstance(event, e.Refused)]


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        (declare("orc-1", "P", "otis"), "ADDICT.V"),
        (declare("orc-1", "D", "otis", 'spell = "magic_user_sleep"'), "ADDICT.VII.OTHER"),
    ],
)
def test_an_orc_is_refused_what_it_cannot_do(entry: str, clause: str) -> None:
    assert refusals(run(entry, field=FIELD)) == [("orc-1", clause)]


def test_a_surprised_combatant_is_refused_by_the_clause_of_its_segments() -> None:
    surprised = FIELD.replace('start = "melee"', 'start = "surprise"\nsurprised = ["foes"]')
    played = run(
        roll("surprise", "foes", 2, round=0),
        declare("orc-1", "G", "otis", round=0),
        declare("otis", "G", "orc-1", "segment = 2", round=0),
        field=surprised,
    )
    assert refusals(played) == [("orc-1", "ADDICT.I.C.3")]


def test_without_borrowed_phases_all_declare_at_once() -> None:
    field = FIELD.replace("[encounter]", '[options]\n"addict.borrow_demon_phases" = false\n[encounter]')
    asked = [event.who for event in run(declare("otis", "C"), field=field).events if isinstance(event, e.Asked)][:4]
    assert asked == ["otis", "tenser", "orc-1", "orc-2"]


def test_a_ruling_chooses_how_those_who_wait_act() -> None:
    chosen = ruling("dm", "option", 'value = ["addict.wait_mode", "interrupt"]')
    played = run(declare("otis", "C"), chosen, field=FIELD)
    assert played.state.options == {"addict.wait_mode": "interrupt"}


def test_a_real_round_shows_the_clause_that_ordered_it() -> None:
    clause = "ADDICT.VII.D.1"
    listing = FIELD.replace('title = "At the ford"', f'clauses = ["{clause}"]')
    field = listing.replace('weapons = ["axe_battle"]', 'weapons = ["sword_two_handed"]')
    tied = (roll("initiative", "party", 4), roll("initiative", "foes", 4))
    blows = (declare("otis", "G", "orc-1", 'weapon = "dagger"'), declare("orc-1", "G", "otis"))
    played = run(*blows, *tied, expect('order = ["otis strikes orc-1", "orc-1 strikes otis"]'), field=field)
    assert find_differences(played) == []
    assert [(each.clause, each.file) for each in find_evidence(played)] == [(clause, "ford.toml")]
