"""Missiles run out: a shot takes one, a take-back returns it, the DM rules the number."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.kernel import codec
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.form_fields import Number, OneOf
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, GiveAnswer, MakeRuling, TakeBack
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import build_viewer_log
from rules.kernel.stat_block import StatBlock
from rules.procedures import get_ruleset
from rules.scenarios import find_differences, parse_scenario, play_scenario
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.saving import save_fight, save_without_secrets
from rules.statblocks import build_stat_blocks
from tests.any_procedure import FAMILY
from tests.rules.players import opening
from tests.rules.proofs import assert_folds, assert_replays
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs


def build(id: str, side: str, **keys: Any) -> StatBlock:
    (stat_block,) = build_stat_blocks({"id": id, "side": side, "level": 1, "hp": 50, **keys})
    return stat_block


def begin(ruleset: str, **keys: Any) -> Game:
    """Return a game in its first round, in which Otis has a long bow and stands far from an orc."""
    given = {"weapons": ["bow_long"], "played": True, "position": [0, 0], **keys}
    stat_blocks = [build("otis", "party", **given), build("orc", "foes", weapons=["sword_long"], position=[25, 0])]
    begun = Game(opening(stat_blocks, ruleset=ruleset), SeededDice(5))
    begun.submit(BeginRound())
    return begun


def shoot(game: Game, **more: Any) -> None:
    """Have Otis shoot at the orc in this round, and play the round to its end."""
    answered = False
    while not game.state.between_rounds and not game.state.ended:
        asked = next((each for each in game.state.open if each.who == "otis" and not each.sealed), None)
        if asked is not None and asked.question == "declare" and not answered:
            answer = {"action": "D", "how": "shoot", "weapon": "bow_long", "target": "orc", **more}
            answered = not game.submit(GiveAnswer(asked.token, answer, "otis")).refusal
        game.submit(CloseQuestions())


def count(game: Game, item: str = "arrow") -> int | None:
    return game.state.combatants["otis"].charges.get(item)


def list_weapons(game: Game, way: str = "shoot") -> dict[str, Any]:
    """Return the options for what Otis shoots or throws, by their ids."""
    asked = next(each for each in game.state.open if each.who == "otis")
    form = get_ruleset(game.state.ruleset).questions["declare"].form(game.state, asked)
    assert form is not None
    letters = form.fields[0]
    assert isinstance(letters, OneOf)
    discharge = next(each for each in letters.choices if each.value == "D")
    ways = next(each for each in discharge.then() if isinstance(each, OneOf))
    shooting = next(each for each in ways.choices if each.value == way)
    weapons = next(each for each in shooting.then() if isinstance(each, OneOf))
    return {each.value: each for each in weapons.choices}


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_take_back_returns_what_was_shot(ruleset: str) -> None:
    game = begin(ruleset, charges={"arrow": 5})
    before = game.position
    shoot(game)
    assert count(game) == 3
    game.submit(TakeBack(before))
    assert count(game) == 5
    shoot(game)
    assert count(game) == 3
    assert_folds(game)
    assert_replays(game, SeededDice(5))


@pytest.mark.parametrize("ruleset", FAMILY)
def test_what_nobody_counts_never_runs_out(ruleset: str) -> None:
    game = begin(ruleset)
    shoot(game)
    assert count(game) is None
    assert sum(isinstance(each, e.Attacked) and each.mode == "missile" for each in game.list_live_events()) == 2


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_form_says_what_is_left_and_asks_for_no_more_shots(ruleset: str) -> None:
    game = begin(ruleset, charges={"arrow": 3})
    bow = _ask_for_bow(game)
    assert bow.price == "2 a round, 3 left"
    assert next(each.most for each in bow.then() if isinstance(each, Number) and each.name == "shots") == 3


def _ask_for_bow(game: Game) -> Any:
    """Return the option for the bow, as soon as Otis is asked what to do."""
    while not any(each.who == "otis" and each.question == "declare" for each in game.state.open):
        game.submit(CloseQuestions())
    return list_weapons(game)["bow_long"]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_bow_without_arrows_is_refused_and_a_dagger_is_thrown(ruleset: str) -> None:
    game = begin(ruleset, weapons=["bow_long", "dagger"], charges={"arrow": 0, "dagger": 3})
    bow = _ask_for_bow(game)
    assert bow.refusal.reason == "has no missiles left"
    assert list_weapons(game)["dagger"].refusal is None


@pytest.mark.parametrize("ruleset", FAMILY)
def test_the_dm_rules_how_many_are_left(ruleset: str) -> None:
    game = begin(ruleset, charges={"arrow": 3})
    (ruled,) = game.submit(MakeRuling((Change("otis", "charges", ["arrow", 17]),))).events
    assert isinstance(ruled, e.Ruled)
    assert (ruled.old, ruled.new) == (["arrow", 3], ["arrow", 17])
    shoot(game)
    assert count(game) == 15
    assert_replays(game, SeededDice(5))


def test_a_ruling_counts_what_nobody_counted() -> None:
    game = begin(FAMILY[0])
    (ruled,) = game.submit(MakeRuling((Change("otis", "charges", ["arrow", 1]),))).events
    assert isinstance(ruled, e.Ruled)
    assert (ruled.old, ruled.new) == (None, ["arrow", 1])
    assert count(game) == 1


@pytest.mark.parametrize(
    "value", [None, "arrow", ["arrow"], ["bolt", 3], ["arrow", -1], ["arrow", 1001], ["arrow", "x"]]
)
def test_a_ruling_names_an_item_that_can_be_counted_and_a_number(value: object) -> None:
    game = begin(FAMILY[0], charges={"arrow": 3})
    with pytest.raises(BadInput):
        game.submit(MakeRuling((Change("otis", "charges", value),)))
    assert count(game) == 3


def test_a_routine_of_several_missiles_takes_as_many_as_are_left() -> None:
    spikes = {"id": "spikes", "missile": {"rate": 1}, "blows": ["1d6"] * 6}
    game = begin(FAMILY[0], weapons=[spikes], charges={"spikes": 8})
    shoot(game, weapon="spikes")
    assert count(game, "spikes") == 2
    game.submit(BeginRound())
    shoot(game, weapon="spikes")
    assert count(game, "spikes") == 0


def test_two_bows_shoot_the_same_arrows() -> None:
    otis = build("otis", "party", weapons=["bow_long", "bow_short", "sling_stone"], charges={"arrow": 4})
    [state] = [fold([opening([otis])])]
    me = state.combatants["otis"]
    assert [me.count_missiles(each) for each in otis.gear.weapons] == [4, 4, None]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_player_knows_the_own_count_and_a_watcher_knows_none(ruleset: str) -> None:
    game = begin(ruleset, charges={"arrow": 3})
    shoot(game)
    for viewpoint, expected in ((Viewpoint(characters=("otis",)), {"arrow": 1}), (Viewpoint(), {})):
        log = [(event, viewpoint, at) for at, event in enumerate(game.list_live_events())]
        viewer_log = build_viewer_log(iter(log))
        seen = next(each for each in viewer_log.state.combatants.values() if each.side == "party")
        assert dict(seen.charges) == expected
        assert ("arrow" in codec.encode_text(viewer_log.state)) == bool(expected)


def test_a_saved_fight_shoots_the_same_and_without_secrets_names_no_own_missiles() -> None:
    bow = {"id": "grannys_bow", "missile": {"rate": 2, "ammunition": "grannys_bolts"}}
    game = begin(FAMILY[0], weapons=[bow], charges={"grannys_bolts": 1})
    game.submit(MakeRuling((Change("otis", "charges", ["grannys_bolts", 3]),)))
    shoot(game, weapon="grannys_bow")
    assert count(game, "grannys_bolts") == 1
    saved = save_fight(game.opening, game.records, PreparedTables())
    assert saved.unlike == ""
    bare = save_without_secrets(game.opening, game.records)
    assert "grannys" not in bare.text
    for text in (saved.text, bare.text):
        run = play_scenario(parse_scenario(text))
        assert find_differences(run) == []
        party = next(each for each in run.state.combatants.values() if each.side == "party")
        assert list(party.charges.values()) == [1]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(400)))
def test_in_a_fight_at_random_nobody_shoots_more_than_it_had(seed: int, ruleset: str) -> None:
    rng = Random(seed)
    opened = random_opening(rng, ruleset)
    opened = replace(opened, stat_blocks=tuple(_count(rng, each) for each in opened.stat_blocks))
    game = Chatter(rng, opened, SeededDice(seed)).play()
    taken = Counter[tuple[str, str]]()
    for event in game.list_live_events():
        if isinstance(event, e.Attacked) and event.mode in ("missile", "thrown"):
            weapon = game.state.combatants[event.who].weapon(event.weapon)
            assert weapon is not None
            assert weapon.missile is not None
            taken[event.who, weapon.missile.ammunition] += 1
    for stat_block in opened.stat_blocks:
        left = game.state.combatants[stat_block.id].charges if stat_block.id in game.state.combatants else {}
        for item, had in stat_block.gear.charges:
            if item in _list_missiles(stat_block) and item in left:
                assert taken[stat_block.id, item] + left[item] == had
    assert_folds(game)
    assert_replays(game, SeededDice(seed))


def _list_missiles(stat_block: StatBlock) -> list[str]:
    return [each.missile.ammunition for each in stat_block.gear.weapons if each.missile is not None]


def _count(rng: Random, stat_block: StatBlock) -> StatBlock:
    """Return a combatant with few missiles, or none, of each kind."""
    counted = dict(stat_block.gear.charges) | {item: rng.randint(0, 3) for item in _list_missiles(stat_block)}
    return replace(stat_block, gear=replace(stat_block.gear, charges=tuple(counted.items())))
