"""Acts of a DM by a button of a page between fights: done or refused, the page says it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from encounters.errors import Rejected
from encounters.responses import see


def act_and_see(request: HttpRequest, act: Callable[[], str], to: str, *args: Any) -> HttpResponse:
    """Do something, and return to a page with the words for it, or for why it was refused."""
    try:
        if words := act():
            messages.info(request, words)
    except Rejected as problem:
        messages.error(request, problem.message)
    return see(to, *args)
