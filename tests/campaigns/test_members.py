"""The DMs of a campaign: inviting, accepting, leaving, removing, handing over."""

import re
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.utils import timezone

from encounters import services
from encounters.errors import Conflict, Expired, Forbidden, NotFound, Rejected
from encounters.models import Campaign, Encounter, Invitation, Member
from encounters.throttle import NEW_ACCOUNTS, WRONG_LINKS
from tests.campaigns.evenings import NAME, Group, make_group
from tests.encounters.seated import words

pytestmark = pytest.mark.storage

NEW = {"username": "emil", "password1": "eleven segments", "password2": "eleven segments"}


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def emil(group: Group) -> User:
    """Return another DM, who is no member."""
    return User.objects.create_user("emil", password="ten segments")


@pytest.fixture
def helper(group: Group, emil: User) -> Member:
    """Return Emil's membership, by an invitation."""
    return services.accept(invite(group)[0], emil)


def owner_of(group: Group) -> Member:
    return group.campaign.members.get(role=Member.Role.OWNER)


def invite(group: Group) -> tuple[Invitation, str]:
    return services.invite(owner_of(group))


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(group: Group, rest: str = "") -> str:
    return f"/c/{group.campaign.pk}/members/{rest}"


def list_roles(group: Group) -> dict[str, str]:
    return {each.user.get_username(): each.role for each in group.campaign.members.select_related("user")}


def at_once(*acts: Any) -> list[object]:
    """Let each act in a thread of its own at the same moment; return what each gave or raised."""
    start, found = Barrier(len(acts)), []

    def run(act: Any) -> None:
        start.wait()
        try:
            found.append(act())
        except Rejected as problem:
            found.append(problem)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(each,)) for each in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# Inviting and accepting.


def test_an_invitation_makes_a_helper_who_runs_the_fights(group: Group, emil: User) -> None:
    fight = group.prepare("The mill")
    hers = sign_in(emil)
    assert hers.get(f"/e/{fight.pk}/prepare/").status_code == 404
    services.accept(services.find_invitation(invite(group)[1]), emil)
    assert list_roles(group) == {"dora": "owner", "emil": "helper"}
    assert hers.get(f"/e/{fight.pk}/prepare/").status_code == 200


def test_only_the_hash_of_its_secret_is_stored(group: Group) -> None:
    made, secret = invite(group)
    stored = Invitation.objects.filter(pk=made.pk).values().get()
    assert secret not in str(stored)


def test_an_invitation_works_once(group: Group, emil: User) -> None:
    made, secret = invite(group)
    services.accept(made, emil)
    rex = User.objects.create_user("rex")
    with pytest.raises(Expired, match="was used"):
        services.find_invitation(secret)
    with pytest.raises(Expired, match="was used"):
        services.accept(made, rex)
    assert list_roles(group) == {"dora": "owner", "emil": "helper"}


def test_an_invitation_ends_after_a_week(group: Group, emil: User) -> None:
    made, secret = invite(group)
    Invitation.objects.update(made=timezone.now() - timedelta(days=8), expires=timezone.now() - timedelta(days=1))
    with pytest.raises(Expired, match="has ended"):
        services.find_invitation(secret)
    with pytest.raises(Expired, match="has ended"):
        services.accept(made, emil)


def test_a_withdrawn_invitation_is_none(group: Group, emil: User) -> None:
    made, secret = invite(group)
    services.withdraw_invitation(owner_of(group), made.pk)
    with pytest.raises(NotFound, match="withdrawn"):
        services.find_invitation(secret)
    with pytest.raises(NotFound, match="withdrawn"):
        services.accept(made, emil)


def test_a_used_invitation_is_not_withdrawn(group: Group, emil: User) -> None:
    made, _ = invite(group)
    services.accept(made, emil)
    with pytest.raises(Conflict, match="was used"):
        services.withdraw_invitation(owner_of(group), made.pk)


def test_somebody_who_is_a_dm_of_the_campaign_uses_no_invitation_up(group: Group, dora: User, helper: Member) -> None:
    made, secret = invite(group)
    for user in (dora, helper.user):
        with pytest.raises(Conflict, match="already"):
            services.accept(made, user)
    assert services.find_invitation(secret) == made


def test_a_helper_neither_invites_nor_withdraws(group: Group, helper: Member) -> None:
    made, _ = invite(group)
    with pytest.raises(Forbidden):
        services.invite(helper)
    with pytest.raises(Forbidden):
        services.withdraw_invitation(helper, made.pk)


def test_too_many_open_invitations_are_refused(group: Group) -> None:
    for _ in range(20):
        invite(group)
    with pytest.raises(Conflict, match="Withdraw some"):
        invite(group)


def test_of_two_who_accept_at_once_one_is_a_helper(group: Group, emil: User) -> None:
    made, _ = invite(group)
    rex = User.objects.create_user("rex")
    found = at_once(lambda: services.accept(made, emil), lambda: services.accept(made, rex))
    assert sorted(type(each).__name__ for each in found) == ["Expired", "Member"]
    assert group.campaign.members.count() == 2


