"""The bars that say what an act did, or why it was refused, in the column concerned."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.messages import get_messages
from django.http import HttpRequest

from encounters.screens.actions import Post
from encounters.screens.prepare.preparation_view import PreparationView

RULES_LINE, CAST, MAP = "rules", "cast", "map"
"""The columns of the page; a message names its own by its first extra tag."""
PUT_BACK = "put-back"
"""The second tag of a message about somebody who was taken out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One message in a column of the page."""

    column: str
    words: str
    is_wrong: bool = False
    """An act was refused."""
    act: Post | None = None
    """What the words propose."""


def list_bars(request: HttpRequest, prepared: PreparationView, wrong: Bar | None) -> list[Bar]:
    """Return a bar for each column in which something is said.

    It says why an act was refused, else all messages of the column.
    """
    said: dict[str, list[Bar]] = {}
    for bar in (*_list_messages(request, prepared), *([wrong] if wrong is not None else [])):
        said.setdefault(bar.column, []).append(bar)
    return [_join(bars) for bars in said.values()]


def _join(bars: list[Bar]) -> Bar:
    last = bars[-1]
    if last.is_wrong:
        return last
    return Bar(last.column, " ".join(each.words for each in bars), act=last.act)


def _list_messages(request: HttpRequest, prepared: PreparationView) -> Iterator[Bar]:
    for message in get_messages(request):
        column, _, act = (message.extra_tags or "").partition(" ")
        proposed = Post("Put back", prepared.make_url("put-back"), tone="quiet") if act == PUT_BACK else None
        yield Bar(column or RULES_LINE, str(message), message.level_tag == "error", proposed)
