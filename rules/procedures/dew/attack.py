"""An attack, from its declaration to a hit or a miss (1.2.5, 1.2.5.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Annotated, ClassVar

from rules.kernel import events as e
from rules.kernel.drawing import DrawnFlight, FlightKind
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, MadeOnce, MadeWhenRead, Number, OneOf, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.hiding import is_revealed_by_acting
from rules.kernel.own import OwnDetails
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.stored_forms import Data
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Open, show_to_needed
from rules.procedures.dew.answers import build_yes_field, is_yes
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import NO_BLOW_LEFT, Paid, count_blows_left, find_first_free
from rules.procedures.dew.borrowing import forbid_borrowing, forbid_ended
from rules.procedures.dew.breakage import (
    MOST,
    NEAR_MISS,
    check_on_equality,
    check_on_near_miss,
    compute_limit,
    get_attacking_weapon,
    list_parrying_weapons,
    list_shields,
)
from rules.procedures.dew.choices import list_named, name_weapon
from rules.procedures.dew.combat_option import (
    ACTIVE_BLOW,
    HEAVY,
    NO_SUCH_MODE,
    Act,
    Blow,
    Chooser,
    CombatOption,
    are_all_heavy,
    build_chained_field,
)
from rules.procedures.dew.consultation import Reason, build_rule_choice, consult
from rules.procedures.dew.damage import apply_dm_answer, is_fully_surprised, resolve_hit
from rules.procedures.dew.declared_attack import DeclaredAttack, ParryMade
from rules.procedures.dew.great_blows import lose_other_mode, make_preparation_used, read_great_blow
from rules.procedures.dew.parries import parry
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.refusals import MUST_BE_UNALERT, NOT_ALERT, NOT_HELD, REFUSED, SELF_TARGET, refuse
from rules.procedures.dew.sheet import DewMode, DewWeapon
from rules.procedures.dew.state import GRIPS
from rules.procedures.dew.terms import (
    ACTIVE,
    MELEE,
    MISSILE,
    REACTIVE,
    THROWN,
    get_dew,
    get_name,
    get_settings,
    ids,
    is_object,
    list_present,
)
from rules.procedures.dew.weapons import (
    compute_greatest_range,
    compute_shot_modifier,
    find_mode,
    forbid_reach,
    forbid_use,
    get_shield_modifier,
    get_weapon,
    is_in_reach,
)


@dataclass(slots=True, kw_only=True)
class AttackDeclared(Event):
    """An attack was declared and paid for: target, weapon, preparations, and range."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    target: Doer
    weapon: Open[str]
    mode: Open[str]
    use: Open[str]
    preparations: Open[int] = 0
    range: Open[int] = 0
    """The range of the pair."""
    limit: Open[int] = 0
    """The greatest range of the weapon."""

    def find_flight(self, voice: Voice) -> DrawnFlight | None:
        if self.use not in ("missile", "thrown"):
            return None
        verb = "shoots" if self.use == "missile" else "throws"
        return DrawnFlight(FlightKind.SHOT, self.who, (self.target,), f"{verb} at")


GREAT_BLOW = "great blow"


@frozen
class HitNumbers(OwnDetails):
    """The numbers that are added up to the result of a hit roll, and its outcome.

    The attack itself has the hit number in ``needed``.
    """

    of: ClassVar[str] = "Attacked"

    natural: Open[int] = 0
    """The sum of the dice as rolled."""
    multiplier: Open[int] = 1
    """The multiplier of the natural roll, by the target's surprise (1.2.5.1.3a to e)."""
    ac_base: Annotated[int | None, show_to_needed(None)] = None
    """The target's armor class."""
    ac_mod1: Annotated[int | None, show_to_needed(None)] = None
    """The first modifier of the armor class."""
    parries: Open[int] = 0
    """The number by which all parries lower the result."""
    shield: Annotated[int | None, show_to_needed(None)] = None
    """The number that the target's shield adds."""
    shot: Open[int] = 0
    """The number that the range of a shot adds."""
    preparations: Open[int] = 0
    """The number of preparations of a great blow."""
    result: Annotated[int | None, show_to_needed(None)] = None
    outcome: Open[str] = ""
    """The outcome: hit, hit_equal, near_miss, miss, double_one or double_max."""

    def get_label(self) -> str:
        return GREAT_BLOW if self.preparations else ""


