"""A scenario file is read whole: the fight, what is done in it, and what is expected."""

from rules.scenarios import ShortForm, parse_scenario
from rules.scenarios.script import ExpectedEvent
from tests.any_procedure import ANY, find_clause, find_other
from tests.rules.fights import FIELD, FILE, declare, expect, fight, roll, ruling

CLAUSE = find_clause()


def test_a_fight_is_read_with_its_combatants_and_notes() -> None:
    script = fight()
    assert (script.ruleset, script.title, script.setting) == (ANY, "At the ford", "indoors")
    assert script.notes == {"start": "melee", "distance_ft": 5}
    assert [stat_block.id for stat_block in script.stat_blocks] == ["otis", "tenser", "orc-1", "orc-2"]


def test_an_encounter_may_say_nothing_at_all() -> None:
    script = parse_scenario(f'ruleset = "{ANY}"\n[[combatant]]\nid = "otis"\nside = "party"\n')
    assert (script.notes, dict(script.options), script.seed, script.clauses) == ({}, {}, "", ())


def test_every_note_of_the_encounter_reaches_the_opening() -> None:
    notes = 'setting = "outdoors"\nsurprised = ["foes"]\ndetected_by = ["party"]\nreaction = "hostile"\n'
    script = fight(field=FIELD.replace("distance_ft = 5\n", notes))
    assert script.setting == "outdoors"
    assert script.notes == {
        "start": "melee",
        "surprised": ["foes"],
        "detected_by": ["party"],
        "reaction": "hostile",
    }


def test_a_declaration_keeps_every_key_it_was_given() -> None:
    keys = 'to = [5, 2.5]\nshots = 2\nweapon = "dagger"\nwith = [{ action = "E", to = [1, 1] }]'
    entry = fight(declare("otis", "D", "orc-1", keys, "segment = 2", "change = true")).entries.declarations[0]
    assert (entry.round, entry.who, entry.segment, entry.change) == (1, "otis", 2, True)
    assert entry.deed == {
        "action": "D",
        "target": "orc-1",
        "weapon": "dagger",
        "to": (500, 250),
        "shots": 2,
        "with": ({"action": "E", "to": (100, 100)},),
    }


def test_keys_of_other_rulesets_are_read_too() -> None:
    keys = (
        'warn = "tenser"',
        "delay_seconds = 20",
        'throw = "dagger"',
        "throw_segment = 2",
        "charge = true",
        'prepared = { when = "moves", who = "orc", part = "start" }',
    )
    deed = fight(declare("otis", "E", "orc-1", *keys)).entries.declarations[0].deed
    assert deed["prepared"] == {"when": "moves", "who": "orc", "part": "start"}
    assert (deed["warn"], deed["delay_seconds"], deed["throw"]) == ("tenser", 20, "dagger")


def test_a_ruling_keeps_its_place_its_end_and_its_note() -> None:
    entry = fight(
        ruling("orc-1", "moved", "to = [10, 0.5]", "segment = 3", "until = [2, 4]", 'note = "shoved"')
    ).entries.rulings[0]
    assert (entry.segment, entry.value, entry.until, entry.note) == (3, [10, 0.5], (2, 4), "shoved")


def test_an_answer_may_be_a_word_a_number_or_a_whole_table() -> None:
    answers = [
        f'[[answer]]\nround = 1\nquestion = "{question}"\nwho = "{who}"\nchoice = {choice}'
        for question, who, choice in (
            ("retaliate", "orc", '"yes"'),
            ("effect", "party", "-2"),
            ("effect", "dm", '{ text = "they sleep" }'),
        )
    ]
    assert [entry.choice for entry in fight(*answers).entries.answers] == ["yes", -2, {"text": "they sleep"}]


def test_a_round_left_out_is_the_first() -> None:
    assert fight('[[declare]]\nwho = "otis"\naction = "C"').entries.declarations[0].round == 1


def test_another_ruleset_may_be_chosen_than_the_files_own() -> None:
    options = '[options]\n"only.its_own" = 1\n[encounter]'
    text = FIELD.replace(f'"{ANY}"', f'"{find_other()}"').replace("[encounter]", options)
    script = parse_scenario(text, FILE, ruleset=ANY)
    assert (script.ruleset, dict(script.options)) == (ANY, {})


def test_declarations_for_different_surprise_segments_are_different() -> None:
    segments = [declare("otis", "C", "", f"segment = {segment}", round=0) for segment in (1, 2)]
    assert [entry.segment for entry in fight(*segments).entries.declarations] == [1, 2]


def test_one_whose_first_ruling_is_to_appear_is_not_there_before() -> None:
    script = fight(ruling("orc-2", "appears", "segment = 4"), ruling("orc-1", "vanishes"), ruling("orc-1", "appears"))
    assert [stat_block.id for stat_block in script.stat_blocks] == ["otis", "tenser", "orc-1"]
    assert [stat_block.id for stat_block in script.later] == ["orc-2"]


def test_rolls_are_read_with_their_die() -> None:
    entry = fight(roll("damage", "orc", 3, 4) + "\nsides = 8").entries.rolls[0]
    assert (entry.purpose, entry.by, entry.faces, entry.sides) == ("damage", "orc", (3, 4), 8)


def test_expectations_are_read_with_their_short_forms() -> None:
    script = fight(
        expect(
            'order = ["InitiativeRolled party", "otis strikes orc", "tenser casts magic_user_sleep"]',
            'orders = [["RoundEnded"]]',
            'together = [["otis strikes", "orc-1 strikes otis"]]',
            'count = { "otis moves" = 0 }',
            "refused = []",
            f'events = [{{ kind = "SpellCompleted", who = "tenser", target = "orc-1", clauses = ["{CLAUSE}"] }}]',
        )
    )
    assert script.expect.order == (
        ShortForm("InitiativeRolled party", "party", "InitiativeRolled"),
        ShortForm("otis strikes orc", "otis", "strikes", "orc"),
        ShortForm("tenser casts magic_user_sleep", "tenser", "casts", "magic_user_sleep"),
    )
    assert script.expect.orders == ((ShortForm("RoundEnded", "", "RoundEnded"),),)
    assert [[form.what for form in forms] for forms in script.expect.together] == [["strikes", "strikes"]]
    assert script.expect.count == ((ShortForm("otis moves", "otis", "moves"), 0),)
    assert script.expect.refused == ()
    assert script.expect.events == (ExpectedEvent("SpellCompleted", {"who": "tenser", "target": "orc-1"}, (CLAUSE,)),)


def test_what_is_not_expected_is_not_checked() -> None:
    assert fight().expect.refused is None
