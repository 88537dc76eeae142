"""The pages of the copies, for those who run the site: they may see what all DMs have."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from combat_site.copies.files import CopyError, Manifest
from combat_site.copies.kept import KeptCopy, Reason, find_folder, keep_copy, list_copies
from encounters.errors import Forbidden
from encounters.models import Campaign, Encounter, Input
from encounters.responses import render_forbidden, see

P = ParamSpec("P")

WORDS = {
    Reason.NIGHT: "Copy of the day",
    Reason.MIGRATION: "Before a new version",
    Reason.RESTORE: "Before a copy was restored",
    Reason.HAND: "Made by hand",
}
"""The names of the kinds of copies."""

ONLY_OPERATOR = "Copies hold what all DMs have: only the person who runs this site sees them."

OLD = timedelta(days=2)
"""The age of the newest copy of the day from which the page warns."""

MOST_FIGHTS = 10
"""The most fights that the page of a copy names."""


@dataclass(frozen=True)
class CopyRow:
    """A copy in the list."""

    name: str
    """The name of its file."""
    made: datetime
    words: str
    """The reason for which it was made."""
    size: int
    version: str
    contents: str
    """What is in it, in words; "" where it is damaged."""


@dataclass(frozen=True)
class CopiesPage:
    """The list of copies."""

    folder: str
    rows: tuple[CopyRow, ...]
    is_automatic: bool
    """Copies are made by themselves."""
    is_late: bool
    """The newest copy of the day is old, or there is none."""


@dataclass(frozen=True)
class CopyPage:
    """A copy, and how it is restored."""

    row: CopyRow
    command: str
    """The command that restores it."""
    play: str
    """The command that starts the table again."""
    fights: tuple[tuple[str, int], ...]
    """The fights that went on since, and by how many inputs."""
    more: int
    """The fights beyond those."""
    made_since: tuple[str, ...]
    """The titles of encounters, and the names of campaigns, that are not in it."""


def for_operator(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let in those who may see what all DMs have; tell others who are signed in."""

    @wraps(view)
    def enter(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_superuser:
            return render_forbidden(request, Forbidden(ONLY_OPERATOR))
        return view(request, *args, **kwargs)

    return never_cache(login_required(enter))


@for_operator
@require_safe
def show_copies(request: HttpRequest) -> HttpResponse:
    """Show the copies that are kept."""
    copies = list_copies()
    nights = [copy.made for copy in copies if copy.reason is Reason.NIGHT and copy.manifest]
    is_late = bool(settings.COPIES) and (not nights or datetime.now(UTC) - nights[0] > OLD)
    page = CopiesPage(str(find_folder()), tuple(map(build_row, copies)), bool(settings.COPIES), is_late)
    return render(request, "screens/copies/list.html", {"page": page})


@for_operator
@require_POST
def add_copy(request: HttpRequest) -> HttpResponse:
    """Make a copy now."""
    try:
        keep_copy(Reason.HAND)
    except CopyError as problem:
        messages.error(request, f"{problem} Free some space, or make the folder writable, and try again.")
    else:
        messages.success(request, "Everything is copied.")
    return see("kept-copies")


@for_operator
@require_safe
def show_copy(request: HttpRequest, name: str) -> HttpResponse:
    """Show what restoring a copy would lose, and the command that does it."""
    copy = next((each for each in list_copies() if each.file.name == name), None)
    if copy is None or copy.manifest is None:
        raise Http404("There is no such copy.")
    return render(request, "screens/copies/copy.html", {"page": build_page(copy, copy.manifest)})


def build_row(copy: KeptCopy) -> CopyRow:
    """Return a copy as the list shows it."""
    told = copy.manifest
    version, contents = (told.version, told.contents) if told else ("", "")
    return CopyRow(copy.file.name, copy.made, WORDS[copy.reason], copy.size, version, contents)


def build_page(copy: KeptCopy, manifest: Manifest) -> CopyPage:
    """Return the page of a copy: what was done since it was made is counted now."""
    since = manifest.made_at
    played = Input.objects.filter(made_at__gte=since, encounter__trial_of=None).values_list("encounter__title")
    fights = list(played.annotate(count=Count("pk")).order_by("-count", "encounter__title"))
    encounters = Encounter.tables.filter(created__gte=since).values_list("title", flat=True)
    campaigns = Campaign.objects.filter(created__gte=since).exclude(name="").values_list("name", flat=True)
    return CopyPage(
        build_row(copy),
        f"{settings.MANAGE} restore {copy.file} --replace",
        settings.PLAY,
        tuple(fights[:MOST_FIGHTS]),
        len(fights[MOST_FIGHTS:]),
        tuple([*campaigns, *encounters][:MOST_FIGHTS]),
    )
