"""The narration of Dew's rounds, as each viewer reads it."""

import pytest

from encounters.screens.log_lines import build_line
from rules.kernel import events as e
from rules.procedures.dew.noncombat import NoncombatRevealed
from rules.scenarios.library import load_library_script
from rules.scenarios.play import play_scenario, reveal_run
from tests.encounters import narrated


def read_aloud(name: str, viewer: str) -> list[str]:
    return narrated.read_aloud(f"dew/{name}", viewer)


TWO_ROUNDS = (
    "Together: Cora attacks Bran with the spear; Dain prepares a great blow with the bow.",
    "Nobody parries Cora’s attack.",
    "Cora parries Bran’s attack with the spear.",
    "Cora’s spear gives way.",
    "Bran passes.",
    "All traces are revealed: Cora chases Bran.",
    "Dain stops.",
    "Bran’s movement is over.",
    "Bran tries to close quickly and succeeds.",
    "The DM rules: The bowstring snaps.",
    "Dain’s bow breaks.",
    "The DM lets it be.",
    "Cora is dying. Her eyes close.",
)


def test_two_rounds_blow_by_blow_are_read_to_a_spectator() -> None:
    sentences = read_aloud("two_rounds", "public")
    assert [sentence for sentence in TWO_ROUNDS if sentence not in sentences] == []
    assert [sentence for sentence in sentences if "_" in sentence or "  " in sentence or ".:" in sentence] == []


def test_two_rounds_blow_by_blow_are_read_to_one_who_fights_in_them() -> None:
    sentences = read_aloud("two_rounds", "bran")
    assert "Cora parries your attack with the spear." in sentences
    assert "You parry Cora’s attack with the great axe." in sentences
    assert "You try to close quickly and succeed." in sentences
    assert "All traces are revealed: Cora chases you." in sentences


def test_those_who_pass_together_are_named_in_one_sentence() -> None:
    sentences = read_aloud("0a", "public")
    assert "Cora and Dain pass." in sentences
    assert [sentence for sentence in sentences if sentence.startswith("Together")] == []


SAID_OUT_OF_COMBAT = [
    ("0a", "dm", "Nobody does anything out of combat."),
    ("S.2.2", "public", "Out of combat: Dain casts a spell; Edda rests."),
    ("2.1.1a.2", "dm", "Out of combat: Cora rests."),
    ("2.1.1a.2", "dm", "Cora recovers 2 EN by rest."),
    ("2.1.3b.2", "bran", "Out of combat: you see to the armor."),
    ("2.1c.2", "dm", "Out of combat: Cora does something else (“light a torch”)."),
    ("2.1c.2", "cora", "Out of combat: you do something else (“light a torch”)."),
    ("2.1c.2", "public", "Out of combat: Cora does something else."),
    ("2.1c.2", "bran", "Out of combat: Cora does something else."),
]


@pytest.mark.parametrize(("name", "viewer", "sentence"), SAID_OUT_OF_COMBAT)
def test_what_is_chosen_out_of_combat_is_narrated(name: str, viewer: str, sentence: str) -> None:
    assert sentence in read_aloud(name, viewer)


def test_a_note_to_the_dm_is_in_no_event_of_the_others() -> None:
    run = play_scenario(load_library_script("dew/2.1c.2.toml"))
    for viewer in ("public", "bran"):
        shown = [each for each in reveal_run(run, viewer) if isinstance(each, NoncombatRevealed)]
        assert "torch" not in repr(shown)


@pytest.mark.parametrize("name", ["1.2.2d.6", "1.2.4b", "1.2.5n.3", "3.1h.2"])
def test_what_a_thing_cannot_do_is_said_of_the_thing(name: str) -> None:
    refused = [sentence for sentence in read_aloud(name, "dm") if sentence.startswith("Not possible: ")]
    assert refused
    assert [sentence for sentence in refused if not sentence.removeprefix("Not possible: ")[0].isupper()] == []
    assert [
        sentence for sentence in refused if sentence.startswith(("Not possible: Bran dagger", "Not possible: Bran The"))
    ] == []


def test_a_refusal_names_the_combatant_also_to_its_own_player() -> None:
    assert "Not possible: Bran is already alert." in read_aloud("0c", "bran")


def test_a_ruling_has_the_name_that_the_sequence_gives_it() -> None:
    state = play_scenario(load_library_script("dew/two_rounds.toml")).state
    who = next(iter(state.combatants.values()))
    line = build_line(state, e.Ruled(who=who.id, what="fall_die", new=12))
    assert line is not None
    assert line.text == f"{who.name}’s die of the next fall check is 12."
