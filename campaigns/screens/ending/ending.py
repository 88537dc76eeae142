"""The figures of an ended fight as view models, and as what is carried over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import QueryDict

from campaigns.levels import add_prime_bonus, describe_training, find_next_level
from campaigns.outcome import FALLEN, FLED, LEFT, TAKEN, CharacterOutcome, FightOutcome, FoesOutcome, read_outcome
from campaigns.screens.ending.typed import MOST_TYPED, FigureBox, Typed
from campaigns.services import LEAST_LEFT, MOST_FIGURE, Figures, LastWords
from campaigns.shares import HALF, WHOLE, share_coins, share_experience, write_shares
from encounters.errors import Rejected
from encounters.evenings import describe_evenings, list_evenings
from encounters.models import Member, Round
from encounters.narration.names import describe_kind, list_in_words, make_sentence, write_count
from encounters.narration.supplies import count_of
from encounters.screens.combatants import read_standing
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.recap import write_draft
from encounters.screens.summary import Fighter, summarize
from encounters.screens.tokens import Token, make_token
from encounters.selectors import find_last_fight
from rules.api import make_plural

CARRY, COUNT, DRAFT, POST, BACK = "carry", "count", "draft", "post", "back"
"""The buttons of the page."""

BOUND, DIED = "bound", "died"
FATES = {BOUND: "Bound up", DIED: "Died"}
NO_FATE = "Say first: bound up, or died?"

COUNTED = {"none": Fraction(0), "half": HALF, "full": WHOLE}
"""How much of the value of those who got away or were left counts."""

ENDS = {FALLEN: "slain", TAKEN: "taken", FLED: "got away", LEFT: "left at the end"}
"""The words for what became of foes."""

WRONG = "Nothing was carried over. Look at what is marked."


@dataclass(frozen=True, slots=True)
class FateChoice:
    """The question of what becomes of a character who is down."""

    name: str
    words: str
    """How it lies there: "bleeding, -4"."""
    chosen: str
    """BOUND or DIED; "" before the DM has said."""
    error: str


@dataclass(frozen=True, slots=True)
class MissilesLeft:
    """The missiles of one kind, and how many of those shot were found."""

    shot: str
    """How many were shot, in words: "6 arrows"."""
    found: FigureBox
    left: str


@dataclass(frozen=True, slots=True)
class ConditionBox:
    """A condition that may outlast the fight."""

    words: str
    is_on: bool
    id: str


@dataclass(frozen=True, slots=True)
class CarryRow:
    """A character at the end of the fight."""

    key: str
    name: str
    token: Token
    lines: Sequence[str]
    """Its kind, and what the DM has to know."""
    is_on: bool
    """It is carried over."""
    left: FigureBox | None
    """Its hit points; None where its sheet counts otherwise."""
    most: str
    """The words after the hit points: "of 24"; for another sheet all of it."""
    fate: FateChoice | None
    spent: str
    missiles: Sequence[MissilesLeft]
    conditions: Sequence[ConditionBox]
    experience: FigureBox
    total: str
    """Its experience after the fight, in words: "5,509 of 8,001"."""
    may_train: str
    """The level for which it may train then, in words: "may train for thief 5"; "" for none."""
    gold: FigureBox


@dataclass(frozen=True, slots=True)
class ExperienceLine:
    """A line of what the fight is worth."""

    words: str
    note: str
    value: str
    box: FigureBox | None = None
    """The field for its value; None where it is known."""
    counted: str = ""
    """How much of it counts, a key of COUNTED; "" where all does."""
    choice: str = ""
    """The name of that choice."""


@dataclass(frozen=True, slots=True)
class Treasure:
    """The coins that were brought home."""

    gold: FigureBox
    note: str
    """The coins of each share, in words."""


@dataclass(frozen=True, slots=True)
class WordsBox:
    """The field for the last words."""

    text: str
    seen: str
    """The version of what is posted."""
    error: str
    is_new: bool
    """There are words that are not posted."""
    may_draft: bool


@dataclass(frozen=True, slots=True)
class EndHead:
    """The end of the fight in words."""

    title: str
    lead: str
    facts: str
    replay: str
    dice: str


@dataclass(frozen=True, slots=True)
class EndingPage:
    """The page of a fight that is not carried over yet."""

    user: str
    id: int
    """The number of the campaign."""
    name: str
    """The campaign."""
    title: str
    """The fight."""
    head: EndHead
    rows: Sequence[CarryRow]
    lines: Sequence[ExperienceLine]
    treasure: Treasure
    total: ExperienceLine
    fallen: Sequence[Fighter]
    words: WordsBox | None
    """None where the fight had no round."""
    error: str
    later: str
    """The title of a fight that was opened after it; "" for none."""
    sheets: str
    """The sheets that are written, in words."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The page of an end, and what it carries over as it stands."""

    page: EndingPage
    figures: Mapping[str, Figures]
    experience: int
    words: LastWords | None
    """The words to be posted; None where they are posted already, or where there are none."""
    is_good: bool
    """Nothing that was typed is wrong, and all that must be said is said."""


