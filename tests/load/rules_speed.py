"""The speed of rounds on one core, without the site.

Whole rounds with dice, damage and events.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import ModuleType

from rules.compare import list_comparable
from rules.kernel.dice import Dice, KeyedDice
from rules.kernel.events import EncounterOpened
from rules.kernel.game import Game
from rules.kernel.inputs import BeginRound
from rules.kernel.referee import Bot
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset, list_rulesets
from rules.statblocks import build_stat_blocks
from tests.registered import find_module

FIRST = list_rulesets()[0]
"""The ruleset that the others are measured by."""

HARDY = 10_000
"""Hit points: nobody falls, so that every round is a whole one."""


@dataclass(frozen=True)
class Speed:
    """Rounds played in so many seconds of one core's time, and the events they gave."""

    rounds: int
    events: int
    seconds: float

    @property
    def rounds_a_second(self) -> float:
        """Return the number of rounds a second."""
        return self.rounds / self.seconds

    @property
    def events_a_second(self) -> float:
        """Return the number of events a second."""
        return self.events / self.seconds


def opening(combatants: int, ruleset: str = FIRST) -> EncounterOpened:
    """Two lines face to face: each combatant strikes one opponent and is struck by another."""
    line: list[StatBlock] = []
    for number in range(combatants):
        side, place = ("party", "foes")[number % 2], number // 2
        entry = {"id": f"{side}-{place}", "side": side, "class": "fighter", "level": 5, "hp": HARDY, "ac": 5}
        line += build_stat_blocks({**entry, "weapons": ["sword_long"], "position": [5 * (number % 2), 5 * place]})
    notes = {"start": "melee", "distance_ft": 5}
    return EncounterOpened(ruleset=ruleset, version="bench", stat_blocks=tuple(line), notes=notes)


class Strikers:
    """Everybody strikes at once, whatever else is asked is answered as it comes."""

    def __init__(self, combatants: int, ruleset: str = FIRST) -> None:
        half = combatants // 2
        self._rng = Random(0)
        self._questions = get_ruleset(ruleset).questions
        self._targets = {f"party-{at}": f"foes-{at}" for at in range(half)}
        self._targets |= {f"foes-{at}": f"party-{(at + 1) % half}" for at in range(half)}

    def __call__(self, state: State, question: OpenQuestion) -> Mapping[str, object]:
        if question.question == "declare":
            return {"action": "G", "target": self._targets[question.who], "weapon": "sword_long"}
        form = self._questions[question.question].form(state, question)
        return form.draw_random(self._rng) if form is not None and form.fields else {}


def dice_of(number: int, attempt: int) -> Dice:
    """Keyed dice, as at the table."""
    return KeyedDice(f"open {number}", f"dm {number}")


def find_own_fight(ruleset: str) -> ModuleType | None:
    """Return a procedure's own fight of this size; None where it plays the others' fight."""
    return find_module(get_ruleset(ruleset).catalogues[0], "speed")


def prepare(combatants: int, ruleset: str) -> tuple[EncounterOpened, Callable[[], Bot]]:
    """Return the fight that is measured, and what makes those who play it."""
    own = find_own_fight(ruleset)
    if own is None:
        return opening(combatants, ruleset), lambda: Strikers(combatants, ruleset)
    return own.opening(combatants), own.Players


def play(combatants: int, seconds: float, quiet: bool = False, ruleset: str = FIRST) -> Speed:
    """Play whole rounds for about so many seconds of one core's time.

    The time of other programs on the machine is not counted.
    """
    first, make_bot = prepare(combatants, ruleset)
    rounds = events = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        # A fight of ten rounds, then another: as long as fights are.
        game = Game(first, dice_of, quiet=quiet, bot=make_bot())
        for _ in range(10):
            events += len(game.submit(BeginRound()).events)
            rounds += 1
            assert game.state.between_rounds, "the bots leave nothing open"
    return Speed(rounds, events, time.process_time() - begin)


def report(seconds: float) -> None:
    """Print each ruleset's rounds and events a second, and how they grow with the combatants."""
    print("Rules, one core, 6 against 6, every round whole; in brackets against the first:")
    first = None
    comparable = [each.id for each in list_comparable(get_ruleset(FIRST))]
    for ruleset in (*comparable, *(id for id in list_rulesets() if id not in comparable and find_own_fight(id))):
        loud, quiet = (play(12, seconds, quiet, ruleset) for quiet in (False, True))
        first = first or (loud, quiet)
        ratios = [each.rounds_a_second / by.rounds_a_second for each, by in zip((loud, quiet), first, strict=True)]
        print(
            f"  {ruleset:12} {loud.rounds_a_second:6.0f} rounds/s ({ratios[0]:4.2f})"
            f" {loud.events_a_second:8.0f} events/s {quiet.rounds_a_second:6.0f} quiet rounds/s ({ratios[1]:4.2f})"
        )
    print(
        f"Growth, {FIRST}, two opponents each (time of a round, against 12 of them; linear would be the last column):"
    )
    base = 1 / play(12, seconds).rounds_a_second
    for combatants in (12, 24, 50, 100, 200):
        speed = play(combatants, seconds)
        each = 1 / speed.rounds_a_second
        print(f"  {combatants:4} combatants  {each * 1000:8.2f} ms  {each / base:6.2f} times  {combatants / 12:6.2f}")
