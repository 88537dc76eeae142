"""Scripted dice: faces from a file's ``[[roll]]`` entries, and from a seed or at an extreme where it names none."""

from collections.abc import Sequence

from rules.dice import Key, KeyedDice, typed
from rules.effects import Roll, Rolled
from rules.scenario.lines import ScenarioError
from rules.scenario.script import RollEntry, Script
from rules.scenario.short import Roster


class ScriptedDice:
    """The dice of one round. A face once drawn is the same whenever it is asked for again."""

    def __init__(self, script: Script, round: int, attempt: int = 1) -> None:
        self.attempt = attempt
        self._roster: Roster = script.roster
        self._unscripted = script.unscripted
        self._queues = [(entry, list(entry.faces)) for entry in script.rolls if entry.round == round]
        self._drawn: dict[Key, int] = {}
        stem = f"{script.seed}|{round}|{attempt}"
        self._seeded = KeyedDice(f"{stem}|open", f"{stem}|dm")

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Faces of a roll whose first die is the n-th of its kind. Raises ScenarioError for faces that cannot be."""
        keys = [(roll.purpose, roll.by, roll.sides, at) for at in range(n, n + roll.count)]
        if any(key not in self._drawn for key in keys):
            faces = self._take(roll)
            if faces is None:
                return self._by_itself(roll, n)
            self._drawn.update(zip(keys, faces, strict=True))
        return typed(roll, tuple(self._drawn[key] for key in keys), n, "scripted")

    def revealed(self) -> str:
        return self._seeded.revealed()

    def promises(self) -> tuple[str, str]:
        return self._seeded.promises()

    def left_over(self) -> list[tuple[RollEntry, int]]:
        """The entries not used up, with how many of their faces are left."""
        return [(entry, len(faces)) for entry, faces in self._queues if faces]

    def _take(self, roll: Roll) -> list[int] | None:
        """As many faces as the roll has dice; None where no entry is for it."""
        queues = self._matching(roll)
        if not queues or not roll.count:
            return None
        left = sum(len(faces) for _, faces in queues)
        if left < roll.count:
            raise self._error(queues[0][0], f"{_name(roll)} takes {roll.count} faces, and {left} are left")
        taken: list[int] = []
        for entry, faces in queues:
            while faces and len(taken) < roll.count:
                taken.append(self._face(entry, faces.pop(0), roll))
        return taken

    def _matching(self, roll: Roll) -> list[tuple[RollEntry, list[int]]]:
        """Return what the file has for this roll: for whom it is, else for the count, else the side, else for anyone.

        A roll of a count or side that is one figure may also be named by that figure.
        """
        fitting = [
            (entry, faces)
            for entry, faces in self._queues
            if faces and entry.purpose == roll.purpose and entry.sides in (0, roll.sides)
        ]
        known = [names for names in self._roster.names_for(roll.by) if len(names) == 1]
        for by in dict.fromkeys([*(name for names in known for name in names if name), ""]):
            found = [(entry, faces) for entry, faces in fitting if entry.by == by]
            if found:
                return found
        return []

    def _face(self, entry: RollEntry, face: int, roll: Roll) -> int:
        if face > roll.sides:
            raise self._error(entry, f"{_name(roll)} is rolled on a d{roll.sides}, which has no face {face}")
        return face

    def _error(self, entry: RollEntry, message: str) -> ScenarioError:
        return entry.spot.about("faces", message)

    def _by_itself(self, roll: Roll, n: int) -> Rolled:
        if not self._unscripted:
            return self._seeded.draw(roll, n)
        face = 1 if self._unscripted == "low" else roll.sides
        return typed(roll, (face,) * roll.count, n, "scripted")


def _name(roll: Roll) -> str:
    return f"{roll.purpose} by {roll.by}"


def first_left_over(rounds: Sequence[ScriptedDice]) -> ScenarioError | None:
    """The error of the first die that nobody rolled, if there is one."""
    for dice in rounds:
        for entry, left in dice.left_over():
            plural = "s are" if left > 1 else " is"
            whose = f"{entry.by} rolls" if entry.by else "nobody rolls"
            never = "no more dice" if entry.by else "dice"
            return entry.spot.about("faces", f"{left} face{plural} left over: {whose} {never} for {entry.purpose}")
    return None
