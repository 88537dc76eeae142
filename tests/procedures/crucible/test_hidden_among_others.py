"""One who is hidden changes nothing that is shown of the others, by Crucible."""

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.hidden import ORC, OTIS, SNEAK, asked_of_otis, round_of, seen
from tests.rules.players import claws, hand, opening, spell
from tests.rules.stat_block_fields import change_stat_block


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_strike_at_the_flight_of_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    flees = change_stat_block(SNEAK, hidden=hidden)
    events = round_of("crucible", OTIS, flees, ORC, orders={"sneak": {"action": "A", "avoid": "flee"}})
    assert any(isinstance(event, e.Fled) for event in events)
    assert ("opportunity" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_follow_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    falls_back = change_stat_block(SNEAK, hidden=hidden)
    events = round_of("crucible", OTIS, falls_back, ORC, orders={"sneak": {"action": "A", "avoid": "fall_back"}})
    assert any(isinstance(event, e.Fled) for event in events)
    assert ("follow" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_strike_first_at_one_who_enters_unseen(hidden: bool, asked: bool) -> None:
    enters = change_stat_block(SNEAK, hidden=hidden, weapons=(claws(),), position=(3000, 0))
    orders: dict[str, Answer] = {"sneak": {"action": "E", "how": "charge", "target": "otis", "weapon": "claws"}}
    table = hand(
        [OTIS, enters, ORC],
        orders,
        {("initiative", "foes"): (1,), ("initiative", "party"): (6,)},
        ruleset="crucible",
        options={"table.hidden_acts": "ask"},
    )
    events = table.play_round()
    assert any(isinstance(event, e.ChargeMet) for event in events)
    by = [event.facts.get("by") for event in events if isinstance(event, e.Asked) and event.who == "otis"]
    assert ("sneak" in by) is asked


def test_a_spell_cites_no_clause_for_one_who_threatens_unseen() -> None:
    witch = change_stat_block(OTIS, spells=(spell(3),))
    order: Answer = {"action": "D", "how": "spell", "spell": "spell_3", "target": ["orc"]}
    far = change_stat_block(ORC, position=(6000, 0))
    cited = [
        [event.clauses for event in round_of("crucible", witch, far, *more, orders={"otis": order})
         if isinstance(event, e.Declared | e.SpellBegan) and event.who == "otis"]
        for more in ((), (SNEAK,))
    ]  # fmt: skip
    assert len(cited[0]) == 2
    assert cited[0] == cited[1]


def test_no_clause_of_a_surprise_tells_that_a_ranger_is_among_the_foes() -> None:
    ranger = change_stat_block(SNEAK, kind="ranger", hidden=False)
    log: list[e.Event] = [opening([OTIS, ORC, ranger], ruleset="crucible", start="surprise")]
    table = hand([OTIS, ORC, ranger], {}, {}, ruleset="crucible", start="surprise", distance_ft=5)
    log += table.play_round()
    rolled = [event for event in log if isinstance(event, e.SurpriseRolled)]
    assert {"CRUCIBLE.SUR.2", "CRUCIBLE.SUR.3"} <= {clause for event in rolled for clause in event.clauses}
    shown = [event for event in seen(log, "otis").shown if isinstance(event, e.SurpriseRolled)]
    assert {clause for event in shown for clause in event.clauses} == {
        "CRUCIBLE.I",
        "CRUCIBLE.I.B",
        "CRUCIBLE.SUR.13",
        "CRUCIBLE.SUR.6",
    }


def test_what_harm_means_to_one_with_spells_is_told_to_its_player() -> None:
    shaman = change_stat_block(ORC, spells=(spell(9),), hit_points=90)
    orders: dict[str, Answer] = {"otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    faces = {("to_hit", "otis"): (20,), ("initiative", "party"): (1,), ("initiative", "foes"): (6,)}
    events = hand([OTIS, shaman], orders, faces, ruleset="crucible", distance_ft=5).play_round()
    log = [opening([OTIS, shaman], ruleset="crucible"), *events]
    cited = {
        who: [event.clauses for event in seen(log, who).shown if isinstance(event, e.Damaged)]
        for who in ("otis", "orc")
    }
    assert cited == {"otis": [()], "orc": [("CRUCIBLE.II.D", "CRUCIBLE.CAST.1")]}
