"""The start of a stage, as it is stored: a fight is taken up from it without the log that came before."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.dice import Key
from rules.state import State

FaceShown = tuple[int, str, int]
"""What a die showed, where that came from, and the position of the input that showed it."""

FacesShown = tuple[tuple[int, Key, tuple[FaceShown, ...]], ...]
"""Faces by the number of the round and by what was rolled."""


@dataclass(frozen=True)
class StageStart:
    """Everything of a log that matters from the start of a stage on."""

    position: int
    """The input in whose events the stage begins."""
    begins_after: int
    """How many of that input's events come before the stage's own, its StageBegan included."""
    state: State
    attempts: Mapping[int, int] = field(default_factory=dict)
    """How often each round was begun, by its number."""
    faces: FacesShown = ()
    """Faces of this round and of later ones that were shown before: they stand through every take-back."""


class BeforeStageStart(RuntimeError):
    """A take-back leads to before the start of the stage from which the fight was taken up."""
