"""Effects of a hit: the critical roll, damage to EN and BD, who is out (1.2.5.2, 1.2.5.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.dice import parse_dice
from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.effects import Roll, Rolled
from rules.kernel.event import ShortWords, Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, OneOf, Text
from rules.kernel.phrases import format_note
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State, with_condition
from rules.kernel.terms import ClauseId, CombatantId
from rules.kernel.visibility import Audience, Doer, Open, Words, show_to_needed
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.borrowing import make_movement_ended
from rules.procedures.dew.consultation import Reason, consult, list_ruled_on, make_dm_changes
from rules.procedures.dew.declared_attack import DeclaredAttack
from rules.procedures.dew.great_blows import make_preparations_lost
from rules.procedures.dew.posture import FellDown, make_alert_changed
from rules.procedures.dew.state import Body
from rules.procedures.dew.terms import get_dew, get_dew_of, get_settings, ids, is_object, with_part
from rules.procedures.dew.weapons import list_items_in_hands

FATE_WORDS = {"stable": "stable", "dying": "dying", "dead": "dies"}


@dataclass(slots=True, kw_only=True)
class CriticalStruck(Event):
    """A check for a critical hit: the natural D12, its result, and the number needed."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    natural: Open[int]
    """The D12 as rolled."""
    multiplier: Open[int]
    ac_mod2: Annotated[int, show_to_needed(0)]
    preparations: Open[int]
    result: Annotated[int, show_to_needed(0)]
    """The roll after the multiplier, the second modifier and the preparations."""
    needed: Annotated[int, show_to_needed(0)]
    """The number that makes it critical."""
    critical: Open[bool]

    def narrate(self, voice: Voice) -> str:
        return f"It {voice.tense('is', 'was')} a critical hit on {voice.name(self.target)}." if self.critical else ""


@dataclass(slots=True, kw_only=True)
class DamageRolled(Event):
    """The damage of a blow, as rolled; it is done with everything that was chosen together."""

    audience = Audience.PERCEIVERS
    is_narrated = False  # the damage itself is narrated

    who: Doer
    target: Doer
    original: Open[int]
    """The dice, before preparations."""
    amount: Open[int]
    """The points of damage."""


@dataclass(slots=True, kw_only=True)
class Unconscious(Event):
    """A combatant lost consciousness: EN or BD was too low."""

    audience = Audience.PERCEIVERS

    who: Doer
    why: Open[str] = ""
    """The pool that was too low: EN or BD."""

    def apply(self, state: State) -> State:
        return with_condition(with_part(state, self.who, Body, conscious=False), self.who, "helpless")

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'loses')} consciousness."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "falls", ""),)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "unconscious", MarkKind.DOWN),)


@dataclass(slots=True, kw_only=True)
class Out(Event):
    """The DM decided the fate of a combatant whose BD is spent."""

    audience = Audience.PERCEIVERS

    who: Doer
    fate: Open[str]
    """The fate: dying, dead, stable or other."""
    text: Words = ""

    def apply(self, state: State) -> State:
        state = with_part(state, self.who, Body, fate=self.fate)
        return with_condition(state, self.who, "dead") if self.fate == "dead" else state

    def narrate(self, voice: Voice) -> str:
        fate = self.fate if self.fate != "other" else "out"
        return f"{voice.does(self.who, 'is', 'are')} {fate}.{format_note(self.text)}"

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "dies", ""),) if self.fate == "dead" else ()

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        kind = MarkKind.DEAD if self.fate == "dead" else MarkKind.DOWN
        return (EventMark(self.who, FATE_WORDS.get(self.fate, "out"), kind),)


MAX_DAMAGE = Reason(
    "max_damage",
    "What comes of so heavy a blow?",
    "{by} struck the heaviest of blows.",
    "the heaviest of blows",
)
FATES = ("dying", "dead", "stable", "other")


def _list_fate_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    results = OneOf("result", "What becomes of them?", [Choice(each, each.capitalize()) for each in FATES])
    return (Choice("fate", "Fate", then=lambda: (results, Text("text", "In words"))),)


FATE = Reason(
    "fate",
    "What becomes of the fallen?",
    "{by} is out of the fight.",
    "what becomes of one who is out",
    {"command": "fate", "result": "dying"},
    _list_fate_choices,
    ("fate",),
)


def resolve_hit(table: Table, attack: DeclaredAttack, beat: Beat) -> Play:
    """Determine whether a hit is critical, then roll and apply its damage."""
    natural, critical = yield from _roll_critical(table, attack)
    yield from _roll_damage(table, attack, beat, natural, critical)


