"""The ways of acting under a letter: by a word, or by a thing."""

from rules.kernel.frozen import frozen


@frozen
class Using:
    """The use of one thing: a weapon or a device of a combatant."""

    thing: str
    """Its id."""


Way = str | Using
"""A way of acting under a letter: its word, "" for the letter itself, or the thing that is used."""