def read_hit_numbers(data: Data) -> Data:
    """Return the fields of Attacked with the numbers of the hit roll in its details.

    Up to version 6 they were fields of the event.
    """
    names = [each.name for each in fields(HitNumbers) if each.name in data]
    if not names:
        return data
    kept = {name: value for name, value in data.items() if name not in names}
    return {**kept, "details": [HitNumbers.__name__, {name: data[name] for name in names}]}


USES = (MELEE, THROWN, MISSILE)
MOST_NAMED = 2
"""The number of opponents within reach that the words of an attack name."""


DOUBLE_ONE = Reason("double_one", "What comes of the two ones?", "{by} rolled two ones.", "two ones")
DOUBLE_MAX = Reason(
    "double_max",
    "What comes of so good a roll?",
    "{by} rolled the highest on both dice.",
    "both dice at their highest",
)


def _list_over_100_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    return (
        Choice("proceed", "Go on", then=lambda: (Number("limit", "Limit of the check", 0, 1000, optional=True),)),
        build_rule_choice(state),
        Choice(
            "cancel",
            "The attack does not take place",
            then=lambda: (build_yes_field("refund", "Give back the blows?"),),
        ),
    )


OVER_100 = Reason(
    "over_100",
    "Does the blow go on?",
    "The weapon of {by} is past what it can bear.",
    "what may break",
    {"command": "proceed"},
    _list_over_100_choices,
    ("proceed", "rule", "cancel"),
)


