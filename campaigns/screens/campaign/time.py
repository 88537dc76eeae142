"""The time of a campaign as view models: its clock, its rests, and what lasts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from campaigns.campaign_state import find_state
from campaigns.models import CampaignState, Character, TimeEntry
from campaigns.services import calendar
from campaigns.services.calendar import DAY, HOUR, TURN, RestPlan, RestRow
from campaigns.spell_choice import describe_counts, read_choice
from encounters.addresses import make_address
from encounters.models import Campaign
from encounters.narration.names import list_in_words

TURNS = HOUR // TURN


@dataclass(frozen=True, slots=True)
class RestLine:
    """A line of a rest that is planned: characters to which it does the same."""

    names: str
    words: str
    points: str
    """The hit points gained: "+1"; "" for none."""


@dataclass(frozen=True, slots=True)
class RestChoice:
    """A rest that can be taken."""

    how: str
    label: str
    button: str
    lines: Sequence[RestLine]
    until: str
    """When it ends, in words."""


@dataclass(frozen=True, slots=True)
class ChosenLine:
    """A character that memorises spells: what is chosen for its next rest."""

    words: str
    """How many are chosen: "Tenser has chosen 2 of 4"."""
    spells: str
    """The chosen spells; "" where nothing was chosen."""
    href: str
    """The address at which they are chosen."""


@dataclass(frozen=True, slots=True)
class LastingRow:
    """Something that lasts."""

    id: int
    what: str
    words: str
    """The one who has it, and how long it still lasts."""


@dataclass(frozen=True, slots=True)
class LastEntry:
    """The last that happened to a campaign's time."""

    number: int
    words: str
    lines: Sequence[str]
    """Its effects, in sentences."""
    seed: str
    """The seed of its dice; "" for none."""
    at: datetime
    may_go_back: bool
    """It can be taken back here: it is no fight."""


@dataclass(frozen=True, slots=True)
class CampaignTime:
    """The time of a campaign."""

    day: int
    hour: str
    """The time of day: "18:10"."""
    turn: int
    """The turn of the hour, from 1."""
    turns: Sequence[bool]
    """The turns of the hour; True for those that are over."""
    stands: str
    """The title of the fight in play, during which time stands; "" for none."""
    rests: Sequence[RestChoice]
    """Those that can be taken; none while time stands, or without characters."""
    chosen: Sequence[ChosenLine]
    """Those who memorise spells; none where nobody can rest."""
    lasting: Sequence[LastingRow]
    last: LastEntry | None
    checks: str
    """The checks for wanderers in a night: "2 checks, 1 in 12"; "" for none."""
    people: Sequence[tuple[int, str]]
    """The numbers and names of the characters, for something that lasts."""


def build_time(campaign: Campaign, stands: str, characters: Sequence[Character]) -> CampaignTime:
    """Return the time of a campaign; ``stands`` is the title of its fight in play."""
    last, state = calendar.list_entries(campaign).last(), find_state(campaign)
    now = calendar.get_until(last)
    people = [(each.number, each.name) for each in characters if each.is_playing]
    minute = now % HOUR
    rests = calendar.plan_rests(characters, state, now) if not stands and people else []
    return CampaignTime(
        day=now // DAY + 1,
        hour=calendar.write_time(now).partition(", ")[2],
        turn=minute // TURN + 1,
        turns=[n < minute // TURN for n in range(TURNS)],
        stands=stands,
        rests=[_build_choice(each, now) for each in rests],
        chosen=list(_list_chosen(characters)) if rests else [],
        lasting=_list_lasting(state, now, {each.number: each.name for each in characters}),
        last=_build_last(last) if last is not None else None,
        checks=f"{state.checks} check{'s' if state.checks != 1 else ''}, 1 in {state.sides}" if state.checks else "",
        people=people,
    )


LABELS = {
    calendar.NIGHT: ("A night", "Rest a night"),
    calendar.WEEK: ("A week", "Rest a week"),
    calendar.HEALED: ("Until healed", "Rest until all are healed"),
}


def _build_choice(plan: RestPlan, now: int) -> RestChoice:
    label, button = LABELS[plan.how]
    groups: dict[tuple[str, str], list[str]] = {}
    for row in plan.rows:
        gained = row.after - row.before
        groups.setdefault((_describe(row), f"+{gained}" if gained else ""), []).append(row.name)
    lines = [RestLine(list_in_words(names), words, points) for (words, points), names in groups.items()]
    nights = f"{plan.days} days, until" if plan.days else "Until"
    return RestChoice(plan.how, label, button, lines, f"{nights} {calendar.write_time(plan.until)}")


def _describe(row: RestRow) -> str:
    if row.by_hand:
        return "changed on the sheet: its procedure has no table of rest"
    parts = [f"{row.after} of {row.full} hit points" if row.after > row.before else ""]
    if not parts[0] and row.before < row.full:
        parts = [f"stays at {row.before} of {row.full}"]
    if row.chosen:
        parts.append(f"memorises {row.chosen}")
    elif row.spells:
        parts.append(f"{len(row.spells)} spell{'s' if len(row.spells) != 1 else ''} again")
    if row.spells:
        parts[-1] += f" after {calendar.write_study(row.memorising.study_minutes)} of study"
    if row.excess:
        parts.append(row.excess)
    return "; ".join(part for part in parts if part) or "unhurt"


def _list_chosen(characters: Sequence[Character]) -> Iterator[ChosenLine]:
    for each in characters:
        choice = read_choice(each) if each.is_playing else None
        if choice is None:
            continue
        href = make_address("character-memorise", campaign_id=each.campaign_id, number=each.number)
        if choice.chosen is None:
            yield ChosenLine(f"{each.name} has not chosen: as last time", "", f"{href}#spells")
        else:
            many = sum(choice.chosen.values())
            spells = describe_counts(choice.chosen, choice.names)
            yield ChosenLine(f"{each.name} has chosen {many} of {choice.slots}", spells, f"{href}#spells")


def _list_lasting(state: CampaignState, now: int, names: Mapping[int, str]) -> list[LastingRow]:
    found = []
    for each in calendar.list_lasting(state, now):
        name = names.get(each.who or 0, "")
        found.append(
            LastingRow(each.id, each.what, "; ".join(word for word in (name, _write_left(each.ends - now)) if word))
        )
    return found


def _write_left(rounds: int) -> str:
    turns = -(-rounds // TURN)
    return f"{turns} turn{'s' if turns != 1 else ''} left"


def _build_last(last: TimeEntry) -> LastEntry:
    until = calendar.write_time(last.until)
    words = {
        TimeEntry.Kind.PASS: f"Time passed until {until}.",
        TimeEntry.Kind.REST: f"Rested until {until}.",
        TimeEntry.Kind.SET: f"The clock was set to {until}.",
        TimeEntry.Kind.FIGHT: f"The fight lasted until {until}.",
        TimeEntry.Kind.CHECK: "Wanderers:",
    }[TimeEntry.Kind(last.kind)]
    return LastEntry(last.number, words, last.words, last.seed, last.at, last.kind != TimeEntry.Kind.FIGHT)
