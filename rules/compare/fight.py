"""A fight that any procedure can play: its start, its inputs, and the faces of its dice."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from rules.compare.inputs import FileInputs, InputSource, RecordedInputs, RoundInputs, list_recorded_inputs
from rules.kernel import events as e
from rules.kernel.apply import drop_taken_back, fold
from rules.kernel.dice import Dice, FaceKey
from rules.kernel.frozen import evolve, frozen
from rules.kernel.game import Record
from rules.kernel.inputs import TakeBack
from rules.kernel.own import keep_only
from rules.kernel.procedure import Procedure
from rules.kernel.record import Face, ShownFaces
from rules.kernel.state import State
from rules.procedures import get_ruleset
from rules.scenarios.dice import ScriptedDice
from rules.scenarios.play import ScenarioRun, make_opening
from rules.scenarios.script import Script


@frozen
class Fight:
    """A fight to be played by several procedures."""

    ruleset: Procedure
    """The procedure that it belongs to."""
    start: State
    """The state between rounds from which it is played."""
    make_inputs: Callable[[], InputSource]
    """Makes a new source of inputs for each procedure."""
    find_repeated_faces: Callable[[int], Mapping[FaceKey, Face]]
    """Returns the faces of a round that every procedure repeats."""
    make_spare_dice: Callable[[int], Dice]
    """Returns the dice of a round for all other faces."""
    recorded: RecordedInputs = ()
    """Inputs of a table in order, for the fight's own procedure; empty for a scenario."""
    known_faces: Mapping[FaceKey, Face] = field(default_factory=dict)
    """Faces that were known before they were rolled, so that nobody was asked for them."""
    log: tuple[e.Event, ...] = ()
    """Its events so far, as its own procedure played them."""
    is_over: bool = True
    """False for a round that is still in play: the log does not tell its end."""

    def make_start(self, ruleset: Procedure) -> State:
        """Return the starting state under a procedure: its options, without another's own state.

        Only the fight's own procedure asks for real dice again.
        """
        if ruleset.id == self.start.ruleset and self.recorded:
            return self.start
        rolled_here = {who: evolve(each, types_dice=False) for who, each in self.start.combatants.items()}
        if ruleset.id == self.start.ruleset:
            return evolve(self.start, combatants=rolled_here)
        foreign = [key for key in self.ruleset.options if key not in ruleset.options]
        options = {key: value for key, value in self.start.options.items() if key not in foreign}
        kept = ruleset.family.kept_in_common if ruleset.family is not None else ()
        fresh = {who: evolve(each, owned=keep_only(each.owned, kept)) for who, each in rolled_here.items()}
        owned = keep_only(self.start.owned, kept)
        return evolve(self.start, ruleset=ruleset.id, options=options, owned=owned, combatants=fresh)


def make_fight_of_run(run: ScenarioRun) -> Fight:
    """Return the fight of a scenario that its own procedure has played.

    The dice of that run are repeated.
    """
    script = run.script
    return Fight(
        ruleset=run.ruleset,
        start=fold([make_opening(script)]),
        make_inputs=lambda: FileInputs(script, run.calls, run.used),
        find_repeated_faces=lambda round: dict(_list_faces(run.events, round)),
        make_spare_dice=lambda round: _make_unscripted_dice(script, round),
        log=run.events[1:],
    )


def _list_faces(events: Iterable[e.Event], round: int) -> Iterator[tuple[FaceKey, Face]]:
    """Yield the faces of a round's dice in these events."""
    for event in events:
        for rolled in event.rolls if event.round == round else ():
            for at, face in enumerate(rolled.faces):
                yield (rolled.purpose, rolled.by, rolled.sides, rolled.first + at), (face, rolled.source)


def _make_unscripted_dice(script: Script, round: int) -> Dice:
    """Return the dice of a file without its entries, which its own procedure has used."""
    return ScriptedDice(replace(script, entries=replace(script.entries, rolls=())), round)


class NoSuchRound(KeyError):
    """A round that the encounter does not have."""


def make_fight_of_round(
    opening: e.EncounterOpened, records: Sequence[Record], number: int, spare: Callable[[int], Dice]
) -> Fight:
    """Return the fight of a round, in play or over, from the encounter's whole log.

    It holds the inputs, rulings and faces of the round so far. ``spare`` gives every other face and must not use the
    round's seeds. Raises NoSuchRound.
    """
    standing = drop_taken_back(records, _get_taken_back)
    begun = [at for at, record in enumerate(standing) if _has_round_began(record, number)]
    if not begun:
        raise NoSuchRound(number)
    later = [at for at, record in enumerate(standing) if at > begun[-1] and _has_round_began(record)]
    until = later[0] if later else len(standing)
    start = fold([opening, *(event for record in standing[: begun[-1]] for event in record.events)])
    shown = ShownFaces()
    for record in records:
        shown.remember(record.position, record.input, record.events)
    played = standing[begun[-1] : until]
    recorded = list_recorded_inputs(played)
    log = tuple(event for record in played for event in record.events)
    # A face that was rolled and stands overrides a ruling on the same die for its next roll.
    faces = {
        **shown.list_of_round(number),
        **dict(_list_faces((event for record in played for event in record.events), number)),
    }
    return Fight(
        ruleset=get_ruleset(opening.ruleset),
        start=start,
        make_inputs=lambda: RoundInputs(number, recorded),
        find_repeated_faces=lambda round: faces if round == number else {},
        make_spare_dice=spare,
        recorded=recorded,
        known_faces=dict(_list_known_faces(shown, played, number)),
        log=log,
        is_over=any(isinstance(event, e.RoundEnded | e.EncounterEnded) for event in log),
    )


def _list_known_faces(shown: ShownFaces, played: Sequence[Record], number: int) -> Iterator[tuple[FaceKey, Face]]:
    """Yield faces that nobody was asked to roll: taken-back dice or a ruling showed them."""
    asked: list[tuple[tuple[str, str, int, int], int]] = []
    for record in played:
        for event in record.events:
            if isinstance(event, e.DiceAsked):
                asked.append(((event.purpose, event.who, event.count, event.sides), record.position))
            for rolled in event.rolls:
                roll = (rolled.purpose, rolled.by, rolled.count, rolled.sides)
                keys = [(rolled.purpose, rolled.by, rolled.sides, rolled.first + at) for at in range(rolled.count)]
                then = [
                    (each, at) for each, at in asked if each == roll and not _was_any_shown(shown, at, number, keys)
                ]
                if then:
                    asked.remove(then[0])
                    continue
                faces = [(key, shown.find_before(record.position, number, key)) for key in keys]
                yield from ((key, face) for key, face in faces if face is not None)


def _was_any_shown(shown: ShownFaces, position: int, number: int, keys: Sequence[FaceKey]) -> bool:
    """Return whether any of these faces was shown before a position."""
    return any(shown.find_before(position, number, key) is not None for key in keys)


def _get_taken_back(record: Record) -> int | None:
    return record.input.to if isinstance(record.input, TakeBack) else None


def _has_round_began(record: Record, number: int | None = None) -> bool:
    began = [event.round for event in record.events if isinstance(event, e.RoundBegan)]
    return bool(began) if number is None else number in began
