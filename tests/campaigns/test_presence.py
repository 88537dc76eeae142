"""The presence of seats on the campaign's page, in words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from campaigns.screens.presence import find_presence
from encounters.models import Seat
from tests.campaigns.evenings import make_group

NOW = datetime(2026, 12, 3, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "state", "words"),
    [
        (5, "live", "here"),
        (42, "silent", "no signal for 40 s"),
        (290, "silent", "no signal for 5 min"),
        (3600, "away", "away"),
        (7 * 24 * 3600, "away", "last here 26 November"),
    ],
)
def test_a_seat_is_here_without_signal_or_away(seconds: int, state: str, words: str) -> None:
    seat = Seat(name="Pip", last_seen=NOW - timedelta(seconds=seconds))
    found = find_presence(seat, NOW)
    assert (found.state, found.words) == (state, words)


def test_the_campaigns_page_says_who_has_no_signal(dora: User) -> None:
    group = make_group(dora)
    Seat.objects.filter(name="Pip").update(last_seen=datetime.now(UTC) - timedelta(seconds=63))
    page = group.dora.get(f"/c/{group.campaign.pk}/").content.decode()
    assert "no signal for 60 s" in page
    assert 'data-here="silent"' in page
