"""The outcome of an order before it is given, as far as its player knows."""

from rules.kernel.frozen import frozen


@frozen(slots=True)
class Foresight:
    """The distance, reach and arrival of an order, in words; "" where they are not known."""

    words: str = ""
    """The whole in a line: "11 ft away: you arrive and strike in segment 4"."""
    warning: str = ""
    """The words on a target that cannot be reached, after its name: "is out of range."; "" where it can."""
    act: str = ""
    """The act that happens instead, as a button says it: "close in"; "" where nothing else does."""


UNKNOWN = Foresight()
