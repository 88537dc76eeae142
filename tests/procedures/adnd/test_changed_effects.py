"""Effects of magic that a DM changes stand in place of those of the table."""

from fractions import Fraction

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event
from rules.kernel.effect_entries import EffectChange
from rules.kernel.stat_block import NumberChange
from rules.procedures.adnd.proposals import propose
from rules.reference import find_effect
from rules.scenarios import ScenarioRun, parse_scenario, play_scenario
from rules.scenarios.play import make_opening, reveal_run
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


def cast(spell: str, *more: str, at: str = "otis") -> ScenarioRun:
    return run(*more, declare("jaroo", "D", at, f'spell = "{spell}"'), field=FIELD)


def list_begun(played: ScenarioRun) -> list[tuple[str, str, tuple[NumberChange, ...]]]:
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


# In play.


def rule(value: str, round: int = 1, **more: str) -> str:
    extra = "".join(f"{key} = {each}\n" for key, each in more.items())
    return f'[[ruling]]\nround = {round}\nwho = "dm"\nwhat = "effect"\nvalue = {value}\n{extra}'


def row(name: str = "blessed", by: object = 3, magic: str = '"cleric_bless"') -> str:
    changes = f'[{{ what = "to_hit", by = {by} }}]'
    return f'{{ magic = [{magic}], parts = [{{ on = "targets", name = "{name}", changes = {changes} }}] }}'


def find_hits(played: ScenarioRun) -> list[object]:
    return [change.by for *_, changes in list_begun(played) for change in changes]


def test_a_ruling_changes_what_magic_does_from_then_on() -> None:
    again = declare("jaroo", "D", "otis", 'spell = "cleric_bless"', round=2)
    field = FIELD.replace('["cleric_bless",', '["cleric_bless", "cleric_bless",')
    first = declare("jaroo", "D", "otis", 'spell = "cleric_bless"')
    assert find_hits(run(first, again, rule(row(), 2), field=field)) == [1, 3]
    assert find_hits(run(first, again, rule(row()), rule('"cleric_bless"', 2), field=field)) == [3, 1]


def test_a_ruling_replaces_the_change_that_the_fight_began_with_and_restores_the_table() -> None:
    assert find_hits(cast("cleric_bless", BLESS, rule(row()))) == [3]
    assert find_hits(cast("cleric_bless", BLESS, rule('"cleric_bless"'))) == [1]
    assert list_begun(cast("gloom", GLOOM, rule('"gloom"'), at="orc")) == []


def test_other_magic_of_an_earlier_change_keeps_it() -> None:
    both = BLESS.replace('["cleric_bless"]', '["cleric_bless", "gloom"]')
    assert find_hits(cast("gloom", both, rule(row()))) == [2]
    assert find_hits(cast("cleric_bless", both, rule(row()))) == [3]


def test_only_the_dm_is_shown_it() -> None:
    played = cast("cleric_bless", rule(row(), note='"a canary"'))
    [changed] = [each for each in played.events if isinstance(each, e.EffectChanged)]
    assert (changed.perceived_by, changed.note) == (("dm",), "a canary")
    for viewer in ("party", "foes", "jaroo", "public"):
        shown = list(reveal_run(played, viewer))
        assert not any(isinstance(each, e.EffectChanged) or "canary" in str(each) for each in shown)


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (row(magic='"cleric_bles"'), "value.magic"),
        (row(magic="{ a = 1 }"), "value.magic"),
        (row(by=1.5), "value.parts.changes.by"),
        (row(by="nan"), "value.parts.changes.by"),
        (row(name="Blessed!"), "value.parts.name"),
        ('{ magic = ["cleric_bless"], parts = [], colour = 3 }', "value.colour"),
        ('{ magic = ["cleric_bless"] }', "value.parts"),
        ('"cleric_bless"', "value.magic"),
        ('"wishing"', "value.magic"),
        ("3", "value.magic"),
        ("[]", "value.magic"),
    ],
)
def test_nonsense_is_refused_with_its_key(value: str, key: str) -> None:
    message = error_of(rule(value), declare("jaroo", "D", "otis", 'spell = "cleric_bless"'), field=FIELD, playing=True)
    assert message.startswith("ford.toml:")
    assert f'"{key}"' in message


def test_a_change_has_no_end_and_is_none_where_nothing_changes() -> None:
    order = declare("jaroo", "D", "otis", 'spell = "cleric_bless"')
    assert '"until"' in error_of(rule(row(), until="[3, 1]"), order, field=FIELD, playing=True)
    assert "already" in error_of(rule(row()), rule(row()), order, field=FIELD, playing=True)
