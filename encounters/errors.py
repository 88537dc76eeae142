"""What the table could not take: nothing of it is recorded. Pages show the message at ``field`` with ``status``."""

from rules.api import excerpt


class NotTaken(Exception):
    """An action that cannot be taken and leaves no trace. ``status`` is the HTTP status, ``field`` what is at fault."""

    status = 400

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(excerpt(message))
        self.field = field

    @property
    def message(self) -> str:
        """What to tell the person."""
        return str(self)


class Bad(NotTaken):
    """Not of the shape that was asked for."""


class Forbidden(NotTaken):
    """Not for this person to do."""

    status = 403


class Missing(NotTaken):
    """There is no such thing here. What is hidden from a person is missing for that person."""

    status = 404


class Late(NotTaken):
    """Too late: the question is closed, the tap was another's, the figure is taken."""

    status = 409


class RulesHaveChanged(NotTaken):
    """The rules were changed in mid-round: what is stored of it is not what they give now.

    The DM reopens the round, or ends the fight; nothing is guessed and nothing rewritten.
    """

    status = 409


class TooMany(NotTaken):
    """Too many of something from one address. ``seconds`` is how long to wait."""

    status = 429

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message, "code")
        self.seconds = seconds
