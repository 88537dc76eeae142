"""A page with parts of a screen on it and no server behind.

What scripts do with it is all that happens.
"""

import mimetypes
from collections.abc import Mapping
from pathlib import Path as File

from django.contrib.staticfiles import finders
from django.template import engines
from django.test import override_settings
from playwright.sync_api import Browser, Page, Route

from tests.browser.table import PHONE

ORIGIN = "http://table.test"
BASE = """{{% extends "base_phone.html" %}}
{{% block scripts %}}{{% include "components/scripts.html" with entry="js/phone/main.js" %}}{{% endblock %}}
{{% block main %}}{0}{{% endblock %}}"""


def rendered(source: str, context: Mapping[str, object]) -> str:
    """Render a template with its context, as a page of the table would have it."""
    with override_settings(ROOT_URLCONF="tests.encounters.gallery.urls"):
        return engines["django"].from_string(source).render(dict(context))


def open_plain(
    browser: Browser, source: str, context: Mapping[str, object], size: tuple[int, int] = PHONE, **more: object
) -> Page:
    """Open a browser that shows this template on a phone, under the policy that pages have."""
    return open_html(browser, rendered(BASE.format(source), context), size, has_touch=True, is_mobile=True, **more)


def open_html(browser: Browser, html: str, size: tuple[int, int], **more: object) -> Page:
    """Open a browser that shows this page, under the policy that pages have."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if not path.startswith("/static/"):
            policy = {"Content-Security-Policy": "default-src 'self'; img-src 'self' data:"}
            route.fulfill(content_type="text/html", body=html, headers=policy)
            return
        found = finders.find(path.removeprefix("/static/"))
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        route.fulfill(status=200 if found else 404, content_type=kind, body=File(found).read_bytes() if found else b"")

    given = {"viewport": {"width": size[0], "height": size[1]}, **more}
    page = browser.new_context(**given).new_page()  # type: ignore[arg-type]
    page.route(f"{ORIGIN}/**", answer)
    page.goto(ORIGIN)
    return page


def push(page: Page, html: str, whole: bool = False) -> None:
    """Replace regions of the page as if the server had pushed them."""
    script = "async ([html, whole]) => (await import('/static/js/shared/live.js')).swapRegions(html, whole)"
    page.evaluate(script, [html, whole])
