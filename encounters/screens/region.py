"""Regions: the parts of a screen that are replaced whole.

A region is declared once, with the subjects that it is about. A page and a pushed fragment are drawn by the same
template from the same view model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar

from django.http import HttpRequest
from django.template.loader import render_to_string

from rules.api import Topic
from rules.api import events as e

ViewT = TypeVar("ViewT")

ALWAYS = frozenset(Topic)
"""The topics of a region that every event touches."""


def count_every(view: object, event: e.Event) -> bool:
    """Return that an event counts for everybody who is shown it."""
    return True


@dataclass(frozen=True)
class Region(Generic[ViewT]):
    """One region of a screen."""

    name: str
    """Its id on the page. Its view model has this name in templates."""
    template: str
    build: Callable[[ViewT], object]
    """Return the view model."""
    topics: frozenset[Topic]
    """The subjects that it is about: an event that changes one of them touches it."""
    counts: Callable[[ViewT, e.Event], bool] = count_every
    """Return whether an event on these subjects counts for this view, such as one about another's question."""


class Screen(Generic[ViewT]):
    """A kind of screen: its regions in the order of the page."""

    def __init__(self, *regions: Region[ViewT]) -> None:
        """``regions`` are in the order of the page; each name stands once."""
        self.regions: Mapping[str, Region[ViewT]] = {each.name: each for each in regions}

    def list_touched(self, view: ViewT, events: Sequence[e.Event]) -> tuple[str, ...]:
        """Return the names of the regions that these events touch, in the order of the page."""
        return tuple(
            name
            for name, each in self.regions.items()
            if any(each.topics & event.topics and each.counts(view, event) for event in events)
        )

    def build_context(self, view: ViewT) -> dict[str, Any]:
        """Return the view models by the names of their regions.

        Each is built when a template first reads it.
        """
        # A template asks for a view model as often as it names it.
        return {name: cache(partial(each.build, view)) for name, each in self.regions.items()}

    def render(self, view: ViewT, names: Sequence[str], shared: Mapping[str, Any], request: HttpRequest | None) -> str:
        """Return these regions as fragments that replace those on the page.

        ``shared`` is what every template reads, such as the viewer's cursor.
        """
        context = {**self.build_context(view), **shared, "oob": True}
        return "".join(render_to_string(self.regions[name].template, context, request) for name in names)
