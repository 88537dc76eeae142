"""One fight as any procedure can play it: where it begins, what is said, and what the dice have shown."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules import events as e
from rules.compare.words import FileWords, RoundWords, Said, Words, said_in
from rules.dice import Dice, Key
from rules.fold import fold, live
from rules.game import Record
from rules.inputs import TakeBack
from rules.ruleset import Ruleset, get_ruleset
from rules.scenario.dice import ScriptedDice
from rules.scenario.play import Run, opening
from rules.scenario.script import Script
from rules.shown import Face, Shown
from rules.state import State, Turn, evolve


@dataclass(frozen=True)
class Fight:
    """A fight to be played by several procedures, the first of which is its own.

    ``start`` is the state between rounds from which it is played. ``words`` makes what is said, afresh each time.
    ``shown`` gives the faces of a round that carry over, ``spare`` the dice for all others. ``said`` is what was said,
    in order, where a table said it: its own procedure hears it as it came. ``known`` are the faces that had been seen
    before they fell: nobody was asked to roll them.
    """

    ruleset: Ruleset
    start: State
    words: Callable[[], Words]
    shown: Callable[[int], Mapping[Key, Face]]
    spare: Callable[[int], Dice]
    said: Said = ()
    known: Mapping[Key, Face] = field(default_factory=dict)

    def start_by(self, ruleset: Ruleset) -> State:
        """The state it begins with under a procedure: by its options, and without what another keeps for itself.

        Real dice lie open only where a table is heard again as it spoke.
        """
        if ruleset.id == self.start.ruleset and self.said:
            return self.start
        dice = {who: evolve(each, types_dice=False) for who, each in self.start.combatants.items()}
        if ruleset.id == self.start.ruleset:
            return evolve(self.start, combatants=dice)
        theirs = [key for key in self.ruleset.options if key not in ruleset.options]
        options = {key: value for key, value in self.start.options.items() if key not in theirs}
        fresh = {who: evolve(each, turn=Turn()) for who, each in dice.items()}
        return evolve(self.start, ruleset=ruleset.id, options=options, marks={}, combatants=fresh)


def fight_of_run(run: Run) -> Fight:
    """The fight of a scenario that was played by its own ruleset: its dice are what carries over."""
    script = run.script
    return Fight(
        ruleset=run.ruleset,
        start=fold([opening(script)]),
        words=lambda: FileWords(script, run.calls),
        shown=lambda round: dict(_faces(run.events, round)),
        spare=lambda round: _unscripted(script, round),
    )


def _faces(events: Iterable[e.Event], round: int) -> Iterator[tuple[Key, Face]]:
    """The faces that the dice of a round show in these events."""
    for event in events:
        for rolled in event.rolls if event.round == round else ():
            for at, face in enumerate(rolled.faces):
                yield (rolled.purpose, rolled.by, rolled.sides, rolled.first + at), (face, rolled.source)


def _unscripted(script: Script, round: int) -> Dice:
    """The dice of a file, without those that it scripts: for its own procedure they have fallen."""
    return ScriptedDice(replace(script, rolls=()), round)


class NoSuchRound(KeyError):
    """The encounter has no such round."""


def fight_of_round(
    opening: e.EncounterOpened, records: Sequence[Record], number: int, spare: Callable[[int], Dice]
) -> Fight:
    """A round in play or played, from the encounter's whole log: what has been said, ruled and shown of it so far.

    ``spare`` gives every face that has not been shown; it must have nothing of the round's own seeds.
    Raises NoSuchRound.
    """
    standing = live(records, _covers)
    begun = [at for at, record in enumerate(standing) if _begins(record, number)]
    if not begun:
        raise NoSuchRound(number)
    later = [at for at, record in enumerate(standing) if at > begun[-1] and _begins(record)]
    until = later[0] if later else len(standing)
    start = fold([opening, *(event for record in standing[: begun[-1]] for event in record.events)])
    shown = Shown()
    for record in records:
        shown.remember(record.position, record.input, record.events)
    played = standing[begun[-1] : until]
    said = said_in(played)
    # What fell and stands goes before what was ruled of the same die for when it falls again.
    faces = {**shown.of_round(number), **dict(_faces((event for record in played for event in record.events), number))}
    return Fight(
        ruleset=get_ruleset(opening.ruleset),
        start=start,
        words=lambda: RoundWords(number, said),
        shown=lambda round: faces if round == number else {},
        spare=spare,
        said=said,
        known=dict(_known(shown, played, number)),
    )


def _known(shown: Shown, played: Sequence[Record], number: int) -> Iterator[tuple[Key, Face]]:
    """The faces of a round that nobody was asked to roll, since they were shown in what was taken back, or ruled."""
    asked: list[tuple[tuple[str, str, int, int], int]] = []
    for record in played:
        for event in record.events:
            if isinstance(event, e.DiceAsked):
                asked.append(((event.purpose, event.who, event.count, event.sides), record.position))
            for rolled in event.rolls:
                roll = (rolled.purpose, rolled.by, rolled.count, rolled.sides)
                keys = [(rolled.purpose, rolled.by, rolled.sides, rolled.first + at) for at in range(rolled.count)]
                then = [(each, at) for each, at in asked if each == roll and not _any(shown, at, number, keys)]
                if then:
                    asked.remove(then[0])
                    continue
                faces = [(key, shown.before(record.position, number, key)) for key in keys]
                yield from ((key, face) for key, face in faces if face is not None)


def _any(shown: Shown, position: int, number: int, keys: Sequence[Key]) -> bool:
    """Whether any of these faces had been shown before a position: then nobody was asked to roll it there."""
    return any(shown.before(position, number, key) is not None for key in keys)


def _covers(record: Record) -> int | None:
    return record.input.to if isinstance(record.input, TakeBack) else None


def _begins(record: Record, number: int | None = None) -> bool:
    began = [event.round for event in record.events if isinstance(event, e.RoundBegan)]
    return bool(began) if number is None else number in began
