"""Names of fights for players: each leads to its number, and tells nothing of it."""

from typing import Any

import pytest

from encounters.addresses import hide_number, read_hidden_number

NUMBERS = (1, 2, 3, 4711, 2**31)


def test_a_name_leads_to_its_number_and_is_always_the_same() -> None:
    assert [read_hidden_number(hide_number(each)) for each in NUMBERS] == list(NUMBERS)
    assert hide_number(7) == hide_number(7)


def test_names_of_neighbours_have_nothing_in_common() -> None:
    names = [hide_number(each) for each in range(1, 200)]
    assert len(set(names)) == len({each[:6] for each in names}) == len({each[-6:] for each in names}) == 199


@pytest.mark.parametrize(
    "name", ["", "5", "0000000000000005", "zzzzzzzzzzzzzzzz", "A" * 16, "0" * 15, "0" * 17, "٣" * 16]
)
def test_what_is_no_name_leads_nowhere(name: str) -> None:
    assert read_hidden_number(name) is None


def test_names_depend_on_the_secret_of_the_site(settings: Any) -> None:
    before = hide_number(5)
    settings.SECRET_KEY = "another"
    assert hide_number(5) != before
    assert read_hidden_number(before) is None
