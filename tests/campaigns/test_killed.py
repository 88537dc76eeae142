"""Writes between fights, killed at every statement, and done by two DMs at once.

They are made whole, or not at all.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns import services as between_fights
from campaigns.services import LastWords, calendar
from encounters import services
from encounters.errors import Rejected
from encounters.models import Encounter, Member
from encounters.scenario_files import copy_encounter
from encounters.viewers import build_dm_viewer
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import accept, carry, fight, find_owner
from tests.encounters.test_two_submits import at_once
from tests.killings import Act, count_killings, read_all

pytestmark = pytest.mark.storage


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


# Each is what happens first, and returns what is killed.


def carry_over(group: Group, ended: Encounter) -> Act:
    return lambda: carry(group, ended, experience=40, gold=12)


def carry_over_with_words(group: Group, ended: Encounter) -> Act:
    figures, owner = accept(ended), find_owner(group)
    return lambda: between_fights.carry_over(owner, ended.pk, figures, words=LastWords("It was cold.", ""))


def carry_over_again(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    between_fights.take_back(find_owner(group), ended.pk)
    return lambda: carry(group, ended)


def take_back(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    return lambda: between_fights.take_back(find_owner(group), ended.pk)


def take_back_what_was_changed_since(group: Group, ended: Encounter) -> Act:
    carry(group, ended, experience=40)
    owner = find_owner(group)
    between_fights.change_character(owner, group.campaign.characters.get(key="otis").number, {"left": 15})
    return lambda: between_fights.take_back(owner, ended.pk)


def rest_a_night(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    return lambda: calendar.rest(find_owner(group), "night")


def rest_a_week(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    calendar.add_lasting(find_owner(group), "torch", 6)
    return lambda: calendar.rest(find_owner(group), "week")


def take_back_a_rest(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    entry = calendar.rest(find_owner(group), "night")
    return lambda: calendar.take_back_time(find_owner(group), entry.number)


def copy(group: Group, ended: Encounter) -> Act:
    carry(group, ended)
    return lambda: copy_encounter(group.campaign.find_owner(), ended)


@pytest.mark.parametrize(
    "prepare",
    [
        carry_over,
        carry_over_with_words,
        carry_over_again,
        take_back,
        take_back_what_was_changed_since,
        rest_a_night,
        rest_a_week,
        take_back_a_rest,
        copy,
    ],
)
def test_what_is_killed_between_two_writes_has_written_nothing_and_is_done_again(
    group: Group, prepare: Callable[[Group, Encounter], Act]
) -> None:
    act = prepare(group, fight(group))
    before = read_all()
    kept = [read_all() == before for _ in count_killings(act)]
    assert len(kept) > 2
    assert all(kept)
    assert read_all() != before


def test_what_is_done_again_after_being_killed_is_what_would_have_been_done(group: Group) -> None:
    ended = fight(group)
    carry(group, ended)
    first = _list_sheets(group)
    between_fights.take_back(find_owner(group), ended.pk)
    assert list(count_killings(lambda: carry(group, ended)))
    assert _list_sheets(group) == first


def _list_sheets(group: Group) -> list[tuple[Any, ...]]:
    rows = group.campaign.characters.order_by("number")
    return list(rows.values_list("key", "name", "left", "cast", "definition", "experience", "sheet", "status", "seat"))


# Two DMs.


@pytest.fixture
def emil(group: Group) -> Member:
    """Return a second DM of the campaign."""
    return Member.objects.create(campaign=group.campaign, user=User.objects.create_user("emil"), role="helper")


def count_refused(*acts: Act) -> int:
    """Return how many of these, which are done at once, are refused; none may fail otherwise."""
    done = at_once(*acts)
    assert [each for each in done if isinstance(each, Exception) and not isinstance(each, Rejected)] == []
    return sum(isinstance(each, Rejected) for each in done)


@pytest.mark.django_db(transaction=True)
def test_two_dms_who_take_back_at_once_do_it_once(group: Group, emil: Member) -> None:
    ended = fight(group)
    carry(group, ended)
    owner = find_owner(group)
    acts = (lambda each=each: between_fights.take_back(each, ended.pk) for each in (owner, emil))
    assert count_refused(*acts) == 1
    assert not group.campaign.characters.exists()


@pytest.mark.django_db(transaction=True)
def test_taking_back_while_the_next_fight_opens_comes_before_it_or_is_refused(group: Group, emil: Member) -> None:
    ended = fight(group)
    carry(group, ended)
    following = group.prepare("The weir")
    refused = count_refused(
        lambda: between_fights.take_back(emil, ended.pk),
        lambda: services.open_encounter(build_dm_viewer(following)),
    )
    following.refresh_from_db()
    assert following.state == Encounter.State.PLAYING
    assert group.campaign.characters.count() == (3 if refused else 0)


@pytest.mark.django_db(transaction=True)
def test_a_rest_while_a_fight_is_carried_over_comes_before_or_after_it(group: Group, emil: Member) -> None:
    ended = fight(group)
    figures, owner = accept(ended), find_owner(group)
    refused = count_refused(
        lambda: between_fights.carry_over(owner, ended.pk, figures), lambda: calendar.rest(emil, "night")
    )
    assert refused == 0
    assert group.campaign.characters.get(key="otis").left in (11, 12)
    first, second = calendar.list_entries(group.campaign).order_by("number")
    assert {first.kind, second.kind} == {"fight", "rest"}
