"""Sign-in by password, or by the one-time link that the server prints when it starts."""

from typing import Any

from django.contrib.auth import login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from encounters.responses import see
from encounters.sign_in import LinkSpent, note_device, redeem_token


class SignIn(LoginView):
    """Sign-in by password."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, and remember this browser."""
        return note_device(super().form_valid(form), self.request.user)


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link.

    GET shows a button, so that a preview of the link does not use it up. POST signs in, once.
    """
    if request.method == "GET":
        return render(request, "registration/sign_in_link.html", {"token": token})
    try:
        user = redeem_token(token)
    except LinkSpent:
        return render(request, "registration/link_spent.html", status=410)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return note_device(see("encounters"), user)
