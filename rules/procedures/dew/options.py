"""The combat options: a class each, with words, price, refusals and resolution (1.2).

The classes stand in the text's order. ``OFFERED`` has the order in which a form shows them.
"""

from collections.abc import Sequence
from typing import ClassVar

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.forms import Refusal
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.alertness import make_alert_changed
from rules.procedures.dew.answers import is_yes, read_names, read_number
from rules.procedures.dew.attack import resolve_attack
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import (
    Paid,
    choose_usual_blow,
    compute_price,
    count_blows_before,
    forbid,
    format_en,
    spend,
)
from rules.procedures.dew.borrowing import cite_option
from rules.procedures.dew.consultation import consult
from rules.procedures.dew.grabs import grab
from rules.procedures.dew.great_blows import CHAINED, get_preparation_numbers, lose_to_blow, prepare_great_blow
from rules.procedures.dew.maneuvers import consult_range, forbid_maneuver, resolve_maneuver, should_ask_dm
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.refusals import REFUSED, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import TWO_HANDS
from rules.procedures.dew.terms import (
    ACTIVE,
    MELEE,
    SYLLABLES,
    get_dew,
    get_equipment,
    get_name,
    get_settings,
    ids,
    list_present,
)
from rules.procedures.dew.weapons import forbid_hands, get_weapon, is_in_reach, is_usable

FREE, ANY, ACTIVE_BLOW, HEAVY = "0", "1", "1A", "1A+1"
"""Signs of an option's blows: none, a blow of either kind, an active blow, an active blow and another."""

MOST_NAMED = 2

Blow = tuple[str, tuple[str, ...]]
"""The kind of a blow that an option takes, and the clauses to cite."""


@frozen
class Act:
    """One combatant's option as it is carried out."""

    table: Table
    who: CombatantId
    answer: Answer
    beat: Beat
    dm_answer: Answer
    """The DM's answer about it; empty if the DM was not asked."""
    paid: list[Paid]


class CombatOption:
    """A choice of a beat. By itself it costs nothing and does nothing."""

    id: ClassVar[str]
    label: ClassVar[str]
    blows: ClassVar[str] = FREE
    """The sign of its blows."""
    passes: ClassVar[bool] = False
    """It is Pass, or no option at all."""
    is_declared: ClassVar[bool] = True
    """It is announced and paid for."""
    has_weapon: ClassVar[bool] = False
    keeps_preparations: ClassVar[bool] = False
    """Its blows do not lose the preparations here: its resolution decides."""
    also_cited: ClassVar[tuple[str, ...]] = ()
    """Clauses to cite when it is announced."""

    def find_sign(self, state: State, who: CombatantId) -> str:
        """Return its blows as a sign."""
        return self.blows

    def describe_effect(self, state: State, who: CombatantId) -> str:
        """Return in a few words what it does."""
        return ""

    def describe(self, state: State, who: CombatantId, borrowed: bool) -> str:
        """Return in a few words what it does, and its EN."""
        said, sign = self.describe_effect(state, who), self.find_sign(state, who)
        if sign == FREE:
            return said
        cost = format_en(compute_price(count_blows_before(state, who, borrowed), 2 if sign == HEAVY else 1))
        return f"{said}, {cost}" if said else cost

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        """Return its refusal, whatever else is chosen with it."""
        return None

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        """Return the refusal of several of its fields together."""
        return None

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        """Return the blows that it takes."""
        return []

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        """Ask the DM what must be known before anything is spent.

        Returns the DM's answer, empty where nothing is asked, or the refusal if the DM forbids the option.
        """
        yield from ()
        return {}

    def resolve(self, act: Act) -> Play:
        """Carry it out. Returns False if the DM cancels it."""
        yield from ()


class Pass(CombatOption):
    """Clause 1.2.1."""

    id, label, passes = "pass", "Pass", True

    def describe_effect(self, state: State, who: CombatantId) -> str:
        each = get_dew(state, who)
        may = ["drop", *([] if each.body.fallen else ["fall"]), *([] if each.body.alert else ["become alert"])]
        return f"you may {' or '.join([', '.join(may[:-1]), may[-1]]) if len(may) > 1 else may[0]}"

    def resolve(self, act: Act) -> Play:
        yield from act.beat.happen(lambda: _pass(act.table, act.who, act.answer, act.beat))