def build_ending(
    member: Member, view: DmView, data: QueryDict | None = None, do: str = "", problem: Rejected | None = None
) -> Ending:
    """Return the page of an ended fight, with what was typed on it.

    ``do`` is the button that was pressed, and ``problem`` what a service refused of it.
    """
    typed = Typed(data, {problem.field or "page": problem.message} if problem is not None else None)
    outcome = read_outcome(view.encounter, view)
    is_on = {each.key: typed.is_on(f"{each.key}.on") for each in outcome.characters}
    asks = {each.key for each in outcome.characters if do == CARRY and is_on[each.key]}
    fates = {each.key: _read_fate(typed, each, must_say=each.key in asks) for each in outcome.characters}
    sharing = [each for each in outcome.characters if is_on[each.key] and not _is_dead(each, fates[each.key])]
    weights = {each.key: _weigh(each) for each in sharing}
    gold, treasure = _read_treasure(typed, outcome, weights)
    lines, experience = _read_lines(typed, outcome.foes, gold)
    plain, coins = share_experience(experience, weights), share_coins(gold, weights)
    shares = {each.key: add_prime_bonus(each.combatant, each.character, plain[each.key]) for each in sharing}
    rows, figures = [], {}
    for each in outcome.characters:
        row, figure = _read_row(typed, view, each, is_on[each.key], fates[each.key], shares, coins)
        rows.append(row)
        if row.is_on:
            figures[each.key] = figure
    words, posted = read_words(typed, view, drafts=do == DRAFT)
    page = EndingPage(
        user=member.user.get_username(),
        id=member.campaign_id,
        name=member.campaign.name,
        title=view.encounter.title,
        head=build_head(view, outcome),
        rows=rows,
        lines=lines,
        treasure=treasure,
        total=_build_total(
            experience, weights, outcome, [each.name for each in sharing if shares[each.key] > plain[each.key]]
        ),
        fallen=list_fallen(view),
        words=words,
        error=typed.find_other_error() or (WRONG if typed.errors and do == CARRY else ""),
        later=_find_later(view),
        sheets=count_sheets(len(figures)),
    )
    return Ending(page, figures, experience, posted, not typed.errors)


def _find_later(view: DmView) -> str:
    last = find_last_fight(view.encounter.campaign, besides=view.encounter)
    opened = view.encounter.opened_at
    is_later = last is not None and opened is not None and last.opened_at is not None and last.opened_at > opened
    return last.title if last is not None and is_later else ""


def count_sheets(number: int) -> str:
    """Return a number of sheets in words: "four sheets"."""
    return f"{write_count(number) if number else 'no'} sheet{'' if number == 1 else 's'}"


# The head.


