"""A scenario is played from its opening until its file has no more entries."""

import pytest

from rules.kernel import events as e
from rules.scenarios import ScenarioRun, play_scenario
from tests.any_procedure import CLAUSES, find_switch
from tests.rules.fights import FIELD, declare, error_of, fight, line_of, roll, ruling, run

SURPRISED = FIELD.replace('start = "melee"', 'start = "surprise"\nsurprised = ["foes"]')
DICE = (roll("initiative", "party", 5), roll("initiative", "foes", 2))


def kinds(played: ScenarioRun, *names: str) -> list[str]:
    return [event.kind for event in played.events if not names or event.kind in names]


def rounds(played: ScenarioRun) -> list[int]:
    return [event.round for event in played.events if isinstance(event, e.RoundBegan)]


def refused(played: ScenarioRun) -> list[str]:
    """Return who was refused, each by a clause of the procedure."""
    refusals = [event for event in played.events if isinstance(event, e.Refused)]
    assert {event.clause for event in refusals} <= set(CLAUSES)
    return [event.who for event in refusals]


def declared(played: ScenarioRun) -> dict[str, str]:
    return {event.who: event.declaration.action for event in played.events if isinstance(event, e.Declared)}


# Which rounds are played.


def test_a_file_without_any_entry_is_only_opened() -> None:
    assert kinds(run()) == ["EncounterOpened"]


def test_a_round_is_played_where_somebody_declares() -> None:
    played = run(declare("otis", "C"))
    assert rounds(played) == [1]
    assert played.events[-1].kind == "RoundEnded"


def test_a_round_is_played_where_somebody_answers() -> None:
    assert rounds(run('[[answer]]\nround = 1\nquestion = "effect"\nwho = "tenser"\nchoice = "yes"')) == [1]


def test_the_run_ends_before_the_first_round_without_entries() -> None:
    assert rounds(run(declare("otis", "C"), declare("otis", "C", round=2), declare("otis", "C", round=4))) == [1, 2]


def test_round_0_is_played_where_the_fight_starts_before_it_even_without_an_entry() -> None:
    played = run(field=SURPRISED)
    assert rounds(played) == [0]
    assert "SurpriseRolled" in kinds(played)


def test_every_column_of_the_clock_begins_empty_or_not() -> None:
    began = [event.clock for event in run(declare("otis", "C")).events if isinstance(event, e.SegmentBegan)]
    assert began == list(range(1, 11))


def test_every_segment_of_surprise_begins() -> None:
    began = [
        event.clock
        for event in run(roll("surprise", "foes", 2, round=0), field=SURPRISED).events
        if isinstance(event, e.SegmentBegan)
    ]
    assert began == [1, 2]


def test_a_fight_that_is_over_has_ended_whatever_else_is_written() -> None:
    over = [ruling(who, "falls", "segment = 1") for who in ("orc-1", "orc-2")]
    played = run(declare("otis", "C"), *over, declare("otis", "C", round=2), roll("to_hit", "otis", 3, round=2))
    assert rounds(played) == [1]
    assert "EncounterEnded" in kinds(played)


# What is declared.


def test_each_combatant_declares_its_entry_and_the_others_await() -> None:
    played = run(declare("otis", "G", "orc-1"), declare("tenser", "E", "", "to = [-40, 0]"))
    assert declared(played) == {"otis": "G", "tenser": "E", "orc-1": "C", "orc-2": "C"}


def test_one_order_may_be_given_to_a_whole_count() -> None:
    assert declared(run(declare("orc", "G", "otis"), declare("orc-2", "C")))["orc-1"] == "G"
    assert declared(run(declare("orc", "G", "otis"), declare("orc-2", "C")))["orc-2"] == "C"


def test_a_declaration_that_nobody_asks_for_is_no_error() -> None:
    played = run(ruling("orc-2", "falls"), declare("orc-2", "G", "otis"))
    assert "orc-2" not in declared(played)


