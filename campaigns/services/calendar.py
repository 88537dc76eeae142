"""The time of a campaign: it passes, is set or rested away, and each is taken back.

Times are rounds (minutes) since midnight before day 1. Time stands while a fight is in play.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet

from campaigns.campaign_state import find_state
from campaigns.definitions import CONDITIONS, build_character, find_entry_id, find_sheet, write_rested
from campaigns.models import CampaignState, CarryOver, Character, CharacterChange, TimeEntry
from campaigns.player_edits import SWITCHES
from campaigns.services.characters import Author, TakenBack, find_character, take_back_changes, write_values
from campaigns.spell_choice import NEXT, describe_counts, find_next_entries, read_choice
from encounters import times
from encounters.errors import Conflict, Invalid, NotFound
from encounters.live.doorbell import ring_lobby_after_commit
from encounters.models import Campaign, Encounter, Member
from encounters.services.members import lock_as
from encounters.typed import check_typed
from rules.api import Memorising, compute_memorising, draw_face, heal_by_rest, lookup_constitution

TURN, HOUR, DAY = 10, 60, 1440
"""The rounds in each."""

FIRST = 8 * HOUR
"""The time at which a campaign begins: day 1, 08:00."""

MORNING = 7 * HOUR
"""The time of a day at which a night of rest ends."""

SLEEP = 8
"""The hours of a night's rest, if no spell takes more."""

LATEST = 2_000_000_000
"""The latest time; the database has room for no more."""

NIGHT, WEEK, HEALED = "night", "week", "healed"
"""How long a party may rest: until the morning, seven days, until all are healed."""

PHONES_SHOW = frozenset({"guest_level", *SWITCHES})
"""The choices of a campaign that change what a player's phone shows."""

MOST_DAYS = 28
"""The days of rest after which everybody is healed."""


MOST_LASTING = 50
"""The most things that last at once."""

KEPT = 28 * DAY
"""The rounds for which something that has ended is kept, since time may be taken back."""

WANDERERS, WHO_COMES = "wanderers", "who_comes"
"""The purposes of the dice."""


# The clock.


def read_clock(campaign: Campaign) -> int:
    """Return the time of a campaign, in rounds."""
    return get_until(list_entries(campaign).last())


def get_until(last: TimeEntry | None) -> int:
    """Return the time at which the last entry ends; without one, the beginning."""
    return last.until if last is not None else FIRST


def list_entries(campaign: Campaign) -> QuerySet[TimeEntry]:
    """Return the entries that stand, in order."""
    return campaign.time_entries.filter(taken_back=None)


def write_time(rounds: int) -> str:
    """Return a time in words: "day 12, 18:10"."""
    rest = rounds % DAY
    return f"{write_day(rounds)}, {rest // HOUR:02}:{rest % HOUR:02}"


def write_day(rounds: int) -> str:
    """Return the day of a time in words: "day 12"."""
    return f"day {rounds // DAY + 1}"


def pass_time(member: Member, rounds: int) -> TimeEntry:
    """Let so many rounds pass. Raises Conflict while a fight is in play, and Invalid."""
    with lock_as(member) as current:
        _refuse_in_fight(current.campaign)
        return _pass(current, TimeEntry.Kind.PASS, rounds)


def set_clock(member: Member, day: int, hour: int, minute: int) -> TimeEntry:
    """Set the clock, forward or back. Raises Conflict while a fight is in play, and Invalid."""
    if not (day >= 1 and 0 <= hour < 24 and 0 <= minute < 60):
        raise Invalid("Write a day from 1 and a time from 00:00 to 23:59.", "clock")
    with lock_as(member) as current:
        _refuse_in_fight(current.campaign)
        until = (day - 1) * DAY + hour * HOUR + minute
        return _add_entry(current, TimeEntry.Kind.SET, until, [])


def _refuse_in_fight(campaign: Campaign) -> None:
    fight = Encounter.tables.filter(campaign=campaign, state=Encounter.State.PLAYING).first()
    if fight is not None:
        raise Conflict(f"Time stands while “{fight.title}” is in play.")