class AttackOption(CombatOption):
    """Clause 1.2.5."""

    id, label, verb, has_weapon, strikes = "attack", "Attack", ("attacks", "attack"), True, True
    keeps_preparations = True
    events = (AttackDeclared,)
    reasons = (OVER_100, DOUBLE_ONE, DOUBLE_MAX)
    purposes = ("hit", "consult.ones", "consult.tens")

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        target = voice.names(list_named(given, "target"))
        return f"{voice.does(who, 'attacks')}{target and f' {target}'} with {name_weapon(voice, who, given)}"

    def find_sign(self, chooser: Chooser) -> str:
        return HEAVY if are_all_heavy(chooser.list_usable()) else ACTIVE_BLOW

    def describe_effect(self, chooser: Chooser) -> str:
        """Return the weapons in hand, each with the opponents that it reaches from here."""
        state, who = chooser.state, chooser.who
        found: list[str] = []
        for weapon in chooser.list_usable():
            near = [each for each in _list_opponents(state, who) if _can_reach(state, who, each, weapon)]
            said = " or ".join(
                f"{get_name(state, each)}, range {get_range(state, who, each)}" for each in near[:MOST_NAMED]
            )
            found += [f"{weapon.name.lower()} on {said}"] if said else []
        return "; ".join(found)

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_unarmed(NOT_HELD, REFUSED) or chooser.forbid_blow("1.2.5a")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        weapons = chooser.equipment.weapons
        return (OneOf("weapon", "With what?", [self._build_weapon_choice(chooser, each) for each in weapons]),)

    def _build_weapon_choice(self, chooser: Chooser, weapon: DewWeapon) -> Choice:
        refusal = forbid_use(chooser.state, chooser.who, weapon)
        if refusal is None and weapon.weight == "heavy":
            refusal = chooser.forbid_blow("1.2.5a", second=True)
        fields = MadeOnce(partial(self._list_weapon_fields, chooser, weapon))
        return Choice(weapon.id, weapon.name, refusal=refusal, then=fields)

    def _list_weapon_fields(self, chooser: Chooser, weapon: DewWeapon) -> tuple[Field, ...]:
        grips = MadeWhenRead(GRIPS, partial(self._build_grip_choice, chooser, weapon))
        second = (_build_second_blow_field(chooser),) if weapon.weight == "heavy" else ()
        return (OneOf("mode", "How?", grips), *second)

    def _build_grip_choice(self, chooser: Chooser, weapon: DewWeapon, grip: str) -> Choice:
        known = any(mode.mode == grip for mode in weapon.modes)
        wrong = None if known else refuse(NO_SUCH_MODE, "1.2.4b", item=weapon.name)
        uses = partial(self._build_use_choice, chooser, weapon, grip)
        fields = MadeOnce(lambda: (OneOf("use", "As what?", MadeWhenRead(USES, uses)),))
        return Choice(grip, grip, refusal=wrong, then=fields)

    def _build_use_choice(self, chooser: Chooser, weapon: DewWeapon, grip: str, use: str) -> Choice:
        alert = chooser.kept.body.alert
        refusal: Refusal | None = None
        if find_mode(weapon, grip, use) is None:
            refusal = refuse(NO_SUCH_MODE, "1.2.4b", item=weapon.name)
        elif use == MELEE and not alert:
            refusal = refuse(NOT_ALERT, "1.2.5d", who=chooser.name)
        elif use != MELEE and alert:
            refusal = refuse(
                MUST_BE_UNALERT, "1.2.1g" if use == MISSILE else "1.2.5e", "1.2.1g", "1.2.5e", who=chooser.name
            )
        fields = MadeOnce(lambda: (self._build_target_field(chooser, weapon, grip, use),))
        return Choice(use, use, refusal=refusal, then=fields)

    def _build_target_field(self, chooser: Chooser, weapon: DewWeapon, grip: str, use: str) -> OneOf:
        mode = find_mode(weapon, grip, use)
        assert mode is not None
        targets = MadeWhenRead(list_present(chooser.state), partial(self._build_target_choice, chooser, weapon, mode))
        return OneOf("target", "Target", targets, unlisted=chooser.forbid_absent)

    def _build_target_choice(self, chooser: Chooser, weapon: DewWeapon, mode: DewMode, target: CombatantId) -> Choice:
        state, who = chooser.state, chooser.who
        if target == who:
            return Choice(target, chooser.name, refusal=refuse(SELF_TARGET, REFUSED, who=chooser.name))
        refusal = forbid_ended(state, target) if chooser.borrowed else None
        refusal = refusal or forbid_reach(state, who, get_range(state, who, target), weapon, mode)
        return Choice(target, get_name(state, target), refusal=refusal)

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice:
        """Return it as a choice with the weapon of the great blow; in another grip the blow is lost."""
        refusal = chooser.forbid_blow("1.2.5a", second=weapon.weight == "heavy")
        refusal = refusal or forbid_use(chooser.state, chooser.who, weapon)
        field = build_chained_field(chooser, weapon, lambda: self._list_weapon_fields(chooser, weapon))
        return Choice(self.id, self.label, refusal=refusal, then=lambda: (field,))

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        return chooser.forbid_dropped(answer)

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        first: Blow = (ACTIVE, ("1.2.5a",))
        if get_weapon(chooser.state, chooser.who, str(answer["weapon"])).weight != "heavy":
            return [first]
        return [first, (chooser.choose_blow(answer, "second_blow"), ("1.2.5b", "1.2.5c"))]

    def resolve(self, act: Act) -> Play:
        """Declare the attack, let it be parried, roll for it. Returns False if the DM cancels it.

        A hidden attacker that its attack reveals shows itself first: nobody parries one that is not perceived.
        """
        table, who, beat = act.table, act.who, act.beat
        before, attack = table.state, _read_attack(table.state, who, act.answer)
        yield from lose_other_mode(table, who, attack.weapon, attack.mode)
        if is_revealed_by_acting(table.state, who, attack.target):
            yield e.Revealed(who=who)
        yield _make_attack_declared(table.state, attack)
        parries: list[ParryMade] = []
        parried: list[Paid] = []
        if attack.is_melee:
            parries, parried = yield from parry(table, attack, beat)
        limit = yield from _consult_over_100(table, attack, parries, beat)
        if limit in ("refund", "cancel"):
            if limit == "refund":
                yield from give_back(table, [*act.paid, *parried], before)
            return False
        yield from _roll(table, attack, parries, beat, limit)
        if attack.use == THROWN:
            yield from beat.happen(lambda: _drop_thrown(attack))
        return True


