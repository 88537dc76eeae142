"""The evenings of a fight, as they are told."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.evenings import (
    count_evenings,
    describe_evenings,
    find_evening,
    list_evenings,
    name_evenings,
    write_numeral,
)
from encounters.models import Encounter, Event, Input
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At

FIRST, SECOND = datetime(2026, 11, 26, 20, 0, tzinfo=UTC), datetime(2026, 12, 3, 20, 0, tzinfo=UTC)
DAYS = [date(2026, 11, 26), date(2026, 12, 3)]


def move(encounter: Encounter, kind: str, at: datetime) -> None:
    """Let the inputs that gave events of a kind be given at this time."""
    given = Event.objects.filter(encounter=encounter, kind=kind).values_list("input", flat=True)
    Input.objects.filter(pk__in=list(given)).update(made_at=at)


@pytest.fixture
def played(at: At) -> Encounter:
    """Return a fight that was begun on one evening and ended on the next."""
    services.end(at.dora, at.tap(), "")
    Input.objects.filter(encounter=at.encounter).update(made_at=FIRST)
    move(at.encounter, "EncounterEnded", SECOND)
    return at.encounter


def test_a_fight_that_goes_on_a_week_later_was_played_on_two_evenings(played: Encounter) -> None:
    assert list_evenings(played.pk) == DAYS
    assert count_evenings(played.campaign, DAYS[0]) == 1
    assert count_evenings(played.campaign, DAYS[1]) == 2


def test_what_is_hidden_on_another_day_adds_no_evening(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("canary", "hp", 3)], secret=True)
    services.end(at.dora, at.tap(), "")
    Input.objects.filter(encounter=at.encounter).update(made_at=FIRST)
    Input.objects.filter(encounter=at.encounter, payload__kind="Rule").update(made_at=SECOND)
    assert list_evenings(at.encounter.pk) == DAYS[:1]


def test_a_fight_that_has_not_begun_has_no_evening(dora: User) -> None:
    encounter = services.create_encounter(dora, "The mill", "toy")
    assert (list_evenings(encounter.pk), name_evenings([]), describe_evenings([])) == ([], "", "")
    assert build_dm_viewer(encounter).is_dm


def test_an_evening_ends_in_the_morning() -> None:
    assert find_evening(datetime(2026, 11, 27, 1, 30, tzinfo=UTC)) == DAYS[0]
    assert find_evening(datetime(2026, 11, 27, 9, 0, tzinfo=UTC)) == date(2026, 11, 27)


def test_evenings_are_named() -> None:
    weeks = [DAYS[0] + timedelta(weeks=n) for n in range(4)]
    assert name_evenings(weeks[:1]) == "26 November"
    assert name_evenings(weeks[:2]) == "26 November and 3 December"
    assert name_evenings(weeks) == "26 November to 17 December"
    assert (describe_evenings(weeks[:1]), describe_evenings(weeks[:2])) == ("", "in two evenings")


def test_numerals_are_those_of_the_romans() -> None:
    assert [write_numeral(n) for n in (1, 4, 9, 14, 48, 89, 90)] == ["I", "IV", "IX", "XIV", "XLVIII", "LXXXIX", "90"]
