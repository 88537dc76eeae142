"""The account of a DM: signing in by password or by a one-time link, and the password."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.generic import View

from encounters.responses import see
from encounters.sign_in import (
    LinkSpent,
    forget_link,
    may_set_password,
    name_own_count,
    note_device,
    note_link,
    redeem_token,
)
from encounters.throttle import PASSWORD_MAILS, WRONG_PASSWORDS, read_address

LABELS = {
    "username": "Your name",
    "password1": "Password",
    "password2": "Password again",
    "old_password": "Current password",
    "new_password1": "New password",
    "new_password2": "New password again",
    "email": "Your e-mail address",
}
"""The labels of the fields that Django's forms have for passwords."""

GOOD_PASSWORD = "8 characters or more; not like your name, and none that many people use."
"""The help for a new password, for the validators in the settings."""


class SignIn(auth.LoginView):
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
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    note_link(request)
    return note_device(see("start"), user)


# The password.


@method_decorator(never_cache, name="dispatch")
class OwnPassword(auth.PasswordChangeView):
    """The page on which a DM sets a first password, or changes it."""

    template_name = "registration/own_password.html"
    success_url = reverse_lazy("start")

    def get_form_class(self) -> Any:
        """Return the form, which asks for the old password where this DM has to know it."""
        return SetPasswordForm if may_set_password(self.request) else PasswordChangeForm

    def get_form(self, form_class: Any = None) -> Any:
        """Return the form in the words of this site."""
        return reword(super().get_form(form_class))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Save the password. Raises TooMany after too many wrong old ones."""
        if not may_set_password(request):
            WRONG_PASSWORDS.take_one(name_own_count(request.user))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Save the password, and remember this browser again.

        This session goes on, and every other one ends.
        """
        response = super().form_valid(form)
        WRONG_PASSWORDS.forget(name_own_count(form.user))
        forget_link(self.request)
        messages.success(self.request, "Your password is saved. Every other browser is signed out.")
        return note_device(response, form.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Render what is wrong; only a wrong old password counts as one."""
        if "old_password" not in form.errors:
            WRONG_PASSWORDS.forget(name_own_count(form.user))
        return super().form_invalid(form)


class ByMail(View):
    """The view of a page that needs mail; without mail it names a command that helps."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, or name the command."""
        if not settings.SENDS_MAIL:
            return render(request, "registration/forgotten_without_mail.html")
        return super().dispatch(request, *args, **kwargs)


@method_decorator(never_cache, name="dispatch")
class ForgottenPassword(ByMail, auth.PasswordResetView):
    """The page that asks where to send a link for a new password."""

    template_name = "registration/forgotten_password.html"
    email_template_name = "registration/new_password_mail.txt"
    subject_template_name = "registration/new_password_subject.txt"
    success_url = reverse_lazy("password-mail-sent")

    def get_form(self, form_class: Any = None) -> Any:
        """Return the form in the words of this site."""
        return reword(super().get_form(form_class))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send the link. Raises TooMany after too many."""
        PASSWORD_MAILS.take_one(read_address(request))
        return super().post(request, *args, **kwargs)


class PasswordMailSent(ByMail, auth.PasswordResetDoneView):
    """The page that says to look for mail, whether or not anybody has that address."""

    template_name = "registration/password_mail_sent.html"


class NewPassword(ByMail, auth.PasswordResetConfirmView):
    """The page on which a new password is set, by a link in a mail."""

    template_name = "registration/new_password.html"
    success_url = reverse_lazy("sign-in")

    def get_form(self, form_class: Any = None) -> Any:
        """Return the form in the words of this site."""
        return reword(super().get_form(form_class))

    def form_valid(self, form: Any) -> HttpResponse:
        """Save the password; every session ends."""
        messages.success(self.request, "Your new password is saved. Sign in with it.")
        return super().form_valid(form)

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Render the page; a link that was used is gone."""
        return super().render_to_response(context, **kwargs, status=200 if context["validlink"] else 410)


def reword(form: forms.BaseForm) -> forms.BaseForm:
    """Give a form of Django's the labels and the help of this site."""
    for name, field in form.fields.items():
        field.label = LABELS[name]
        field.help_text = GOOD_PASSWORD if name in ("new_password1", "password1") else ""
    return form
