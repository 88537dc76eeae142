"""Checks of every request before a view reads it: can its texts be stored.

Headers that name a page must be addresses.
"""

from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from combat_site.unavailable import answer_on_page
from rules.api import is_storable

ADDRESSES = ("HTTP_REFERER", "HTTP_HX_CURRENT_URL")
"""Headers that name the page a request comes from. Without them only a convenience is lost."""

WORDS = (
    "Something you sent holds a character that cannot be stored, or is not UTF-8. Nothing was changed: go back, remove "
    "the character and send it again."
)


class CheckedRequests(MiddlewareMixin):
    """Middleware that answers 400 where a path, query, form or file name cannot be used.

    It runs before sessions and views, so none of them has to check. Cookies that cannot be stored and malformed
    addresses are removed instead: people do not write them, and could not correct them.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Return the refusal of a request that cannot be used, or None to let it go on."""
        for name in ADDRESSES:
            if name in request.META and not _is_address(request.META[name]):
                del request.META[name]
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if is_storable(name + value)}
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() != "utf-8":
            request.encoding = "utf-8"  # so that the refusal itself can be rendered
        elif all(map(is_storable, _list_texts(request))):
            return None
        if "HX-Request" not in request.headers:
            return render(request, "400.html", {"words": WORDS}, status=400)
        return answer_on_page(WORDS, 400)


def _list_texts(request: HttpRequest) -> Iterable[str]:
    """Yield every text of a request that people may have written."""
    yield request.path_info
    for given in (request.GET, request.POST):
        for name, values in given.lists():
            yield name
            yield from map(str, values)
    for name, files in request.FILES.lists():
        yield name
        yield from (str(file.name) for file in files)


def _is_address(text: str) -> bool:
    """Return whether this is an address, as it stands and as htmx may have quoted it."""
    try:
        for each in (text, unquote(text)):
            _ = urlsplit(each).port
    except ValueError:
        return False
    return is_storable(unquote(text))
