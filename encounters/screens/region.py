"""Screens and their regions: the parts of a screen that are replaced whole.

A region is declared once. A page and a pushed fragment are drawn by the same template from the same view model. A
region is sent when its view model differs from the one that was last sent, whatever has happened meanwhile.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache, cached_property, partial
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from encounters.encounter_view import EncounterView
from encounters.screens.live_page import LivePage

ViewT = TypeVar("ViewT", bound=EncounterView)

RegionKey = tuple[int, str]
"""A region of a viewer's screens: the place of the character that the screen is about, and the region's name."""

ViewModels = Mapping[RegionKey, object]
"""What was sent of each region: its view model, or its key. All their parts are values: equality has a meaning."""


@dataclass(frozen=True)
class Region(Generic[ViewT]):
    """One region of a screen."""

    name: str
    """Its id on the page."""
    build: Callable[[ViewT], object]
    """Return the view model."""
    _: KW_ONLY
    template: str = ""
    """"": the template of its name in the screen's folder."""
    model: str = ""
    """The name of its view model in templates, where that is not its own."""
    place: str = ""
    """The part of the page in which it stands, for the page's template. A region that holds it is replaced with it."""
    key: Callable[[ViewT], object] | None = None
    """Return what is compared in place of the view model: a form that is being filled in waits for another question."""
    is_pushed: bool = True
    """False: the person types in it, or has asked for it. Only an answer to this person brings it."""
    is_spoken: bool = False
    """The view model is words for screen readers, which are sent whenever there are any."""
    is_logged: bool = True
    """False: it shows a clock, a choice or the like, of which no event tells. It is sent to each page that joins, since
    the page may have been drawn before the last change."""


class Screen(Generic[ViewT]):
    """A kind of screen: its name, the class of its view, and its regions in their order."""

    def __init__(self, name: str, view: type[ViewT], *regions: Region[ViewT]) -> None:
        """``name`` is that of the folder of its templates, which has its page."""
        self.folder = f"screens/{name}"
        self.regions: Mapping[str, Region[ViewT]] = {each.name: each for each in regions}
        self._view = view

    def find_template(self, region: Region[ViewT]) -> str:
        """Return the template of a region."""
        return region.template or f"{self.folder}/{region.name}.html"

    def build_context(self, view: ViewT) -> dict[str, Any]:
        """Return what templates read: view models, templates by place, the cursor.

        Each model is built when a template first reads it.
        """
        # A template asks for a view model as often as it names it.
        models = {each.model or name: cache(partial(each.build, view)) for name, each in self.regions.items()}
        shared = {"find_picture": view.find_picture, "at": view.at, "epoch": view.epoch, "nth": view.nth}
        return {**models, **shared, "templates": self.templates}

    @cached_property
    def templates(self) -> Mapping[str, Sequence[str]]:
        """Return the templates of the regions of each place, in order."""
        found: dict[str, list[str]] = {}
        for each in self.regions.values():
            found.setdefault(each.place, []).append(self.find_template(each))
        return found

    def render_page(
        self,
        request: HttpRequest,
        view: ViewT,
        page: LivePage | None,
        *,
        template: str = "page",
        status: int = 200,
        **models: object,
    ) -> HttpResponse:
        """Return a whole page of this screen; ``models`` are what its template reads besides."""
        context = self.build_context(view) | {"page": page} | models
        return render(request, f"{self.folder}/{template}.html", context, status=status)

    def render(self, view: ViewT, names: Sequence[str]) -> str:
        """Return these regions as fragments that replace those on the page."""
        return self.render_context(self.build_context(view), names)

    def render_context(self, context: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return these regions of a context that was built as fragments.

        Pushes and answers are the same text, so that a page can leave out what it has already shown. Their forms have
        no CSRF token: the page sends its own (static/js/shared/answering.js).
        """
        context = {**context, "oob": True}
        templates = (self.find_template(self.regions[name]) for name in names)
        return "".join(render_to_string(template, context) for template in templates)

    def draw(self, view: EncounterView) -> "Drawing[ViewT]":
        """Return the screens of a viewer, ready to be compared and rendered."""
        return Drawing(self, self._view.list_views(view))

    def list_in(self, *places: str) -> list[str]:
        """Return the pushed regions that stand in these parts of the page, in order."""
        return [name for name, each in self.regions.items() if each.is_pushed and each.place in places]

    def list_outermost(self, names: Collection[str]) -> list[str]:
        """Return these regions in the order of the page, without those within another of them."""
        return [name for name, each in self.regions.items() if name in names and each.place not in names]


class Drawing(Generic[ViewT]):
    """The screens of one viewer at one moment: the view models of what is pushed."""

    def __init__(self, screen: Screen[ViewT], views: Sequence[ViewT]) -> None:
        self._screen = screen
        self._views = views
        self._contexts = [screen.build_context(view) for view in views]

    @cached_property
    def models(self) -> ViewModels:
        """Return what is compared of each region that is pushed."""
        return dict(self._build_models())

    def _build_models(self) -> Iterator[tuple[RegionKey, object]]:
        for n, view in enumerate(self._views):
            for name, each in self._screen.regions.items():
                if each.is_pushed:
                    yield (n, name), each.key(view) if each.key is not None else self._contexts[n][each.model or name]()

    def list_changed(self, before: ViewModels) -> tuple[RegionKey, ...]:
        """Return the regions that differ from what was sent before; all, where nothing was."""
        return tuple(key for key, model in self.models.items() if self._is_changed(key, model, before))

    def _is_changed(self, key: RegionKey, model: object, before: ViewModels) -> bool:
        if self._screen.regions[key[1]].is_spoken:
            return bool(model)
        return key not in before or model != before[key]

    def list_unlogged(self) -> tuple[RegionKey, ...]:
        """Return the regions that show what no event tells."""
        names = [each.name for each in self._screen.regions.values() if not each.is_logged]
        return tuple((n, name) for n in range(len(self._views)) for name in names)

    def render(self, keys: Collection[RegionKey]) -> str:
        """Return these regions as fragments, in the order of the page; each is rendered once."""
        found = []
        for n, context in enumerate(self._contexts):
            names = self._screen.list_outermost([name for at, name in keys if at == n])
            found.append(self._screen.render_context(context, names))
        return "".join(found)
