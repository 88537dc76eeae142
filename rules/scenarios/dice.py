"""Scripted dice: faces from a file's ``[[roll]]`` entries, others from a seed or an extreme."""

from collections.abc import Sequence

from rules.kernel.dice import FaceKey, KeyedDice, build_typed_roll
from rules.kernel.effects import Roll, Rolled
from rules.kernel.events import Event
from rules.scenarios.lines import ScenarioError, Spot
from rules.scenarios.script import RollEntry, Script
from rules.scenarios.short_forms import Roster


class ScriptedDice:
    """The dice of one round. A face is the same each time it is asked for."""

    def __init__(self, script: Script, round: int, attempt: int = 1) -> None:
        self.attempt = attempt
        self._roster: Roster = script.roster
        self._unscripted = script.unscripted
        self._queues = [(entry, list(entry.faces)) for entry in script.entries.rolls if entry.round == round]
        self._drawn: dict[FaceKey, int] = {}
        stem = f"{script.seed}|{round}|{attempt}"
        self._seeded = KeyedDice(f"{stem}|open", f"{stem}|dm")

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Return faces for a roll; its first die is the n-th of its kind. Raises ScenarioError."""
        keys = [(roll.purpose, roll.by, roll.sides, at) for at in range(n, n + roll.count)]
        if any(key not in self._drawn for key in keys):
            faces = self._take(roll)
            if faces is None:
                return self._roll_unscripted(roll, n)
            self._drawn.update(zip(keys, faces, strict=True))
        return build_typed_roll(roll, tuple(self._drawn[key] for key in keys), n, "scripted")

    def reveal_seed(self) -> str:
        return self._seeded.reveal_seed()

    def get_commitments(self) -> tuple[str, str]:
        return self._seeded.get_commitments()

    def list_left_over(self) -> list[tuple[RollEntry, int]]:
        """Return the entries that are not used up, with the number of faces left."""
        return [(entry, len(faces)) for entry, faces in self._queues if faces]

    def _take(self, roll: Roll) -> list[int] | None:
        """Return as many faces as the roll has dice; None if no entry is for it."""
        queues = self._list_matching(roll)
        if not queues or not roll.count:
            return None
        left = sum(len(faces) for _, faces in queues)
        if left < roll.count:
            raise self._make_error(queues[0][0], f"{_describe(roll)} takes {roll.count} faces, and {left} are left")
        taken: list[int] = []
        for entry, faces in queues:
            while faces and len(taken) < roll.count:
                taken.append(self._check_face(entry, faces.pop(0), roll))
        return taken

    def _list_matching(self, roll: Roll) -> list[tuple[RollEntry, list[int]]]:
        """Return the entries for this roll: by its combatant, else mob, else side, else anyone.

        A roll of a mob or side with one member may also be named by that member.
        """
        fitting = [
            (entry, faces)
            for entry, faces in self._queues
            if faces and entry.purpose == roll.purpose and entry.sides in (0, roll.sides)
        ]
        known = [names for names in self._roster.list_names(roll.by) if len(names) == 1]
        for by in dict.fromkeys([*(name for names in known for name in names if name), ""]):
            found = [(entry, faces) for entry, faces in fitting if entry.by == by]
            if found:
                return found
        return []

    def _check_face(self, entry: RollEntry, face: int, roll: Roll) -> int:
        if face > roll.sides:
            raise self._make_error(entry, f"{_describe(roll)} is rolled on a d{roll.sides}, which has no face {face}")
        return face

    def _make_error(self, entry: RollEntry, message: str) -> ScenarioError:
        return entry.spot.make_error_about("faces", message)

    def _roll_unscripted(self, roll: Roll, n: int) -> Rolled:
        if not self._unscripted:
            return self._seeded.draw(roll, n)
        face = 1 if self._unscripted == "low" else roll.sides
        return build_typed_roll(roll, (face,) * roll.count, n, "scripted")


class ExactDice:
    """The dice of one round of a file that is played in order.

    Every entry says which dice it is of.
    """

    def __init__(self, script: Script, round: int, attempt: int) -> None:
        self._faces = index_faces(script, round)
        stem = f"{script.seed}|{round}|{attempt}"
        self._seeded = KeyedDice(f"{stem}|open", f"{stem}|dm")

    def draw(self, roll: Roll, n: int) -> Rolled:
        """Return faces for a roll; its first die is the n-th of its kind. Raises ScenarioError."""
        seeded, faces = self._seeded.draw(roll, n), []
        for at, face in enumerate(seeded.faces, n):
            key = (roll.purpose, roll.by, roll.sides, at)
            faces.append(self._faces[key][0] if key in self._faces else face)
        return build_typed_roll(roll, tuple(faces), n, "scripted")

    def reveal_seed(self) -> str:
        return self._seeded.reveal_seed()

    def get_commitments(self) -> tuple[str, str]:
        return self._seeded.get_commitments()


def list_keys(rolled: Rolled) -> list[FaceKey]:
    """Return the key of each die of a roll."""
    kind = (rolled.purpose, rolled.by, rolled.sides)
    return [(*kind, rolled.first + at) for at in range(len(rolled.faces))]


def list_face_keys(event: Event) -> list[tuple[int, FaceKey]]:
    """Return the round and the key of each die that fell in an event."""
    return [(event.round, key) for rolled in event.rolls for key in list_keys(rolled)]


def index_faces(script: Script, round: int, *, shown: bool | None = None) -> dict[FaceKey, tuple[int, Spot]]:
    """Return each face of a round of a file that is played in order, with its entry.

    ``shown``: only those that were, or were not, seen before. Raises ScenarioError for a face that is there twice, or
    that the die does not have.
    """
    ends: dict[tuple[str, str, int], int] = {}
    faces: dict[FaceKey, tuple[int, Spot]] = {}
    for entry in script.entries.rolls:
        if entry.round != round:
            continue
        kind = (entry.purpose, entry.by, entry.sides)
        first = ends.get(kind, 0) if entry.first is None else entry.first
        ends[kind] = first + len(entry.faces)
        for at, face in enumerate(entry.faces, first):
            if face > entry.sides or (*kind, at) in faces:
                wrong = f"a d{entry.sides} has no face {face}" if face > entry.sides else f"die {at} stands there twice"
                raise entry.spot.make_error_about("faces", wrong)
            if shown in (None, entry.shown):
                faces[(*kind, at)] = (face, entry.spot)
    return faces


def _describe(roll: Roll) -> str:
    return f"{roll.purpose} by {roll.by}"


def find_left_over_error(rounds: Sequence[ScriptedDice]) -> ScenarioError | None:
    """Return the error for the first die that was never rolled; None if all were."""
    for dice in rounds:
        for entry, left in dice.list_left_over():
            plural = "s are" if left > 1 else " is"
            whose = f"{entry.by} rolls" if entry.by else "nobody rolls"
            never = "no more dice" if entry.by else "dice"
            return entry.spot.make_error_about(
                "faces", f"{left} face{plural} left over: {whose} {never} for {entry.purpose}"
            )
    return None
