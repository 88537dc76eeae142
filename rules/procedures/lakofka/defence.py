"""Rule 9: parries and blows in defence, as they are offered before a column and resolved."""

from collections.abc import Sequence
from typing import TypeGuard

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance
from rules.kernel.deeds import Deed
from rules.kernel.effects import Answer, Ask
from rules.kernel.forms import Form, Refusal, build_yes_or_no
from rules.kernel.frozen import evolve, frozen
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM, CombatantId
from rules.procedures.adnd.charges import has_closed
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Armed, Arrival, Blow, Charge, ShortCharge, Shot, WeaponSetting
from rules.procedures.adnd.numbers import get_initiative_die
from rules.procedures.adnd.orders.device import DeviceUse
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.weapons import choose_hand_weapon
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.acts import UNARMED, find_act
from rules.procedures.lakofka.counting import Counted, Counting
from rules.procedures.lakofka.deed_types import InDefence
from rules.procedures.lakofka.deeds import Steps
from rules.procedures.lakofka.events import ActionCounted, DefenceChosen, WeaponsCompared
from rules.procedures.lakofka.lateness import is_outlasting
from rules.procedures.lakofka.options import get_settings, ids
from rules.procedures.lakofka.state import Comparisons, Parries, Tally, get_spent, with_spent

SHORTEST = 150
"""Hundredths of a foot; a shorter weapon is of a size class below other small weapons."""
MET = -1
"""``begins`` of a blow whose target was asked about it directly before it."""
FAR_APART = 4
"""Difference of speed factors from which the slower weapon loses 2 instead of 1 (9.10)."""
STRONGER = 2
"""Points by which an attacker must be stronger to take 1 from a parry's bonus (9.11)."""
SIZES = {"S": 1, "M": 2, "L": 3}


@frozen
class Parry:
    """A parry that is made."""

    bonus: int
    """What it takes from the attack rolls."""
    events: tuple[e.Event, ...]
    """The count of the parry, then the event of the parry itself."""


