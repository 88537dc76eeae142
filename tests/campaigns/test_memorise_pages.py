"""The choice of spells on a phone, on the DM's sheet, in the lobby, and before a rest."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character
from campaigns.services import calendar, change_character, make_character
from campaigns.services.memorising import choose_own_spells, choose_spells
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import find_owner, sheets
from tests.campaigns.test_memorising import BLESS, CURE, HOLD, LIGHT, make_jaroo, make_tenser, seat
from tests.encounters.compact import compact
from tests.encounters.seated import words

pytestmark = pytest.mark.storage


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def jaroo(group: Group) -> Character:
    return make_jaroo(group)


def address(group: Group, character: Character) -> str:
    own = group.campaign.characters.filter(seat=character.seat).order_by("number")
    return f"/t/{group.campaign.code}/memorise/{[*own].index(character) + 1}/"


def sheet(group: Group, character: Character) -> str:
    return f"/c/{group.campaign.pk}/character/{character.number}/"


def post(group: Group, character: Character, do: str, *spells: str, seen: Any = None, name: str = "Pip") -> Any:
    given = {"do": do, "spell": list(spells), "seen": json.dumps(seen)}
    return group.phones[name].post(address(group, character), given)


def lobby(group: Group, name: str) -> str:
    """Return the words of somebody's lobby."""
    return words(group.phones[name].get(f"/t/{group.campaign.code}/", follow=True))


def counts(page: Any) -> list[str]:
    """Return what the page counts, level by level."""
    return re.findall(r"\d+ of \d+", words(page))


def drafted(answer: Any) -> list[str]:
    """Return the spells that a page would save."""
    return re.findall(r'name="spell" value="(\w+)"', answer.content.decode())


def test_the_page_begins_with_the_last_list(group: Group, jaroo: Character) -> None:
    page = group.phones["Pip"].get(address(group, jaroo))
    assert drafted(page) == [CURE, CURE, HOLD]
    assert counts(page) == ["2 of 2", "1 of 1"]


def test_a_stepper_works_without_script_and_saves_nothing(group: Group, jaroo: Character) -> None:
    before = sheets()
    less = post(group, jaroo, f"less:{CURE}", CURE, CURE, HOLD)
    assert drafted(less) == [CURE, HOLD]
    assert "1 more is free." in words(less)
    more = post(group, jaroo, f"more:{BLESS}", *drafted(less))
    assert sorted(drafted(more)) == sorted([BLESS, CURE, HOLD])
    assert drafted(post(group, jaroo, "last", BLESS)) == [CURE, CURE, HOLD]
    assert sheets() == before


def test_a_full_level_has_no_more_for_the_player_but_for_the_dm(group: Group, jaroo: Character) -> None:
    def is_closed(page: Any) -> bool:
        (button,) = re.findall(rf'<button[^>]*value="more:{BLESS}"[^>]*>', compact(page.content.decode()))
        return "disabled" in button

    assert is_closed(group.phones["Pip"].get(address(group, jaroo)))
    assert not is_closed(group.dora.get(f"{sheet(group, jaroo)}memorise/"))


def test_a_saved_choice_is_told_in_the_lobby(group: Group, jaroo: Character) -> None:
    saved = post(group, jaroo, "save", BLESS, CURE, HOLD)
    assert (saved.status_code, saved["Location"]) == (303, f"/t/{group.campaign.code}/me/")
    shown = lobby(group, "Pip")
    assert "After the next rest Jaroo has memorised bless, cure light wounds, hold person." in shown
    assert "After the rest: bless, cure light wounds, hold person" in shown


def test_fewer_is_allowed_and_said(group: Group, jaroo: Character) -> None:
    assert post(group, jaroo, "save", BLESS).status_code == 303
    assert "After the rest: bless; 2 more are free" in lobby(group, "Pip")
    assert "Choose" not in lobby(group, "Pip")
    assert post(group, jaroo, "save", seen=[BLESS]).status_code == 303
    assert "After the rest: nothing; 3 more are free" in lobby(group, "Pip")
    assert "After the rest" not in lobby(group, "Quill")


def test_a_choice_is_removed_and_the_rest_memorises_as_last_time(group: Group, jaroo: Character) -> None:
    assert "Remove this choice" not in words(group.phones["Pip"].get(address(group, jaroo)))
    post(group, jaroo, "save", BLESS)
    assert "Remove this choice" in words(group.phones["Pip"].get(address(group, jaroo)))
    assert post(group, jaroo, "remove", BLESS, seen=[]).status_code == 409
    assert post(group, jaroo, "remove", BLESS, seen=[BLESS]).status_code == 303
    shown = lobby(group, "Pip")
    assert "After the next rest Jaroo has memorised cure light wounds twice, hold person, as last time." in shown
    assert "Choose Jaroo’s 3 prayers" in shown
    assert Character.objects.get(pk=jaroo.pk).sheet.get("next_spells") is None


def test_the_dm_removes_a_choice(group: Group, jaroo: Character) -> None:
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1})
    given = {"do": "remove", "seen": json.dumps([BLESS])}
    assert group.dora.post(f"{sheet(group, jaroo)}memorise/", given).status_code == 303
    assert Character.objects.get(pk=jaroo.pk).sheet.get("next_spells") is None


