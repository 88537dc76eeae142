"""The stored start of a view: everything that a viewer was shown until a round began.

A view is continued from it without the log before.
"""

from dataclasses import replace

from rules.kernel.frozen import frozen
from rules.kernel.reveal.knowledge import Memory
from rules.kernel.reveal.names import Names


@frozen
class ViewStart:
    """Everything of a view that matters from the beginning of a round on, for one audience."""

    input: int
    """The position of the input in which the round begins."""
    count: int
    """The number of events that had been shown."""
    backs: int
    """The number of take-backs counted in the events shown."""
    epochs: int
    """The number of take-backs that had been shown."""
    now: Memory
    """The viewer's memory then.

    The DM is shown everything as it is, so for them the state is the truth and is not stored twice.
    """
    names: Names

    def copy_memory(self) -> Memory:
        """Return the memory to continue from."""
        now = self.now.copy()
        return now if now.state is not None else replace(now, state=now.truth)


class BeforeViewStart(RuntimeError):
    """A take-back to before the start from which a view was continued.

    It leads to after the input at position ``to``.
    """

    def __init__(self, to: int) -> None:
        super().__init__(f"the view begins after input {to}")
        self.to = to
