"""The site as an app on a phone: its manifest, a page for no signal, its service worker.

The worker keeps static files and that page. It never keeps a page of a fight, which holds somebody's secrets.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAPER = "#f7f0e2"


ICONS = (("icon", 192, "any"), ("icon", 512, "any"), ("icon-maskable", 512, "maskable"))
"""The drawings of the mark that systems ask for: name, pixels and purpose; made by `tests.browser.make_icons`."""


def build_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    """Return the entry of an icon in the manifest."""
    source = static(f"img/{name}-{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_safe
@cache_control(max_age=86400)
def send_manifest(request: HttpRequest) -> JsonResponse:
    """Send the web manifest."""
    mark = {"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    manifest = {
        "name": "Ten Segments",
        "short_name": "Ten Segments",
        "start_url": reverse("start"),
        "scope": reverse("start"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [mark, *(build_icon(*each) for each in ICONS)],
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@require_safe
@cache_control(max_age=86400)
def show_offline(request: HttpRequest) -> HttpResponse:
    """Show the page for no signal, which is the same for everybody."""
    return render(request, "offline.html")


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored of people, to everybody."""
    return render(request, "privacy.html")


@require_safe
@cache_control(no_cache=True)
def send_service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, with the files that the page for no signal needs."""
    return render(request, "sw.js", {"static_url": settings.STATIC_URL}, content_type="text/javascript; charset=utf-8")
