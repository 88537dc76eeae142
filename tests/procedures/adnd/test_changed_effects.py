"""Effects of magic that a DM changes stand in place of those of the table."""

from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event
from rules.kernel.effect_entries import EffectChange
from rules.kernel.state import NumberChange
from rules.procedures.adnd.proposals import propose
from rules.reference import find_effect
from rules.scenarios import Run, parse_scenario, play_scenario
from rules.scenarios.play import make_opening
from tests.any_procedure import ANY
from tests.rules.fights import declare, error_of, run

FIELD = f"""
ruleset = "{ANY}"
unscripted = "low"
effects = "auto"
[encounter]
start = "melee"
distance_ft = 3
[[combatant]]
id = "jaroo"
side = "party"
class = "cleric"
level = 5
spells = ["cleric_bless", {{ id = "gloom", casting = "1 segment" }}]
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "fighter"
level = 5
[[combatant]]
id = "orc"
side = "foes"
monster = "orc"
hp = 60
"""
BLESS = """
[[effect]]
magic = ["cleric_bless"]
lasts = { count = 2, unit = "round" }
parts = [{ on = "targets", name = "blessed", changes = [{ what = "to_hit", by = 2 }] }]
"""
GLOOM = """
[[effect]]
magic = ["gloom"]
ends_on = "attack"
parts = [{ on = "targets", name = "gloomy", changes = [{ what = "movement", times = 0.5 }] }]
"""


def cast(spell: str, *more: str, at: str = "otis") -> Run:
    return run(*more, declare("jaroo", "D", at, f'spell = "{spell}"'), field=FIELD)


def list_begun(played: Run) -> list[tuple[str, str, tuple[NumberChange, ...]]]:
    return [(each.who, each.effect, each.changes) for each in played.events if isinstance(each, e.EffectBegan)]


def test_the_changed_effect_stands_in_place_of_the_one_of_the_table() -> None:
    assert list_begun(cast("cleric_bless")) == [("otis", "blessed", (NumberChange("to_hit", 1),))]
    played = cast("cleric_bless", BLESS)
    assert list_begun(played) == [("otis", "blessed", (NumberChange("to_hit", 2),))]
    [began] = [each for each in played.events if isinstance(each, e.EffectBegan)]
    assert began.until is not None
    assert began.until[0] == 3


def test_a_spell_of_their_own_has_an_effect_and_may_end_with_an_attack() -> None:
    attack = (declare("orc", "G", "otis", round=2), declare("otis", "C", round=2))
    played = run(GLOOM, declare("jaroo", "D", "orc", 'spell = "gloom"'), *attack, field=FIELD)
    assert list_begun(played) == [("orc", "gloomy", (NumberChange("movement", Fraction(-9, 2)),))]
    assert [each.effect for each in played.events if isinstance(each, e.EffectEnded)] == ["gloomy"]


def test_the_opening_carries_it_and_nothing_else_is_read_afterwards() -> None:
    opening = make_opening(parse_scenario(FIELD + BLESS + GLOOM))
    kinds = {"EncounterOpened": e.EncounterOpened}
    assert decode_event(encode_event(opening), kinds) == opening
    assert opening.effects[1].parts[0].changes == (EffectChange("movement", Fraction(1, 2), "times"),)
    state = play_scenario(parse_scenario(FIELD + BLESS)).state
    proposal = propose(state, {"by": "jaroo", "what": "Bless", "targets": ["otis"], "saved": []})
    assert proposal is not None
    assert proposal.until == "2 rounds"


def test_the_table_itself_stays_as_it_is() -> None:
    cast("cleric_bless", BLESS)
    entry = find_effect("cleric_bless")
    assert entry is not None
    assert entry.count == 6


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ('magic = ["cleric_bles"]', "magic"),
        ("magic = []", "magic"),
        ('lasts = { count = 2, unit = "year" }', "lasts.unit"),
        ('lasts = { unit = "round" }', "lasts.count"),
        ("parts = []", "parts"),
        ('parts = [{ on = "everyone", name = "blessed" }]', "parts.on"),
        ('parts = [{ name = "Blessed!" }]', "parts.name"),
        ('parts = [{ name = "blessed", changes = [{ what = "luck", by = 1 }] }]', "parts.changes.what"),
        ('parts = [{ name = "blessed", changes = [{ what = "to_hit", by = 1.5 }] }]', "parts.changes.by"),
        ('parts = [{ name = "blessed", changes = [{ what = "to_hit", times = 2 }] }]', "parts.changes.times"),
        ('parts = [{ name = "blessed", changes = [{ what = "to_hit" }] }]', "parts.changes.by"),
        ('ends_on = "sleep"', "ends_on"),
        ("colour = 3", "colour"),
    ],
)
def test_a_wrong_row_is_an_error_that_names_the_key_and_line(wrong: str, key: str) -> None:
    kept = [line for line in BLESS.strip().splitlines() if line.partition(" ")[0] != wrong.partition(" ")[0]]
    message = error_of("\n".join([*kept, wrong]), field=FIELD)
    assert f'"{key}"' in message
    assert message.startswith("ford.toml:")


def test_two_effects_of_one_spell_are_refused() -> None:
    assert "cleric_bless" in error_of(BLESS, BLESS, field=FIELD)
