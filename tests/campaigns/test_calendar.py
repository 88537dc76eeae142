"""The time of a campaign: it passes, stands, is rested away, and is taken back."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.campaign_state import find_state
from campaigns.models import CampaignState, Character
from campaigns.services import calendar, carry_over, change_character, take_back
from campaigns.services.calendar import DAY, HOUR, TURN, WANDERERS, WHO_COMES, Lasting, read_clock, write_time
from encounters.errors import Conflict, Invalid, NotFound, Rejected
from encounters.models import Campaign, Encounter
from rules.kernel.dice import draw_face
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import accept, carry, fight, find_owner, outcome
from tests.encounters.test_two_submits import at_once

pytestmark = pytest.mark.storage

BEGUN = 8 * HOUR


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def carried(group: Group) -> Encounter:
    """Return a fight of one round that was carried over.

    Otis has 11 of 20 hit points, Tenser has cast two spells.
    """
    encounter = fight(group)
    carry(group, encounter)
    return encounter


def clock(group: Group) -> int:
    return read_clock(group.campaign)


def lasting(group: Group) -> list[Lasting]:
    campaign = Campaign.objects.get(pk=group.campaign.pk)
    return calendar.list_lasting(find_state(campaign), read_clock(campaign))


def find(group: Group, key: str) -> Character:
    return group.campaign.characters.get(key=key)


def test_a_campaign_begins_on_the_first_morning(group: Group) -> None:
    assert write_time(clock(group)) == "day 1, 08:00"


def test_turns_and_hours_pass_and_go_back_one_by_one(group: Group) -> None:
    owner = find_owner(group)
    first = calendar.pass_time(owner, TURN)
    second = calendar.pass_time(owner, HOUR)
    assert write_time(clock(group)) == "day 1, 09:10"
    with pytest.raises(Conflict, match="Time has passed since"):
        calendar.take_back_time(owner, first.number)
    calendar.take_back_time(owner, second.number)
    calendar.take_back_time(owner, first.number)
    assert clock(group) == BEGUN
    with pytest.raises(NotFound):
        calendar.take_back_time(owner, first.number)


def test_the_clock_is_set_also_back(group: Group) -> None:
    owner = find_owner(group)
    calendar.set_clock(owner, 12, 18, 20)
    assert write_time(clock(group)) == "day 12, 18:20"
    calendar.set_clock(owner, 3, 0, 5)
    assert clock(group) == 2 * DAY + 5
    for day, hour, minute in ((0, 1, 1), (1, 24, 0), (1, 0, 60), (10_000_000, 0, 0)):
        with pytest.raises(Invalid):
            calendar.set_clock(owner, day, hour, minute)


def test_a_fight_takes_its_rounds_and_gives_them_back(group: Group, carried: Encounter) -> None:
    assert clock(group) == BEGUN + 1
    take_back(find_owner(group), carried.pk)
    assert clock(group) == BEGUN


def test_time_stands_while_a_fight_is_in_play(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    calendar.pass_time(owner, TURN)
    group.open(group.prepare("The weir"))
    acts = (
        lambda: calendar.pass_time(owner, TURN),
        lambda: calendar.set_clock(owner, 2, 0, 0),
        lambda: calendar.rest(owner, "night"),
        lambda: calendar.check_for_wanderers(owner),
        lambda: calendar.take_back_time(owner, 2),
    )
    for act in acts:
        with pytest.raises(Conflict, match="The weir"):
            act()


# Rest.


def test_a_night_gives_a_point_and_the_spells_and_ends_in_the_morning(group: Group, carried: Encounter) -> None:
    entry = calendar.rest(find_owner(group), "night")
    assert (find(group, "otis").left, find(group, "tenser").cast, find(group, "jaroo").left) == (12, [], -2)
    # The next morning, and 45 minutes of study for sleep and web, in whole turns.
    assert write_time(clock(group)) == "day 2, 07:50"
    assert entry.words == ["Otis: 12 of 20 hit points.", "Tenser: 2 spells again.", "Jaroo: -2 of 12 hit points."]


def test_a_night_heals_nobody_where_the_campaign_says_so(group: Group, carried: Encounter) -> None:
    calendar.change_options(find_owner(group), night_heals=False)
    calendar.rest(find_owner(group), "night")
    assert find(group, "otis").left == 11


def test_a_week_heals_a_point_a_day_and_constitution_less(group: Group, carried: Encounter) -> None:
    otis = find(group, "otis")
    change_character(find_owner(group), otis.number, {"sheet.abilities": {"con": 3}})
    calendar.rest(find_owner(group), "week")
    assert (find(group, "otis").left, find(group, "jaroo").left) == (16, 4)
    assert write_time(clock(group)) == "day 8, 08:51"


def test_a_rest_until_healed_takes_the_days_of_the_worst(group: Group, carried: Encounter) -> None:
    campaign = group.campaign
    plans = calendar.plan_rests(campaign.characters.all(), find_state(campaign), clock(group))
    plan = next(each for each in plans if each.how == "healed")
    assert plan.days == 15
    calendar.rest(find_owner(group), "healed")
    assert [each.left for each in group.campaign.characters.all()] == [None, None, None]


def test_the_dead_do_not_rest(group: Group, carried: Encounter) -> None:
    jaroo = find(group, "jaroo")
    change_character(find_owner(group), jaroo.number, {"status": "dead"})
    calendar.rest(find_owner(group), "week")
    assert find(group, "jaroo").left == -3


def test_a_rest_is_taken_back_but_for_what_was_changed_since(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    entry = calendar.rest(owner, "night")
    change_character(owner, find(group, "otis").number, {"left": 5})
    back = calendar.take_back_time(owner, entry.number)
    assert back.kept == ("Otis",)
    assert (find(group, "otis").left, find(group, "jaroo").left) == (5, -3)
    assert find(group, "tenser").cast == ["magic_user_sleep", "magic_user_web"]
    assert clock(group) == BEGUN + 1


def test_a_carrying_over_is_not_taken_back_after_a_rest(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    entry = calendar.rest(owner, "night")
    with pytest.raises(Conflict, match="Time has passed since, until day 2"):
        take_back(owner, carried.pk)
    calendar.take_back_time(owner, entry.number)
    with pytest.raises(Conflict, match="the time of a fight"):
        calendar.take_back_time(owner, entry.number - 1)
    take_back(owner, carried.pk)


def test_a_rest_of_another_length_is_refused(group: Group, carried: Encounter) -> None:
    with pytest.raises(Invalid, match="a night, a week"):
        calendar.rest(find_owner(group), "year")


@pytest.mark.django_db(transaction=True)
def test_two_rests_at_once_come_one_after_the_other(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    done = at_once(*([lambda: calendar.rest(owner, "night")] * 2))
    assert [each for each in done if isinstance(each, Rejected)] == []
    assert find(group, "otis").left == 13
    assert write_time(clock(group)).startswith("day 3")


def test_a_rest_that_was_taken_back_is_no_change_when_its_fight_is_taken_back(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    calendar.take_back_time(owner, calendar.rest(owner, "week").number)
    back = take_back(owner, carried.pk)
    assert (back.written, back.kept) == (3, ())
    assert not group.campaign.characters.exists(), "the carrying over made them"


# What lasts, and wanderers.


def test_what_lasts_is_told_as_it_ends(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    calendar.add_lasting(owner, "torch", 6, find(group, "otis").number)
    calendar.add_lasting(owner, " prayer  of the mill ", 1)
    assert [each.what for each in lasting(group)] == ["prayer of the mill", "torch"]
    assert calendar.pass_time(owner, TURN).words == ["prayer of the mill ends."]
    assert [each.what for each in lasting(group)] == ["torch"]
    entry = calendar.rest(owner, "night")
    assert "torch of Otis ends." in entry.words
    calendar.take_back_time(owner, entry.number)
    torch = lasting(group)[0]
    calendar.remove_lasting(owner, torch.id)
    assert lasting(group) == []


@pytest.mark.parametrize(("what", "turns"), [("", 1), ("x" * 81, 1), ("torch", 0), ("torch", 100_001)])
def test_what_cannot_last_is_refused(group: Group, what: str, turns: int) -> None:
    with pytest.raises(Invalid):
        calendar.add_lasting(find_owner(group), what, turns)


def test_checks_show_their_faces_and_the_seed_that_gives_them(group: Group, carried: Encounter) -> None:
    owner = find_owner(group)
    who = ["2 ghouls", "a merchant"]
    calendar.change_options(owner, checks=40, sides=3, wanderers=who)
    entry = calendar.check_for_wanderers(owner)
    faces = [draw_face(entry.seed, (WANDERERS, "", 3, n)) for n in range(40)]
    assert 1 in faces
    for n, (face, words) in enumerate(zip(faces, entry.words, strict=True)):
        assert words.startswith(f"Check {n + 1}: {face} on a d3")
        drawn = who[draw_face(entry.seed, (WHO_COMES, "", 2, n)) - 1]
        assert (drawn in words) is (face == 1)
    assert clock(group) == BEGUN + 1


def test_a_campaign_has_the_usual_choices_until_it_makes_others(group: Group) -> None:
    options = find_state(group.campaign)
    assert (options.night_heals, options.checks, options.sides) == (True, 2, 12)
    assert not CampaignState.objects.exists()


# Conditions that come into the next fight.


def put_under(group: Group, key: str, *conditions: dict[str, Any]) -> Character:
    owner, number = find_owner(group), find(group, key).number
    return change_character(owner, number, {"definition.conditions": list(conditions)})


BLESSED, LAME = {"id": "blessed", "rounds": 12}, {"id": "lame", "changes": []}


def test_conditions_run_down_between_fights_and_their_ends_are_told(group: Group, carried: Encounter) -> None:
    put_under(group, "otis", BLESSED, LAME)
    first = calendar.pass_time(find_owner(group), TURN)
    assert find(group, "otis").definition["conditions"] == [{"id": "blessed", "rounds": 2}, LAME]
    assert first.words == []
    second = calendar.pass_time(find_owner(group), TURN)
    assert find(group, "otis").definition["conditions"] == [LAME]
    assert second.words == ["Otis: blessed has ended."]


def test_a_time_that_is_taken_back_gives_the_conditions_back(group: Group, carried: Encounter) -> None:
    put_under(group, "otis", BLESSED)
    entry = calendar.pass_time(find_owner(group), HOUR)
    assert "conditions" not in find(group, "otis").definition
    calendar.take_back_time(find_owner(group), entry.number)
    assert find(group, "otis").definition["conditions"] == [BLESSED]


def test_a_fight_counts_the_rounds_of_those_in_it_and_the_clock_those_of_the_others(
    group: Group, carried: Encounter
) -> None:
    encounter = group.prepare("The weir")
    for key in ("otis", "jaroo"):
        put_under(group, key, BLESSED, LAME)
    group.fight(encounter)
    encounter.refresh_from_db()
    words = next(each.words for each in outcome(encounter).characters[0].conditions)
    figures = accept(encounter, lasting=(words,))
    del figures["jaroo"]
    carry_over(find_owner(group), encounter.pk, figures)
    [kept] = find(group, "otis").definition["conditions"]
    assert (kept["id"], kept["rounds"]) == ("blessed", 11)
    assert find(group, "jaroo").definition["conditions"] == [{"id": "blessed", "rounds": 11}, LAME]
    take_back(find_owner(group), encounter.pk)
    assert [find(group, key).definition["conditions"] for key in ("otis", "jaroo")] == [[BLESSED, LAME]] * 2
