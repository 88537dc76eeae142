"""The page of a campaign's DMs, what its owner does there, and the page of an invitation."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import for_named, for_owner
from campaigns.screens.members.members import ConfirmPage, GonePage, InvitationPage, build_members
from encounters import services
from encounters.addresses import make_address, make_full_address
from encounters.errors import Forbidden, NotFound, Rejected, TooMany
from encounters.models import Invitation, Member
from encounters.responses import render_forbidden, render_too_many, see, to_http404
from encounters.screens.accounts import reword
from encounters.screens.requests import read_post
from encounters.sign_in import note_device
from encounters.throttle import NEW_ACCOUNTS, read_address

# The DMs of a campaign.


@require_safe
@for_named
def show_members(request: HttpRequest, member: Member) -> HttpResponse:
    """Show who the DMs are, and which invitations wait."""
    return render(request, "screens/members/page.html", {"page": build_members(member)})


@require_POST
@for_owner
def invite(request: HttpRequest, member: Member) -> HttpResponse:
    """Make an invitation, and show its link: this once, for only its hash is stored."""
    try:
        made, secret = services.invite(member)
    except Rejected as problem:
        return _show_refused(request, member, problem)
    page = build_members(member, (made, make_full_address("invitation", secret=secret)))
    return render(request, "screens/members/page.html", {"page": page})


@require_POST
@for_owner
def withdraw_invitation(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Withdraw an invitation: its link works no more."""
    said = "The invitation is withdrawn. Its link does not work any more."
    return _act(request, member, lambda: services.withdraw_invitation(member, number), said)


@require_http_methods(["GET", "POST"])
@for_owner
def remove_member(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Remove a helper; GET asks for confirmation."""
    other = _find_other(member, number)
    if request.method == "POST":
        said = f"{other} is no DM of this campaign any more."
        return _act(request, member, lambda: services.remove_member(member, number), said)
    page = ConfirmPage(
        title=f"Remove {other}?",
        words=f"{other} no longer sees the campaign and its fights. Open pages close at once.",
        button=f"Remove {other}",
        keep="Keep",
        back=make_address("members", campaign_id=member.campaign_id),
    )
    return render(request, "screens/members/confirm.html", {"page": page})


@require_http_methods(["GET", "POST"])
@for_owner
def hand_over(request: HttpRequest, member: Member, number: int) -> HttpResponse:
    """Hand the campaign over to a helper; GET asks for confirmation."""
    other = _find_other(member, number)
    if request.method == "POST":
        said = f"{other} owns the campaign now. You help."
        return _act(request, member, lambda: services.hand_over(member, number), said)
    page = ConfirmPage(
        title=f"Hand the campaign over to {other}?",
        words=f"{other} will own it: invite and remove DMs, and delete it. You stay as a helper. Only {other} can "
        "hand it back. Open invitations end.",
        button=f"Hand over to {other}",
        keep="Keep the campaign",
        back=make_address("members", campaign_id=member.campaign_id),
    )
    return render(request, "screens/members/confirm.html", {"page": page})


@require_http_methods(["GET", "POST"])
@for_named
def leave(request: HttpRequest, member: Member) -> HttpResponse:
    """End the reader's own membership; GET asks for confirmation."""
    if request.method == "POST":
        try:
            services.leave(member)
        except Rejected as problem:
            return _show_refused(request, member, problem)
        messages.info(request, f"You left “{member.campaign.name}”.")
        return see("start")
    if member.role == Member.Role.OWNER:
        return _show_refused(request, member, Forbidden("You own the campaign. Hand it over first, then leave."))
    page = ConfirmPage(
        title=f"Leave “{member.campaign.name}”?",
        words="You no longer see the campaign and its fights. To come back you need another invitation.",
        button="Leave the campaign",
        keep="Stay",
        back=make_address("members", campaign_id=member.campaign_id),
    )
    return render(request, "screens/members/confirm.html", {"page": page})


def _act(request: HttpRequest, member: Member, act: Callable[[], object], said: str) -> HttpResponse:
    """Do what the owner asked for, and say so above the DMs as they are then."""
    try:
        act()
    except Rejected as problem:
        return _show_refused(request, member, problem)
    messages.info(request, said)
    return see("members", member.campaign_id)


def _find_other(member: Member, number: int) -> str:
    """Return the name of another DM of the campaign; Http404 where it has no such DM."""
    other = get_object_or_404(Member.objects.select_related("user"), pk=number, campaign=member.campaign_id)
    return str(other.user.get_username())


def _show_refused(request: HttpRequest, member: Member, problem: Rejected) -> HttpResponse:
    """Render what was refused, above the DMs as they are now."""
    if isinstance(problem, NotFound):
        raise to_http404(problem)
    if isinstance(problem, Forbidden):
        return render_forbidden(request, problem)
    messages.error(request, problem.message)
    return render(request, "screens/members/page.html", {"page": build_members(member)}, status=problem.status)


# An invitation.


@never_cache
@require_http_methods(["GET", "POST"])
def follow_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept an invitation, with an account that is signed in or made here.

    GET shows a button, so that a preview of the link does not use it up.
    """
    try:
        found = services.find_invitation(secret, read_address(request))
    except TooMany as problem:
        return render_too_many(request, problem)
    except Rejected as problem:
        return _show_gone(request, problem)
    if request.user.is_authenticated:
        return _accept(request, found) if request.method == "POST" else _show_invitation(request, found, secret)
    return _make_account(request, found, secret)


def _accept(request: HttpRequest, found: Invitation) -> HttpResponse:
    try:
        member = services.accept(found, request.user)
    except Rejected as problem:
        return _show_gone(request, problem, found)
    return _greet(request, member)


def _make_account(request: HttpRequest, found: Invitation, secret: str) -> HttpResponse:
    """Show the form of a new account, or make it and accept."""
    try:
        if request.method == "POST":
            NEW_ACCOUNTS.take_one(read_address(request))
        form: UserCreationForm[User] = UserCreationForm(read_post(request))
        reword(form)
        if request.method == "GET" or not form.is_valid():
            return _show_invitation(request, found, secret, form, 400 if form.is_bound else 200)
        member = services.accept_with_account(found, form)
    except TooMany as problem:
        return render_too_many(request, problem)
    except Rejected as problem:
        return _show_gone(request, problem)
    login(request, member.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return note_device(_greet(request, member), member.user)


def _greet(request: HttpRequest, member: Member) -> HttpResponse:
    messages.success(request, f"You are a DM of “{member.campaign.name}” now, and run its fights.")
    return see("members", member.campaign_id)


def _show_invitation(
    request: HttpRequest, found: Invitation, secret: str, form: Any = None, status: int = 200
) -> HttpResponse:
    page = InvitationPage(
        campaign=found.campaign.name,
        made_by=found.made_by.get_username(),
        expires=found.expires,
        user=request.user.get_username(),
        sign_in=make_address("sign-in", {"next": make_address("invitation", secret=secret)}),
    )
    return render(request, "screens/members/invitation.html", {"page": page, "form": form}, status=status)


def _show_gone(request: HttpRequest, problem: Rejected, found: Invitation | None = None) -> HttpResponse:
    """Render that an invitation cannot be accepted, and why."""
    is_member = found is not None and found.campaign.members.filter(user=request.user.pk).exists()
    page = GonePage(
        title="You are a DM already" if is_member else "This invitation does not work",
        words=problem.message,
        back=make_address("members", campaign_id=found.campaign_id) if found is not None and is_member else "",
    )
    return render(request, "screens/members/gone.html", {"page": page}, status=problem.status)
