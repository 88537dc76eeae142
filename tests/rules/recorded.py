"""Fights at random as documents: recorded in one version of the code, replayed in another.

A document is JSON: the setup (the tables of the combatants, in the scenario format), the seed, and every input that
was given, taken or not. What comes of each input belongs to the projection.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.kernel.terms import DM
from tests.rules.projection import door
from tests.rules.projection.projecting import project
from tests.rules.random_play import Chatter, any_setup, random_play_of

Document = dict[str, Any]


class RecordedGame(door.Game):
    """A game that writes down each input as it is read back, and what came of it."""

    def __init__(self, setup: Document, seed: int) -> None:
        super().__init__(door.open_setup(setup), door.SeededDice(seed))
        self.document: Document = {"setup": setup, "seed": seed, "inputs": []}
        self.newcomers: dict[str, dict[str, Any]] = {}
        self.outcomes: list[str] = []

    def submit(self, given: door.Input) -> door.Record:
        """Take an input as `Game.submit` does, and write it down."""
        written = json.loads(json.dumps(door.write_input(given, self.newcomers)))
        self.document["inputs"].append(written)
        return self.submit_written(written)

    def submit_written(self, written: Document) -> door.Record:
        """Take an input that was written, and note what came of it. Raises what the game raises."""
        number = len(self.outcomes) + 1
        try:
            record = super().submit(door.read_input(written, self.document["setup"]["setting"]))
        except door.BadInput as error:
            self.outcomes.append(f"input {number}: {written['type']} not taken: {error.field}: {error}")
            raise
        except Exception as error:
            self.outcomes.append(f"input {number}: {written['type']} broke: {type(error).__name__}: {error}")
            raise
        refused = f"refused: {record.refusal}" if record.refusal is not None else "taken"
        self.outcomes.append(f"input {number}: {written['type']} {refused}")
        return record

    def lines(self, *, dm_alone: bool = False) -> Iterator[str]:
        """Yield what came of the inputs, and the projection of the log for every viewer.

        With ``dm_alone`` it is the projection for the DM.
        """
        yield from self.outcomes
        viewers = door.game_viewers(self)
        yield from project(door.game_log(self), {DM: viewers[DM]} if dm_alone else viewers)


@dataclass(frozen=True)
class Fight:
    """A fight that was played: what it was called, its document, and its projection."""

    name: str
    document: Document
    lines: tuple[str, ...]


class _RecordedChatter(Chatter):
    """A table whose game writes everything down."""

    def __init__(self, rng: Random, game: RecordedGame) -> None:
        super().__init__(rng, game.opening, door.SeededDice(game.document["seed"]))
        self.game = game
        self.newcomers = game.newcomers


def record(procedure: str, seed: int, *, dm_alone: bool = False) -> Fight:
    """Play a fight at random and record it, up to where the code breaks if it does."""
    rng = Random(seed)
    game = RecordedGame(json.loads(json.dumps(any_setup(rng, procedure))), seed)
    play = random_play_of(procedure)
    kind = play.legal if play.legal is not None and seed % 2 else play.table
    table: Chatter = type(f"Recorded{kind.__name__}", (_RecordedChatter, kind), {})(rng, game)
    _play_out(table)
    return Fight(f"{procedure} {seed}", game.document, tuple(game.lines(dm_alone=dm_alone)))


def _play_out(table: Chatter) -> None:
    try:
        table.play()
    except Exception:
        # What broke in the game stands in its outcomes; anything else is a fault of the table.
        if not _is_broken(table.game):
            raise


def _is_broken(game: door.Game) -> bool:
    return isinstance(game, RecordedGame) and bool(game.outcomes) and " broke: " in game.outcomes[-1]


def replay(document: Document, *, dm_alone: bool = False) -> Sequence[str]:
    """Return the projection of a document's fight, as this code plays it."""
    game = RecordedGame(document["setup"], document["seed"])
    for written in document["inputs"]:
        try:
            game.submit_written(written)
        except door.BadInput:
            continue
        except Exception:
            break
    return tuple(game.lines(dm_alone=dm_alone))