def test_the_weapon_in_hand_is_used_when_none_is_named() -> None:
    played = run(declare("otis", "G", "orc-1"), declare("orc", "G", "otis"))
    weapons = {event.who: event.weapon for event in played.events if isinstance(event, e.Attacked)}
    assert weapons == {"otis": "sword_long", "orc-1": "axe_battle", "orc-2": "axe_battle"}


def test_a_refused_declaration_is_tried_again_as_it_was_changed() -> None:
    played = run(declare("orc-1", "P", "otis"), declare("orc-1", "G", "otis", "change = true"))
    assert refused(played) == ["orc-1"]
    assert declared(played)["orc-1"] == "G"


def test_a_refused_declaration_that_is_not_changed_becomes_awaiting() -> None:
    played = run(declare("orc-1", "D", "otis", 'spell = "magic_user_sleep"'))
    assert refused(played) == ["orc-1"]
    assert declared(played)["orc-1"] == "C"


def test_a_change_is_not_tried_where_nothing_was_refused() -> None:
    played = run(declare("otis", "G", "orc-1"), declare("otis", "C", "", "change = true"))
    assert declared(played)["otis"] == "G"


def test_a_surprised_combatant_may_be_declared_for_and_is_refused() -> None:
    played = run(
        roll("surprise", "foes", 2, round=0),
        declare("orc-1", "G", "otis", round=0),
        declare("otis", "G", "orc-1", "segment = 2", round=0),
        field=SURPRISED,
    )
    assert refused(played) == ["orc-1"]
    blows = [event.clock for event in played.events if isinstance(event, e.Attacked)]
    assert blows == [2]


def test_a_declaration_for_surprise_without_a_segment_means_the_first() -> None:
    played = run(roll("surprise", "foes", 2, round=0), declare("otis", "G", "orc-1", round=0), field=SURPRISED)
    assert [event.clock for event in played.events if isinstance(event, e.Attacked)] == [1]


def test_a_declaration_that_the_form_does_not_take_is_refused_with_its_key_and_line() -> None:
    bad = declare("otis", "D", "orc-1", 'weapon = "sword_long"')
    message = error_of(bad, playing=True)
    assert message.startswith(f'ford.toml:{line_of("weapon = ", bad)}: [[declare]] 1: "weapon": ')
    assert "'sword_long' cannot be chosen" in message


# What is answered.

SLEEP = declare("tenser", "D", "", 'spell = "magic_user_sleep"', 'target = ["orc-1", "orc-2"]')


def answer(question: str, who: str, choice: str, round: int = 1) -> str:
    return f'[[answer]]\nround = {round}\nquestion = "{question}"\nwho = "{who}"\nchoice = {choice}'


ASLEEP = '{ text = "both sleep", changes = [{ who = "orc-1", what = "asleep" }, { who = "orc-2", what = "asleep" }] }'


@pytest.mark.parametrize("who", ["dm", "tenser", "party"])
def test_an_answer_is_found_by_who_is_asked_or_whom_it_is_about(who: str) -> None:
    played = run(SLEEP, answer("effect", who, ASLEEP))
    assert [event.who for event in played.events if isinstance(event, e.EffectBegan)] == ["orc-1", "orc-2"]


def test_without_an_answer_the_default_holds() -> None:
    assert "EffectBegan" not in kinds(run(SLEEP))


def test_an_answer_that_nobody_asks_for_is_no_error() -> None:
    assert "EffectBegan" not in kinds(run(declare("otis", "C"), answer("effect", "dm", ASLEEP)))


def test_an_answer_of_another_round_is_not_given() -> None:
    played = run(SLEEP, answer("effect", "dm", ASLEEP, round=2))
    assert "EffectBegan" not in kinds(played)


def test_answers_to_one_question_are_given_in_order() -> None:
    field = FIELD.replace('spells = ["magic_user_sleep"]', 'spells = ["magic_user_sleep", "magic_user_sleep"]')
    first = answer("effect", "dm", '{ changes = [{ who = "orc-1", what = "asleep" }] }')
    played = run(SLEEP, first, SLEEP.replace("round = 1", "round = 2"), answer("effect", "dm", ASLEEP, 2), field=field)
    assert [(event.round, event.who) for event in played.events if isinstance(event, e.EffectBegan)] == [
        (1, "orc-1"),
        (2, "orc-1"),
        (2, "orc-2"),
    ]


