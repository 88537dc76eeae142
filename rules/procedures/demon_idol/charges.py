"""8.E: the arrival of a charge; those within an inch may spend a routine on the charger."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel import events as e
from rules.kernel.battlefield import is_in_melee_distance, measure_distance
from rules.kernel.deeds import Deed, become
from rules.kernel.effects import Ask
from rules.kernel.forms import Form, Number, build_yes_or_no
from rules.kernel.frozen import evolve
from rules.kernel.procedure import Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.charges import (
    fall_short,
    has_closed,
    is_already_set,
    make_missed_blow,
    resolve_arrival,
    run_to_place,
)
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import (
    Answering,
    Armed,
    Arrival,
    ArrivalAtPlace,
    Attack,
    Blow,
    Charge,
    ChargeBlow,
    SetWeaponBlow,
    ShortCharge,
    Shot,
    Struck,
    WeaponSetting,
)
from rules.procedures.adnd.deeds import has_several_targets
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.numbers import get_initiative_die, get_speed_factor
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.weapons import compute_melee_rate, get_weapon_length
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.running import with_runner_at_begin
from rules.procedures.demon_idol.deed_types import Fired, Retaliation, SlottedIn
from rules.procedures.demon_idol.deeds import (
    compute_contact_place,
    compute_pace,
    count_routines,
    get_initiative,
    is_weak,
)
from rules.procedures.demon_idol.letters import are_dice_tied, is_tied_with_anyone
from rules.procedures.demon_idol.options import get_settings, ids

CLOSING = "closing takes the round", ids("LIST.E")
"""The reason and the clause where closing takes the round."""

ACTS = (Attack, Charge, WeaponSetting)


def is_in_answer(deed: Deed) -> bool:
    """Return whether a deed is a blow that answers a foe: a retaliation, or what a layer allows."""
    return deed.status is not None and issubclass(deed.status, Answering)


def build_retaliate_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: spend a routine on a charger, or not.

    None for a combatant that cannot act.
    """
    me = state.combatants[question.who]
    return build_yes_or_no("Strike at the one who charges?", yes_price="an attack routine") if me.able else None


def build_range_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the distance in feet at which to shoot at a charger (FN.14)."""
    most = question.facts.get("feet")
    if not state.combatants[question.who].able or not isinstance(most, int):
        return None
    return Form((Number("choice", "At how many feet do you shoot?", 0, most),))


def resolve_contact(table: Table, deed: Arrival, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the arrival of a charge; ask those within an inch that have a routine left."""
    met: e.ChargeMet | None = None
    for event in resolve_arrival(table, deed, (*clauses, *ids("8.E.length", "FN.9", "FN.19")), ids("FN.19")):
        if isinstance(event, e.ChargeMet):
            met = event
        else:
            yield event
    if met is None:
        yield from _continue_charge(table, deed)
        return
    striking = yield from _ask_to_retaliate(table, deed)
    yield replace(met, first=_find_first_striker(table.state, deed, striking))
    for who in striking:
        yield from _spend_routine(table, who, deed)


def is_before_turn(state: State, deed: Deed) -> bool:
    """Return whether a loser does not run yet: a deed of a winner is left (8.2).

    Nobody waits for the deeds of those who are hidden.
    """
    die, hidden = get_initiative_die(state, deed.who), state.combatants[deed.who].hidden
    return any(
        each.place[:1] < deed.place[:1]
        and not each.standing
        and get_initiative_die(state, each.who) > die
        and (hidden or not state.combatants[each.who].hidden)
        for each in state.pending
    )


def _ask_to_retaliate(table: Table, deed: Arrival) -> Generator[e.Event | Need, Any, list[CombatantId]]:
    """Ask those that may spend a routine on a charger, and return those that do."""
    state, own = table.state, as_adnd(table.ruleset)
    able = [
        who
        for who in list_able_to_retaliate(state, deed)
        if own.may_answer(state, _build_retaliation(state, who, deed))
    ]
    asks = [
        Ask("retaliate", who, {"choice": "no"}, facts={"by": deed.who}, clauses=ids("8.E.retaliate")) for who in able
    ]
    answers = (yield Need(HIT - 1, asks)) if asks else []
    striking = [who for who, answer in zip(able, answers, strict=True) if answer["choice"] == "yes"]
    still = set(list_able_to_retaliate(table.state, deed))  # rulings may have come between question and answer
    return [who for who in striking if who in still]


