"""The first page, and the demo that it offers."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from campaigns.screens.home.home import build_home
from encounters.demo import make_demo_of
from encounters.responses import see
from encounters.screens.join.views import start


@never_cache
def show_home(request: HttpRequest) -> HttpResponse:
    """Show a DM where the last fight was stopped; ask anybody else for the code of a table."""
    if not request.user.is_authenticated or request.method not in ("GET", "HEAD") or "code" in request.GET:
        return start(request)
    return render(request, "screens/home/page.html", {"page": build_home(request.user, request.GET.get("q", ""))})


@require_POST
@login_required
def play_demo(request: HttpRequest) -> HttpResponse:
    """Open the demo fight of this DM, which is made where there is none."""
    return see("run", make_demo_of(request.user).pk)