class Defence:
    """The defences of one round."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting

    def find_parry(self, state: State, deed: Deed) -> Parry | None:
        """Return the parry that was chosen against this blow, if it can still be made."""
        if not is_blow(deed):
            return None
        who = deed.targets[0]
        if (who, deed.who) not in state.own(Parries).meant:
            return None
        counted, last = (
            self._counting.count(state, me, CountedAct(ActKind.PARRY, "parry"))
            for me in (state.combatants[who], self._with_deeds_of_moment(state, who))
        )
        if isinstance(counted, Refusal) or isinstance(last, Refusal) or not can_defend(state, who):
            return None
        mine, theirs = get_weapons(state, deed)
        works, numbers = compare_dice(state, deed, mine, theirs)
        bonus, of = compute_parry_bonus(state, deed, mine, theirs)
        transported = ("3.4",) if get_spent(state.combatants[who]).relocated else ()
        parried = e.Parried(
            who=who,
            against=deed.who,
            bonus=bonus if works else 0,
            works=works,
            once=True,
            working=f"{numbers}, {of}" if not deed.bonus else numbers,
            clauses=ids("9.1", "9.5", "9.9", *_list_parry_clauses(state, deed, mine, theirs), *transported),
            segment=deed.number,
        )
        count = ActionCounted(
            who=who,
            deed="",
            what="parry",
            sort="physical",
            cost=counted.cost,
            limit=counted.limit,
            attack=False,
            spent=counted.spent,
            clauses=counted.clauses,
        )
        return Parry(bonus if works else 0, (count, parried))

    def _with_deeds_of_moment(self, state: State, who: CombatantId) -> Combatant:
        """Return the combatant with its own deeds of this moment counted.

        Declared deeds precede a parry, whatever the order of the roster.
        """
        me = state.combatants[who]
        for deed in state.acting:
            mine = deed.who == who and deed.id not in state.own(Tally).counted
            act = find_act(state, deed, self._counting.limits) if mine else None
            counted = self._counting.count(state, me, act) if act is not None else None
            if isinstance(counted, Counted):
                me = with_spent(me, counted.spent)
        return me

    # Offers.

    def list_offers(self, state: State, clock: int) -> list[Ask]:
        """Return the offers to parry, or to answer, each blow of the column that begins.

        There is none against an attacker that the target cannot see.
        """
        blows = [deed for deed in state.pending if is_blow(deed)]
        return self._build_asks(state, [blow for blow in blows if _is_due(state, blow, clock)], clock, awaited=False)

    def ask_late_defences(self, table: Table, moment: Moment, steps: Steps) -> Play:
        """Ask about blows of this moment that were not offered as the column began.

        Such a blow comes sooner than its column, or after the target parried another blow of the same attacker.
        """
        state, clock = table.state, table.state.clock or 0
        blows = [deed for deed in moment.deeds if is_blow(deed)]
        late = [deed for deed in blows if not _is_due(state, deed, clock) or _is_of_stop(deed, clock)]
        unmet = [deed for deed in late if deed.begins != MET and not _is_met(state, deed)]
        if asks := self._build_asks(state, unmet, clock, awaited=True):
            answers = yield asks
            yield from self.apply_choices(table, asks, answers, steps)
            asked = [deed.id for deed in unmet]
            deeds = tuple(evolve(each, begins=MET) if each.id in asked else each for each in table.state.pending)
            yield e.AgendaChanged(deeds=deeds, why="defence")

    def _build_asks(self, state: State, coming: Sequence[Armed], clock: int, *, awaited: bool) -> list[Ask]:
        """Return the questions to the targets of blows; nobody defends against a hidden one."""
        asks: list[Ask] = []
        for deed in coming:
            who = deed.targets[0]
            if state.combatants[deed.who].hidden:
                continue
            facts = {"against": deed.who, "starts": clock}
            if self._may_parry(state, deed):
                cited = ids("9.1", "9.5", *self._list_no_blow_clauses(state, who))
                asks.append(Ask("parry", who, {"choice": "no"}, facts, cited, awaited=awaited))
            if self._may_strike(state, deed):
                back = {**facts, "defence": True}
                cited = list_strike_back_clauses(state.combatants[who])
                asks.append(Ask("retaliate", who, {"choice": "no"}, back, cited, awaited=awaited))
        return list({(ask.question, ask.who, str(ask.facts["against"])): ask for ask in asks}.values())

    def _may_parry(self, state: State, deed: Armed) -> bool:
        who = deed.targets[0]
        found = self._counting.count(state, state.combatants[who], CountedAct(ActKind.PARRY, "parry"))
        if isinstance(found, Refusal) or not can_defend(state, who) or deed.unarmed in UNARMED:
            return False
        return None not in get_weapons(state, deed)

    def _may_strike(self, state: State, deed: Deed) -> bool:
        """Return whether a target with no blow to come may strike in defence (9.1 to 9.3)."""
        who = deed.targets[0]
        me = state.combatants[who]
        own = any(each.who == who and isinstance(each, (Blow, Shot, Charge, WeaponSetting)) for each in state.pending)
        weapon = me.weapon(choose_hand_weapon(me))
        if own or weapon is None or not weapon.melee or not can_defend(state, who):
            return False
        if has_closed(state, deed.who, who):
            return False  # closing takes the round: a blow at the attacker would be lost
        if get_spent(me).shots and not get_settings(state).defensive_blow_after_missile:
            return False
        found = self._counting.count(state, me, CountedAct(ActKind.BLOW, "blow", weapon=weapon, defending=True))
        return not isinstance(found, Refusal)

    def _list_no_blow_clauses(self, state: State, who: CombatantId) -> Sequence[str]:
        """Return the clause by which a combatant with no blow left may only parry (9.3)."""
        me = state.combatants[who]
        return ("9.3",) if get_spent(me).blows >= self._counting.limits.count_blows(state, me) else ()

    def apply_choices(self, table: Table, asks: Sequence[Ask], answers: Sequence[Answer], steps: Steps) -> Play:
        """Apply the answers to offered defences.

        A parry is remembered until the blow comes. A blow in defence takes its place among the pending deeds.
        """
        for ask, answer in zip(asks, answers, strict=True):
            yes, by = answer["choice"] == "yes", str(ask.facts["against"])
            if ask.question == "parry" and yes and not (yield from _decide_opposing(table, ask.who, by)):
                yes = False
            if ask.question == "parry" and yes:
                yield DefenceChosen(who=ask.who, against=by, clauses=ids("9.5"))
            elif yes and can_defend(table.state, ask.who) and table.state.combatants[by].present:
                yield from self._strike_back(table, ask.who, by, steps)

    def _strike_back(self, table: Table, who: CombatantId, by: CombatantId, steps: Steps) -> Play:
        state = table.state
        me = state.combatants[who]
        blow = Strike(who, targets=(by,), weapon=choose_hand_weapon(me))
        made = [
            deed for deed in steps.build_deeds_of_one(state, blow, 0, 0) if isinstance(deed, Blow) and not deed.bonus
        ]
        if not made or any(deed.who == who and deed.status is InDefence for deed in state.pending):
            return  # a target of several attackers answers one of them
        now = (state.clock or 0) + 1
        deed = evolve(made[0], id=f"{who}:defence{now}:{by}", status=InDefence, number=now, routines=1, slot=None)
        yield e.Retaliated(who=who, target=by, clauses=list_strike_back_clauses(me))
        yield e.AgendaChanged(deeds=(*state.pending, deed), why="defence")


def list_strike_back_clauses(me: Combatant) -> Clauses:
    """Return the clauses by which a target may strike in defence, after a missile by 9.2."""
    return ids("9.1", "9.2") if get_spent(me).shots else ids("9.1")


def is_blow(deed: Deed) -> TypeGuard[Armed]:
    """Return whether a deed is a blow at somebody.

    The run of a charge is none, though it has the same weapon; nor is a weapon that is set.
    """
    if not isinstance(deed, Armed) or isinstance(deed, (Arrival, ShortCharge, WeaponSetting)):
        return False
    return deed.mode == "melee" and bool(deed.targets)


def _is_due(state: State, deed: Armed, clock: int) -> bool:
    """Return whether a blow is to come by the end of a column, and may be offered to its target.

    It is not, if its target means to parry that attacker or has parried one of their blows. A blow after other steps is
    due once the attacker is within reach.
    """
    there = not deed.step or is_in_melee_distance(state, deed.who, deed.targets[0])
    due = there and not deed.standing and (deed.number or 0) <= clock
    if not due:
        return False
    parries, pair = state.own(Parries), (deed.targets[0], deed.who)
    return pair not in parries.meant and pair not in parries.made


def _is_of_stop(deed: Deed, clock: int) -> bool:
    """Return whether a blow was chosen in defence just before this column.

    All other blows of the column were offered at the same time.
    """
    return deed.status is InDefence and deed.number == clock


def _is_met(state: State, deed: Deed) -> bool:
    """Return whether a blow's target means to parry it, or to answer it, already."""
    who = deed.targets[0]
    answers = any(each.who == who and each.status is InDefence for each in state.pending)
    return answers or (who, deed.who) in state.own(Parries).meant


