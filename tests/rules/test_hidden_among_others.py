"""One who is hidden changes nothing that is told of the others: no order of sides, no place, no question, no clause."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.effects import Answer
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer
from rules.kernel.reveal import Eyes, Viewing
from rules.kernel.stat_block import StatBlock
from rules.procedures.dew import events as dew
from rules.scenarios import make_opening as opening_of
from rules.scenarios.library import load_library_script
from tests.rules.players import figure, hand, opening, spell, sword
from tests.rules.random_play import SeededDice

OTIS = figure("otis", "party", played=True, weapons=(sword(),), to_hit=(-20,) * 21)
ORC = figure("orc", "foes", weapons=(sword(),))
SNEAK = figure("sneak", "foes", weapons=(sword(),), hidden=True)


def seen(events: list[e.Event], *characters: str) -> Viewing:
    """What whoever plays these is shown of a log."""
    viewing = Viewing(Eyes(characters=characters))
    for position, event in enumerate(events):
        viewing.see(event, position)
    return viewing


def round_of(ruleset: str, *figures: StatBlock, orders: dict[str, Answer], **options: object) -> list[e.Event]:
    """The log of one round."""
    faces = {("initiative", "foes"): (6,), ("initiative", "party"): (1,)}
    return_to = hand(figures, orders, faces, ruleset=ruleset, options=options, distance_ft=5)
    return_to.play_round()
    return return_to.game.live_events()


def asked_of_otis(events: list[e.Event]) -> list[str]:
    return [event.question for event in events if isinstance(event, e.Asked) and event.who == "otis"]


def test_the_sides_come_in_the_order_of_those_who_are_seen() -> None:
    assert fold([opening([SNEAK, OTIS, ORC])]).sides == ("party", "foes")
    assert fold([opening([ORC, OTIS, SNEAK])]).sides == ("foes", "party")
    assert fold([opening([SNEAK, OTIS])]).sides == ("party", "foes")


def test_a_deed_is_told_without_its_place_among_everybodys() -> None:
    orders: dict[str, Answer] = {
        each: {"action": "G", "weapon": "sword", "target": "otis"} for each in ("orc", "sneak")
    }
    events = round_of(
        "demon_idol", SNEAK, OTIS, ORC, orders={**orders, "otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    )
    told = [deed for event in seen(events, "otis").shown if isinstance(event, e.AgendaChanged) for deed in event.deeds]
    assert told
    assert {deed.place for deed in told} == {()}


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_strike_at_the_flight_of_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    flees = replace(SNEAK, hidden=hidden)
    events = round_of("crucible", OTIS, flees, ORC, orders={"sneak": {"action": "A", "avoid": "flee"}})
    assert any(isinstance(event, e.Fled) for event in events)
    assert ("opportunity" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_parry_the_blow_of_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    strikes = replace(SNEAK, hidden=hidden)
    events = round_of(
        "lakofka", OTIS, strikes, ORC, orders={"sneak": {"action": "G", "weapon": "sword", "target": "otis"}}
    )
    assert any(isinstance(event, e.Attacked) and event.who == "sneak" for event in events)
    assert ("parry" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_keep_off_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    grapples: Answer = {"action": "G", "weapon": "sword", "mode": "grapple", "target": "otis"}
    events = round_of("lakofka", OTIS, replace(SNEAK, hidden=hidden), ORC, orders={"sneak": grapples})
    assert any(event.kind in ("Attacked", "Thwarted") for event in events)
    assert ("thwart" in asked_of_otis(events)) is asked


def test_what_a_charge_costs_a_foe_of_its_armor_class_is_told_to_its_player() -> None:
    far = replace(ORC, position=(3000, 0))
    orders: dict[str, Answer] = {"orc": {"action": "E", "how": "charge", "target": "otis"}}
    log = round_of("addict", OTIS, far, orders=orders)
    cited = {
        who: [event.clauses[1:] for event in seen(log, who).shown if isinstance(event, e.ChargeBegan)]
        for who in ("otis", "orc")
    }
    assert [any("VII.B.2" in clause for clause in clauses) for clauses in cited["orc"]] == [True]
    assert [any("VII.B.2" in clause for clause in clauses) for clauses in cited["otis"]] == [False]


def test_what_harm_means_to_one_with_spells_is_told_to_its_player() -> None:
    shaman = replace(ORC, spells=(spell(9),), hit_points=90)
    orders: dict[str, Answer] = {"otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    faces = {("to_hit", "otis"): (20,), ("initiative", "party"): (1,), ("initiative", "foes"): (6,)}
    events = hand([OTIS, shaman], orders, faces, ruleset="crucible", distance_ft=5).play_round()
    log = [opening([OTIS, shaman], ruleset="crucible"), *events]
    cited = {
        who: [event.clauses for event in seen(log, who).shown if isinstance(event, e.Damaged)]
        for who in ("otis", "orc")
    }
    assert cited == {"otis": [()], "orc": [("CRUCIBLE.II.D", "CRUCIBLE.CAST.1")]}


def test_what_is_asked_before_a_column_does_not_hang_on_one_who_is_hidden() -> None:
    mage = replace(SNEAK, spells=(spell(2),))
    orders: dict[str, Answer] = {
        "otis": {"action": "G", "weapon": "sword", "target": "orc"},
        "sneak": {"action": "D", "how": "spell", "spell": "spell_2"},
    }
    alone, others = (round_of("demon_idol", OTIS, ORC, *more, orders=orders) for more in ((), (mage,)))
    assert any(isinstance(event, e.SpellCompleted) for event in others)
    assert asked_of_otis(others) == asked_of_otis(alone)


def test_an_act_cites_nothing_for_what_one_who_is_hidden_does_with_it() -> None:
    option = {"demon.same_side_order": "simultaneous"}
    orders: dict[str, Answer] = {"orc": {"action": "C"}, "sneak": {"action": "C"}}
    log = round_of("demon_idol", OTIS, ORC, SNEAK, orders=orders, **option)
    assert [event.clauses for event in log if isinstance(event, e.Waited) and event.who == "orc"]
    cited = [event.clauses for event in seen(log, "otis").shown if isinstance(event, e.Waited)]
    assert not any("DEMON.OPT.same-side" in clauses for clauses in cited)


# Blow by blow.


def played(figure: StatBlock) -> StatBlock:
    """A figure that a player has."""
    return replace(figure, played=True)


def game_with_hidden(file: str, who: str) -> Game:
    """The fight of a file, with one of the figures hidden."""
    first = opening_of(load_library_script(file))
    figures = tuple(replace(each, hidden=each.id == who) for each in first.stat_blocks)
    return Game(replace(first, stat_blocks=figures), SeededDice(1))


@pytest.mark.parametrize(("who", "told"), [("nobody", 1), ("dain", 0)])
def test_what_the_dm_says_of_an_act_of_one_who_is_hidden_is_told_to_nobody(who: str, told: int) -> None:
    game = game_with_hidden("dew/2.1f.toml", who)
    game.submit(BeginRound())
    answers: dict[str, Answer] = {
        "noncombat": {"command": "other", "text": "read a scroll"},
        "consult": {"command": "rule", "text": "it burns"},
    }
    while not game.state.between_rounds:
        asked = next(
            (each for each in game.state.open if each.question in answers and each.who in ("dain", "dm")), None
        )
        game.submit(GiveAnswer(asked.token, answers.pop(asked.question)) if asked else CloseQuestions())
    assert answers == {}
    notes = [event.note for event in seen(game.live_events(), "bran").shown if isinstance(event, e.Ruled)]
    assert notes.count("it burns") == told


@pytest.mark.parametrize(("who", "together"), [("nobody", True), ("dain", False)])
def test_what_decides_the_initiative_is_told_of_those_who_are_seen(who: str, together: bool) -> None:
    game = game_with_hidden("dew/1.1.3a.toml", who)
    game.submit(BeginRound())
    first = next(event for event in game.live_events() if isinstance(event, dew.Initiative))
    assert len(first.holders) > 1
    assert ("DEW.1.1.3a" in first.clauses) is together


@pytest.mark.parametrize(("hidden", "told"), [("nobody", True), ("dain", False)])
def test_who_chooses_together_with_one_who_is_hidden_is_told_of_no_other(hidden: str, told: bool) -> None:
    game = game_with_hidden("dew/1.1.3a.toml", hidden)
    game = Game(
        replace(game.opening, stat_blocks=tuple(played(each) for each in game.opening.stat_blocks)), SeededDice(1)
    )
    game.submit(BeginRound())
    while not any(isinstance(event, dew.OptionsRevealed) for event in game.live_events()):
        game.submit(CloseQuestions())
    cora = seen(game.live_events(), "cora").shown
    asked = next(event for event in cora if isinstance(event, e.Asked))
    assert ("together" in asked.facts) is told
    assert any(isinstance(event, dew.OptionsRevealed) for event in cora) is told


def test_the_reaction_of_those_who_are_seen_is_rolled_as_if_nobody_else_were_there() -> None:
    beast, mage = replace(ORC, hit_dice="1"), replace(SNEAK, kind="magic_user")
    public = [
        event.perceived_by
        for figures in ((OTIS, beast), (OTIS, beast, mage))
        for event in hand(figures, {}, {}, ruleset="demon_idol", start="encounter", distance_ft=5).play_round()
        if isinstance(event, e.ReactionRolled)
    ]
    assert public == [("public",), ("public",)]


def test_what_only_one_who_is_hidden_chooses_is_not_told_as_chosen_by_nobody() -> None:
    game = game_with_hidden("dew/2.1f.toml", "dain")
    for only, told in ((("dain",), 0), (("dain", "bran"), 1)):
        chosen = dew.NoncombatRevealed(options=tuple(dew.Chosen(who, "rest", {}) for who in only))
        shown = seen([game.opening, chosen], "bran").shown
        assert sum(isinstance(event, dew.NoncombatRevealed) for event in shown) == told


def test_a_pass_of_one_who_is_hidden_is_wiped_without_a_word() -> None:
    game = game_with_hidden("dew/1.1.3a.toml", "dain")
    game.submit(BeginRound())
    said: dict[str, Answer] = {"dain": {"command": "pass"}, "cora": some_answer(game, "cora", "maneuver")}
    for who, answer in said.items():
        asked = next(each for each in game.state.open if each.who == who)
        game.submit(GiveAnswer(asked.token, answer))
    game.submit(CloseQuestions())
    assert any(isinstance(event, dew.PassesCleared) for event in game.live_events())
    assert not any(isinstance(event, dew.PassesCleared) for event in seen(game.live_events(), "cora").shown)


def some_answer(game: Game, who: str, command: str) -> Answer:
    """An answer of this command that one of them may give."""
    question = next(each for each in game.state.open if each.who == who)
    form = game.ruleset.questions[question.question].form(game.state, question)
    assert form is not None
    return next(answer for n in range(500) if (answer := form.random(Random(n)))["command"] == command)
