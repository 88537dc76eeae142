"""Effects that change numbers: they count while they last, and the log says so."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event
from rules.kernel.dice import DiceText
from rules.kernel.stat_block import NumberChange
from rules.procedures import split_layer
from rules.procedures.adnd.durations import Duration, compute_end, compute_lasting
from rules.procedures.adnd.numbers import compute_rate_factor, count_routines_at_rate
from rules.scenarios import ScenarioRun
from tests.any_procedure import FAMILY
from tests.rules.fights import declare, error_of, run

FIELD = """
ruleset = "{}"
title = "Jaroo prays over Otis and the orc"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 5
[[combatant]]
id = "jaroo"
side = "party"
class = "cleric"
level = 5
hp = 30
spells = [
    {{ id = "word", casting = "1 segment", range_ft = 60 }},
    {{ id = "doom", casting = "1 segment", save = "half", damage = "2" }},
]
position = [-10, 0]
[[combatant]]
id = "otis"
side = "party"
class = "fighter"
level = 5
hp = 60
ac = 5
movement = 12
weapons = [{{ id = "club", speed_factor = 4, length_ft = 3, damage = "1d4" }}]
position = [0, 0]
[[combatant]]
id = "orc"
side = "foes"
hd = "4"
hp = 90
ac = 6
weapons = [{{ id = "club", speed_factor = 4, length_ft = 3, damage = "1d4" }}]
position = [5, 0]
"""


def field_of(ruleset: str) -> str:
    """Return the fight by one procedure; a layer names the one under it."""
    layer, under = split_layer(ruleset)
    return FIELD.format(f'{layer}"\nover = "{under}' if under else ruleset)


UNDER = 'until = "3 rounds"'


@cache
def play(ruleset: str, who: str, changes: str, more: str = UNDER) -> ScenarioRun:
    """Play three rounds of blows; in the first of them Jaroo's word falls on somebody."""
    changed = f"changes = [{changes}], " if changes else ""
    effect = f'{{ who = "{who}", what = "effect", value = "marked", {changed}{more} }}'
    answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {{ changes = [{effect}] }}\n'
    blows = [
        declare(one, "G", other, 'weapon = "club"', round=round)
        for round in (1, 2, 3)
        for one, other in (("otis", "orc"), ("orc", "otis"))
    ]
    cast = declare("jaroo", "D", who, 'spell = "word"')
    return run(cast, *blows, answer, field=field_of(ruleset))


def list_blows(played: ScenarioRun, who: str, round: int = 2) -> Sequence[e.Attacked]:
    return [each for each in played.events if isinstance(each, e.Attacked) and (each.who, each.round) == (who, round)]


def test_no_layer_is_forgotten() -> None:
    assert any(split_layer(each)[1] for each in FAMILY)
    assert any(not split_layer(each)[1] for each in FAMILY)


@pytest.mark.parametrize("ruleset", FAMILY)
def test_an_effect_begins_with_its_numbers_and_its_end(ruleset: str) -> None:
    played = play(ruleset, "otis", '{ what = "to_hit", by = 2 }')
    begun = next(each for each in played.events if isinstance(each, e.EffectBegan))
    assert (begun.who, begun.effect, begun.changes) == ("otis", "marked", (NumberChange("to_hit", 2),))
    assert begun.until is not None
    assert begun.until[0] == 4


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_bonus_to_hit_lowers_the_number_needed_and_is_told(ruleset: str) -> None:
    plain, marked = (play(ruleset, "otis", changes) for changes in ("", '{ what = "to_hit", by = 2 }'))
    [before], [after] = (list_blows(each, "otis") for each in (plain, marked))
    assert after.needed == before.needed - 2
    assert ", marked +2" in after.working


@pytest.mark.parametrize("ruleset", FAMILY)
def test_armor_class_is_that_of_whoever_is_struck(ruleset: str) -> None:
    plain, marked = (play(ruleset, "otis", changes) for changes in ("", '{ what = "ac", by = -3 }'))
    [before], [after] = (list_blows(each, "orc") for each in (plain, marked))
    assert after.needed == before.needed + 3
    assert "(marked -3)" in after.working
    assert [each.needed for each in list_blows(plain, "otis")] == [each.needed for each in list_blows(marked, "otis")]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_damage_is_added_to_what_hits_and_told(ruleset: str) -> None:
    easy = '{ what = "to_hit", by = 40 }'
    plain, marked = (play(ruleset, "otis", easy + more) for more in ("", ', { what = "damage", by = 3 }'))
    before, after = (
        next(each for each in run.events if isinstance(each, e.Damaged) and each.by == "otis" and each.round == 2)
        for run in (plain, marked)
    )
    assert (after.amount, after.working) == (before.amount + 3, "marked +3")
    assert before.working == ""


