"""Access to the pages of a campaign: its DMs reach them, and players their own characters."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from campaigns.models import Character
from campaigns.pictures import add_versions
from encounters.access import NO_ENCOUNTER
from encounters.errors import Forbidden
from encounters.models import Campaign, Encounter, Member, Seat
from encounters.responses import ViewFunction, render_forbidden

P = ParamSpec("P")

MemberViewFunction = Callable[Concatenate[HttpRequest, Member, P], HttpResponse]
FightViewFunction = Callable[Concatenate[HttpRequest, Member, Encounter, P], HttpResponse]


def for_member(view: MemberViewFunction[P]) -> ViewFunction:
    """Restrict a view to the DMs of its campaign, and pass it their membership.

    A person who is not signed in is sent to the sign-in page; anybody else gets 404, as for a campaign that is not
    there.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, campaign_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        members = Member.objects.select_related("campaign__on_table", "campaign__state", "user")
        member = members.filter(campaign=campaign_id, user=request.user.pk).first()
        if member is None:
            raise Http404("There is no such campaign.")
        return view(request, member, *args, **kwargs)

    return enter


def for_named(view: MemberViewFunction[P]) -> ViewFunction:
    """Restrict a view to the DMs of a campaign that has a name, as ``for_member`` does."""

    @wraps(view)
    def enter(request: HttpRequest, member: Member, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not member.campaign.name:
            raise Http404("There is no such campaign.")
        return view(request, member, *args, **kwargs)

    return for_member(enter)


def for_fight(view: FightViewFunction[P]) -> ViewFunction:
    """Restrict a view to a fight's DMs, and pass it their membership and the fight.

    Others are answered as by ``for_member``; for a trial everybody gets 404.
    """

    @wraps(view)
    @never_cache
    def enter(request: HttpRequest, encounter_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        fights = Encounter.tables.select_related("campaign")
        encounter = fights.filter(pk=encounter_id).first()
        members = Member.objects.select_related("campaign", "user")
        member = members.filter(campaign__encounters=encounter_id, user=request.user.pk).first()
        if encounter is None or member is None:
            raise Http404(NO_ENCOUNTER)
        return view(request, member, encounter, *args, **kwargs)

    return enter


def for_owner(view: MemberViewFunction[P]) -> ViewFunction:
    """Restrict a view to the owner of a campaign that has a name, and pass it their membership.

    Its other DMs get 403; anybody else is answered as by ``for_member``.
    """

    @wraps(view)
    def enter(request: HttpRequest, member: Member, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if member.role != Member.Role.OWNER:
            return render_forbidden(request, Forbidden("Only the owner of the campaign may do that."))
        return view(request, member, *args, **kwargs)

    return for_named(enter)


def list_own_characters(campaign: Campaign, seat: Seat) -> Sequence[Character]:
    """Return the characters of a seat who still play, with the versions of their pictures."""
    if seat.kind != Seat.Kind.PLAYER:
        return ()
    own = add_versions(campaign.characters.filter(seat=seat).order_by("number"))
    return [each for each in own if each.is_playing]