def _find_first_striker(state: State, contact: Arrival, striking: Sequence[CombatantId]) -> str:
    """Return which weapon is longest: the charger's, or one of those that strike (8.E.length).

    The result is its combatant's id, or "together" where several have it. Weapons of hidden combatants do not count
    for it: these strike out of nowhere.
    """
    with_weapons = [deed for deed in state.pending if isinstance(deed, Armed)]
    first = [deed for deed in with_weapons if deed.routine == 1 and not deed.standing]
    coming = [deed for deed in first if deed.status is Retaliation or isinstance(deed, (SetWeaponBlow, ChargeBlow))]
    lengths = {
        deed.who: _get_weapon_length(state, deed.who, deed.weapon) for deed in coming if contact.who in deed.targets
    }
    lengths |= {
        who: _get_weapon_length(state, who, find_weapon_id_in_hand(state.combatants[who]) or "") for who in striking
    }
    lengths = {who: length for who, length in lengths.items() if not state.combatants[who].hidden}
    lengths[contact.who] = _get_weapon_length(state, contact.who, contact.weapon)
    longest = [who for who, length in lengths.items() if length == max(lengths.values())]
    return longest[0] if len(longest) == 1 else "together"


def _get_weapon_length(state: State, who: CombatantId, weapon: str) -> int:
    return get_weapon_length(state.combatants[who], weapon)


def list_able_to_retaliate(state: State, contact: Deed) -> Iterator[CombatantId]:
    """Yield the opponents within an inch of the charger that may spend a routine on it.

    They have something to strike with, and a routine left. Nobody strikes at a charger who is still hidden.
    """
    if state.combatants[contact.who].hidden:
        return
    side = state.combatants[contact.who].side
    for who, each in state.combatants.items():
        if each.side == side or not each.able or not is_in_melee_distance(state, who, contact.who):
            continue
        if _is_already_answering(state, who, contact.who) or is_casting(state, who):
            continue
        if find_weapon_id_in_hand(each) is not None and count_routines_left(state, each) > 0:
            yield who


def _is_already_answering(state: State, who: CombatantId, charger: CombatantId) -> bool:
    """Return whether a combatant has a blow at the charger coming anyway, on its arrival."""
    return any(
        deed.who == who
        and charger in deed.targets
        and (is_in_answer(deed) or isinstance(deed, (SetWeaponBlow, Charge)))
        for deed in (*state.pending, *state.acting)
    )


def is_casting(state: State, who: CombatantId) -> bool:
    """Return whether a combatant has given its round to a spell."""
    declared = state.declared.get(who)
    return state.combatants[who].casting is not None or isinstance(declared, Cast)


def find_weapon_id_in_hand(each: Combatant) -> str | None:
    """Return the weapon in hand that a combatant can strike with."""
    weapon = each.weapon(each.in_hand)
    return weapon.id if weapon is not None and weapon.melee and not each.is_thrown_away(weapon) else None


def count_routines_left(state: State, each: Combatant) -> int:
    """Return the attack routines that a combatant has left this round.

    Routines used, or set aside for another charger, do not count.
    """
    declared = state.declared.get(each.id)
    if isinstance(declared, Avoid):
        return 0
    total = count_routines(state, each, compute_melee_rate(each, each.in_hand), max(1, state.round))
    used = [deed for deed in (*state.done, *state.acting) if deed.who == each.id and isinstance(deed, ACTS)]
    used = [deed for deed in used if not (isinstance(deed, Attack) and deed.is_later_part)]
    spent = len(dict.fromkeys(deed.id for deed in used if not isinstance(deed, (Arrival, ShortCharge))))
    own = [deed for deed in state.pending if deed.who == each.id]
    aside = [deed for deed in own if is_in_answer(deed) or isinstance(deed, ChargeBlow)]
    return total - spent - len(aside)