@pytest.mark.parametrize("ruleset", FAMILY)
def test_routines_double_and_halve(ruleset: str) -> None:
    doubled = play(ruleset, "otis", '{ what = "routines", by = 1 }')
    halved = play(ruleset, "otis", '{ what = "routines", by = -0.5 }')
    counts = [len(list_blows(each, "otis", round)) for each in (doubled, halved) for round in (2, 3)]
    assert counts == [2, 2, 0, 1]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_saves_are_easier_by_what_effects_add(ruleset: str) -> None:
    def find_save(changes: str) -> e.SavedOrNot:
        effect = f'{{ who = "orc", what = "effect", value = "marked", changes = [{changes}] }}'
        answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {{ changes = [{effect}] }}\n'
        cast = [declare("jaroo", "D", "orc", f'spell = "{id}"', round=n) for n, id in ((1, "word"), (2, "doom"))]
        played = run(*cast, answer, field=field_of(ruleset))
        return next(each for each in played.events if isinstance(each, e.SavedOrNot))

    plain, marked = find_save(""), find_save('{ what = "save", by = 4 }')
    assert (marked.needed, marked.working) == (plain.needed - 4, "marked +4")


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize(("by", "part"), [(12, Fraction(2)), (-6, Fraction(1, 2)), (-12, Fraction(0))])
def test_movement_is_longer_or_shorter(ruleset: str, by: int, part: Fraction) -> None:
    def walk(changes: str) -> list[e.Moved]:
        effect = f'{{ who = "otis", what = "effect", value = "marked", changes = [{changes}] }}'
        answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {{ changes = [{effect}] }}\n'
        move = declare("otis", "E", "", "to = [-5000, 0]", round=2)
        far = field_of(ruleset).replace("position = [5, 0]", "position = [900, 0]")
        played = run(declare("jaroo", "D", "otis", 'spell = "word"'), move, answer, field=far)
        return [each for each in played.events if isinstance(each, e.Moved) and each.who == "otis"]

    plain = sum(each.feet for each in walk(""))
    changed = walk(f'{{ what = "movement", by = {by} }}')
    assert plain
    assert sum(each.feet for each in changed) == plain * part
    assert all(f"(marked {by:+d})" in each.working for each in changed)


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_numbers_end_with_the_effect(ruleset: str) -> None:
    brief = play(ruleset, "otis", '{ what = "to_hit", by = 2 }', 'until = "1 round"')
    assert any(isinstance(each, e.EffectEnded) and each.effect == "marked" for each in brief.events)
    [plain], [after] = (list_blows(each, "otis", 3) for each in (play(ruleset, "otis", ""), brief))
    assert after.needed == plain.needed
    assert "marked" not in after.working


def test_a_condition_may_change_numbers_too() -> None:
    effect = '{ who = "orc", what = "webbed", changes = [{ what = "ac", by = 4 }] }'
    answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {{ changes = [{effect}] }}\n'
    played = run(declare("jaroo", "D", "orc", 'spell = "word"'), answer, field=field_of(FAMILY[0]))
    assert played.state.combatants["orc"].sum_changes("ac") == 4


@pytest.mark.parametrize(
    "change",
    [
        'what = "effect"',
        'what = "effect", value = "HASTE!"',
        'what = "effect", value = "marked", until = "soon"',
        'what = "effect", value = "marked", until = [1]',
        'what = "effect", value = "marked", changes = [{ what = "beauty", by = 1 }]',
        'what = "effect", value = "marked", changes = [{ what = "to_hit", by = "much" }]',
        'what = "effect", value = "marked", changes = [{ what = "to_hit", by = 0.5 }]',
        'what = "effect", value = "marked", changes = [{ what = "to_hit", by = 4000 }]',
        'what = "effect", value = "marked", changes = [{ what = "to_hit" }]',
        'what = "hp", value = 4, changes = [{ what = "to_hit", by = 1 }]',
    ],
)
def test_what_is_no_effect_is_an_error(change: str) -> None:
    answer = (
        '[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\n'
        f'choice = {{ changes = [{{ who = "orc", {change} }}] }}\n'
    )
    cast = declare("jaroo", "D", "orc", 'spell = "word"')
    assert "choice" in error_of(cast, answer, field=field_of(FAMILY[0]), playing=True)


def test_dice_of_a_duration_are_rolled_once_where_only_the_dm_sees_them() -> None:
    marks = ", ".join(
        f'{{ who = "{who}", what = "effect", value = "marked", until = "1d4+2 rounds" }}' for who in ("orc", "otis")
    )
    answer = f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {{ changes = [{marks}] }}\n'
    dice = '[[roll]]\nround = 1\npurpose = "effect"\nby = "jaroo"\nfaces = [3]\n'
    played = run(declare("jaroo", "D", "orc", 'spell = "word"'), answer, dice, field=field_of(FAMILY[0]))
    begun = [each for each in played.events if isinstance(each, e.EffectBegan)]
    assert [each.until[0] for each in begun if each.until] == [6, 6]
    assert [[roll.hidden for roll in each.rolls] for each in begun] == [[True], []]


def test_an_end_is_counted_in_segments_rounds_and_turns() -> None:
    state = play(FAMILY[0], "otis", "").state
    at = (state.round, state.clock or 0)
    assert compute_end(state, 1, "segment") == (at[0] + (at[1] >= 10), at[1] % 10 + 1)
    assert compute_end(state, 10, "segment") == (at[0] + 1, at[1])
    twenty = Duration(DiceText(0, 0, 20), "round", "s")
    assert compute_end(state, 2, "turn") == compute_lasting(state, twenty).until == (at[0] + 20, at[1])


def test_haste_counts_once_and_lesser_rates_add_up() -> None:
    state = play(FAMILY[0], "otis", '{ what = "routines", by = -0.5 }').state
    otis = state.combatants["otis"]
    assert compute_rate_factor(otis) == Fraction(1, 2)
    assert [count_routines_at_rate(otis, Fraction(3, 2), round) for round in range(1, 9)] == [1, 1, 1, 0, 1, 1, 1, 0]


def test_numbers_are_stored_as_numbers() -> None:
    event = e.EffectBegan(
        who="otis", effect="slowed", changes=(NumberChange("movement", Fraction(-9, 2)), NumberChange("ac", 1))
    )
    stored = encode_event(event)
    assert stored["changes"] == [{"what": "movement", "by": "-9/2"}, {"what": "ac", "by": 1}]
    assert decode_event(stored) == event
    del stored["changes"]
    assert decode_event(stored).changes == ()  # type: ignore[attr-defined]
