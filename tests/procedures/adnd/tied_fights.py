"""Random fights in which all sides' initiative dice are equal, and their pending deeds."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rules.kernel import events as e
from rules.kernel.apply import apply, fold
from rules.kernel.deeds import Deed
from rules.kernel.dice import KeyedDice, build_typed_roll
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.forms import BadAnswer
from rules.kernel.frozen import frozen
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset
from tests.rules.random_play import random_opening

TIED_AT = 4


@frozen
class TiedDice(KeyedDice):
    """Keyed dice, but that every side's initiative die shows the same."""

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Return a face of four for initiative, and a keyed one for anything else."""
        if roll.purpose == "initiative":
            return build_typed_roll(roll, (TIED_AT,) * roll.count, n, "scripted")
        return super().draw(roll, n)


@dataclass(frozen=True)
class Fighter:
    """Declares blows, missiles, spells and charges wherever the form offers them."""

    seed: int

    def __call__(self, state: State, question: OpenQuestion) -> Answer | None:
        """Return an answer at random, the same for the same question."""
        form = get_ruleset(state.ruleset).questions[question.question].form(state, question)
        if form is None:
            return None
        rng = Random(f"{self.seed}|{state.round}|{question.id}")
        try:
            answers = [form.draw_random(rng) for _ in range(8 if question.question == "declare" else 1)]
        except BadAnswer:
            return {"action": "C"} if question.question == "declare" else None
        return next((each for each in answers if each.get("action") in ("D", "E", "G")), answers[0])


def opening_of(rng: Random, ruleset: str) -> e.EncounterOpened:
    """Return an opening of five to nine combatants in melee or at the distance of a charge."""
    while True:
        opening = random_opening(rng, ruleset)
        if 5 <= len(opening.stat_blocks) <= 9:
            opening.notes = {"start": "melee", "distance_ft": rng.choice([5, 5, 5, 30, 60])}
            return opening


def states(seed: int, ruleset: str, rounds: int = 2, *, tied: bool = True) -> Iterator[State]:
    """Yield the states of a fight in which new deeds are pending, none of them done yet."""
    dice = TiedDice if tied else KeyedDice
    game = Game(
        opening_of(Random(seed), ruleset), lambda round, attempt: dice(f"{seed}|{round}", "dm"), bot=Fighter(seed)
    )
    while not game.state.ended and game.state.round < rounds:
        game.submit(BeginRound())
    state: State | None = None
    pending: tuple[Deed, ...] = ()
    for event in game.list_live_events():
        state = fold([event]) if state is None else apply(event, state)
        if state.pending is not pending and isinstance(event, e.AgendaChanged):
            yield state
        pending = state.pending
