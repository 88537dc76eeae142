"""Comparing procedures over the same fight, inputs and faces."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.compare import (
    Comparison,
    Fight,
    NoSuchRound,
    PlayedFight,
    compare_procedures,
    list_comparable,
    make_fight_of_round,
    make_fight_of_run,
)
from rules.compare import play as play_by
from rules.compare.dice import OWN
from rules.compare.inputs import RecordedRuling, RoundInputs
from rules.kernel import events as e
from rules.kernel.dice import FaceKey, KeyedDice, draw_face
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound, Change, MakeRuling
from rules.kernel.procedure import Family
from rules.procedures import get_ruleset, list_rulesets
from rules.scenarios import ScenarioRun, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.any_procedure import ANY, FAMILY
from tests.rules.fights import FIELD, declare, roll
from tests.rules.fights import fight as script_of
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

WITH_FILES = [id for id in FAMILY if "/" not in id]
"""Procedures with a folder of files. A layer is played over one base only."""
BY_HAND = FIELD.replace('unscripted = "low"\n', 'seed = "ford"\n')

AT_THE_FORD = (
    declare("otis", "G", "orc-1", 'weapon = "sword_long"'),
    declare("tenser", "D", "", 'spell = "magic_user_sleep"', 'target = ["orc-1", "orc-2"]'),
    declare("orc-1", "G", "otis"),
    declare("orc-2", "G", "otis"),
    roll("initiative", "party", 2),
    roll("initiative", "foes", 5),
)


@cache
def run_of(file: Path) -> ScenarioRun:
    return play_scenario(parse_scenario(file.read_text(encoding="utf-8"), file.name))


def files(ruleset: str) -> list[Path]:
    return list(find_scenario_files(ruleset).values())


def at_the_ford(*more: str, words: Sequence[str] = AT_THE_FORD, field: str = BY_HAND) -> Fight:
    return make_fight_of_run(play_scenario(script_of(*words, *more, field=field)))


def compared(fight: Fight, *ids: str) -> Comparison:
    return compare_procedures(fight, [get_ruleset(id) for id in ids or list_rulesets()])


def faces(events: Sequence[e.Event]) -> Iterator[tuple[tuple[int, FaceKey], int, str]]:
    """Yield the round and key, the face and the source of every die."""
    for event in events:
        for rolled in event.rolls:
            for at, shows in enumerate(rolled.faces):
                key = (rolled.purpose, rolled.by, rolled.sides, rolled.first + at)
                yield (event.round, key), shows, rolled.source


def core(events: Sequence[e.Event]) -> list[object]:
    """Return events without the table's own: questions, rulings, seeds."""
    table = (e.RoundBegan, e.RoundEnded, e.StageBegan, e.Asked, e.Answered, e.Withdrawn, e.Refused, e.Ruled,
             e.Appeared, e.DiceAsked, e.DiceGiven, e.TakenBack, e.DiceRenewed, e.EncounterOpened)  # fmt: skip
    return [
        (event.kind, event.round, event.clock, event.moment, event.clauses, [each.faces for each in event.rolls])
        for event in events
        if not isinstance(event, table)
    ]


# Whole files.


