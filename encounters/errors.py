"""Errors for actions that are refused and leave no trace.

Pages show the message at ``field``, and answer with ``status``.
"""

from rules.api import shorten_message


class Rejected(Exception):
    """The refusal of an action, which leaves no trace. ``field`` is the form field at fault."""

    status = 400
    """The HTTP status of the answer."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(shorten_message(message))
        self.field = field

    @property
    def message(self) -> str:
        """Return the message for the person."""
        return str(self)


class Invalid(Rejected):
    """Something invalid: it is not of the form that was asked for."""


class Forbidden(Rejected):
    """Something that this person may not do."""

    status = 403


class NoSeat(Rejected):
    """A person who has no seat at this table."""

    status = 401


class NotFound(Rejected):
    """Something that does not exist here, or that is hidden from this person."""

    status = 404


class Expired(Rejected):
    """A link that was used, or whose time is over."""

    status = 410


class MovedOn(NotFound):
    """A fight that is not on its campaign's table any more."""

    status = 410


class Conflict(Rejected):
    """Something that came too late: the question is closed, or another tap or player was first."""

    status = 409


class RecapTaken(Conflict):
    """A recap that would replace another one, which its writer has not seen."""

    def __init__(self, number: int, posted: str, version: str) -> None:
        of = f"round {number}" if number else "the opening"
        super().__init__(f"Another recap of {of} was posted meanwhile. Yours is not posted yet.", "recap")
        self.posted = posted
        self.version = version
        """The version of the recap that is there."""


class RulesHaveChanged(Rejected):
    """Rules that changed during a round: they no longer give the events that are stored of it.

    The DM reopens the round or ends the fight. Nothing is guessed, and no event is rewritten.
    """

    status = 409


class Unreadable(Rejected):
    """A stored fight that this version cannot read. ``reason`` says why, for its DM."""

    status = 409

    def __init__(self, encounter_id: int, reason: str) -> None:
        super().__init__("This fight cannot be read by this version of Ten Segments. Nothing of it is lost.")
        self.encounter_id = encounter_id
        self.reason = shorten_message(reason)


class TooMany(Rejected):
    """Too many requests of one kind from one address. ``seconds`` is how long to wait."""

    status = 429

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message, "code")
        self.seconds = seconds