def _spend_routine(table: Table, who: CombatantId, contact: Deed) -> Resolving:
    """Spend a routine now on a charger (8.E.retaliate).

    The last routine still to come is given up for it.
    """
    state = table.state
    left = count_routines_left(state, state.combatants[who]) - 1
    yield e.Retaliated(who=who, target=contact.who, left=left, clauses=ids("8.E.retaliate"), segment=contact.number)
    attacks = [deed for deed in state.pending if deed.who == who and isinstance(deed, Attack) and not deed.bonus]
    own = [deed for deed in attacks if deed.status in (None, SlottedIn)]
    if len([deed for deed in own if not deed.is_later_part]) > left:
        for lost in own:
            if lost.routine == own[-1].routine:
                cause = "spent on one who charges"
                yield e.DeedLost(who=who, deed=lost.id, cause=cause, clauses=ids("8.E.retaliate"), segment=lost.number)
    blow = _build_retaliation(table.state, who, contact)
    yield e.AgendaChanged(deeds=(*table.state.pending, blow), why="retaliation")


def _build_retaliation(state: State, who: CombatantId, contact: Deed) -> Blow:
    """Return the blow of a combatant that spends a routine on a charger."""
    charge = state.declared.get(contact.who)
    return Blow(
        id=f"{who}:against:{contact.who}",
        who=who,
        targets=(contact.who,),
        number=contact.number,
        timed=True,
        initiative=get_initiative(state, who, False),
        weapon=find_weapon_id_in_hand(state.combatants[who]) or "",
        mode="melee",
        status=Retaliation,
        place=compute_contact_place(state, charge) if charge is not None else contact.place,
    )