def _pass(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    did = [name for name in ("fall", "become_alert") if is_yes(answer, name)] + (["drop"] if answer.get("drop") else [])
    if is_yes(answer, "fall"):
        yield dew.FellDown(who=who, why="choice", clauses=ids("1.2.1b"))
    if is_yes(answer, "become_alert"):
        yield make_alert_changed(who, True, Pass.id, "1.2.1c")
    cited = ["1.2.1e", *(["1.2.1d"] if len(did) > 1 else [])]
    cited += ["1.2.1f"] if get_dew(table.state, who).ledger.preparations else []
    yield dew.Passed(who=who, counts=beat.passes_count, clauses=ids(*cited))


class Draw(CombatOption):
    """Clause 1.2.2."""

    id, label, has_weapon = "draw", "Draw a weapon", True

    def find_sign(self, state: State, who: CombatantId) -> str:
        return ACTIVE_BLOW if _are_all_heavy(_list_sheathed(state, who)) else ANY

    def describe_effect(self, state: State, who: CombatantId) -> str:
        return ", ".join(each.name.lower() for each in _list_sheathed(state, who))

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        return _forbid_unarmed(state, who, "NOT_SHEATHED", "1.2.2d") or forbid(
            state, who, "1.2.2a", borrowed=borrowed, blow=""
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        hands = 2 if answer.get("mode") == TWO_HANDS else 1
        return forbid_hands(state, who, hands, len(read_names(answer, "drop")))

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        if get_weapon(state, who, str(answer["weapon"])).weight == "heavy":
            return [(ACTIVE, ("1.2.2a", "1.2.2b"))]
        return [(_choose_blow(state, who, answer, borrowed), ("1.2.2a", "1.2d"))]

    def resolve(self, act: Act) -> Play:
        yield from act.beat.happen(lambda: _draw(act.who, act.answer))


def _draw(who: CombatantId, answer: Answer) -> Play:
    yield dew.WeaponDrawn(
        who=who, weapon=str(answer["weapon"]), mode=str(answer["mode"]), clauses=ids("1.2.2a", "1.2.2c")
    )


class Grab(CombatOption):
    """Clause 1.2.3G."""

    id, label, blows = "grab", "Grab an object", ACTIVE_BLOW

    def describe_effect(self, state: State, who: CombatantId) -> str:
        return "what the DM lets you reach"

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        return forbid(state, who, "1.2.3Ga", borrowed=borrowed, blow=ACTIVE)

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        return forbid_hands(state, who, 1, len(read_names(answer, "drop")))

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        return [(ACTIVE, ("1.2.3Ga",))]

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        dm_answer = yield from consult(table, "grab", ("1.2.3Gb",), who=who, facts={"object": answer["object"]})
        if dm_answer["command"] == "deny":
            return Refusal(
                ids("1.2.3Gb")[0], f"The DM ruled this out: {dm_answer.get('text') or 'it is out of reach'}."
            )
        return dm_answer

    def resolve(self, act: Act) -> Play:
        yield from grab(act.table, act.who, act.answer, act.beat)


class Maneuver(CombatOption):
    """Clause 1.2.3M."""

    id, label, blows, also_cited = "maneuver", "Maneuver", ANY, ("1.2.3Mi",)

    def describe_effect(self, state: State, who: CombatantId) -> str:
        return "close, open, step"

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        return forbid_maneuver(state, who, borrowed=borrowed) or forbid(
            state, who, "1.2.3Ma", borrowed=borrowed, blow=""
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        if answer.get("kind") != "change_range":
            return None
        most, to = get_settings(state).range_max, read_number(answer, "new_range")
        return refuse("RANGE_1_6", "1.2.3M.5b", most=most) if not 1 <= to <= most else None

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        return [(_choose_blow(state, who, answer, borrowed), ("1.2.3Ma", "1.2d"))]

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        if should_ask_dm(table.state, who, answer):
            return (yield from consult_range(table, who, answer))
        return {}

    def resolve(self, act: Act) -> Play:
        yield from resolve_maneuver(act.table, act.who, act.answer, act.beat, act.dm_answer)


class Prepare(CombatOption):
    """Clause 1.2.4."""

    id, label, blows, has_weapon = "prepare", "Prepare a great blow", ACTIVE_BLOW, True
    keeps_preparations = True

    def describe_effect(self, state: State, who: CombatantId) -> str:
        hit, _, damage, _ = get_preparation_numbers(state, who)
        weapons = [each for each in _list_usable(state, who) if not each.flexible]
        followed = bool(weapons) and all(each.motion in CHAINED for each in weapons)
        return f"+{damage} damage, -{hit} to hit" + ("; to be followed at once" if followed else "")

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        return _forbid_unarmed(state, who, "NOT_HELD", REFUSED) or forbid(
            state, who, "1j", "1.2.4a", borrowed=borrowed, blow=ACTIVE
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        return _forbid_dropped(state, who, answer)

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        return [(ACTIVE, ("1.2.4a",))]

    def resolve(self, act: Act) -> Play:
        weapon, mode = str(act.answer["weapon"]), str(act.answer["mode"])
        yield from prepare_great_blow(act.table, act.who, weapon, mode, act.beat)


class Attack(CombatOption):
    """Clause 1.2.5."""

    id, label, has_weapon, keeps_preparations = "attack", "Attack", True, True

    def find_sign(self, state: State, who: CombatantId) -> str:
        return HEAVY if _are_all_heavy(_list_usable(state, who)) else ACTIVE_BLOW

    def describe_effect(self, state: State, who: CombatantId) -> str:
        """Return the weapons in hand, each with the opponents that it reaches from here."""
        found: list[str] = []
        for weapon in _list_usable(state, who):
            near = [each for each in _list_opponents(state, who) if _can_reach(state, who, each, weapon)]
            said = " or ".join(
                f"{get_name(state, each)}, range {get_range(state, who, each)}" for each in near[:MOST_NAMED]
            )
            found += [f"{weapon.name.lower()} on {said}"] if said else []
        return "; ".join(found)

    def find_refusal(self, state: State, who: CombatantId, borrowed: bool) -> Refusal | None:
        return _forbid_unarmed(state, who, "NOT_HELD", REFUSED) or forbid(
            state, who, "1.2.5a", borrowed=borrowed, blow=ACTIVE
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        return _forbid_dropped(state, who, answer)

    def list_blows(self, state: State, who: CombatantId, answer: Answer, borrowed: bool) -> list[Blow]:
        first: Blow = (ACTIVE, ("1.2.5a",))
        if get_weapon(state, who, str(answer["weapon"])).weight != "heavy":
            return [first]
        second = str(answer.get("second_blow") or choose_usual_blow(state, who, borrowed))
        return [first, (second, ("1.2.5b", "1.2.5c"))]

    def resolve(self, act: Act) -> Play:
        return (yield from resolve_attack(act.table, act.who, act.answer, act.beat, act.paid))


class Nothing(CombatOption):
    """No option with the blows of the next round."""

    id, label, passes, is_declared = "nothing", "Nothing", True, False

    def describe_effect(self, state: State, who: CombatantId) -> str:
        return "keep the blows of the next round"


class Abandon(CombatOption):
    """No option instead of following up a great blow."""

    id, label, passes, is_declared = "abandon", "Abandon the great blow", True, False

    def describe_effect(self, state: State, who: CombatantId) -> str:
        return "its preparations are lost"


OFFERED: tuple[CombatOption, ...] = (Attack(), Prepare(), Maneuver(), Draw(), Grab(), Pass())
"""The options, in the order of the form."""
_BY_ID = {each.id: each for each in (*OFFERED, Nothing(), Abandon())}


def get_option(command: object) -> CombatOption:
    """Return the option of this id."""
    return _BY_ID[str(command)]


# Weapons and blows.


def _choose_blow(state: State, who: CombatantId, answer: Answer, borrowed: bool) -> str:
    return str(answer.get("blow") or choose_usual_blow(state, who, borrowed))


def _forbid_unarmed(state: State, who: CombatantId, lacking: str, clause: str) -> Refusal | None:
    """Return the refusal of an option that needs a weapon if the combatant has none."""
    if get_equipment(state, who).weapons:
        return None
    return refuse(lacking, clause, who=get_name(state, who), item="a weapon")


def _forbid_dropped(state: State, who: CombatantId, answer: Answer) -> Refusal | None:
    """Return the refusal of a weapon that is dropped first, or lacks a second hand.

    A weapon used in both hands needs the other hand empty.
    """
    weapon, dropped = get_weapon(state, who, str(answer["weapon"])), read_names(answer, "drop")
    if weapon.id in dropped:
        return refuse("NOT_HELD", REFUSED, who=get_name(state, who), item=weapon.name)
    return forbid_hands(state, who, 1, len(dropped)) if answer.get("mode") == TWO_HANDS else None


def _list_usable(state: State, who: CombatantId) -> list[DewWeapon]:
    return [each for each in get_equipment(state, who).weapons if is_usable(state, who, each)]


def _list_sheathed(state: State, who: CombatantId) -> list[DewWeapon]:
    carried = get_dew(state, who).gear.carried
    return [each for each in get_equipment(state, who).weapons if carried.get(each.id) == "sheath"]


def _are_all_heavy(weapons: Sequence[DewWeapon]) -> bool:
    return bool(weapons) and all(each.weight == "heavy" for each in weapons)


def _list_opponents(state: State, who: CombatantId) -> list[CombatantId]:
    side = state.combatants[who].side
    return [each for each in list_present(state) if state.combatants[each].side != side]


def _can_reach(state: State, who: CombatantId, target: CombatantId, weapon: DewWeapon) -> bool:
    """Return whether a weapon reaches a target in some use that the bearer's alertness allows."""
    alert = get_dew(state, who).body.alert
    apart = get_range(state, who, target)
    return any((each.use == MELEE) == alert and is_in_reach(state, who, apart, weapon, each) for each in weapon.modes)


# Carrying out.


def begin_option(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """Emit what comes before an option (drops, speech), declare the option, pay its price.

    Returns the blows that were paid.
    """
    chosen = get_option(answer["command"])
    if items := read_names(answer, "drop"):
        yield from _drop(table, who, items, chosen)
    speech = str(answer.get("speech", "") or "")[:SYLLABLES]
    if speech:
        yield dew.Spoke(who=who, text=speech, clauses=ids("1.2c"))
    params = {key: value for key, value in answer.items() if key not in ("command", "drop", "speech")}
    cited = ["1.2a", "1f", *chosen.also_cited]
    cited += cite_option(table.state, chosen.id) if beat.borrowed else []
    yield dew.OptionChosen(who=who, option=chosen.id, params=params, clauses=ids(*cited))
    paid: list[Paid] = []
    for blow, clauses in chosen.list_blows(table.state, who, answer, beat.borrowed):
        paid.append((yield from spend(table, who, blow, chosen.id, clauses, borrowed=beat.borrowed)))
    if paid and not chosen.keeps_preparations:
        yield from lose_to_blow(table, who)
    return paid


def _drop(table: Table, who: CombatantId, items: tuple[str, ...], chosen: CombatOption) -> Play:
    why, clause = ("pass", "1.2.1a") if chosen.passes else ("option", "1.2b")
    yield e.Dropped(who=who, items=items, why=why, clauses=ids(clause))
    for each in get_dew(table.state, who).ledger.preparations:
        if each.weapon in items:
            yield dew.PreparationLost(
                who=who, weapon=each.weapon, mode=each.mode, count=each.count, why="dropped", clauses=ids("1.2.1f")
            )


def make_refused(who: CombatantId, refusal: Refusal) -> e.Refused:
    """Return the event that shows a combatant, and nobody else, that an option is refused.

    Nothing is spent, and the combatant is asked again.
    """
    return e.Refused(
        who=who,
        clause=refusal.clause,
        reason=refusal.reason,
        question="option",
        clauses=tuple(dict.fromkeys((refusal.clause, *refusal.also, *ids(REFUSED)))),
        perceived_by=(who,),
    )
