"""The translation of the ids that a viewer was given into the ids of the log.

The DM is shown the ids of the log.
"""

from functools import cached_property

from encounters.errors import Invalid, NotFound
from encounters.selectors import read_view
from encounters.viewers import Viewer
from rules.api import Answer, BadAnswer, Viewing

NOBODYS = "none"
"""A token that no question has, for one that this viewer was not asked."""


class Names:
    """The ids of one viewer.

    ``shown`` is what the viewer was shown; it is read where it is None.
    """

    def __init__(self, viewer: Viewer, shown: Viewing | None = None) -> None:
        self._viewer = viewer
        self._shown = shown

    @cached_property
    def _viewing(self) -> Viewing:
        return self._shown if self._shown is not None else read_view(self._viewer).viewing

    def find_token(self, token: str) -> str:
        """Return the token in the log of an open question or roll, by the one this viewer was shown."""
        return token if self._viewer.is_dm else self._viewing.find_real_token(token) or NOBODYS

    def restore_answer(self, answer: Answer, token: str) -> Answer:
        """Return the answer to the question of this token, with the ids of the log.

        Raises Invalid for an answer that this question does not have.
        """
        if self._viewer.is_dm:
            return answer
        try:
            return self._viewing.restore_real_answer(answer, token)
        except BadAnswer as problem:
            raise Invalid(str(problem), problem.field) from problem

    def find_combatant(self, who: str) -> str:
        """Return the id of a combatant in the log.

        Raises NotFound alike for one that does not exist and for one that this viewer has not met.
        """
        real = who if self._viewer.is_dm else self._viewing.find_real(who)
        if real is None:
            raise NotFound("There is nobody of that name here.", "who")
        return real