def test_an_answer_that_the_form_does_not_take_is_refused_with_its_line() -> None:
    wrong = answer("effect", "dm", '{ changes = [{ who = "orc-9", what = "asleep" }] }')
    line = line_of("choice =", SLEEP, wrong)
    assert error_of(SLEEP, wrong, playing=True).startswith(
        f"ford.toml:{line}: [[answer]] 1: \"choice\": Of whom? 'orc-9' cannot be"
    )


# What is ruled.


def ruled(played: ScenarioRun) -> list[tuple[int, int | None, str, str]]:
    return [(event.round, event.clock, event.who, event.what) for event in played.events if isinstance(event, e.Ruled)]


def test_a_ruling_without_a_segment_is_made_as_its_round_begins() -> None:
    played = run(declare("otis", "C"), declare("otis", "C", round=2), ruling("orc-1", "held", round=2))
    assert ruled(played) == [(2, None, "orc-1", "held")]


def test_a_ruling_of_round_0_comes_before_its_dice() -> None:
    played = run(ruling("orc-1", "hp", "value = 3", round=0), field=SURPRISED)
    assert kinds(played, "Ruled", "SurpriseRolled") == ["Ruled", "SurpriseRolled"]
    assert played.state.combatants["orc-1"].hp == 3


def test_a_ruling_with_a_segment_is_made_just_before_that_column_begins() -> None:
    played = run(declare("otis", "C"), ruling("orc-1", "vanishes", "segment = 3"))
    order = [(event.kind, event.clock) for event in played.events if event.kind in ("Ruled", "SegmentBegan")]
    assert order[1:4] == [("SegmentBegan", 2), ("Ruled", 2), ("SegmentBegan", 3)]


def test_what_a_ruling_changes_can_no_longer_be_done() -> None:
    dice = (roll("initiative", "party", 5), roll("initiative", "foes", 2))
    blow = declare("orc-1", "G", "otis")
    assert "Attacked" in kinds(run(blow, *dice))
    assert "Attacked" not in kinds(run(blow, *dice, ruling("orc-1", "falls", "segment = 2")))


def test_a_ruling_may_be_for_a_whole_count() -> None:
    assert [each[2] for each in ruled(run(declare("otis", "C"), ruling("orc", "held")))] == ["orc-1", "orc-2"]


def test_a_ruling_may_change_an_option() -> None:
    played = run(declare("otis", "C"), ruling("dm", "option", f'value = ["{find_switch()}", true]'))
    assert played.state.options == {find_switch(): True}


def test_a_place_is_ruled_in_feet() -> None:
    played = run(declare("otis", "C"), ruling("orc-1", "moved", "to = [20, 7.5]"))
    assert played.state.combatants["orc-1"].place == (2000, 750)


def test_one_who_appears_is_not_on_the_field_before() -> None:
    played = run(declare("otis", "G", "orc-1"), ruling("orc-2", "appears", "segment = 4", 'note = "from the reeds"'))
    assert "orc-2" not in declared(played)
    came = [event for event in played.events if isinstance(event, e.Appeared)]
    assert [(event.who, event.clock) for event in came] == [("orc-2", 3)]


def test_one_who_vanished_may_appear_again() -> None:
    played = run(
        declare("otis", "C"), ruling("orc-2", "vanishes", "segment = 1"), ruling("orc-2", "appears", "segment = 2")
    )
    assert [what for *_, what in ruled(played)] == ["vanishes", "appears"]
    assert played.state.combatants["orc-2"].able


def test_a_combatant_that_appears_stands_where_the_ruling_puts_it() -> None:
    late = run(declare("otis", "C"), ruling("orc-2", "appears", "segment = 4", "to = [-7.5, 3]"))
    assert late.state.combatants["orc-2"].place == (-750, 300)
    again = run(declare("otis", "C"), ruling("orc-2", "vanishes"), ruling("orc-2", "appears", "to = [9, 0]"))
    assert again.state.combatants["orc-2"].place == (900, 0)
    assert again.state.combatants["orc-2"].able


