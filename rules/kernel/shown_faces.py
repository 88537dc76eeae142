"""The faces that dice have shown; a face once shown stands, unless the DM rules another."""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.dice import FaceKey
from rules.kernel.inputs import Input, TakeBack
from rules.kernel.stage_start import FaceShown, FacesShown

Face = tuple[int, str]
"""The face that a die showed, and its source: seed, typed, ruled, scripted."""


class ShownFaces:
    """The faces of a whole log, events taken back included."""

    def __init__(self) -> None:
        self._faces: dict[tuple[int, FaceKey], list[FaceShown]] = {}

    def remember(self, position: int, given: Input, events: list[e.Event]) -> None:
        """Add the faces of an input and its events; the first showing stands, except for a ruling."""
        if isinstance(given, TakeBack):
            for purpose, by, sides, n, face in given.faces:
                key = (events[0].round, (purpose, by, sides, n))
                self._faces.setdefault(key, []).append((face, "ruled", position))
        for event in events:
            for rolled in event.rolls:
                for at, face in enumerate(rolled.faces):
                    key = (event.round, (rolled.purpose, rolled.by, rolled.sides, rolled.first + at))
                    self._faces.setdefault(key, [(face, rolled.source, position)])

    def recall(self, faces: FacesShown) -> None:
        """Add faces that ``list_known_at`` returned for another log of this encounter."""
        for round, key, shown in faces:
            self._faces[(round, key)] = list(shown)

    def list_known_at(self, position: int, round: int) -> FacesShown:
        """Return the faces of this round and of later ones that were shown before this position."""
        found = (
            (number, key, tuple(each for each in shown if each[2] < position))
            for (number, key), shown in self._faces.items()
            if number >= round
        )
        return tuple(each for each in found if each[2])

    def find_before(self, position: int, round: int, key: FaceKey) -> Face | None:
        """Return the face as it was first shown, or last ruled, before this position, or None."""
        for face, source, at in reversed(self._faces.get((round, key), ())):
            if at < position:
                return face, source
        return None

    def list_of_round(self, round: int) -> Mapping[FaceKey, Face]:
        """Return every face of a round that has been shown or ruled, as it stands now."""
        return {key: (faces[-1][0], faces[-1][1]) for (number, key), faces in self._faces.items() if number == round}
