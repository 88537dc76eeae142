"""The DMs of a campaign: inviting, leaving, removing, and handing the campaign over.

Each locks the campaign's row first, and reads who the DM is now: two at once take turns.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from encounters.errors import Conflict, Expired, Forbidden, NotFound
from encounters.live.doorbell import ring_campaign_after_commit
from encounters.models import Campaign, Invitation, Member
from encounters.throttle import WRONG_LINKS
from encounters.viewers import hash_secret

GOOD_FOR_DAYS = 7
"""The days for which an invitation can be accepted."""

MOST_OPEN = 20
"""The most invitations of a campaign that wait to be accepted."""

NO_CAMPAIGN = "There is no such campaign."
NO_INVITATION = "This invitation does not exist, or was withdrawn. Ask the owner of the campaign for another one."
USED = "This invitation was used: it works once. Ask the owner of the campaign for another one."
OVER = "This invitation has ended. Ask the owner of the campaign for another one."
ALREADY = "You are a DM of this campaign already. The invitation was not used."
NOT_THE_OWNER = "Only the owner of the campaign may do that."
OWNER_LEAVES = "You own the campaign. Hand it over to another DM first, then leave."
NO_MEMBER = "This person is no DM of the campaign."


def invite(member: Member) -> tuple[Invitation, str]:
    """Make an invitation; return it with the secret of its link, which is stored nowhere.

    Raises Forbidden for a helper, and Conflict where too many wait to be accepted.
    """
    with lock_as_owner(member) as owner:
        if list_open_invitations(owner.campaign).count() >= MOST_OPEN:
            raise Conflict("Too many invitations are open. Withdraw some first.")
        secret, now = secrets.token_urlsafe(24), timezone.now()
        made = Invitation.objects.create(
            campaign=owner.campaign,
            secret_hash=hash_secret(secret),
            made_by=owner.user,
            made=now,
            expires=now + timedelta(days=GOOD_FOR_DAYS),
        )
    return made, secret


def withdraw_invitation(member: Member, number: int) -> None:
    """Delete an invitation that was not used.

    Raises Forbidden, NotFound, and Conflict where it was used.
    """
    with lock_as_owner(member) as owner:
        found = Invitation.objects.filter(pk=number, campaign=owner.campaign).first()
        if found is None:
            raise NotFound("There is no such invitation.")
        if found.used_at is not None:
            raise Conflict("This invitation was used. Remove the DM who came by it instead.")
        found.delete()


def find_invitation(secret: str, address: str = "") -> Invitation:
    """Return the invitation of a link that can be accepted now.

    Raises NotFound for one that was withdrawn or never made, Expired for one that was used or is too old, and TooMany
    after too many wrong ones from this network address.
    """
    WRONG_LINKS.refuse_if_spent(address)
    found = Invitation.objects.select_related("campaign", "made_by").filter(secret_hash=hash_secret(secret)).first()
    if found is None:
        WRONG_LINKS.count(address)
        raise NotFound(NO_INVITATION)
    _check_open(found)
    return found


def accept(invitation: Invitation, user: Any) -> Member:
    """Make this user a DM of the campaign, and use the invitation up.

    Raises Conflict for somebody who is one already; NotFound where the invitation was withdrawn meanwhile, and Expired
    where it was used.
    """
    with transaction.atomic():
        campaign = _lock(invitation.campaign_id)
        current = Invitation.objects.filter(pk=invitation.pk).first()
        if current is None:
            raise NotFound(NO_INVITATION)
        if campaign.members.filter(user=user).exists():
            raise Conflict(ALREADY)
        _check_open(current)
        current.used_by, current.used_at = user, timezone.now()
        current.save(update_fields=["used_by", "used_at"])
        return Member.objects.create(campaign=campaign, user=user, role=current.role)


def accept_with_account(invitation: Invitation, form: Any) -> Member:
    """Make an account by a valid form of Django's, and make it a DM of the campaign.

    Raises what ``accept`` raises, and then makes no account either.
    """
    with transaction.atomic():
        return accept(invitation, form.save())


def leave(member: Member) -> None:
    """End a helper's own membership. Raises Conflict for the owner."""
    with lock_as(member) as own:
        if own.role == Member.Role.OWNER:
            raise Conflict(OWNER_LEAVES)
        _end(own)


def remove_member(member: Member, number: int) -> Member:
    """End the membership of a helper, by its number; return it.

    Raises Forbidden, NotFound for somebody who is no DM of the campaign, and Conflict for the owner.
    """
    with lock_as_owner(member) as owner:
        found = _find(owner.campaign, number)
        if found == owner:
            raise Conflict(OWNER_LEAVES)
        _end(found)
    return found


def hand_over(member: Member, number: int) -> Member:
    """Make a helper the owner and the owner a helper; return the new owner.

    ``number`` is that of the helper's membership. Invitations that wait to be accepted end: only the one who made them
    knows their links. Raises Forbidden, NotFound for somebody who is no DM of the campaign, and Conflict for the owner.
    """
    with lock_as_owner(member) as owner:
        found = _find(owner.campaign, number)
        if found == owner:
            raise Conflict("You own the campaign already.")
        # The owner first: a campaign never has two.
        owner.role, found.role = Member.Role.HELPER, Member.Role.OWNER
        owner.save(update_fields=["role"])
        found.save(update_fields=["role"])
        list_open_invitations(owner.campaign).delete()
        ring_campaign_after_commit(owner.campaign_id)
    return found


def list_open_invitations(campaign: Campaign) -> Any:
    """Return the invitations of a campaign that can be accepted now."""
    return campaign.invitations.filter(used_at=None, expires__gt=timezone.now())


def _check_open(invitation: Invitation) -> None:
    """Raise Expired for an invitation that was used or is too old."""
    if invitation.used_at is not None:
        raise Expired(USED)
    if invitation.expires <= timezone.now():
        raise Expired(OVER)


def _end(member: Member) -> None:
    """End a membership, whose campaign is locked; open pages of this DM close."""
    Member.objects.filter(pk=member.pk).delete()
    ring_campaign_after_commit(member.campaign_id)


def _find(campaign: Campaign, number: int) -> Member:
    found = campaign.members.select_related("user").filter(pk=number).first()
    if found is None:
        raise NotFound(NO_MEMBER)
    return found


def _lock(campaign_id: int) -> Campaign:
    """Return a campaign, locked until the transaction ends. Raises NotFound."""
    locked = Campaign.objects.select_for_update(of=("self",)).select_related("on_table")
    campaign = locked.filter(pk=campaign_id).first()
    if campaign is None:
        raise NotFound(NO_CAMPAIGN)
    return campaign


@contextmanager
def lock_as(member: Member) -> Iterator[Member]:
    """Yield a membership as it is now, with its campaign locked.

    Raises NotFound where it has ended.
    """
    with transaction.atomic():
        campaign = _lock(member.campaign_id)
        current = campaign.members.select_related("user").filter(pk=member.pk).first()
        if current is None:
            raise NotFound(NO_CAMPAIGN)
        current.campaign = campaign
        yield current


@contextmanager
def lock_as_owner(member: Member) -> Iterator[Member]:
    """Yield the owner's membership, with the campaign locked.

    Raises what ``lock_as`` raises, and Forbidden for a helper.
    """
    with lock_as(member) as current:
        if current.role != Member.Role.OWNER:
            raise Forbidden(NOT_THE_OWNER)
        yield current
