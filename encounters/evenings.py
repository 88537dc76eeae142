"""The evenings on which fights were played.

They are known from the times of what everybody at the table was shown.

Nothing that only some were shown is counted: a DM who changes something hidden on another day has added no evening.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone

from encounters.models import Campaign, Event
from encounters.narration.names import list_in_words, write_count
from rules.api import events as e

SHOWN_TO_ALL = (e.RoundBegan.kind, e.DeclarationsClosed.kind, e.RoundEnded.kind, e.EncounterEnded.kind)
"""The kinds of events that are shown to everybody at the table."""

MORNING = timedelta(hours=6)
"""What is played before this time of day belongs to the evening before."""

MOST_NAMED = 3
"""The most evenings that are named one by one."""


def list_evenings(encounter_id: int) -> Sequence[date]:
    """Return the days on which a fight was played, in order; none before its first round."""
    rows = Event.objects.filter(encounter_id=encounter_id, kind__in=SHOWN_TO_ALL)
    return _list_days(rows.values_list("input__made_at", flat=True))


def count_evenings(campaign: Campaign, until: date) -> int:
    """Return the number of evenings on which a campaign was played, up to a day."""
    rows = Event.objects.filter(encounter__campaign=campaign, kind__in=SHOWN_TO_ALL)
    return sum(each <= until for each in _list_days(rows.values_list("input__made_at", flat=True)))


def _list_days(times: Iterable[datetime | None]) -> list[date]:
    return sorted({find_evening(each) for each in times if each is not None})


def find_evening(at: datetime) -> date:
    """Return the day of the evening to which a time belongs."""
    return (timezone.localtime(at) - MORNING).date()


def name_evenings(days: Sequence[date]) -> str:
    """Return the days of a fight in words: "26 November and 3 December"; "" for none."""
    named = [_name_day(each) for each in days]
    if len(named) > MOST_NAMED:
        return f"{named[0]} to {named[-1]}"
    return list_in_words(named) if named else ""


def describe_evenings(days: Sequence[date]) -> str:
    """Return on how many evenings a fight was played: "in two evenings"; "" for one or none."""
    return f"in {write_count(len(days))} evenings" if len(days) > 1 else ""


def _name_day(day: date) -> str:
    return f"{day:%-d %B}"


NUMERALS = (("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def write_numeral(number: int) -> str:
    """Return a number in Roman numerals: "XIV"; from 90 on in figures, which are shorter."""
    if number >= 90:
        return str(number)
    written = ""
    for numeral, value in NUMERALS:
        written += numeral * (number // value)
        number %= value
    return written
