"""The line about events that a viewer missed while their page had no connection."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from encounters.numbers import read_whole
from encounters.responses import answer_fragments
from encounters.screens.region import Screen, ViewT


@dataclass(frozen=True)
class Missed:
    """The line about what was missed."""

    count: int
    unit: str
    """The name of what is counted: events, segments, counts or beats."""
    since: int
    """The cursor after which it is counted."""
    href: str = ""
    """The address where it can be read."""


def read_since(request: HttpRequest) -> int | None:
    """Return the cursor that a page had when it lost its connection, as its address says."""
    return read_whole(request.GET.get("from", ""))


def answer_missed(screen: Screen[ViewT], view: ViewT) -> HttpResponse:
    """Return the line for a page that is connected again; nothing where it missed nothing."""
    if screen.regions["missed"].build(view) is None:
        return HttpResponse(status=204)
    return answer_fragments(screen.render(view, ("missed",)))