def build_head(view: DmView, outcome: FightOutcome) -> EndHead:
    """Return how a fight ended, in words."""
    facts = {each.label: each.text for each in summarize(view.state, view.standing).facts}
    last = max(view.state.round, 0)
    return EndHead(
        title=make_sentence(view.state.ended.rstrip(".") or "the fight is over").rstrip("."),
        lead=" ".join(_describe_end(view, outcome)),
        facts=f"Best blow: {facts['Best blow']}." if "Best blow" in facts else "",
        replay=view.make_url("round", number=0 if last == 0 else 1),
        dice=view.make_url("dice", number=last) if last else "",
    )


def _describe_end(view: DmView, outcome: FightOutcome) -> Iterator[str]:
    rounds = max(view.state.round, 0)
    if rounds:
        evenings = describe_evenings(list_evenings(view.encounter.pk))
        words = f"{write_count(rounds).capitalize()} round{'' if rounds == 1 else 's'}"
        yield f"{words}, {evenings}." if evenings else f"{words}."
    ends = {fate: sum(each.count for each in outcome.foes if each.fate == fate) for fate in ENDS}
    if all_foes := sum(ends.values()):
        foes = f"{write_count(all_foes)} {'foe' if all_foes == 1 else 'foes'}"
        told = [f"{write_count(number)} {_describe_fate(fate, number)}" for fate, number in ends.items() if number]
        whole = next((_describe_fate(fate, number) for fate, number in ends.items() if number == all_foes), "")
        yield f"{foes.capitalize()} {whole}." if whole else f"Of {foes} {list_in_words(told)}."
    dead = [each.name for each in outcome.characters if each.is_dead]
    down = [each.name for each in outcome.characters if each.is_down]
    if dead:
        yield f"{list_in_words(dead)} died."
    if down:
        yield f"{list_in_words(down)} {'is' if len(down) == 1 else 'are'} down."
    if outcome.characters and not dead and not down:
        yield "Nobody of the party fell."


def _describe_fate(fate: str, number: int) -> str:
    was = "was" if number == 1 else "were"
    return ENDS[fate] if fate == FLED else f"{was} {ENDS[fate]}"


def list_fallen(view: DmView) -> list[Fighter]:
    """Return the combatants who are not of the party, as the fight left them."""
    sides = summarize(view.state, view.standing).sides
    return [each for side in sides if side.shape != "party" for each in side.fighters]


# The experience.


def _weigh(each: CharacterOutcome) -> Fraction:
    is_henchman = each.character is not None and each.character.henchman_of_id is not None
    return HALF if is_henchman else WHOLE


def _read_treasure(typed: Typed, outcome: FightOutcome, weights: Mapping[str, Fraction]) -> tuple[int, Treasure]:
    gold, box = typed.read_number("gold", "Gold pieces brought home", 0)
    coins = share_coins(gold, weights)
    return gold, Treasure(box, _describe_coins(gold, coins, weights, outcome) if gold else "")


def _describe_coins(gold: int, coins: Mapping[str, int], weights: Mapping[str, Fraction], outcome: FightOutcome) -> str:
    names = {each.key: each.name for each in outcome.characters}
    if not weights:
        return "Nobody shares them."
    whole = int(gold / sum(weights.values()))
    told = [f"{whole} a share"]
    told += [
        f"{int(gold * HALF / sum(weights.values()))} for {names[key]}" for key, each in weights.items() if each == HALF
    ]
    first = next(iter(weights))
    over = coins[first] - int(gold * weights[first] / sum(weights.values()))
    return ", ".join(told) + (f"; {over} over to {names[first]}" if over else "")


def _read_lines(typed: Typed, foes: Iterable[FoesOutcome], gold: int) -> tuple[list[ExperienceLine], int]:
    """Return the lines of what the fight is worth, and all of it."""
    found = [_read_foes(typed, each) for each in sorted(foes, key=lambda each: [*ENDS].index(each.fate))]
    treasure, box = typed.read_number("treasure", "Experience for treasure", gold)
    found.append((ExperienceLine("Treasure brought home", "1 a gold piece", "", box), treasure))
    other, box = typed.read_number("other", "Other experience", 0)
    found.append((ExperienceLine("Other", "for deeds and ideas", "", box), other))
    return [line for line, _ in found], sum(value for _, value in found)