def _pass(
    member: Member,
    kind: str,
    rounds: int,
    words: Sequence[str] = (),
    carry: CarryOver | None = None,
    besides: Sequence[int] = (),
) -> TimeEntry:
    """Let so many rounds pass, in which conditions run down.

    Those of the characters with the numbers ``besides`` do not.
    """
    if rounds < 0:
        raise Invalid("Time goes forward. Set the clock to go back.", "rounds")
    now = read_clock(member.campaign)
    ended = _tell_ends(member.campaign, now, now + rounds)
    run_down = [_run_down(each, rounds) for each in member.campaign.characters.exclude(number__in=besides)]
    ended += [told for each in run_down for told in each.ended]
    entry = _add_entry(member, kind, now + rounds, [*words, *ended], carry)
    source = CharacterChange.Source.REST if carry is None else CharacterChange.Source.CARRY
    for each in run_down:
        if each.has_changed:
            character = find_character(member.campaign, each.number)
            write_values(character, {CONDITIONS: each.left or None}, Author(member), source, carry or entry)
    return entry


@dataclass(frozen=True, slots=True)
class _RunDown:
    """The conditions of a character after some time."""

    number: int
    left: list[Any]
    """The entries of those that it still has."""
    ended: list[str]
    """The sentences on those that have ended."""
    has_changed: bool


def _run_down(character: Character, rounds: int) -> _RunDown:
    left, ended = [], []
    before = character.definition.get("conditions", [])
    for each in before:
        after = each["rounds"] - rounds if isinstance(each, Mapping) and "rounds" in each else None
        if after is None:
            left.append(each)
        elif after > 0:
            left.append({**each, "rounds": after})
        else:
            ended.append(f"{character.name}: {find_entry_id(each).replace('_', ' ')} has ended.")
    return _RunDown(character.number, left, ended, left != before)


def _add_entry(
    member: Member, kind: str, until: int, words: Sequence[str], carry: CarryOver | None = None, seed: str = ""
) -> TimeEntry:
    if not 0 <= until <= LATEST:
        raise Invalid("That is too far.", "clock")
    entries = member.campaign.time_entries
    return TimeEntry.objects.create(
        campaign=member.campaign,
        number=(entries.aggregate(Max("number"))["number__max"] or 0) + 1,
        kind=kind,
        since=read_clock(member.campaign),
        until=until,
        at=times.now(),
        by=member.user,
        carry=carry,
        words=list(words),
        seed=seed,
    )


def note_fight(member: Member, carry: CarryOver, rounds: int, fought: Sequence[int]) -> TimeEntry:
    """Let the rounds of a fight pass that is carried over, in a campaign that is locked.

    The characters of the numbers ``fought`` have counted them in it.
    """
    return _pass(member, TimeEntry.Kind.FIGHT, rounds, carry=carry, besides=fought)


def refuse_after(campaign: Campaign, carry: CarryOver) -> None:
    """Raise Conflict where time has passed since a fight was carried over."""
    own = TimeEntry.objects.filter(carry=carry).first()
    later = list_entries(campaign).filter(number__gt=own.number).last() if own is not None else None
    if later is not None:
        raise Conflict(f"Time has passed since, until {write_time(later.until)}. Take that back first.")


def take_back_fight(member: Member, carry: CarryOver) -> None:
    """Take the time of a fight back with its carrying over, in a campaign that is locked."""
    TimeEntry.objects.filter(carry=carry).update(taken_back=times.now(), taken_back_by=member.user)


