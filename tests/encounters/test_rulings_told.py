"""Rulings of the DM as they are narrated: once, as a sentence, with their note."""

from typing import Any

import pytest

from encounters.narration import drop_repeated_notes, tell, tell_all
from encounters.narration.rulings import SAID, WHAT
from encounters.screens.log_lines import build_line
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.events import EncounterOpened, Event
from rules.kernel.frozen import evolve
from rules.kernel.rulings import COMBATANT_RULINGS, CONDITIONS, ENCOUNTER_RULINGS
from rules.kernel.stat_block import StatBlock, Weapon, WeaponBlow
from rules.kernel.state import State
from rules.kernel.terms import DM
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY, RULESET, find_switch
from tests.rules.stat_block_fields import make_stat_block

SWORD = Weapon("sword", "Sword, long", (WeaponBlow("sword", "1d8", "1d12"),), 350)
STATE: State = fold(
    [
        EncounterOpened(
            ruleset=ANY,
            version="1",
            stat_blocks=(
                make_stat_block("otis", "Otis", "party", played=True, weapons=(SWORD,)),
                StatBlock("orc", "Orc 1", "foes"),
            ),
        )
    ]
)


def ruled(what: str, new: Any, who: str = "otis", note: str = "", **more: Any) -> e.Ruled:
    return e.Ruled(who=who, what=what, new=new, note=note, **more)


SWITCH = RULESET.options[find_switch()].words.label
RULINGS = {what for id in list_rulesets() for what in get_ruleset(id).rulings.of_combatants}

SENTENCES = [
    (ruled("hp", 7), "Otis has 7 hit points."),
    (ruled("hp", 1), "Otis has 1 hit point."),
    (ruled("moved", [350, -400]), "Otis is moved to 3.5, -4 ft."),
    (ruled("range", ["orc", 3000], note="by the wall"), "Otis is 30 ft from Orc 1."),
    (ruled("pair_range", ["orc", 3]), "Otis is at range 3 to Orc 1."),
    (ruled("behind", "orc", note="ducks"), "Otis stands behind Orc 1."),
    (ruled("ac", 3, old=4), "Otis’s armor class is 3."),
    (ruled("ac", None, old=3), "Otis’s own armor class counts again."),
    (ruled("ac", None), "Otis’s armor class changes."),
    (ruled("hidden", True), "Otis is hidden."),
    (ruled("hidden", False), "Otis is hidden no longer."),
    (ruled("appears", True), "Otis appears."),
    (ruled("prone", True), "Otis is down."),
    (ruled("prone", False), "Otis is no longer prone."),
    (ruled("blinded", True, until=(2, 4)), "Otis is blinded until round 2, segment 4."),
    (ruled("dead", True), "Otis dies."),
    (ruled("drops", "", old="sword"), "Otis drops the long sword."),
    (ruled("actions", 2), "Otis has 2 actions more this round."),
    (ruled("en", 5), "Otis has 5 EN."),
    (ruled("en", None), "Otis’s EN changes."),
    (ruled("blows", [2, 1]), "Otis has 2 active and 1 reactive blows left."),
    (ruled("prepared", ["sword", "1h", 0]), "Otis has no great blow with the long sword prepared."),
    (ruled("courage", 12), "Otis’s courage is 12."),
    (ruled("forbidden", "no room"), "Otis’s next maneuver is forbidden (no room)."),
    (ruled("conscious", False), "Otis is unconscious."),
    (ruled("alert", True), "Otis is alert."),
    (ruled("option", [find_switch(), True], who=DM), f"From now on “{SWITCH}” is on."),
    (ruled("setting", "outdoors", who=DM), "The fight is outdoors from now on."),
    (ruled("note", "the torch gutters.", who=DM), "The torch gutters."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_a_ruling_is_a_sentence(event: e.Ruled, sentence: str) -> None:
    line = build_line(STATE, event)
    assert line is not None
    assert line.text == sentence
    told = tell(event, STATE)
    assert told is not None
    assert told.text.startswith("The DM rules: ")


@pytest.mark.parametrize("what", ["courage", *sorted({*COMBATANT_RULINGS, *RULINGS} - {*CONDITIONS} - set(WHAT))])
def test_what_has_no_sentence_of_its_own_has_a_name_and_a_value(what: str) -> None:
    told = tell(ruled(what, 3), STATE)
    assert told is not None
    assert told.text.endswith("is 3.")


def test_whoever_is_ruled_is_spoken_to() -> None:
    told = tell(ruled("hp", 7, note="a draught"), STATE, ("otis",))
    assert told is not None
    assert told.text == "The DM rules: you have 7 hit points. A draught."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ruled("vanishes", True), "The DM rules: you vanish."),
        (ruled("alert", False), "The DM rules: you are no longer alert."),
        (ruled("falls", True), "The DM rules: you fall."),
        (ruled("behind", "", note="no cover"), "The DM rules: you stand behind nobody. No cover."),
    ],
)
def test_verbs_agree_with_whoever_is_spoken_to(event: e.Ruled, sentence: str) -> None:
    told = tell(event, STATE, ("otis",))
    assert told is not None
    assert told.text == sentence


