"""A weapon in each hand: what the order says, what it refuses, and where it strikes."""

import pytest

from rules.kernel import events as e
from tests.rules.fights import FIELD, declare, error_of, run

TWO = 'weapon = "sword_long"\noff_hand = "dagger"'
ARMED = FIELD.replace('"bow_long", "dagger"', '"bow_long", "dagger", "mace_foot"')


def list_used(*more: str) -> list[str]:
    played = run(*more, field=ARMED)
    return [each.weapon for each in played.events if isinstance(each, e.Attacked) and each.who == "otis"]


def test_the_second_weapon_strikes_after_the_first() -> None:
    assert list_used(declare("otis", "G", "orc-1", TWO)) == ["sword_long", "dagger"]


def test_a_charge_ends_with_one_weapon() -> None:
    charge = declare("otis", "E", "orc-1", "charge = true", TWO)
    assert "'off_hand' is not asked here" in error_of(charge, field=ARMED, playing=True)


def test_only_a_dagger_or_a_hand_axe_goes_into_the_off_hand() -> None:
    mace = declare("otis", "G", "orc-1", 'weapon = "sword_long"', 'off_hand = "mace_foot"')
    assert "'mace_foot' cannot be chosen" in error_of(mace, field=ARMED, playing=True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('off_hand = "spoon"', 'unknown off hand "spoon"'),
        ("off_hand = 2", "must be a text"),
        ("off_hands = 1", "unknown key"),
    ],
)
def test_an_error_names_the_key(line: str, message: str) -> None:
    error = error_of(declare("otis", "G", "orc-1", line))
    assert "off_hand" in error
    assert message in error
