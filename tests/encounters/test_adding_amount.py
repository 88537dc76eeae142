"""The number of combatants that appear: written, or rolled with the dice shown."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Encounter
from encounters.screens.adding.amount import roll_amount
from tests.any_procedure import ANY
from tests.encounters.seated import words


@pytest.mark.parametrize(("written", "number"), [("14", 14), (" 3 ", 3), ("1d1+4", 5), ("2D1", 2)])
def test_a_number_and_dice_are_read(written: str, number: int) -> None:
    assert roll_amount(written).number == number


def test_dice_are_shown_and_lie_within_their_sides() -> None:
    for _ in range(50):
        amount = roll_amount("3d4")
        shown = re.fullmatch(r"Rolled 3d4: (\d), (\d), (\d)\. (\d+) added\.", amount.said)
        assert shown
        faces = [int(each) for each in shown.groups()[:3]]
        assert all(1 <= each <= 4 for each in faces)
        assert sum(faces) == amount.number == int(shown[4])


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "Write how many"), ("some", "is no number"), ("0", "gives nobody"), ("1d1-5", "gives nobody"),
        ("99d6", "At most 20 dice"), ("1d101", "At most 20 dice"), ("-3", "is no number"),
    ],
)  # fmt: skip
def test_what_is_no_number_says_so(written: str, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        roll_amount(written)


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight in which nothing is prepared yet."""
    return services.create_encounter(dora, "The ford", ANY)


def test_as_many_are_added_as_are_written(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.14"})
    assert draft.combatants.get().definition["count"] == 14


def test_a_roll_is_told_once_on_the_page(hers: Client, draft: Encounter) -> None:
    page = hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.3d4"}, follow=True)
    told = re.search(r"Rolled 3d4: [1-4], [1-4], [1-4]\. (\d+) added\.", words(page))
    assert told
    assert draft.combatants.get().definition["count"] == int(told[1])


@pytest.mark.parametrize("amount", ["", "a few", "500", "99d6"])
def test_nothing_is_added_where_the_number_cannot_be(hers: Client, draft: Encounter, amount: str) -> None:
    page = hers.post(f"/e/{draft.pk}/add/pick/", {"add": f"orc.{amount}"})
    assert page.status_code == 400
    assert not draft.combatants.exists()
    assert 'role="alert"' in page.content.decode()