def some(files: Sequence[Path]) -> Sequence[Path]:
    """Return the files to compare: all under `make soak`, at least ten under `make test`."""
    return files[:: len(files) // max(10, runs(len(files)))]


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", WITH_FILES)
def test_a_fight_does_not_differ_from_itself(ruleset: str) -> None:
    own, chosen = get_ruleset(ruleset), some(files(ruleset))
    assert len(chosen) >= 10
    fights = {file: replace(make_fight_of_run(run_of(file)), log=()) for file in chosen}
    assert [file for file, fight in fights.items() if compare_procedures(fight, [own, own]).differences] == []


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", WITH_FILES)
def test_a_file_is_played_as_it_was_with_its_faces_and_only_real_differences(ruleset: str) -> None:
    for file in some(files(ruleset)):
        run = run_of(file)
        found = compare_procedures(replace(make_fight_of_run(run), log=()), list_comparable(run.ruleset))
        own = next(each for each in found.played if each.ruleset is run.ruleset)
        assert core(own.events) == core(run.events), file
        shown = {key: shows for key, shows, _ in faces(run.events)}
        for each in found.played:
            for key, shows, source in faces(each.events):
                assert (shows == shown[key]) if key in shown else (OWN in source.split("+")), (file, key)
        for row in found.differences:
            compared = [cell.make_comparison_key() for cell in row.cells]
            assert any(each != compared[0] for each in compared), file


# One fight, looked at closely.


def test_places_say_where_the_differences_are_to_be_seen() -> None:
    found = compared(at_the_ford(), *FAMILY)
    for nth, run in enumerate(found.played):
        seen = {(event.clock, event.moment) for event in run.events}
        for place, numbers in found.find_places(nth).items():
            assert (place.clock, place.moment) in seen
            assert all(place.who in [key.who for key in found.differences[n - 1].keys] for n in numbers)


# What does not carry over.


def notes(found: Comparison, ruleset: str) -> list[tuple[str, str]]:
    played = next(each for each in found.played if each.ruleset.id == ruleset)
    return [(note.who, note.how) for note in played.notes]


def test_a_procedure_of_another_family_is_left_out_and_named() -> None:
    own = get_ruleset(ANY)
    stranger = type("Stranger", (type(own),), {"id": "stranger", "title": "Stranger", "family": Family("chess")})()
    found = compare_procedures(at_the_ford(), [own, stranger])
    assert [each.ruleset for each in found.played] == [own]
    assert [each.id for each in found.unfit] == ["stranger"]
    assert found.differences == ()


def test_its_own_procedure_comes_first_of_those_that_can_be_compared() -> None:
    for id in FAMILY:
        comparable = [each.id for each in list_comparable(get_ruleset(id))]
        assert comparable[0] == id
        assert set(comparable) == set(FAMILY)


def _played(found: Comparison, ruleset: str) -> PlayedFight:
    return next(each for each in found.played if each.ruleset.id == ruleset)


# A round in play.


def spare(round: int) -> KeyedDice:
    return KeyedDice("thrown away", "and the DM's")


def table(seed: int, ruleset: str) -> tuple[e.EncounterOpened, Game]:
    rng = Random(seed)
    opening = random_opening(rng, ruleset)
    return opening, Chatter(rng, opening, SeededDice(seed)).play()


def rounds(game: Game) -> list[int]:
    return sorted({event.round for event in game.list_live_events() if isinstance(event, e.RoundBegan)})


def of_round(events: Sequence[e.Event], number: int) -> list[e.Event]:
    """Return the events of a round as it stands, from its beginning to its end."""
    began = [at for at, each in enumerate(events) if isinstance(each, e.RoundBegan) and each.round == number][-1]
    over = (e.RoundEnded, e.EncounterEnded)
    ended = next((at for at, each in enumerate(events) if at > began and isinstance(each, over)), len(events))
    return list(events[began:ended])


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(200)))
def test_a_round_at_random_is_played_again_as_it_was(seed: int, ruleset: str) -> None:
    opening, game = table(seed, ruleset)
    own = get_ruleset(ruleset)
    for number in rounds(game):
        fight = replace(make_fight_of_round(opening, game.records, number, spare), log=())
        assert compare_procedures(fight, [own, own]).differences == ()
        happened = core(of_round(game.list_live_events(), number))
        assert core(play_by(fight, own).events)[: len(happened)] == happened


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(200)))
def test_no_face_is_shown_that_was_not(seed: int, ruleset: str) -> None:
    """Allow only faces that fell, were ruled or come from spare dice, at every stop."""
    opening, game = table(seed, ruleset)
    stops = Random(seed).sample(range(1, len(game.records) + 1), min(6, len(game.records)))
    for stop in stops:
        records = game.records[:stop]
        number = max((event.round for record in records for event in record.events if _opens(event)), default=None)
        if number is None:
            continue
        try:
            fight = make_fight_of_round(opening, records, number, spare)
        except NoSuchRound:
            continue  # it was taken back
        shown = fight.find_repeated_faces(number)
        for each in compare_procedures(fight, list_comparable(get_ruleset(ruleset))).played:
            for (_, key), shows, source in faces(each.events):
                if key in shown:
                    assert shows == shown[key][0]
                else:
                    assert OWN in source.split("+")
                    assert shows in _thrown(key)