def can_defend(state: State, who: CombatantId) -> bool:
    """Return whether a combatant is able to act, with no spell or device under way."""
    each = state.combatants[who]
    return each.able and not find_under_way(state, who)


def find_under_way(state: State, who: CombatantId) -> str:
    """Return the magic that a combatant has under way: "spell", "device" or ""."""
    each, clock = state.combatants[who], state.clock or 0
    if each.casting is not None and each.spell(each.casting.what) is not None:
        return "spell"
    begun = any(
        deed.who == who
        and isinstance(deed, DeviceUse)
        and (deed.timed or is_outlasting(deed))
        and 0 < deed.begins <= clock
        for deed in state.pending
    )
    return "device" if begun else ""


def _decide_opposing(table: Table, who: CombatantId, by: CombatantId) -> Play:
    """Return whether two weapons can oppose each other (9.5).

    The DM decides where it is not plain, once for each pair of weapons.
    """
    state = table.state
    coming = next((each for each in state.pending if is_blow(each) and (each.who, each.targets[0]) == (by, who)), None)
    mine, theirs = get_weapons(state, coming) if coming is not None else (None, None)
    if mine is None or theirs is None:
        return False
    plain = all(each.melee and not each.natural and each.id != "fist" for each in (mine, theirs))
    if plain and not state.combatants[by].stat_block.creature.is_large:
        return True
    known = state.own(Comparisons).opposes.get((mine.id, theirs.id))
    if known is not None:
        return known
    facts = {"who": who, "by": by, "weapon": mine.id, "other": theirs.id}
    answer = yield Ask("opposes", DM, {"choice": "no"}, facts=facts, clauses=ids("9.5"))
    yes = answer["choice"] == "yes"
    yield WeaponsCompared(weapon=mine.id, other=theirs.id, opposes=yes, clauses=ids("9.5"))
    return yes