def is_fully_surprised(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is stationary, and unconscious or inanimate."""
    each = get_dew(state, who)
    return each.body.stationary and (not each.body.conscious or is_object(state, who))


def _roll_critical(table: Table, attack: DeclaredAttack) -> Play:
    rolled: Rolled = yield Roll("crit", attack.who, 1, 12)
    state = table.state
    base, _, mod2 = get_dew(state, attack.target).gear.ac
    surprised = is_fully_surprised(state, attack.target)
    better, prepared = attack.great_blow.raise_critical()
    result = rolled.total * (2 if surprised else 1) - mod2 + better
    mode = attack.get_mode(state)
    by_class = dict(mode.crit_by_ac)
    needed = by_class.get(base, mode.crit_default)
    cited = ["1.2.5.2a", "1.2.5.2c", "1.2.5.2e"]
    cited += ["1.2.5.2b"] if surprised else ["1.2.5.2g"] if _is_partly_surprised(state, attack.target) else []
    cited += ["1.2.5.2f"] if base in by_class else []
    yield CriticalStruck(
        who=attack.who,
        target=attack.target,
        natural=rolled.total,
        multiplier=2 if surprised else 1,
        ac_mod2=mod2,
        preparations=attack.great_blow.count,
        result=result,
        needed=needed,
        critical=result >= needed,
        rolls=(rolled,),
        clauses=(*ids(*cited, *(["1.2.5.2d"] if attack.great_blow.count else [])), *prepared),
    )
    return rolled.total, result >= needed


def _is_partly_surprised(state: State, who: CombatantId) -> bool:
    each = get_dew(state, who)
    return not each.body.alert or each.body.fallen


def _roll_damage(table: Table, attack: DeclaredAttack, beat: Beat, natural: int, critical: bool) -> Play:
    dice = parse_dice(attack.get_mode(table.state).damage)
    rolls: tuple[Rolled, ...] = ()
    if dice.count:
        rolls = ((yield Roll("damage", attack.who, dice.count, dice.sides)),)
    original = sum(rolled.total for rolled in rolls) + dice.plus
    total = max(0, original + attack.great_blow.add_damage()[0])
    waits = beat.held is not None and beat.cites_others
    if waits:
        # The dice are shown when they fall, although their effect waits.
        yield DamageRolled(
            who=attack.who, target=attack.target, original=original, amount=total, rolls=rolls, clauses=ids("1.2.5.3a")
        )
    rolls_to_show = () if waits else rolls
    yield from beat.happen(lambda: _deal_damage(table, attack, beat, rolls_to_show, original, total, critical))
    yield from beat.happen(lambda: _check_consciousness(table, attack.target))
    judged: Sequence[CombatantId] = ()
    if _is_great(table.state, attack, original, natural, critical):
        judged = yield from _consult_max(table, attack, beat)
    if critical and attack.target not in judged:
        yield from beat.happen(lambda: _decide_fate_if_out(table, attack.target))


def _deal_damage(
    table: Table,
    attack: DeclaredAttack,
    beat: Beat,
    rolls: tuple[Rolled, ...],
    original: int,
    total: int,
    critical: bool,
) -> Play:
    who = attack.target
    plain = parse_dice(attack.damage).plus or attack.great_blow.count
    cited = ["1.2.5.3a", "1.2.5.3c", "0k", *(["1.2.5.3h"] if plain else [])]
    prepared = (*ids("1.2.5.3b"), *attack.great_blow.add_damage()[1]) if attack.great_blow.count else ()

    def make_damaged(pool: str, left: int, rolls: tuple[Rolled, ...], clauses: tuple[ClauseId, ...]) -> e.Damaged:
        return e.Damaged(
            who=who,
            by=attack.who,
            left=left,
            source=attack.weapon,
            pool=pool,
            original=original,
            preparations=attack.great_blow.count,
            critical=critical,
            amount=total,
            rolls=rolls,
            clauses=clauses,
        )

    yield make_damaged(
        "EN", get_dew(table.state, who).body.en - total, rolls, (*ids(*cited), *prepared, *beat.together)
    )
    if critical:
        yield make_damaged("BD", get_dew(table.state, who).body.bd - total, (), (*ids("1.2.5.3d"), *beat.together))


def _is_great(state: State, attack: DeclaredAttack, original: int, natural: int, critical: bool) -> bool:
    """Return whether the damage dice call for the DM (1.2.5.3e to g).

    They do at their maximum; for a heavy weapon also at 1 below the maximum.
    """
    dice, weight = parse_dice(attack.damage), attack.weight
    if not dice.count or (get_settings(state).consult_requires_critical and not critical):
        return False
    if natural % 2 and weight in get_settings(state).even_weights:
        return False
    return original >= dice.count * dice.sides + dice.plus - (weight == "heavy")


def _consult_max(table: Table, attack: DeclaredAttack, beat: Beat) -> Play:
    """Consult the DM about a heavy blow.

    Returns those whose BD the DM changed: their fate is settled with the same answer.
    """
    rolled: Rolled = yield Roll("consult.max", attack.who, 1, 20)
    cited = ["1.2.5.3e", *{"heavy": ["1.2.5.3f"], "light": ["1.2.5.3g"]}.get(attack.weight, [])]
    answer = yield from consult(
        table, MAX_DAMAGE, cited, who=attack.who, target=attack.target, rolls=(rolled,), facts={"item": attack.weapon}
    )
    yield from apply_dm_answer(table, beat, MAX_DAMAGE, answer, *cited, by=attack.who)
    return list_ruled_on(answer, ("bd",))


def apply_dm_answer(
    table: Table, beat: Beat, reason: Reason, answer: dict[str, object], *clauses: str, by: CombatantId = ""
) -> Play:
    """Make the DM's changes happen, then check EN and BD of the combatants that they affect."""
    yield from make_dm_changes(table, beat, reason, answer, *clauses, by=by)
    bodies = list_ruled_on(answer, ("bd",))
    for who in list_ruled_on(answer, POOLS):
        if who in table.state.combatants:
            yield from beat.happen(partial(check_thresholds, table, who, critical=who in bodies))


# Who is out.


POOLS = ("en", "bd", "damaged", "charged")
"""Rulings that may leave a combatant with too little EN or BD."""


def check_thresholds(table: Table, who: CombatantId, *, critical: bool = False) -> Play:
    """Make a combatant unconscious if EN or BD is too low (1.2.5.3i).

    If ``critical``, the DM also decides the combatant's fate if its BD is spent (1.2.5.3j).
    """
    yield from _check_consciousness(table, who)
    if critical:
        yield from _decide_fate_if_out(table, who)


def _check_consciousness(table: Table, who: CombatantId) -> Play:
    yield from make_unconscious(table.state, who)


def _decide_fate_if_out(table: Table, who: CombatantId) -> Play:
    each = table.state.combatants[who]
    if each.present and not each.has("dead") and _is_out(table.state, who):
        yield from _decide_fate(table, who)


def list_following(state: State, who: CombatantId, what: str) -> Sequence[e.Event]:
    """Return the events that follow at once from a ruling: unconsciousness for want of EN or BD."""
    return make_unconscious(state, who) if what in POOLS else ()


def _is_out(state: State, who: CombatantId) -> bool:
    return get_dew(state, who).body.bd < get_settings(state).out_below_bd and not is_object(state, who)


def make_unconscious(state: State, who: CombatantId) -> Sequence[e.Event]:
    """Return the events by which a combatant with too little EN or BD loses consciousness.

    Empty for any other combatant, and for a combatant that is unconscious already.
    """
    each, out = get_dew(state, who), _is_out(state, who)
    faint = each.body.en < get_settings(state).unconscious_below_en and not is_object(state, who)
    if not (each.body.conscious and (out or faint) and state.combatants[who].present):
        return ()
    clause = "1.2.5.3j" if out else "1.2.5.3i"
    falling = _make_collapsed(state, who, clause) if get_settings(state).out_drops_and_falls else []
    fainted = Unconscious(who=who, why="BD" if out else "EN", clauses=ids(clause))
    return (fainted, *falling, *make_movement_ended(state, who))


def _make_collapsed(state: State, who: CombatantId, clause: str) -> list[e.Event]:
    """Return the events of a collapse, if the option is on.

    The combatant falls, drops what it holds and is no longer alert.
    """
    each, items, cited = get_dew(state, who), list_items_in_hands(state, who), ids(clause)
    events: list[e.Event] = [] if each.body.fallen else [FellDown(who=who, why="unconscious", clauses=cited)]
    if items:
        events.append(e.Dropped(who=who, items=items, why="unconscious", clauses=cited))
    events += make_preparations_lost(state, who, "dropped", "1.2.1f")
    if each.body.alert:
        events.append(make_alert_changed(who, False, "unconscious", clause))
    return events


def decide_fates(table: Table) -> Play:
    """Ask the DM for the fate of all whose BD was ruled away and is undecided (1.2.5.3j)."""
    combatants = table.state.combatants
    down = [who for who, each in combatants.items() if not get_dew_of(each).body.conscious]
    for who in [who for who in down if _is_undecided(combatants[who])]:
        if _is_undecided(table.state.combatants[who]) and _is_out(table.state, who):
            yield from _decide_fate(table, who)


def _is_undecided(each: Combatant) -> bool:
    body = get_dew_of(each).body
    return not body.conscious and not body.fate and each.present


def _decide_fate(table: Table, who: CombatantId) -> Play:
    answer = yield from consult(table, FATE, ("1.2.5.3j",), who=who, facts={"bd": get_dew(table.state, who).body.bd})
    text = str(answer.get("text", "") or "")
    yield Out(who=who, fate=str(answer["result"]), text=text, clauses=ids("1.2.5.3j"))