def test_who_accepts_twice_at_once_is_one_helper(group: Group, emil: User) -> None:
    made, _ = invite(group)
    found = at_once(*[lambda: services.accept(made, emil)] * 3)
    assert sorted(type(each).__name__ for each in found) == ["Conflict", "Conflict", "Member"]


# Leaving, removing, handing over.


def test_a_helper_leaves(group: Group, helper: Member) -> None:
    services.leave(helper)
    assert list_roles(group) == {"dora": "owner"}


def test_the_owner_does_not_leave(group: Group, helper: Member) -> None:
    with pytest.raises(Conflict, match="Hand it over"):
        services.leave(owner_of(group))


def test_the_owner_removes_a_helper_who_comes_back_by_another_invitation(group: Group, helper: Member) -> None:
    services.remove_member(owner_of(group), helper.pk)
    assert list_roles(group) == {"dora": "owner"}
    services.accept(invite(group)[0], helper.user)
    assert list_roles(group) == {"dora": "owner", "emil": "helper"}


def test_nobody_removes_the_owner(group: Group, helper: Member) -> None:
    owner = owner_of(group)
    with pytest.raises(Forbidden):
        services.remove_member(helper, owner.pk)
    with pytest.raises(Conflict):
        services.remove_member(owner, owner.pk)


def test_a_removed_helper_does_nothing_more(group: Group, helper: Member) -> None:
    services.remove_member(owner_of(group), helper.pk)
    for act in (services.leave, services.invite):
        with pytest.raises(NotFound):
            act(helper)


def test_handing_over_swaps_owner_and_helper(group: Group, helper: Member) -> None:
    services.hand_over(owner_of(group), helper.pk)
    assert list_roles(group) == {"dora": "helper", "emil": "owner"}
    assert group.campaign.find_owner() == helper.user


def test_the_former_owner_hands_nothing_over_again(group: Group, helper: Member) -> None:
    owner = owner_of(group)
    services.hand_over(owner, helper.pk)
    with pytest.raises(Forbidden):
        services.hand_over(owner, helper.pk)


def test_handing_over_ends_invitations_of_the_former_owner(group: Group, helper: Member) -> None:
    _, secret = invite(group)
    services.hand_over(owner_of(group), helper.pk)
    with pytest.raises(NotFound):
        services.find_invitation(secret)


def test_a_campaign_is_handed_to_nobody_outside(group: Group, dora: User, emil: User) -> None:
    elsewhere = services.make_campaign(emil, "The coast").members.get()
    for number in (elsewhere.pk, 10**6):
        with pytest.raises(NotFound):
            services.hand_over(owner_of(group), number)
    with pytest.raises(Conflict):
        services.hand_over(owner_of(group), owner_of(group).pk)
    assert list_roles(group) == {"dora": "owner"}


def test_a_helper_hands_nothing_over(group: Group, helper: Member) -> None:
    with pytest.raises(Forbidden):
        services.hand_over(helper, helper.pk)


def test_handing_over_and_removing_at_once_leave_one_owner(group: Group, helper: Member) -> None:
    owner = owner_of(group)
    at_once(lambda: services.hand_over(owner, helper.pk), lambda: services.remove_member(owner, helper.pk))
    assert group.campaign.members.filter(role=Member.Role.OWNER).count() == 1


def test_handing_over_to_two_at_once_makes_one_owner(group: Group, helper: Member) -> None:
    owner, other = owner_of(group), services.accept(invite(group)[0], User.objects.create_user("rex"))
    found = at_once(lambda: services.hand_over(owner, helper.pk), lambda: services.hand_over(owner, other.pk))
    assert sorted(type(each).__name__ for each in found) == ["Forbidden", "Member"]
    assert sorted(list_roles(group).values()) == ["helper", "helper", "owner"]


# The pages.


def test_the_owner_invites_and_sees_the_link_once(group: Group) -> None:
    shown = group.dora.post(page(group, "invite/"))
    link = re.search(r"http\S+(/invitation/\S+/)<", shown.content.decode())
    assert link is not None
    assert "It works once" in words(shown)
    assert link[1] not in group.dora.get(page(group)).content.decode()
    assert Client().get(link[1]).status_code == 200


def test_a_preview_does_not_use_the_link_up(group: Group, emil: User) -> None:
    address, hers = f"/invitation/{invite(group)[1]}/", sign_in(emil)
    for _ in range(2):
        assert "Accept as emil" in words(hers.get(address))
    assert hers.post(address)["Location"] == page(group)
    assert f"You are a DM of “{NAME}” now" in words(hers.get(page(group)))


def test_a_dm_who_has_to_sign_in_comes_back_to_the_invitation(group: Group, emil: User) -> None:
    address, client = f"/invitation/{invite(group)[1]}/", Client()
    link = re.search(r'href="(/sign-in/\?next=[^"]+)"', client.get(address).content.decode())
    assert link is not None
    signed = client.post(link[1], {"username": "emil", "password": "ten segments"})
    assert signed["Location"] == address