def _list_opponents(state: State, who: CombatantId) -> list[CombatantId]:
    side = state.combatants[who].side
    return [each for each in list_present(state) if state.combatants[each].side != side]


def _can_reach(state: State, who: CombatantId, target: CombatantId, weapon: DewWeapon) -> bool:
    """Return whether a weapon reaches a target in some use that the bearer's alertness allows."""
    alert = get_dew(state, who).body.alert
    apart = get_range(state, who, target)
    return any((each.use == MELEE) == alert and is_in_reach(state, who, apart, weapon, each) for each in weapon.modes)


def _build_second_blow_field(chooser: Chooser) -> OneOf:
    choices = [Choice(blow, f"{blow} blow", refusal=_forbid_second(chooser, blow)) for blow in (REACTIVE, ACTIVE)]
    return OneOf("second_blow", "Second blow", choices, optional=True, unsaid=find_first_free(choices))


def _forbid_second(chooser: Chooser, blow: str) -> Refusal | None:
    """Return the refusal of a second blow of this kind: it is expended after an active blow."""
    active, reactive = count_blows_left(chooser.state, chooser.who, chooser.borrowed)
    if active >= 2 if blow == ACTIVE else reactive >= 1:
        return None
    if chooser.borrowed:
        return forbid_borrowing(chooser.state, chooser.who, blow, "1.2.5b", "1.2.5c")
    return refuse(NO_BLOW_LEFT, "1j", "1.2.5b", "1.2.5c", who=chooser.name, kind=blow)


def _read_attack(state: State, who: CombatantId, answer: Answer) -> DeclaredAttack:
    """Return the attack that an answer declares."""
    weapon = get_weapon(state, who, str(answer["weapon"]))
    mode, use = str(answer["mode"]), str(answer["use"])
    used = find_mode(weapon, mode, use)
    assert used is not None
    return DeclaredAttack(
        who=who,
        target=str(answer["target"]),
        weapon=weapon.id,
        mode=mode,
        use=use,
        weight=weapon.weight,
        damage=used.damage,
        great_blow=read_great_blow(state, who, weapon.id, mode),
    )


def _make_attack_declared(state: State, attack: DeclaredAttack) -> AttackDeclared:
    apart = get_range(state, attack.who, attack.target)
    weapon = get_weapon(state, attack.who, attack.weapon)
    far = compute_greatest_range(state, attack.who, weapon, attack.get_mode(state))
    base = max((band for band, _ in weapon.shots), default=0)
    cited = ["1.2.5p", *([] if attack.is_melee else ["1.2.5j", "1.2.5e"])]
    cited += ["1.2.5d"] if attack.is_melee else []
    if attack.use == MISSILE and apart > base:
        cited += ["1.2.4m"]
    return AttackDeclared(
        who=attack.who,
        target=attack.target,
        weapon=attack.weapon,
        mode=attack.mode,
        use=attack.use,
        preparations=attack.great_blow.count,
        range=apart,
        limit=far,
        clauses=ids(*cited),
    )


def _drop_thrown(attack: DeclaredAttack) -> Play:
    yield e.Dropped(who=attack.who, items=(attack.weapon,), why="thrown", clauses=ids("1.2.5q"))


