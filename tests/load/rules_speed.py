"""How fast rounds are played, on one core, without the site: whole rounds of ADDICT with dice, damage and events."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rules.dice import Dice, KeyedDice
from rules.events import EncounterOpened
from rules.figure import Figure
from rules.game import Game
from rules.inputs import BeginRound
from rules.muster import muster
from rules.ruleset import get_ruleset
from rules.state import OpenQuestion, State

RULESET = "addict"
HARDY = 10_000
"""Hit points: nobody falls, so that every round is a whole one."""


@dataclass(frozen=True)
class Speed:
    """Rounds played in so many seconds, and the events they gave."""

    rounds: int
    events: int
    seconds: float

    @property
    def rounds_a_second(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds

    @property
    def events_a_second(self) -> float:
        """Events a second."""
        return self.events / self.seconds


def opening(figures: int) -> EncounterOpened:
    """Two lines face to face: each figure strikes one opponent and is struck by another."""
    line: list[Figure] = []
    for number in range(figures):
        side, place = ("party", "foes")[number % 2], number // 2
        entry = {"id": f"{side}-{place}", "side": side, "class": "fighter", "level": 5, "hp": HARDY, "ac": 5}
        line += muster({**entry, "weapons": ["sword_long"], "position": [5 * (number % 2), 5 * place]})
    notes = {"start": "melee", "distance_ft": 5}
    return EncounterOpened(ruleset=RULESET, version="bench", figures=tuple(line), notes=notes)


class Strikers:
    """Everybody strikes at once, whatever else is asked is answered as it comes."""

    def __init__(self, figures: int) -> None:
        half = figures // 2
        self._rng = Random(0)
        self._questions = get_ruleset(RULESET).questions
        self._targets = {f"party-{at}": f"foes-{at}" for at in range(half)}
        self._targets |= {f"foes-{at}": f"party-{(at + 1) % half}" for at in range(half)}

    def __call__(self, state: State, question: OpenQuestion) -> Mapping[str, object]:
        if question.question == "declare":
            return {"action": "G", "target": self._targets[question.who], "weapon": "sword_long"}
        form = self._questions[question.question].form(state, question)
        return form.random(self._rng) if form is not None and form.fields else {}


def dice_of(number: int, attempt: int) -> Dice:
    """Keyed dice, as at the table."""
    return KeyedDice(f"open {number}", f"dm {number}")


def play(figures: int, seconds: float, quiet: bool = False) -> Speed:
    """Play whole rounds for about so many seconds."""
    first = opening(figures)
    rounds = events = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        # A fight of ten rounds, then another: as long as fights are.
        game = Game(first, dice_of, quiet=quiet, bot=Strikers(figures))
        for _ in range(10):
            events += len(game.submit(BeginRound()).events)
            rounds += 1
            assert game.state.between_rounds, "the bots leave nothing open"
    return Speed(rounds, events, time.perf_counter() - begin)


def report(seconds: float) -> None:
    """Print rounds and events a second, quiet rounds, and how the time of a round grows with the figures."""
    six = play(12, seconds)
    quiet = play(12, seconds, quiet=True)
    print("Rules, one core, ADDICT, 6 against 6, every round whole:")
    print(f"  {six.rounds_a_second:8.0f} rounds/s      {six.events_a_second:8.0f} events/s")
    print(f"  {quiet.rounds_a_second:8.0f} quiet rounds/s ({quiet.rounds_a_second / six.rounds_a_second:.1f} times)")
    print("Growth, two opponents each (time of a round, against 12 figures; linear would be the last column):")
    base = 1 / play(12, seconds).rounds_a_second
    for figures in (12, 24, 50, 100):
        speed = play(figures, seconds)
        each = 1 / speed.rounds_a_second
        print(f"  {figures:4} figures  {each * 1000:8.2f} ms  {each / base:6.2f} times  {figures / 12:6.2f}")