def take_back_time(member: Member, number: int) -> TakenBack:
    """Take back the last entry of a campaign's time, with what a rest gave back.

    ``number`` is the entry that the person saw. Raises Conflict where another one came after it, or a fight is in play
    or was opened since, and NotFound.
    """
    with lock_as(member) as current:
        _refuse_in_fight(current.campaign)
        last = list_entries(current.campaign).select_for_update().last()
        if last is None:
            raise NotFound("There is nothing to take back.")
        if last.number != number:
            raise Conflict("Time has passed since. Take that back first.")
        if last.carry is not None:
            raise Conflict("This is the time of a fight. Take its carrying over back, on the page of its end.")
        later = Encounter.tables.filter(campaign=current.campaign, opened_at__gt=last.at).first()
        if later is not None:
            raise Conflict(f"“{later.title}” was opened since. Set the clock instead.")
        changes = last.changes.select_related("character").order_by("number")
        back = take_back_changes(current, changes, last)
        last.taken_back, last.taken_back_by = times.now(), current.user
        last.save(update_fields=["taken_back", "taken_back_by"])
        ring_lobby_after_commit(current.campaign_id)
    return back


# What lasts.


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that lasts for some time between fights: a light, a spell, a sickness."""

    id: int
    what: str
    who: int | None
    """The number of the character that has it; None for the whole party."""
    since: int
    ends: int
    """Both in rounds, as the campaign's clock."""


def list_lasting(state: CampaignState, now: int) -> list[Lasting]:
    """Return what lasts at a time of a campaign, the first to end first."""
    known = [Lasting(*each) for each in state.lasting]
    return sorted((each for each in known if each.since <= now < each.ends), key=lambda each: each.ends)


def add_lasting(member: Member, what: str, turns: int, number: int | None = None) -> Lasting:
    """Note something that lasts so many turns, of a character by its number, or of the party.

    Raises Invalid, NotFound, and Conflict where too much lasts already.
    """
    what = " ".join(what.split())
    if not 0 < len(what) <= 80:
        raise Invalid("Write what lasts, in 1 to 80 letters.", "what")
    check_typed(what, "what")
    if not 0 < turns <= 100_000:
        raise Invalid("Write for how many turns: 1 or more.", "turns")
    with lock_as(member) as current:
        if number is not None:
            find_character(current.campaign, number)
        state, now = find_state(current.campaign), read_clock(current.campaign)
        if len(list_lasting(state, now)) >= MOST_LASTING:
            raise Conflict(f"At most {MOST_LASTING} things last at once. Remove some first.", "what")
        kept = [each for each in state.lasting if Lasting(*each).ends > now - KEPT]
        made = Lasting(max((each[0] for each in kept), default=0) + 1, what, number, now, now + turns * TURN)
        state.lasting = [*kept, [made.id, made.what, made.who, made.since, made.ends]]
        state.save()
    return made


def remove_lasting(member: Member, id: int) -> None:
    """Remove something that lasts. Raises NotFound."""
    with lock_as(member) as current:
        state = find_state(current.campaign)
        kept = [each for each in state.lasting if each[0] != id]
        if len(kept) == len(state.lasting):
            raise NotFound("There is no such thing.")
        state.lasting = kept
        state.save()


def _tell_ends(campaign: Campaign, since: int, until: int) -> list[str]:
    """Return the ends of what lasts in a stretch of time, in sentences."""
    ending = [each for each in list_lasting(find_state(campaign), since) if each.ends <= until]
    names = dict(campaign.characters.values_list("number", "name")) if ending else {}
    return [f"{each.what} of {names[each.who]} ends." if each.who in names else f"{each.what} ends." for each in ending]


# Rest.


@dataclass(frozen=True, slots=True)
class RestRow:
    """The effect of a rest on a character."""

    number: int
    name: str
    before: int
    after: int
    """Hit points."""
    full: int
    spells: tuple[str, ...]
    """The ids of the spells that come back into memory."""
    memorising: Memorising
    """The hours of rest and the minutes of study or prayer that they take."""
    chosen: str
    """All that it memorises, in words, where it was chosen: "bless, cure light wounds twice"; else ""."""
    excess: str
    """Where that is beyond its slots: "level 1: 1 more than cleric 3 has"; else ""."""
    by_hand: bool
    """Its attributes are those of a procedure's own sheet: the DM changes them."""