def _read_foes(typed: Typed, each: FoesOutcome) -> tuple[ExperienceLine, int]:
    name = f"foes.{each.fate}.{each.name}"
    words = f"{each.count} {each.name if each.count == 1 else make_plural(each.name)} {ENDS[each.fate]}"
    counted = (
        typed.read_choice(f"{name}.counted", {key: key for key in COUNTED}, "none") if each.fate in (FLED, LEFT) else ""
    )
    if each.base is None:
        value, box = typed.read_number(f"{name}.value", f"Experience for {words}", 0)
        note = "no table knows it: type its value"
    else:
        value, box = each.value, None
        a_head = f"{each.base} each" if each.count > 1 else str(each.base)
        note = f"{a_head}, {each.per_point} a hit point of {each.points}" if each.per_point else a_head
    worth = int(value * COUNTED[counted]) if counted else value
    choice = f"{name}.counted" if counted else ""
    return ExperienceLine(words, note, f"{worth:,}", box, counted, choice), worth


def _build_total(
    experience: int, weights: Mapping[str, Fraction], outcome: FightOutcome, better: Sequence[str]
) -> ExperienceLine:
    if not weights:
        return ExperienceLine(f"{experience:,} in no shares", "Nobody is left to share it.", "0")
    of_one = int(experience / sum(weights.values()))
    half = [each.name for each in outcome.characters if weights.get(each.key) == HALF]
    dead = len(outcome.characters) > len(weights)
    notes = [f"half a share for {list_in_words(half)}"] if half else []
    notes += [f"a tenth more for {list_in_words(better)}"] if better else []
    notes += ["none for who is left out or dead"] if dead else []
    return ExperienceLine(
        f"{experience:,} in {write_shares(sum(weights.values(), Fraction(0)))}", "; ".join(notes), f"{of_one:,}"
    )


# The characters.


def _read_fate(typed: Typed, each: CharacterOutcome, *, must_say: bool) -> FateChoice | None:
    """Return the question of who is down; None for others."""
    if not each.is_down:
        return None
    name = f"{each.key}.fate"
    chosen = typed.read_choice(name, FATES)
    typed.shown.add(name)
    if must_say and not chosen:
        typed.errors.setdefault(name, NO_FATE)
    words = f"bleeding, {each.left}" if each.left < 0 and each.combatant.stat_block.sheet is None else "down"
    return FateChoice(name, words, chosen, typed.errors.get(name, ""))


def _is_dead(each: CharacterOutcome, fate: FateChoice | None) -> bool:
    return each.is_dead or (fate is not None and fate.chosen == DIED)


def _read_row(
    typed: Typed,
    view: DmView,
    each: CharacterOutcome,
    is_on: bool,
    fate: FateChoice | None,
    shares: Mapping[str, int],
    coins: Mapping[str, int],
) -> tuple[CarryRow, Figures]:
    key, name = each.key, each.name
    left, left_box, most = _read_left(typed, view, each)
    missiles, supplies = _read_supplies(typed, each)
    conditions = [_read_condition(typed, each, n) for n in range(len(each.conditions))]
    before = each.experience
    limit = min(MOST_TYPED, MOST_FIGURE - before)
    experience, experience_box = typed.read_number(
        f"{key}.experience", f"Experience of {name}", shares.get(key, 0), most=limit
    )
    gold, gold_box = typed.read_number(f"{key}.gold", f"Gold pieces for {name}", coins.get(key, 0))
    after = experience + before
    needed, creature = find_next_level(each.combatant, after), each.combatant.stat_block.creature
    row = CarryRow(
        key=key,
        name=name,
        token=make_token(each.combatant),
        lines=tuple(_list_lines(each)),
        is_on=is_on,
        left=left_box,
        most=most,
        fate=fate,
        spent=", ".join((*each.spent, *_list_charges(each))),
        missiles=missiles,
        conditions=conditions,
        experience=experience_box,
        total=f"{after:,} of {needed:,}" if needed is not None and after < needed else f"{after:,}",
        may_train=describe_training(creature.kind, creature.level) if needed is not None and after >= needed else "",
        gold=gold_box,
    )
    lasting = tuple(box.words for box in conditions if box.is_on)
    return row, Figures(left, supplies, experience, gold, _is_dead(each, fate), lasting)