def resolve_arrival_at_place(table: Table, deed: ArrivalAtPlace, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the end of a charge to a place; ask those within an inch that have a routine left."""
    yield from run_to_place(table, deed, (*clauses, *ids("FN.9", "FN.9.place")))
    for who in (yield from _ask_to_retaliate(table, deed)):
        yield from _spend_routine(table, who, deed)


def resolve_short(table: Table, deed: ShortCharge, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a charge that is too long for the round: it goes on in the next."""
    yield from fall_short(table, deed, ids("FN.19"))
    yield from _continue_charge(table, deed)


def _continue_charge(table: Table, deed: Deed) -> Telling:
    """Yield the event that a charge is not over, if its target is still present.

    It runs on in the next round unless its combatant declares something else.
    """
    target = deed.targets[0]
    if table.state.combatants[target].present:
        yield e.ChargeContinues(who=deed.who, target=target, clauses=ids("FN.19"), segment=deed.number)


def resolve_set(table: Table, deed: WeaponSetting, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a set weapon: set in time it does double, else it only retaliates (F)."""
    if not isinstance(deed, SetWeaponBlow):
        yield from set_weapon(table, deed, clauses)
        return
    in_time = is_set_in_time(table.state, deed)
    if in_time and not is_already_set(table.state, deed):
        yield from set_weapon(table, deed, clauses)
    cited = (*clauses, *_cite_tie(table.state, deed))
    yield from strike(table, deed if in_time else become(deed, WeaponSetting), cited)
    if not in_time:
        yield from set_weapon(table, deed, clauses)


def set_weapon(table: Table, deed: WeaponSetting, clauses: tuple[str, ...]) -> Telling:
    """Set a weapon against a charge (F)."""
    cited = (*clauses, *_cite_tie(table.state, deed), *ids("LIST.F"))
    yield e.WeaponSet(who=deed.who, weapon=deed.weapon, clauses=tuple(dict.fromkeys(cited)), segment=deed.number)


def _cite_tie(state: State, deed: WeaponSetting) -> Clauses:
    """Return the clause that says whether a weapon set on a tie counts against the charge."""
    tied = isinstance(deed, SetWeaponBlow) and are_dice_tied(state, deed.who, deed.targets[0])
    return ids("OPT.set-on-tie") if tied else ()


def is_set_in_time(state: State, deed: Deed) -> bool:
    """Return whether the weapon was set before the charge came.

    It was if the setter's side won, or by option tied.
    """
    charger = deed.targets[0]
    if are_dice_tied(state, deed.who, charger):
        return get_settings(state).set_on_tie
    return deed.initiative > get_initiative(state, charger, False)


def resolve_melee(table: Table, deed: Struck, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a blow, if its target is still within reach and not about to close itself."""
    state = table.state
    lost = make_missed_blow(state, deed, ids("LIST.E"), CLOSING)
    if lost is not None:
        yield lost
        return
    split = cite_split(state, deed)
    ladder = is_tied_with_anyone(state, deed.who) and not (
        isinstance(deed, ChargeBlow) or deed.status in (Retaliation, Fired)
    )
    rung = ids("FN.16" if get_speed_factor(state, deed) is None else "TIE.SF") if ladder else ()
    yield from strike(table, deed, tuple(dict.fromkeys((*clauses, *rung, *split))))


def resolve_missile(table: Table, deed: Shot, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a shot; at a charger, from a distance of its run that the shooter chooses."""
    target = deed.targets[0]
    clauses = (*clauses, *cite_split(table.state, deed))
    run = next((d for d in table.state.pending if d.who == target and isinstance(d, Arrival)), None)
    if run is None or deed.mode == "thrown":
        yield from strike(table, deed, clauses)
        return
    most = measure_distance(with_runner_at_begin(table.state, target), deed.who, target) // HUNDREDTHS
    best = min(most, _get_short_range(table.state, deed))
    default = {"choice": best}
    facts = {"by": target, "feet": most}
    answers = yield Need(HIT - 1, [Ask("range", deed.who, default, facts=facts, clauses=ids("FN.14"))])
    gap = int(answers[0]["choice"]) * HUNDREDTHS
    state = table.state
    covered = max(0, measure_distance(with_runner_at_begin(state, target), deed.who, target) - gap)
    segment = max(1, -(-covered // max(1, int(compute_pace(state, target)))))
    yield from strike(table, evolve(deed, number=segment), (*clauses, *ids("FN.14")), gap=gap)


def cite_split(state: State, deed: Struck) -> Clauses:
    """Return the clause of a sweep at weak foes, or of an order with several targets."""
    if not has_several_targets(state, deed):
        return ()
    swept = isinstance(deed, Blow) and is_weak(state.combatants[deed.targets[0]])
    return ids("NOTE.sweep" if swept else "LIST.targets")


def _get_short_range(state: State, deed: Shot) -> int:
    """Return the furthest distance without a penalty, in feet."""
    weapon = state.combatants[deed.who].weapon(deed.weapon)
    assert weapon is not None
    assert weapon.missile is not None
    return weapon.missile.ranges[0] * state.setting.inch // (100 * HUNDREDTHS)


# Deeds that cannot be done any more.


def find_loss(state: State, deed: Deed) -> tuple[str, Clauses] | None:
    """Return the cause and the clauses if a pending deed cannot be done any more, else None."""
    if (isinstance(deed, (Arrival, ChargeBlow)) or deed.status is Retaliation) and deed.targets:
        if not state.combatants[deed.targets[0]].present:
            return "target gone", ids("8.2")
        if deed.status is Retaliation and deed.who in state.declared and _is_charge_over(state, deed):
            return "the charge does not come", ids("8.E.retaliate")
    if isinstance(deed, Blow) and has_closed(state, deed.targets[0], deed.who):
        return CLOSING
    return None


def _is_charge_over(state: State, answer: Deed) -> bool:
    """Return whether the charge that a blow was to answer is over without coming within reach."""
    charger = answer.targets[0]
    runs = [each for each in state.pending if each.who == charger and isinstance(each, Charge)]
    acting = any(each.who == charger and isinstance(each, Charge) for each in state.acting)
    return not runs and not acting and not is_in_melee_distance(state, answer.who, charger)
