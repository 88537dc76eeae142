"""The check of every text that a person types, before it is stored."""

from collections.abc import Iterator, Mapping
from typing import Any

from encounters.errors import Invalid
from rules.api import drop_refused_characters, refuse_text

ONE_LINE = ("name", "title", "id", "side")
"""The keys of texts that have one line; others may have several."""


def check_typed(value: object, field: str = "") -> None:
    """Raise Invalid where a text, or any text in a stored form, holds what is refused.

    ``field`` is the form field, or the key, that an error names; inside a mapping it is the key of the text.
    """
    for key, text in list_texts(value, field):
        if problem := refuse_text(text, lines=key not in ONE_LINE):
            raise Invalid(problem, key)


def clean_typed(value: Any) -> Any:
    """Return a stored form without what texts may not hold, if it is older than that rule."""
    if isinstance(value, str):
        return drop_refused_characters(value)
    if isinstance(value, Mapping):
        return {clean_typed(key): clean_typed(each) for key, each in value.items()}
    return [clean_typed(each) for each in value] if isinstance(value, list | tuple) else value


def list_texts(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in a stored form, keys too, each with the key under which it stands."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield field, str(key)
            yield from list_texts(each, str(key))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from list_texts(each, field)