def _list_lines(each: CharacterOutcome) -> Iterator[str]:
    kind = describe_kind(each.combatant.stat_block)
    character = each.character
    if kind:
        yield kind
    if character is None:
        yield "new: joins the campaign"
    elif character.henchman_of_id is not None:
        yield "henchman, half a share"
    if each.is_dead:
        yield "died in this fight"
    if each.changed:
        yield f"changed on the sheet since: {each.changed}"


def _read_left(typed: Typed, view: DmView, each: CharacterOutcome) -> tuple[int, FigureBox | None, str]:
    """Return the hit points left, their field, and the words after it."""
    if each.combatant.stat_block.sheet is not None:
        vigour = read_standing(view.state, each.key).vigour
        return each.left, None, f"{vigour.left} of {vigour.most} {vigour.name}" if vigour is not None else ""
    left = max(each.left, LEAST_LEFT)
    label = f"Hit points of {each.name}"
    left, box = typed.read_number(f"{each.key}.left", label, left, LEAST_LEFT, each.full)
    return left, box, f"of {each.full}"


def _read_supplies(typed: Typed, each: CharacterOutcome) -> tuple[list[MissilesLeft], dict[str, int]]:
    """Return the missiles that were shot, and all that is left of what is counted."""
    rows, left = [], {}
    for supply in each.supplies:
        found = 0
        if supply.is_missile and supply.used:
            shot = count_of(supply.used, supply.name)
            name = f"{each.key}.found.{supply.item}"
            label = f"{make_plural(supply.name).capitalize()} that {each.name} found again"
            found, box = typed.read_number(name, label, min(supply.found, supply.used), 0, supply.used)
            rows.append(MissilesLeft(shot, box, f"{supply.left + found} left"))
        left[supply.item] = supply.left + found
    return rows, left


def _list_charges(each: CharacterOutcome) -> Iterator[str]:
    for supply in each.supplies:
        if not supply.is_missile and supply.used:
            yield f"{supply.name}, {count_of(supply.used, 'charge')}"


def _read_condition(typed: Typed, each: CharacterOutcome, n: int) -> ConditionBox:
    condition = each.conditions[n]
    is_on = typed.is_on(f"{each.key}.lasting", condition.words)
    return ConditionBox(condition.words, is_on, f"f-{each.key}-lasting-{n}")


# The last words.


def read_words(typed: Typed, view: DmView, *, drafts: bool = False) -> tuple[WordsBox | None, LastWords | None]:
    """Return the field for the last words, and those that are to be posted.

    There is no field where the fight had no round.
    """
    number = view.state.round
    rounds = Round.objects.filter(encounter_id=view.viewer.encounter_id, number=number, attempt=view.state.attempt)
    told = rounds.first() if number >= 0 else None
    if told is None:
        return None, None
    text = typed.read_text("recap", told.recap).replace("\r\n", "\n")
    if drafts and not text.strip():
        text = write_draft(view, number)
    typed.shown.add("recap")
    error = typed.errors.get("recap", "")
    is_new = bool(text.strip()) and text.strip() != told.recap.strip()
    seen = typed.read_text("seen", told.recap_version) if is_new and not error else told.recap_version
    box = WordsBox(text, seen, error, is_new, not text.strip())
    return box, LastWords(text.strip(), seen) if is_new else None