@pytest.mark.parametrize("shown", ["hidden", "words"])
def test_hit_points_that_the_table_does_not_show_are_not_told(shown: str) -> None:
    state = evolve(STATE, options={"table.foe_hp": shown, "table.party_hp": "numbers"})
    wounded = ruled("hp", 2, who="orc")
    to_others, to_the_dm = tell(wounded, state), tell(wounded, state, knows=True)
    assert to_others is not None
    assert to_the_dm is not None
    assert to_others.text == "The DM rules: Orc 1’s hit points change."
    assert to_the_dm.text == "The DM rules: Orc 1 has 2 hit points."


def test_what_the_procedure_itself_changes_is_not_said_to_be_the_dms() -> None:
    assert tell(ruled("behind", "", note="warned", clauses=("SOME.1",)), STATE) is None


WORDS = e.Ruled(who=DM, what="over_100", new="rule", note="the floor gives way")
CHANGES = (ruled("moved", [100, 200], note="the floor gives way"), ruled("prone", True, note="the floor gives way"))


def test_a_ruling_and_what_it_changes_tell_the_note_once() -> None:
    told = [each.text for each in tell_all([WORDS, *CHANGES], STATE)]
    assert told == ["The DM rules: The floor gives way.", "Otis is moved to 1, 2 ft.", "Otis is down."]


def test_in_the_doms_log_too() -> None:
    lines = [build_line(STATE, event) for event in drop_repeated_notes([WORDS, *CHANGES])]
    told = [(line.text, line.note) for line in lines if line is not None]
    assert told == [
        ("The DM rules: The floor gives way.", ""),
        ("Otis is moved to 1, 2 ft.", ""),
        ("Otis is down.", ""),
    ]


def test_the_note_stands_beneath_a_single_ruling_and_not_within_it() -> None:
    line = build_line(STATE, CHANGES[0])
    assert line is not None
    assert (line.text, line.note) == ("Otis is moved to 1, 2 ft.", "Ruled by the DM: the floor gives way")


def test_another_note_is_told_again() -> None:
    events: list[Event] = [CHANGES[0], ruled("hp", 3, note="and hurts"), CHANGES[1]]
    notes = [each.note for each in drop_repeated_notes(events) if isinstance(each, e.Ruled)]
    assert notes == ["the floor gives way", "and hurts", "the floor gives way"]


def test_two_rulings_in_two_segments_have_each_its_note() -> None:
    events: list[Event] = [CHANGES[0], e.SegmentBegan(round=1, clock=2), CHANGES[1]]
    assert SAID not in [each.note for each in drop_repeated_notes(events) if isinstance(each, e.Ruled)]


def test_a_take_back_says_why_once() -> None:
    line = build_line(STATE, e.TakenBack(to=3, epoch=1, round=2, clock=3, note="wrong orc"))
    assert line is not None
    assert (line.text, line.note) == ("The DM took back to segment 3.", "wrong orc")


def test_every_ruling_of_the_fight_itself_is_told() -> None:
    for what in ENCOUNTER_RULINGS:
        new = ["table.foe_hp", "hidden"] if what == "option" else "outdoors"
        told = tell(ruled(what, new, who=DM), STATE)
        assert told is not None
        assert "_" not in told.text
