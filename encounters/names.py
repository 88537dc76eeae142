"""From the ids that a viewer was given back to the log's own. The DM has the log's own."""

from functools import cached_property

from encounters.errors import Bad, Missing
from encounters.selectors import game_view
from encounters.viewers import Viewer
from rules.api import Answer, BadAnswer, Viewing

NOBODYS = "none"
"""A token that no question has: what a viewer is given for one that he was not asked."""


class Names:
    """What one viewer calls things."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    @cached_property
    def _viewing(self) -> Viewing:
        return game_view(self._viewer).viewing

    def token(self, token: str) -> str:
        """The token of an open question or roll, by the one this viewer was shown."""
        return token if self._viewer.is_dm else self._viewing.real_token(token) or NOBODYS

    def answer(self, answer: Answer, token: str) -> Answer:
        """The answer to the question of this token, with every id the log's own. Raises Bad for what is none of it."""
        if self._viewer.is_dm:
            return answer
        try:
            return self._viewing.real_answer(answer, token)
        except BadAnswer as problem:
            raise Bad(str(problem), problem.field) from problem

    def figure(self, who: str) -> str:
        """A figure. Raises Missing alike for one that is not there and one that this viewer has not met."""
        real = who if self._viewer.is_dm else self._viewing.real(who)
        if real is None:
            raise Missing("There is nobody of that name here.", "who")
        return real
