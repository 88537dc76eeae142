"""Dora's pasted stat blocks.

She sees what was understood, and nothing is added before she says so.
"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY

TWO = "Orc: AC 6, HD 1, hp 5, MV 9, D 1-8, ML 8\n\n3 ogres: AC 5, HD 4+1, MV 9, hp 21, 19, 30, D 1-10"
OPEN = "Mud bear: AC 13, HD 3, hp 14"


@pytest.fixture
def draft(dora: User) -> Encounter:
    return services.create_encounter(dora, "A draft", ANY)


def paste(hers: Client, encounter: Encounter, text: str = TWO, **given: str) -> tuple[int, str]:
    """Return what the page answers to a paste."""
    answer = hers.post(f"/e/{encounter.pk}/add/paste/", {"text": text, **given})
    return answer.status_code, answer.content.decode()


def definitions(encounter: Encounter) -> list[dict[str, object]]:
    return [row.definition for row in encounter.combatants.all()]


def test_the_box_is_one_tap_from_preparing(hers: Client, draft: Encounter) -> None:
    assert f"/e/{draft.pk}/add/paste/" in hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    assert hers.get(f"/e/{draft.pk}/add/paste/").status_code == 200


def test_what_was_understood_is_shown_and_nothing_added(hers: Client, draft: Encounter) -> None:
    status, text = paste(hers, draft)
    assert status == 200
    for words in ("6, descending", "morale is a percentage", "line 3", "21, 19, 30"):
        assert words in text
    assert definitions(draft) == []


@pytest.mark.parametrize(("which", "count"), [("0", None), ("0.1", None), ("0.4", 4), ("1", 3)])
def test_one_or_four_are_added_or_as_many_as_it_says(
    hers: Client, draft: Encounter, which: str, count: int | None
) -> None:
    assert paste(hers, draft, add=which)[0] == 303
    (added,) = definitions(draft)
    assert (added["side"], added.get("count")) == ("foes", count)


def test_all_are_added_each_under_a_name_of_its_own(hers: Client, draft: Encounter) -> None:
    for _ in range(2):
        assert paste(hers, draft, add="all")[0] == 303
    assert [each["id"] for each in definitions(draft)] == ["orc", "ogre", "orc-2", "ogre"]
    assert definitions(draft)[3]["first"] == 4
    text = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    assert "21, 19, 30 hp" in text


def test_a_mobs_hit_points_are_changed_by_hand(hers: Client, draft: Encounter) -> None:
    paste(hers, draft, add="1")
    row = draft.combatants.get()
    page = f"/e/{draft.pk}/prepare/{row.pk}/"
    assert 'value="21, 19, 30"' in hers.get(page).content.decode()
    given = {"id": "ogre", "name": "Ogre", "side": "foes", "hd": "4+1", "count": "3", "hp": "21, 19, 4"}
    assert hers.post(page, given).status_code == 303
    row.refresh_from_db()
    assert row.definition["hp"] == [21, 19, 4]
    for wrong in ("21, 19", "21, x, 4", "0, 1, 2"):
        assert hers.post(page, {**given, "hp": wrong}).status_code == 400


@pytest.mark.parametrize("which", ["2", "0.7", "-1", "x", "", "99999"])
def test_what_was_not_pasted_is_not_added(hers: Client, draft: Encounter, which: str) -> None:
    assert paste(hers, draft, add=which)[0] == 400
    assert definitions(draft) == []


def test_what_lacks_something_says_so_with_its_line_and_cannot_be_added(hers: Client, draft: Encounter) -> None:
    status, text = paste(hers, draft, "\nGrue: AC 5", add="0")
    assert (status, definitions(draft)) == (400, [])
    assert "Grue is not added yet. Fill in: hit dice" in text


@pytest.mark.parametrize("which", ["0", "0.4"])
def test_nothing_assumed_goes_in_with_one_press(hers: Client, draft: Encounter, which: str) -> None:
    status, text = paste(hers, draft, OPEN, add=which)
    assert (status, definitions(draft)) == (400, [])
    for words in ("counts upwards", "Or add it with these assumed figures", "one blow by weapon, 1d8"):
        assert words in text


def test_assumed_figures_go_in_when_the_dm_says_so(hers: Client, draft: Encounter) -> None:
    assert paste(hers, draft, OPEN, add="0.assumed")[0] == 303
    (added,) = definitions(draft)
    assert (added["ac"], added["hp"], added["movement"]) == (7, 14, 12)


def test_answers_go_in_with_the_rest(hers: Client, draft: Encounter) -> None:
    given = {"answer.0.armor class": "4", "answer.0.movement": "15", "answer.0.attacks": "1 bite (1d8)"}
    assert paste(hers, draft, OPEN, add="0.2", **given)[0] == 303
    (added,) = definitions(draft)
    assert (added["ac"], added["movement"], added["count"]) == (4, 15, 2)


def test_answers_are_kept_until_the_last_is_given(hers: Client, draft: Encounter) -> None:
    status, text = paste(hers, draft, OPEN, add="0", **{"answer.0.armor class": "4", "answer.0.movement": "quick"})
    assert (status, definitions(draft)) == (400, [])
    for value in ('value="4"', 'value="quick"'):
        assert value in text
    assert "Fill in: movement, attacks" in text


def test_all_adds_only_what_leaves_nothing_open(hers: Client, draft: Encounter) -> None:
    text = f"{TWO}\n\n{OPEN}"
    assert paste(hers, draft, text, add="all")[0] == 303
    assert [each["id"] for each in definitions(draft)] == ["orc", "ogre"]
    assert paste(hers, draft, text, add="all.assumed")[0] == 303
    assert [each["id"] for each in definitions(draft)][2:] == ["orc-2", "ogre", "mud_bear"]


@pytest.mark.parametrize(
    ("text", "words"), [("", "required"), ("{", "line 1: this is not JSON"), ("x" * 200_001, "200000")]
)
def test_what_is_no_paste_is_refused_in_words(hers: Client, draft: Encounter, text: str, words: str) -> None:
    status, page = paste(hers, draft, text)
    assert status == 400
    assert words in page


def test_what_is_pasted_is_shown_as_text(hers: Client, draft: Encounter) -> None:
    _, page = paste(hers, draft, "<script>alert(1)</script>: AC 6, HD 1, </textarea><b>loud</b>")
    assert "<script>alert" not in page
    assert "<b>loud" not in page


def test_only_its_dm_pastes_also_in_play(hers: Client, draft: Encounter) -> None:
    rex = Client()
    rex.force_login(User.objects.create_user("rex-the-dm"))
    assert paste(rex, draft)[0] == 404
    paste(hers, draft, add="all")
    services.put_combatant(build_dm_viewer(draft), {"id": "otis", "side": "party", "class": "ranger"})
    services.open_encounter(build_dm_viewer(draft))
    status, text = paste(hers, draft)
    assert (status, "21, 19, 30" in text) == (200, True)
    assert paste(hers, draft, add="1")[0] == 303
    state = read_view(build_dm_viewer(draft)).state
    assert [each.name for each in state.combatants.values() if each.stat_block.mob][-3:] == [
        "Ogre 4", "Ogre 5", "Ogre 6"
    ]  # fmt: skip