def test_an_invitation_makes_an_account(group: Group) -> None:
    address, client = f"/invitation/{invite(group)[1]}/", Client()
    made = client.post(address, NEW)
    assert (made.status_code, made["Location"]) == (303, page(group))
    assert client.get(page(group)).status_code == 200
    assert list_roles(group) == {"dora": "owner", "emil": "helper"}
    emil = User.objects.get(username="emil")
    assert (emil.is_staff, emil.is_superuser) == (False, False)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"username": "DORA"}, "already exists"),
        ({"password2": "other segments"}, "didn’t match"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"username": ""}, "required"),
    ],
)
def test_a_wrong_account_uses_no_invitation_up(group: Group, given: dict[str, str], said: str) -> None:
    _, secret = invite(group)
    answered = Client().post(f"/invitation/{secret}/", NEW | given)
    assert answered.status_code == 400
    assert said in words(answered)
    assert services.find_invitation(secret)
    assert User.objects.count() == 1


def test_of_two_accounts_by_one_link_at_once_one_is_made(group: Group) -> None:
    address = f"/invitation/{invite(group)[1]}/"
    found = at_once(*[lambda name=name: Client().post(address, NEW | {"username": name}) for name in ("emil", "rex")])
    assert sorted(getattr(each, "status_code", 0) for each in found) == [303, 410]
    assert User.objects.count() == 2


def test_accounts_are_limited(group: Group) -> None:
    address = f"/invitation/{invite(group)[1]}/"
    found = [Client().post(address, NEW | {"username": ""}).status_code for _ in range(NEW_ACCOUNTS.most + 1)]
    assert (found[-2], found[-1]) == (400, 429)


def test_wrong_links_are_limited(group: Group) -> None:
    found = [Client().get(f"/invitation/wrong-{number}/").status_code for number in range(WRONG_LINKS.most + 1)]
    assert (found[-2], found[-1]) == (404, 429)


def test_a_link_that_does_not_work_says_why(group: Group, emil: User) -> None:
    _, secret = invite(group)
    hers = sign_in(emil)
    hers.post(f"/invitation/{secret}/")
    used = Client().get(f"/invitation/{secret}/")
    assert (used.status_code, "was used" in words(used)) == (410, True)
    none = Client().get("/invitation/never/")
    assert (none.status_code, "withdrawn" in words(none)) == (404, True)
    again = hers.post(f"/invitation/{invite(group)[1]}/")
    assert (again.status_code, "already" in words(again)) == (409, True)


def test_a_helper_sees_the_list_and_leaves(group: Group, helper: Member) -> None:
    hers = sign_in(helper.user)
    shown = words(hers.get(page(group)))
    assert "dora" in shown
    assert "Leave" in shown
    for lacking in ("Invite a DM", "Remove", "Hand over"):
        assert lacking not in shown
    assert hers.post(page(group, "leave/")).status_code == 303
    assert hers.get(page(group)).status_code == 404


def test_the_owner_acts_after_a_question(group: Group, helper: Member) -> None:
    for act in ("hand-over/", "remove/"):
        address = page(group, f"{helper.pk}/{act}")
        assert "emil" in words(group.dora.get(address))
    assert list_roles(group) == {"dora": "owner", "emil": "helper"}
    assert group.dora.post(page(group, f"{helper.pk}/hand-over/"))["Location"] == page(group)
    assert list_roles(group) == {"dora": "helper", "emil": "owner"}
    assert group.dora.post(page(group, f"{helper.pk}/remove/")).status_code == 403


def test_a_fight_of_one_evening_has_no_page_of_members(group: Group, dora: User) -> None:
    alone = services.make_campaign(dora)
    assert group.dora.get(f"/c/{alone.pk}/members/").status_code == 404
    assert group.dora.post(f"/c/{alone.pk}/members/invite/").status_code == 404


# Accounts that are deleted.


def delete_user(user: User) -> None:
    """Delete a user on the admin page, as an operator does."""
    operator = Client()
    operator.force_login(User.objects.create_superuser("operator"))
    address = f"/admin/auth/user/{user.pk}/delete/"
    assert operator.post(address, {"post": "yes"}).status_code == 302


def test_with_the_owners_account_the_campaign_goes(group: Group, dora: User, helper: Member) -> None:
    group.fight(group.prepare("The mill"))
    invite(group)
    other = services.create_encounter(helper.user, "The bridge", "toy", {}, {})
    delete_user(dora)
    assert list(Campaign.objects.all()) == [other.campaign]
    assert list(Encounter.objects.all()) == [other]
    assert Invitation.objects.count() == 0


def test_with_a_helpers_account_only_the_membership_goes(group: Group, helper: Member) -> None:
    fight = group.prepare("The mill")
    group.fight(fight)
    delete_user(helper.user)
    assert list_roles(group) == {"dora": "owner"}
    assert list(Encounter.objects.all()) == [fight]
    assert group.dora.get(f"/e/{fight.pk}/").status_code == 200


def test_after_handing_over_the_former_owners_account_takes_nothing_along(
    group: Group, dora: User, helper: Member
) -> None:
    fight = group.prepare("The mill")
    services.hand_over(owner_of(group), helper.pk)
    delete_user(dora)
    assert list(Encounter.objects.all()) == [fight]
    assert list_roles(group) == {"emil": "owner"}