# The formula.


def get_weapons(state: State, deed: Armed) -> tuple[Weapon | None, Weapon | None]:
    """Return the defender's weapon and the attacker's."""
    other = state.combatants[deed.targets[0]]
    return other.weapon(choose_hand_weapon(other)), state.combatants[deed.who].weapon(deed.weapon)


def get_size_class(weapon: Weapon) -> int:
    """Return a weapon's size class; the shortest weapons are a class of their own."""
    size = SIZES[weapon.size]
    return 0 if size == 1 and weapon.length < SHORTEST else size


def compute_speed_penalties(mine: Weapon | None, theirs: Weapon | None) -> tuple[int, int]:
    """Return what the defender's die and the attacker's lose (9.10).

    The owner of the slower weapon loses 1, or 2 where the speed factors differ by at least 4.
    """
    if mine is None or theirs is None or mine.speed_factor is None or theirs.speed_factor is None:
        return 0, 0
    apart = mine.speed_factor - theirs.speed_factor
    loss = 2 if abs(apart) >= FAR_APART else 1
    if not apart:
        return 0, 0
    return (loss, 0) if apart > 0 else (0, loss)


def compare_dice(state: State, deed: Deed, mine: Weapon | None, theirs: Weapon | None) -> tuple[bool, str]:
    """Return whether a parry comes in time, and the comparison in numbers (9.9).

    The defender must beat or tie the attacker's initiative.
    """
    own, other = get_initiative_die(state, deed.targets[0]), get_initiative_die(state, deed.who)
    less, fewer = compute_speed_penalties(mine, theirs)
    works = own - less >= other - fewer
    return works, f"{own - less} {'>=' if works else '<'} {other - fewer}"


def compute_parry_bonus(state: State, deed: Deed, mine: Weapon | None, theirs: Weapon | None) -> tuple[int, str]:
    """Return a parry's bonus by size of weapon and by strength, and its working as text.

    A much stronger attacker takes 1 from it (9.6 to 9.8, 9.11, 9.12).
    """
    if mine is None or theirs is None:
        return 0, ""
    bonus = 2 + (get_size_class(mine) > get_size_class(theirs)) - (get_size_class(mine) < get_size_class(theirs))
    if _is_stronger(state, deed):
        return bonus - 1, f"+{bonus} -1 for strength"
    return bonus, f"+{bonus}"


def _is_stronger(state: State, deed: Deed) -> bool:
    me, other = state.combatants[deed.targets[0]].stat_block, state.combatants[deed.who].stat_block
    return bool(me.pace.strength and other.pace.strength) and other.pace.strength - me.pace.strength >= STRONGER


def _list_parry_clauses(state: State, deed: Deed, mine: Weapon | None, theirs: Weapon | None) -> Sequence[str]:
    if mine is None or theirs is None:
        return ()
    size = get_size_class(mine) - get_size_class(theirs)
    cited = ["9.7" if size == 0 else "9.8" if size > 0 else "9.6"]
    cited += ["9.10"] if compute_speed_penalties(mine, theirs) != (0, 0) else []
    me, other = state.combatants[deed.targets[0]].stat_block, state.combatants[deed.who].stat_block
    if me.pace.strength and other.pace.strength and me.pace.strength != other.pace.strength:
        cited.append("9.12" if me.pace.strength > other.pace.strength else "9.11")
    return cited


def build_parry_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a parry; None when it can no longer be made."""
    by = str(question.facts.get("against", ""))
    if by not in state.combatants or not can_defend(state, question.who):
        return None
    return build_yes_or_no(f"Parry {state.combatants[by].name}?", yes_price="one action")


def build_strike_back_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a blow in defence; None when it can no longer be struck."""
    by = str(question.facts.get("against", ""))
    if by not in state.combatants or not can_defend(state, question.who):
        return None
    return build_yes_or_no(f"Strike at {state.combatants[by].name} in defence?", yes_price="one action, one attack")


def build_opposes_form(state: State, question: OpenQuestion) -> Form:
    """Return the form in which the DM compares two weapons."""
    return build_yes_or_no("Can the one weapon parry the other?")


def build_thwart_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of keeping an unarmed attacker off with a weapon."""
    return build_yes_or_no("Keep the attacker off with your weapon?") if state.combatants[question.who].able else None