def _opens(event: e.Event) -> bool:
    return isinstance(event, e.RoundBegan)


def _thrown(key: FaceKey) -> list[int]:
    """Return the faces of the spare dice for this key, rolled openly or hidden."""
    return [draw_face("thrown away", key), draw_face("and the DM's", key)]


def test_a_round_that_is_over_is_shown_by_its_own_log_whatever_a_replay_gives() -> None:
    opening, game = table(5, ANY)
    number = rounds(game)[0]
    fight = make_fight_of_round(opening, game.records, number, spare)
    own = compare_procedures(replace(fight, recorded=()), [fight.ruleset]).played[0]
    events = [event for event in of_round(game.list_live_events(), number) if not isinstance(event, e.RoundEnded)]
    assert list(own.events[: len(events)]) == events
    assert own.state.between_rounds or own.state.ended


def break_off(seed: int) -> Fight:
    """Return a fight whose round is in play: half of its inputs are given."""
    opening, game = table(seed, ANY)
    number = rounds(game)[0]
    inside = [record for record in game.records if any(event.round == number for event in record.events)]
    half = game.records[: game.records.index(inside[len(inside) // 2])]
    return make_fight_of_round(opening, half, number, spare)


def test_a_round_in_play_is_shown_by_its_own_log_and_then_goes_on_to_its_end() -> None:
    fight = break_off(5)
    assert not fight.is_over
    own = compare_procedures(fight, [fight.ruleset]).played[0]
    assert own.events[: len(fight.log)] == fight.log
    assert own.state.between_rounds or own.state.ended


def test_a_round_in_play_that_a_replay_does_not_reach_is_its_log_alone() -> None:
    fight = break_off(7)
    own = compare_procedures(replace(fight, recorded=()), [fight.ruleset]).played[0]
    assert (own.events, own.so_far) == (fight.log, True)


def test_an_answer_that_its_own_procedure_does_not_ask_for_either_is_not_named() -> None:
    never_asked = '[[answer]]\nquestion = "rally"\nwho = "otis"\nchoice = "yes"'
    fight = at_the_ford(never_asked)
    others = [each for each in list_comparable(fight.ruleset) if each.id != fight.ruleset.id]
    assert [note for each in others for note in play_by(fight, each).notes if note.question == "rally"] == []


def test_a_ruling_that_another_procedure_has_no_time_for_is_named() -> None:
    fight = at_the_ford()
    late = RecordedRuling(0, 99, MakeRuling((Change("otis", "hp", 5),)))
    late_too = replace(fight, recorded=(late,), make_inputs=lambda: RoundInputs(1, (late,)), log=())
    other = next(each for each in list_comparable(fight.ruleset) if each.id != fight.ruleset.id)
    assert ("dm", "unused") in [(note.who, note.how) for note in play_by(late_too, other).notes]


def test_a_round_that_never_was_is_not_there() -> None:
    opening, game = table(1, ANY)
    with pytest.raises(NoSuchRound):
        make_fight_of_round(opening, game.records, 99, spare)


def test_what_has_not_been_declared_yet_waits() -> None:
    game = Game(random_opening(Random(5), ANY), SeededDice(5))
    game.submit(BeginRound())
    number = game.state.round
    fight = make_fight_of_round(game.opening, game.records, number, spare)
    for each in compare_procedures(fight, list_comparable(game.ruleset)).played:
        said: list[Any] = [event for event in each.events if isinstance(event, e.Declared)]
        assert {event.declaration.action for event in said} <= {"C"}
        assert each.state.between_rounds or each.state.ended
