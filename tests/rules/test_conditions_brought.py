"""Combatants that come with conditions: read, begun, and shown to others as in a fight."""

import pytest

from rules.kernel import events as e
from rules.kernel.opening import build_combatant
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.stat_block import NumberChange, StartCondition, StatBlock
from rules.kernel.state import Condition
from rules.procedures import list_rulesets
from rules.statblocks import BadEntry, build_stat_blocks
from rules.statblocks.conditions import MOST_CONDITIONS, write_condition
from tests.rules.watchers import watch

BLESSED = StartCondition("blessed", 4, (NumberChange("to_hit", 1),))


def build(*conditions: object, **more: object) -> StatBlock:
    entry = {"id": "otis", "side": "party", "class": "ranger", "conditions": list(conditions), **more}
    return build_stat_blocks(entry)[0]


def test_a_condition_is_named_by_the_rules_or_by_the_table_of_effects() -> None:
    found = build("prone", {"id": "bless", "rounds": 4}, {"id": "cursed"}).start.conditions
    assert found == (StartCondition("prone"), BLESSED, StartCondition("cursed", None, (NumberChange("to_hit", -1),)))


def test_a_name_of_the_dms_own_has_its_changes_written() -> None:
    lame = {"id": "lame", "changes": [{"what": "movement", "by": -4.5}]}
    [found] = build(lame).start.conditions
    assert write_condition(found.name, found.rounds, found.changes) == lame


def test_a_condition_that_was_written_is_read_as_it_was() -> None:
    written = write_condition(BLESSED.name, BLESSED.rounds, BLESSED.changes)
    assert build(written).start.conditions == (BLESSED,)


@pytest.mark.parametrize(
    "wrong",
    [
        "blind", "dead", "helpless", {"rounds": 3}, {"id": "prone", "rounds": 0}, {"id": "prone", "rounds": "two"},
        {"id": "prone", "until": 3}, {"id": "Lame!", "changes": []}, {"id": "lame", "changes": [{"what": "luck"}]}, 5,
    ],
)  # fmt: skip
def test_a_condition_that_cannot_be_is_refused_by_its_key(wrong: object) -> None:
    with pytest.raises(BadEntry) as refused:
        build(wrong)
    assert refused.value.key.startswith("conditions")


def test_a_condition_stands_there_once_and_there_are_not_too_many() -> None:
    with pytest.raises(BadEntry, match="twice"):
        build("bless", "blessed")
    with pytest.raises(BadEntry, match=str(MOST_CONDITIONS)):
        build(*({"id": f"mark {n}", "changes": []} for n in range(MOST_CONDITIONS + 1)))


def test_a_combatant_begins_with_it_until_the_last_segment_of_its_last_round() -> None:
    assert build_combatant(build("bless", {"id": "prone", "rounds": 2}), (0, 0)).conditions == (
        Condition("blessed", None, BLESSED.changes),
        Condition("prone", (2, 10)),
    )


def test_one_who_comes_later_counts_its_rounds_from_then() -> None:
    assert build_combatant(build({"id": "prone", "rounds": 2}), (0, 0), 5).conditions == (Condition("prone", (6, 10)),)


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_others_see_a_condition_but_neither_its_end_nor_its_numbers(ruleset: str) -> None:
    otis = build({"id": "bless", "rounds": 4})
    opening = e.EncounterOpened(ruleset=ruleset, version="1", stat_blocks=(otis,))
    own, other = watch(Viewpoint(characters=("otis",)), opening=opening), watch(Viewpoint(), opening=opening)
    assert own.state.combatants["otis"].conditions == (Condition("blessed", (4, 10), BLESSED.changes),)
    assert other.state.combatants["otis"].conditions == (Condition("blessed"),)


def test_one_who_is_seen_later_shows_what_it_is_still_under() -> None:
    orc = build_stat_blocks({"id": "orc", "side": "foes", "hidden": True, "conditions": ["bless", "prone"]})[0]
    opening = e.EncounterOpened(ruleset=list_rulesets()[0], version="1", stat_blocks=(build(), orc))
    found = watch(
        Viewpoint(characters=("otis",)),
        e.EffectEnded(who="orc", effect="prone"),
        e.Revealed(who="orc", perceived_by=("otis",)),
        opening=opening,
    )
    [seen] = [each for id, each in found.state.combatants.items() if id != "otis"]
    assert seen.conditions == (Condition("blessed"),)