def _roll(table: Table, attack: DeclaredAttack, parries: Sequence[ParryMade], beat: Beat, limit: int | None) -> Play:
    die = get_settings(table.state).hit_die
    rolled: Rolled = yield Roll("hit", attack.who, 2, die)
    attacked, outcome = work_out_hit(table.state, attack, parries, rolled)
    yield attacked
    if attack.great_blow.count:
        yield make_preparation_used(attack.who, attack.weapon, attack.mode, attack.great_blow.count)
    if outcome == DOUBLE_ONE.id:
        yield from _consult(table, attack, DOUBLE_ONE, "consult.ones", "1.2.5.1.1a", beat)
    elif outcome == DOUBLE_MAX.id:
        yield from _consult(table, attack, DOUBLE_MAX, "consult.tens", "1.2.5.1.2a", beat)
    elif outcome == "hit_equal":
        yield from check_on_equality(table, attack, parries, beat, limit)
    elif outcome == "near_miss":
        answer = yield from check_on_near_miss(table, attack, parries, beat, limit)
        if answer is not None:
            yield from apply_dm_answer(table, beat, NEAR_MISS, answer, "1.2.5.1.3s", by=attack.who)
    if attacked.hit:
        yield from resolve_hit(table, attack, beat)


def _consult(table: Table, attack: DeclaredAttack, reason: Reason, purpose: str, clause: str, beat: Beat) -> Play:
    die: Rolled = yield Roll(purpose, attack.who, 1, 20)
    answer = yield from consult(
        table, reason, (clause,), who=attack.who, target=attack.target, rolls=(die,), facts={"item": attack.weapon}
    )
    yield from apply_dm_answer(table, beat, reason, answer, clause, by=attack.who)


def _consult_over_100(table: Table, attack: DeclaredAttack, parries: Sequence[ParryMade], beat: Beat) -> Play:
    """Ask the DM if the limit of an item would exceed 100.

    Returns the limit that then holds for these items (100, or the DM's number). Returns None if each keeps its own.
    Returns "cancel" or "refund" if the DM cancels the attack, "refund" if the blows are given back.
    """
    state = table.state
    things = [
        get_attacking_weapon(state, attack, ""),
        *list_parrying_weapons(state, parries),
        *list_shields(state, attack.target),
    ]
    over = [each for each in things if compute_limit(state, attack, each) > MOST]
    if not over:
        return None
    limits = {f"{each.owner} {each.item}": compute_limit(state, attack, each) for each in over}
    cited = ("1.2.5.1.3aa", *(("1.2.5.1.3ab",) if any(each.owner != attack.who for each in over) else ()))
    answer = yield from consult(table, OVER_100, cited, who=attack.who, target=attack.target, facts={"limits": limits})
    if answer["command"] == "rule":
        yield from apply_dm_answer(table, beat, OVER_100, answer, *cited, by=attack.who)
        return None
    if answer["command"] == "cancel":
        return "refund" if is_yes(answer, "refund") or "refund" not in answer else "cancel"
    return answer.get("limit", MOST)


def give_back(table: Table, paid: Sequence[Paid], before: State) -> Play:
    """Give back what was paid, by the DM's decision, and the preparations that were lost.

    ``before`` is the state at the beginning of the attack.
    """
    clauses = ids("1.2.5.1.3aa")
    for each in reversed(paid):
        blows = [int(each.blow == ACTIVE), int(each.blow == REACTIVE), each.en]
        blows += [int(each.borrowed), int(each.this_round), int(each.fought)]
        yield e.Ruled(who=each.who, what="refunded", new=blows, note="cancelled", clauses=clauses)
    for who in dict.fromkeys(each.who for each in paid):
        for lost in get_dew(before, who).ledger.preparations:
            if get_dew(table.state, who).ledger.count_prepared(lost.weapon, lost.mode) != lost.count:
                again = [lost.weapon, lost.mode, lost.count]
                yield e.Ruled(who=who, what="prepared", new=again, note="cancelled", clauses=clauses)