@dataclass(frozen=True, slots=True)
class RestPlan:
    """A rest of a party, before it is taken."""

    how: str
    """NIGHT, WEEK or HEALED."""
    days: int
    until: int
    """In rounds."""
    rows: tuple[RestRow, ...]


@dataclass(frozen=True, slots=True)
class _Resting:
    """A character before a rest."""

    character: Character
    full: int
    spells: tuple[str, ...]
    """The ids of the spells that come back."""
    spell_levels: tuple[int, ...]
    """The level of each."""
    chosen: str
    excess: str
    """As in its row."""
    constitution: int
    """The adjustment of hit points a die."""
    by_hand: bool

    @property
    def before(self) -> int:
        """Return the hit points left."""
        return self.full if self.character.left is None else self.character.left

    def heal(self, days: int) -> int:
        """Return the hit points after so many days."""
        return self.before if self.by_hand else heal_by_rest(self.before, self.full, days, self.constitution)


def plan_rests(characters: Iterable[Character], state: CampaignState, now: int) -> list[RestPlan]:
    """Return the effects of each rest on the characters who still play."""
    resting = [_read_resting(each) for each in characters if each.is_playing]
    healed = next((n for n in range(MOST_DAYS) if all(each.heal(n) >= each.full for each in resting)), MOST_DAYS)
    return [
        _plan_rest(resting, how, days, now, night_heals=state.night_heals)
        for how, days in ((NIGHT, 0), (WEEK, 7), (HEALED, healed))
    ]


