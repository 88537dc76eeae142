"""The stored start of a stage; a fight is continued from it without the log before."""

from collections.abc import Mapping
from dataclasses import field

from rules.kernel.dice import FaceKey
from rules.kernel.frozen import frozen
from rules.kernel.state import State

FaceShown = tuple[int, str, int]
"""The face that a die showed, its source, and the position of the input that showed it."""

FacesShown = tuple[tuple[int, FaceKey, tuple[FaceShown, ...]], ...]
"""Faces by the number of the round and by the key of the die."""


@frozen
class StageStart:
    """Everything of a log that matters from the start of a stage on."""

    position: int
    """The position of the input in whose events the stage begins."""
    begins_after: int
    """The number of that input's events that come before the stage's own, its StageBegan included."""
    state: State
    attempts: Mapping[int, int] = field(default_factory=dict)
    """The number of times that each round was begun, by the round's number."""
    faces: FacesShown = ()
    """Faces of this round and of later rounds that were shown before; they stand through every take-back."""


class BeforeStageStart(RuntimeError):
    """A take-back to before the start of the stage from which the fight was continued."""
