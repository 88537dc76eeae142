"""The DMs of a campaign as view models."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from encounters import services
from encounters.addresses import make_address
from encounters.models import Campaign, Invitation, Member
from encounters.screens.actions import Act, Link, Post

ROLES = {Member.Role.OWNER: "owns the campaign", Member.Role.HELPER: "helps"}


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A DM of the campaign."""

    name: str
    words: str
    joined: datetime
    is_own: bool
    """It is the reader."""
    acts: Sequence[Act]


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation that waits to be accepted."""

    number: int
    """The number of the invitation, by which two are told apart."""
    made_by: str
    expires: datetime
    withdraw: Post | None
    """None for a helper."""


@dataclass(frozen=True, slots=True)
class MembersPage:
    """The page of a campaign's DMs."""

    user: str
    id: int
    name: str
    """The campaign."""
    members: Sequence[MemberRow]
    invitations: Sequence[InvitationRow]
    invite: Post | None
    """None for a helper."""
    link: str
    """The address of an invitation that was made just now; "" without one."""
    expires: datetime | None
    """The end of that invitation."""


@dataclass(frozen=True, slots=True)
class ConfirmPage:
    """The page that asks before somebody is removed, leaves, or gets the campaign."""

    title: str
    words: str
    button: str
    keep: str
    back: str


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """The page of an invitation's link."""

    campaign: str
    made_by: str
    expires: datetime
    user: str
    """The name of who is signed in; "" for nobody."""
    sign_in: str
    """The address of the sign-in page that leads back here."""


@dataclass(frozen=True, slots=True)
class GonePage:
    """The page of an invitation that cannot be accepted."""

    title: str
    words: str
    back: str
    """The address of the campaign's DMs, for one of them; "" for others."""


def build_members(member: Member, made: tuple[Invitation, str] | None = None) -> MembersPage:
    """Return the page of a campaign's DMs as one of them sees it.

    ``made`` is an invitation that was made just now, with the address of its link.
    """
    campaign, is_owner = member.campaign, member.role == Member.Role.OWNER
    rows = campaign.members.select_related("user").order_by("-role", "joined", "pk")
    waiting = services.list_open_invitations(campaign).select_related("made_by")
    return MembersPage(
        user=member.user.get_username(),
        id=campaign.pk,
        name=campaign.name,
        members=[_make_row(each, member) for each in rows],
        invitations=[_make_invitation(each, campaign, is_owner) for each in waiting],
        invite=Post("Invite a DM", make_address("invite", campaign_id=campaign.pk), plain=True, tone="go", icon="plus")
        if is_owner
        else None,
        link=made[1] if made else "",
        expires=made[0].expires if made else None,
    )


def _make_row(each: Member, reader: Member) -> MemberRow:
    name = each.user.get_username()
    acts: list[Act] = []
    if reader.role == Member.Role.OWNER and each.pk != reader.pk:
        over = make_address("hand-over", campaign_id=each.campaign_id, number=each.pk)
        out = make_address("remove-member", campaign_id=each.campaign_id, number=each.pk)
        acts = [
            Link("Hand over", over, name=f"Hand the campaign over to {name}", tone="quiet", small=True),
            Link("Remove", out, name=f"Remove {name}", tone="quiet", small=True),
        ]
    elif each.pk == reader.pk and each.role != Member.Role.OWNER:
        acts = [Link("Leave", make_address("leave-campaign", campaign_id=each.campaign_id), tone="quiet", small=True)]
    return MemberRow(name, ROLES[Member.Role(each.role)], each.joined, each.pk == reader.pk, acts)


def _make_invitation(each: Invitation, campaign: Campaign, is_owner: bool) -> InvitationRow:
    address = make_address("withdraw-invitation", campaign_id=campaign.pk, number=each.pk)
    name = f"Withdraw invitation {each.pk}"
    withdraw = Post("Withdraw", address, plain=True, tone="quiet", small=True, name=name) if is_owner else None
    return InvitationRow(each.pk, each.made_by.get_username(), each.expires, withdraw)