def _plan_rest(resting: Sequence[_Resting], how: str, days: int, now: int, *, night_heals: bool) -> RestPlan:
    rows = tuple(_plan_row(each, days, night_heals=night_heals) for each in resting)
    study = max((row.memorising.study_minutes for row in rows), default=0)
    hours = max([SLEEP, *(row.memorising.rest_hours for row in rows)])
    slept = now + days * DAY if days else _find_morning(now, hours)
    return RestPlan(how, days, slept + -(-study // TURN) * TURN, rows)


def _read_resting(character: Character) -> _Resting:
    stat_block = build_character(write_rested(character))
    levels = {spell.id: spell.level for spell in stat_block.powers.spells}
    spells, chosen, excess = tuple(character.cast), "", ""
    choice = read_choice(character) if find_next_entries(character) is not None else None
    if choice is not None and choice.chosen is not None:
        levels |= {spell.id: each.level for each in choice.levels for spell in each.spells}
        spells = choice.list_new()
        chosen = describe_counts(choice.chosen, choice.names) or "nothing"
        excess = "; ".join(choice.list_excess(choice.chosen))
    return _Resting(
        character=character,
        full=stat_block.defence.hit_points,
        spells=spells,
        spell_levels=tuple(levels.get(id, 1) for id in spells),
        chosen=chosen,
        excess=excess,
        constitution=_find_constitution(character),
        by_hand=find_sheet(character) is not None,
    )


def _plan_row(each: _Resting, days: int, *, night_heals: bool) -> RestRow:
    after = each.heal(days)
    if not days and night_heals and not each.by_hand:
        after = min(each.full, each.before + 1)
    return RestRow(
        number=each.character.number,
        name=each.character.name,
        before=each.before,
        after=max(after, each.before),
        full=each.full,
        spells=each.spells,
        memorising=compute_memorising(each.spell_levels),
        chosen=each.chosen,
        excess=each.excess,
        by_hand=each.by_hand,
    )


def _find_constitution(character: Character) -> int:
    """Return the adjustment of hit points a die by constitution; 0 where the score is not known."""
    score = character.sheet.get("abilities", {}).get("con")
    return lookup_constitution(score).hit_points if isinstance(score, int) else 0


def _find_morning(now: int, hours: int) -> int:
    """Return the next morning that comes after so many hours."""
    earliest = now + hours * HOUR
    return earliest + (MORNING - earliest) % DAY


def rest(member: Member, how: str) -> TimeEntry:
    """Let the party rest: hit points and spells come back, and time passes.

    Raises Conflict while a fight is in play, and Invalid.
    """
    with lock_as(member) as current:
        _refuse_in_fight(current.campaign)
        campaign = current.campaign
        plans = plan_rests(campaign.characters.all(), find_state(campaign), read_clock(campaign))
        plan = next((each for each in plans if each.how == how), None)
        if plan is None:
            raise Invalid("Rest a night, a week, or until all are healed.", "how")
        words = [words for row in plan.rows if (words := describe_rest(row))]
        entry = _pass(current, TimeEntry.Kind.REST, plan.until - read_clock(current.campaign), words)
        for row in plan.rows:
            character = find_character(current.campaign, row.number)
            values: dict[str, Any] = {"left": row.after if row.after < row.full else None, "cast": []}
            if row.chosen:
                values |= {"definition.spells": find_next_entries(character) or None, NEXT: None}
            if not row.by_hand:
                write_values(character, values, Author(current), CharacterChange.Source.REST, entry)
        ring_lobby_after_commit(current.campaign_id)
    return entry


def describe_rest(row: RestRow) -> str:
    """Return what a rest does for a character, in a sentence; "" for nothing."""
    if row.by_hand:
        return ""
    points = row.after - row.before
    parts = [f"{row.after} of {row.full} hit points"] if points else []
    if row.spells and not row.chosen:
        parts.append(f"{len(row.spells)} spell{'s' if len(row.spells) != 1 else ''} again")
    said = [f"{row.name}: {', '.join(parts)}."] if parts else []
    if row.chosen:
        said.append(f"{row.name} memorises {row.chosen}{_describe_memorising(row)}.")
    return " ".join(said)


def _describe_memorising(row: RestRow) -> str:
    """Return the time of memorising: ": 4 hours of rest, 45 minutes of study", or ""."""
    if not row.spells:
        return ""
    return f": {row.memorising.rest_hours} hours of rest, {write_study(row.memorising.study_minutes)} of study"


def write_study(minutes: int) -> str:
    """Return the time of study in words: "1 hour and 15 minutes"."""
    hours, rest = divmod(minutes, HOUR)
    parts = [f"{many} {unit}{'s' if many != 1 else ''}" for many, unit in ((hours, "hour"), (rest, "minute")) if many]
    return " and ".join(parts)


# Choices, and wanderers.


def change_options(member: Member, **values: Any) -> None:
    """Change choices of a campaign, by the names of CampaignState. Raises Invalid.

    Phones are told only where one changes that they show: of the others players do not learn the time.
    """
    check_typed(values)
    with lock_as(member) as current:
        state, _ = CampaignState.objects.get_or_create(campaign=current.campaign)
        changed = [name for name, value in values.items() if getattr(state, name) != value]
        for name in changed:
            setattr(state, name, values[name])
        state.save(update_fields=changed)
        if PHONES_SHOW.intersection(changed):
            ring_lobby_after_commit(current.campaign_id)


def check_for_wanderers(member: Member) -> TimeEntry:
    """Roll the checks of a night for wanderers, and draw the ones that come.

    The seed is kept beside the faces.

    Raises Conflict while a fight is in play.
    """
    with lock_as(member) as current:
        _refuse_in_fight(current.campaign)
        state, seed = find_state(current.campaign), secrets.token_hex(16)
        words = [_roll_check(seed, state, n) for n in range(state.checks)]
        return _add_entry(current, TimeEntry.Kind.CHECK, read_clock(current.campaign), words, seed=seed)


def _roll_check(seed: str, options: CampaignState, n: int) -> str:
    face = draw_face(seed, (WANDERERS, "", options.sides, n))
    said = f"Check {n + 1}: {face} on a d{options.sides}"
    if face != 1:
        return f"{said}, nothing comes."
    if not options.wanderers:
        return f"{said}: something comes."
    drawn = draw_face(seed, (WHO_COMES, "", len(options.wanderers), n))
    return f"{said}: {options.wanderers[drawn - 1]} ({drawn} on a d{len(options.wanderers)})."