def test_the_lobby_asks_for_a_choice_once_something_is_cast(group: Group, jaroo: Character) -> None:
    assert "Choose Jaroo’s 3 prayers" in lobby(group, "Pip")
    change_character(find_owner(group), jaroo.number, {"cast": []})
    assert "Choose for the next rest" in lobby(group, "Pip")


def test_too_many_are_refused_and_stay_on_the_page(group: Group, jaroo: Character) -> None:
    refused = post(group, jaroo, "save", BLESS, BLESS, BLESS)
    assert refused.status_code == 400
    assert "Take away 1 cleric spell of level 1: cleric 3 has 2. Nothing was saved." in words(refused)
    assert drafted(refused) == [BLESS, BLESS, BLESS]


@pytest.mark.parametrize(
    "given",
    [
        {"do": "save", "spell": ["magic_user_sleep"], "seen": "null"},
        {"do": "save", "spell": ["\x00"], "seen": "null"},
        {"do": "save", "spell": [BLESS], "seen": "{"},
        {"do": "save"},
        {"do": "more:magic_user_sleep", "spell": [BLESS] * 200},
        {"do": "less:", "spell": ["x"]},
        {},
    ],
)
def test_wrong_input_is_answered_and_changes_nothing(group: Group, jaroo: Character, given: dict[str, Any]) -> None:
    before = sheets()
    answer = group.phones["Pip"].post(address(group, jaroo), given)
    assert answer.status_code in (200, 400)
    assert sheets() == before


def test_two_who_choose_are_both_shown(group: Group, jaroo: Character) -> None:
    choose_spells(find_owner(group), jaroo.number, {LIGHT: 2})
    late = post(group, jaroo, "save", BLESS, CURE)
    shown = words(late)
    assert late.status_code == 409
    assert re.search(r"The DM changed this at \d\d:\d\d: light twice\. Below is your choice, not saved yet\.", shown)
    assert "Keep the DM’s" in shown
    assert "dora" not in shown
    assert drafted(late) == [BLESS, CURE]
    # Another press takes it, since it was made in sight of the DM's.
    assert post(group, jaroo, "save", BLESS, CURE, seen=[LIGHT, LIGHT]).status_code == 303


def test_the_dm_is_told_which_player_changed_a_choice(group: Group, jaroo: Character) -> None:
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1})
    given = {"do": "save", "spell": [LIGHT], "seen": "null"}
    late = group.dora.post(f"{sheet(group, jaroo)}memorise/", given)
    assert (late.status_code, "Keep Pip’s" in words(late)) == (409, True)


def test_all_but_an_own_character_with_spells_is_answered_alike(group: Group, jaroo: Character) -> None:
    make_character(find_owner(group), "Otis", {"class": "fighter"}, seat=seat(group, "Pip").pk)
    make_character(find_owner(group), "Serten", {"class": "cleric"}, seat=seat(group, "Pip").pk, status="dead")

    def ask(name: str, number: int) -> tuple[int, str]:
        answer = group.phones[name].get(f"/t/{group.campaign.code}/memorise/{number}/")
        return answer.status_code, words(answer)

    found = {ask("Pip", number) for number in (0, 2, 3, 99)}
    found |= {ask("Quill", 1), ask("Screen", 1)}
    assert len(found) == 1
    assert {status for status, _ in found} == {404}


def test_a_choice_is_made_while_a_fight_is_in_play_too(group: Group, jaroo: Character) -> None:
    group.open(group.prepare("The mill"))
    assert group.phones["Pip"].get(address(group, jaroo)).status_code == 200
    assert post(group, jaroo, "save", BLESS).status_code == 303


# The DM.


def test_the_sheet_leads_to_the_choice_and_tells_it(group: Group, jaroo: Character) -> None:
    assert f'href="{sheet(group, jaroo)}memorise/#spells"' in group.dora.get(sheet(group, jaroo)).content.decode()
    given = {"do": "save", "spell": [BLESS, BLESS, BLESS], "seen": "null"}
    assert group.dora.post(f"{sheet(group, jaroo)}memorise/", given).status_code == 303
    assert "After the next rest: bless 3 times." in words(group.dora.get(sheet(group, jaroo)))
    again = words(group.dora.get(f"{sheet(group, jaroo)}memorise/"))
    assert "1 more than cleric 3 has" in again


def test_the_history_tells_what_was_chosen(group: Group, jaroo: Character) -> None:
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 2})
    assert "next spells: + bless x2" in words(group.dora.get(sheet(group, jaroo)))


def test_the_rest_says_who_has_chosen(group: Group, jaroo: Character) -> None:
    make_tenser(group)
    choose_own_spells(seat(group, "Pip"), jaroo.number, {BLESS: 1, HOLD: 1})
    shown = words(group.dora.get(f"/c/{group.campaign.pk}/"))
    assert "Jaroo has chosen 2 of 3" in shown
    assert "Tenser has not chosen: as last time" in shown
    assert "memorises bless, hold person after 45 minutes of study" in shown
    calendar.rest(find_owner(group), "night")
    assert "Jaroo memorises bless, hold person: 4 hours of rest, 45 minutes of study." in words(
        group.dora.get(f"/c/{group.campaign.pk}/")
    )


def test_without_a_book_the_page_says_so(group: Group) -> None:
    tenser = make_tenser(group)
    shown = words(group.phones["Quill"].get(address(group, tenser)))
    assert "The sheet has no spell book: any spell of the class and level may be chosen." in shown