def test_a_place_to_appear_at_must_be_one() -> None:
    assert '"value": must be [x, y] in feet' in error_of(ruling("orc-2", "appears", 'value = ["x"]'))


def test_a_ruling_with_a_value_it_cannot_have_is_refused_with_its_line() -> None:
    wrong = ruling("orc-1", "hp", 'value = "many"')
    line = line_of("value", declare("otis", "C"), wrong)
    assert error_of(declare("otis", "C"), wrong, playing=True).startswith(f'ford.toml:{line}: [[ruling]] 1: "value": ')


@pytest.mark.parametrize(
    ("question", "choice", "wrong"),
    [("stop", "yes", "nothing can be stopped in round 1"), ("morale_due", "no", "no morale check is due in round 1")],
)
def test_an_answer_about_something_due_is_an_error_where_nothing_asks_for_it(
    question: str, choice: str, wrong: str
) -> None:
    answer = f'[[answer]]\nround = 1\nquestion = "{question}"\nwho = "otis"\nchoice = "{choice}"'
    assert f'[[answer]] 1: "question": {wrong}' in error_of(declare("otis", "C"), answer, playing=True)


def test_a_ruling_whose_column_never_comes_is_an_error() -> None:
    late = ruling("orc-1", "held", "segment = 11")
    assert '[[ruling]] 1: "segment": round 1, segment 11 never comes' in error_of(
        declare("otis", "C"), late, playing=True
    )


# Dice.


def test_dice_left_over_are_an_error_that_names_their_line() -> None:
    entries = [declare("otis", "C"), roll("to_hit", "otis", 12)]
    line = line_of("faces", *entries)
    assert error_of(*entries, playing=True) == (
        f'ford.toml:{line}: [[roll]] 1: "faces": 1 face is left over: otis rolls no more dice for to_hit'
    )


def test_dice_of_a_round_that_is_not_played_are_left_over_too() -> None:
    message = error_of(declare("otis", "C"), roll("to_hit", "otis", 12, round=3), playing=True)
    assert '[[roll]] 1: "round": faces are left over: round 3 is not played' in message


def test_a_fight_plays_the_same_every_time() -> None:
    script = fight(declare("otis", "G", "orc-1"), declare("orc", "G", "otis"), field=FIELD.replace('"low"', '"high"'))
    assert play_scenario(script).events == play_scenario(script).events


def test_an_option_reaches_the_ruleset() -> None:
    field = FIELD.replace("[encounter]", f'[options]\n"{find_switch()}" = true\n[encounter]')
    assert run(declare("otis", "C"), field=field).state.options == {find_switch(): True}


def test_combatants_within_reach_at_melee_are_already_engaged() -> None:
    played = run(declare("otis", "G", "orc-1"), *DICE)
    assert "MindChanged" not in kinds(played)
    assert [event.who for event in played.events if isinstance(event, e.Attacked)] == ["otis"]


@pytest.mark.parametrize("question", ["modes", "change"])
def test_a_change_of_psionic_modes_may_be_called_a_change(question: str) -> None:
    modes = 'psionic = { attack = 60, defense = 60, attack_modes = ["mind_thrust", "id_insinuation"] }'
    minds = "".join(
        f'[[combatant]]\nid = "{id}"\nside = "{side}"\nclass = "fighter"\n{modes}\n'
        for id, side in (("mind", "party"), ("flayer", "foes"))
    )
    aims = declare("mind", "P", "flayer", 'attack_mode = "mind_thrust"')
    answer = f'[[answer]]\nround = 1\nquestion = "{question}"\nwho = "mind"\n'
    chosen = 'choice = { choice = "modes", attack_mode = "id_insinuation" }'
    played = run(aims, *DICE, answer + chosen, field=FIELD + minds)
    used = [event.attack_mode for event in played.events if isinstance(event, e.PsionicExchanged)]
    assert used[:2] == ["mind_thrust", "id_insinuation"]
