"""The translation of the ids that a viewer was given into the ids of the log.

The DM is shown the ids of the log.
"""

from functools import cached_property

from encounters.errors import Bad, Missing
from encounters.selectors import game_view
from encounters.viewers import Viewer
from rules.api import Answer, BadAnswer, Viewing

NOBODYS = "none"
"""A token that no question has, for one that this viewer was not asked."""


class Names:
    """The ids of one viewer."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    @cached_property
    def _viewing(self) -> Viewing:
        return game_view(self._viewer).viewing

    def token(self, token: str) -> str:
        """Return the token in the log of an open question or roll, by the one this viewer was shown."""
        return token if self._viewer.is_dm else self._viewing.find_real_token(token) or NOBODYS

    def answer(self, answer: Answer, token: str) -> Answer:
        """Return the answer to the question of this token, with the ids of the log.

        Raises Bad for an answer that this question does not have.
        """
        if self._viewer.is_dm:
            return answer
        try:
            return self._viewing.restore_real_answer(answer, token)
        except BadAnswer as problem:
            raise Bad(str(problem), problem.field) from problem

    def figure(self, who: str) -> str:
        """Return the id of a combatant in the log.

        Raises Missing alike for one that does not exist and for one that this viewer has not met.
        """
        real = who if self._viewer.is_dm else self._viewing.find_real(who)
        if real is None:
            raise Missing("There is nobody of that name here.", "who")
        return real