def compute_surprise_multiplier(state: State, who: CombatantId) -> tuple[int, tuple[str, ...]]:
    """Return the multiplier of the natural roll against a target, and its clauses.

    The multiplier is 1, 2 or 3 (1.2.5.1.3a to e).
    """
    each = get_dew(state, who)
    if is_fully_surprised(state, who):
        return 3, ("1.2.5.1.3d",) if is_object(state, who) else ("1.2.5.1.3c",)
    if each.body.alert and each.body.conscious and not each.body.fallen:
        return 1, ()
    clauses = [*([] if each.body.alert else ["1.2.5.1.3a"]), *(["1.2.5.1.3b"] if each.body.fallen else [])]
    several = (each.body.fallen and not each.body.alert) or not each.body.conscious
    return 2, (*clauses, *(["1.2.5.1.3e"] if several else []))


def work_out_hit(
    state: State, attack: DeclaredAttack, parries: Sequence[ParryMade], rolled: Rolled
) -> tuple[e.Attacked, str]:
    """Return the result of a hit roll, with everything that was added to it, and the outcome.

    The natural dice count first; then the sum is compared with the attacker's hit number.
    """
    mode, weapon = attack.get_mode(state), get_weapon(state, attack.who, attack.weapon)
    times, surprised = compute_surprise_multiplier(state, attack.target)
    base, mod1, _ = get_dew(state, attack.target).gear.ac
    parried, shield = sum(each.value for each in parries), get_shield_modifier(state, attack.target)
    shot = compute_shot_modifier(state, attack.who, weapon, mode, get_range(state, attack.who, attack.target))
    less, prepared = attack.great_blow.lower_hit()
    result = rolled.total * times + base + mod1 - parried + shield + shot - less
    lowered = (*ids("1.2.5.1.3j"), *prepared) if attack.great_blow.count or shot else ()
    outcome, clauses = decide_outcome(rolled, result, mode.hit_number)
    if outcome not in DOUBLES:
        added = ["1.2.5.1.3f", "1.2.5.1.3g", *(["1.2.5.1.3h"] if parried else []), *(["1.2.5.1.3i"] if shield else [])]
        clauses = (*surprised, *added, *clauses)
    attacked = e.Attacked(
        who=attack.who,
        target=attack.target,
        weapon=attack.weapon,
        routine=1,
        mode=attack.use,
        needed=mode.hit_number,
        face=rolled.total,
        hit=outcome in ("hit", "hit_equal", "double_max"),
        details=HitNumbers(
            natural=rolled.total,
            multiplier=times,
            ac_base=base,
            ac_mod1=mod1,
            parries=parried,
            shield=shield,
            shot=shot,
            preparations=attack.great_blow.count,
            result=result,
            outcome=outcome,
        ),
        rolls=(rolled,),
        clauses=(*ids("1.2.5.1a", "0b", *clauses), *lowered),
    )
    return attacked, outcome


DOUBLES = (DOUBLE_ONE.id, DOUBLE_MAX.id)
"""Outcomes of the natural dice, before anything is added to them."""


def decide_outcome(rolled: Rolled, result: int, needed: int) -> tuple[str, tuple[str, ...]]:
    """Return the outcome of a hit roll, and the clauses that decide it."""
    if all(face == 1 for face in rolled.faces):
        return "double_one", ("1.2.5.1.1b", "1.2.5.1.2c", "1.2.5o")
    if all(face == rolled.sides for face in rolled.faces):
        return "double_max", ("1.2.5.1.2b", "1.2.5.1.2c")
    if result > needed:
        return "hit", ("1.2.5.1.3k",)
    if result == needed:
        return "hit_equal", ("1.2.5.1.3l",)
    if result == needed - 1:
        return "near_miss", ("1.2.5.1.3q", "1.2.5o")
    return "miss", ("1.2.5.1.3t", "1.2.5o")
