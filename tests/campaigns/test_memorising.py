"""The spells memorised at the next rest: chosen, checked, applied and taken back."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from campaigns.services import calendar, change_character, make_character
from campaigns.services.characters import ChangedMeanwhile
from campaigns.services.memorising import choose_own_spells, choose_spells
from campaigns.spell_choice import SpellChoice, read_choice
from encounters.errors import Invalid, NotFound, Rejected
from encounters.models import Seat
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import find_owner, sheets
from tests.encounters.test_two_submits import at_once
from tests.killings import count_killings

pytestmark = pytest.mark.storage

BLESS, CURE, LIGHT, HOLD = "cleric_bless", "cleric_cure_light_wounds", "cleric_light", "cleric_hold_person"
SLEEP, WEB, SHIELD = "magic_user_sleep", "magic_user_web", "magic_user_shield"


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def seat(group: Group, name: str) -> Seat:
    return group.joined[name].seat


def make_jaroo(group: Group, **more: Any) -> Character:
    """Make a cleric of level 3 for Pip: two spells of level 1 and one of level 2."""
    table = {"class": "cleric", "level": 3, "hp": 12, "spells": [CURE, CURE, HOLD], **more}
    return make_character(find_owner(group), "Jaroo", table, seat=seat(group, "Pip").pk, cast=[CURE, HOLD])


def make_tenser(group: Group, **sheet: Any) -> Character:
    """Make a magic-user of level 3 for Quill."""
    table = {"class": "magic_user", "level": 3, "hp": 8, "spells": [SLEEP, WEB]}
    return make_character(find_owner(group), "Tenser", table, sheet, seat=seat(group, "Quill").pk)


def read(character: Character) -> SpellChoice:
    character.refresh_from_db()
    found = read_choice(character)
    assert found is not None
    return found


def test_slots_are_those_of_class_and_level(group: Group) -> None:
    assert [(each.list_name, each.level, each.slots) for each in read(make_jaroo(group)).levels] == [
        ("cleric", 1, 2),
        ("cleric", 2, 1),
    ]


def test_wisdom_adds_prayers(group: Group) -> None:
    jaroo = make_jaroo(group)
    change_character(find_owner(group), jaroo.number, {"sheet.abilities.wis": 16})
    assert [each.slots for each in read(jaroo).levels] == [4, 3]


def test_each_of_several_classes_has_its_own_list(group: Group) -> None:
    classes = [{"class": "cleric", "level": 3}, {"class": "magic_user", "level": 2}]
    ydra = make_character(find_owner(group), "Ydra", {"classes": classes, "hp": 12})
    assert [(each.list_name, each.level, each.slots) for each in read(ydra).levels] == [
        ("cleric", 1, 2),
        ("cleric", 2, 1),
        ("magic-user", 1, 2),
    ]
    choose_spells(find_owner(group), ydra.number, {BLESS: 2, SLEEP: 2})
    assert read(ydra).chosen == {BLESS: 2, SLEEP: 2}


def test_who_has_no_spells_chooses_none(group: Group) -> None:
    otis = make_character(find_owner(group), "Otis", {"class": "fighter", "level": 3})
    assert read_choice(otis) is None
    with pytest.raises(NotFound):
        choose_spells(find_owner(group), otis.number, {BLESS: 1})


def test_a_player_chooses_and_is_the_author(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1, CURE: 1})
    assert read(jaroo).chosen == {BLESS: 1, CURE: 1}
    assert [each.author for each in jaroo.changes.all()] == ["dora", "Pip"]
    assert jaroo.definition["spells"] == [CURE, CURE, HOLD]


def test_nobody_chooses_for_the_character_of_another_player(group: Group) -> None:
    jaroo = make_jaroo(group)
    for number in (jaroo.number, 99):
        with pytest.raises(NotFound, match="There is no such character"):
            choose_own_spells(seat(group, "Quill"), number, {BLESS: 1})
    Seat.objects.filter(pk=seat(group, "Pip").pk).update(left=jaroo.created)
    with pytest.raises(NotFound):
        choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1})
    assert read(jaroo).chosen is None


def test_too_many_are_refused_to_the_player_and_said_to_the_dm(group: Group) -> None:
    jaroo = make_jaroo(group)
    with pytest.raises(Invalid, match="Take away 1 cleric spell of level 1: cleric 3 has 2"):
        choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 2, CURE: 1})
    assert read(jaroo).chosen is None
    choose_spells(find_owner(group), jaroo.number, {BLESS: 2, CURE: 1})
    assert read(jaroo).list_excess({BLESS: 2, CURE: 1}) == ["level 1: 1 more than cleric 3 has"]


def test_the_player_may_have_again_what_the_dm_gave_beyond_the_slots(group: Group) -> None:
    jaroo = make_jaroo(group, spells=[CURE, CURE, CURE])
    choose_own_spells(seat(group, "Pip"), jaroo.number, {CURE: 2, BLESS: 1})
    assert read(jaroo).chosen == {CURE: 2, BLESS: 1}


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({SLEEP: 1}, "Sleep is a spell of the magic-user. Jaroo has spells of cleric."),
        ({"cleric_raise_dead": 1}, "Raise dead is of level 5: cleric 3 has no such spells yet."),
        ({"cleric_tea": 1}, "There is no such spell."),
        ({BLESS: -1}, "A spell is memorised at most 9 times."),
        ({BLESS: 10}, "A spell is memorised at most 9 times."),
    ],
)
def test_what_is_no_choice_is_a_clear_error(group: Group, counts: dict[str, int], words: str) -> None:
    jaroo = make_jaroo(group)
    before = sheets()
    for choose in (
        lambda: choose_spells(find_owner(group), jaroo.number, counts),
        lambda: choose_own_spells(seat(group, "Pip"), jaroo.number, counts),
    ):
        with pytest.raises(Invalid) as refused:
            choose()
        assert refused.value.message == words
    assert sheets() == before


def test_the_spell_book_limits_the_choice_of_a_magic_user(group: Group) -> None:
    tenser = make_tenser(group, known=[SHIELD])
    with pytest.raises(Invalid, match=r"Charm person is not in the spell book of Tenser\."):
        choose_spells(find_owner(group), tenser.number, {"magic_user_charm_person": 1})
    # What is in memory counts as known.
    choose_spells(find_owner(group), tenser.number, {SHIELD: 1, SLEEP: 1})
    assert (read(tenser).chosen, read(tenser).lacks_book) == ({SHIELD: 1, SLEEP: 1}, False)


def test_without_a_spell_book_any_spell_of_the_class_and_level_may_be_chosen(group: Group) -> None:
    tenser = make_tenser(group)
    choose_spells(find_owner(group), tenser.number, {"magic_user_charm_person": 1})
    assert read(tenser).lacks_book
    assert not read(make_jaroo(group)).lacks_book


def test_a_spell_of_the_characters_own_keeps_its_table(group: Group) -> None:
    own = {"id": "long_words", "casting": "8 segments"}
    jaroo = make_jaroo(group, spells=[own, CURE])
    choose_own_spells(seat(group, "Pip"), jaroo.number, {"long_words": 1})
    calendar.rest(find_owner(group), "night")
    assert (read(jaroo).last, jaroo.definition["spells"]) == ({"long_words": 1}, [own])


# Rest.


def test_a_rest_memorises_the_choice_and_tells_it(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1, CURE: 1, HOLD: 1})
    entry = calendar.rest(find_owner(group), "night")
    # One of the two cure light wounds was not cast: it is still in memory.
    assert entry.words == [
        "Jaroo memorises bless, cure light wounds, hold person: 4 hours of rest, 45 minutes of study."
    ]
    assert (read(jaroo).last, jaroo.cast, read(jaroo).chosen) == ({BLESS: 1, CURE: 1, HOLD: 1}, [], None)
    assert calendar.write_time(entry.until) == "day 2, 07:50"


def test_a_rest_without_a_choice_gives_the_last_spells_back(group: Group) -> None:
    jaroo = make_jaroo(group)
    entry = calendar.rest(find_owner(group), "night")
    assert (read(jaroo).last, jaroo.cast) == ({CURE: 2, HOLD: 1}, [])
    assert entry.words == ["Jaroo: 2 spells again."]


def test_a_choice_of_nothing_is_memorised_too(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {})
    entry = calendar.rest(find_owner(group), "night")
    assert entry.words == ["Jaroo memorises nothing."]
    assert "spells" not in Character.objects.get(pk=jaroo.pk).definition


def test_what_a_rest_memorised_is_taken_back_with_it(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 2})
    entry = calendar.rest(find_owner(group), "night")
    calendar.take_back_time(find_owner(group), entry.number)
    assert (read(jaroo).last, read(jaroo).chosen, jaroo.cast) == ({CURE: 2, HOLD: 1}, {BLESS: 2}, [CURE, HOLD])


def test_a_choice_made_since_stays_when_the_rest_is_taken_back(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 2})
    entry = calendar.rest(find_owner(group), "night")
    choose_own_spells(seat(group, "Pip"), jaroo.number, {LIGHT: 2})
    calendar.take_back_time(find_owner(group), entry.number)
    assert (read(jaroo).last, read(jaroo).chosen) == ({CURE: 2, HOLD: 1}, {LIGHT: 2})


def test_a_choice_that_cannot_be_built_any_more_counts_as_none(group: Group) -> None:
    own = {"id": "long_words", "casting": "8 segments"}
    jaroo = make_jaroo(group, spells=[own, CURE, HOLD])
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1})
    change_character(find_owner(group), jaroo.number, {"definition.devices": [{"id": "cup", "spell": "long_words"}]})
    calendar.rest(find_owner(group), "night")
    assert read(jaroo).last == {"long_words": 1, CURE: 1, HOLD: 1}
    with pytest.raises(Invalid, match="Jaroo cannot be without one of these"):
        choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1})


# Two at once.


def test_who_did_not_see_the_last_choice_is_told_whose_it_is(group: Group) -> None:
    jaroo = make_jaroo(group)
    choose_spells(find_owner(group), jaroo.number, {BLESS: 1}, None)
    with pytest.raises(ChangedMeanwhile) as refused:
        choose_own_spells(seat(group, "Pip"), jaroo.number, {CURE: 1}, None)
    assert refused.value.by == "dora"
    assert read(jaroo).chosen == {BLESS: 1}


@pytest.mark.django_db(transaction=True)
def test_of_two_who_choose_at_once_one_is_told_of_the_other(group: Group) -> None:
    jaroo, owner = make_jaroo(group), find_owner(group)
    results = at_once(
        lambda: choose_spells(owner, jaroo.number, {BLESS: 1}, None),
        lambda: choose_own_spells(seat(group, "Pip"), jaroo.number, {CURE: 1}, None),
    )
    refused = [each for each in results if isinstance(each, Rejected)]
    assert [type(each) for each in refused] == [ChangedMeanwhile]
    assert read(jaroo).chosen in ({BLESS: 1}, {CURE: 1})


@pytest.mark.django_db(transaction=True)
def test_a_choice_at_the_moment_of_the_rest_is_memorised_or_waits_for_the_next(group: Group) -> None:
    jaroo, owner = make_jaroo(group), find_owner(group)
    at_once(
        lambda: calendar.rest(owner, "night"),
        lambda: choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 2}),
    )
    choice = read(jaroo)
    assert (choice.last, choice.chosen) in (({BLESS: 2}, None), ({CURE: 2, HOLD: 1}, {BLESS: 2}))


def test_a_choice_or_a_rest_that_is_killed_at_any_point_writes_nothing(group: Group) -> None:
    jaroo, pip, owner = make_jaroo(group), seat(group, "Pip"), find_owner(group)
    before = sheets()
    killed = [sheets() == before for _ in count_killings(lambda: choose_own_spells(pip, jaroo.number, {BLESS: 2}))]
    before = sheets()
    killed += [sheets() == before for _ in count_killings(lambda: calendar.rest(owner, "night"))]
    assert len(killed) > 4
    assert all(killed)
