"""Sentences about meeting, moving and blows."""

from collections.abc import Callable, Sequence
from typing import Any

from encounters.narration.names import PARTY, write_task
from rules.api import Voice, format_listed_name, list_morale_occasions, to_past
from rules.api import events as e

UNNAMED = "weapon"
"""The attack of a monster for which the tables say only that it has a weapon."""

MANNERS = {
    "flee": ("flees", "flee"),
    "fall_back": ("falls back", "fall back"),
    "disengage": ("disengages and goes", "disengage and go"),
}


def _narrate_reaction(t: Voice, event: e.ReactionRolled) -> str:
    return f"{t.side(event.side)}, as they look: {event.band.replace('_', ' ')}."


def _narrate_distance(t: Voice, event: e.DistanceRolled) -> str:
    return t.tense(f"Between them lie {event.feet} feet.", f"The sides met {event.feet} feet apart.")


def _narrate_surprise_roll(t: Voice, event: e.SurpriseRolled) -> str:
    if event.who:
        return f"{t.does(event.who, 'is', 'are')} {'' if event.surprised else 'not '}surprised."
    return f"{t.side(event.side)} {_write_verb(t, event.side, 'is')} {'' if event.surprised else 'not '}surprised."


def _narrate_surprise(t: Voice, event: e.SideSurprised) -> str:
    if not event.segments:
        return ""
    lost = _count_segments(event.segments)
    if t.past:
        return f"{t.side(event.side)} {_write_verb(t, event.side, 'is')} surprised and lost {lost}."
    return f"{t.side(event.side)} {_write_verb(t, event.side, 'loses')} {lost} to surprise."


def _write_verb(t: Voice, side: str, verb: str) -> str:
    """Return the verb as it agrees with a side: the party is one, others are several."""
    if t.past:
        return to_past(verb, several=side != PARTY)
    return verb if side == PARTY else {"is": "are"}.get(verb, verb.removesuffix("s"))


def _narrate_lost_segments(t: Voice, event: e.SegmentsLost) -> str:
    if not event.segments:
        return f"{t.does(event.who, 'is', 'are')} ready at once."
    return f"{t.does(event.who, 'loses')} {_count_segments(event.segments)}."


def _count_segments(number: int) -> str:
    return f"{number} segment{'s' if number != 1 else ''}"


def _narrate_initiative(t: Voice, event: e.InitiativeRolled) -> str:
    half = " for the middle of the round" if event.mid else ""
    if event.who:
        return f"{t.does(event.who, 'acts')} on {event.number}{half}."
    return f"{t.side(event.side)} {_write_verb(t, event.side, 'rolls')} {event.face} for initiative{half}."


def _narrate_rates(t: Voice, event: e.RatesSettled) -> str:
    return f"{t.whose(event.who)} odd blow {t.tense('comes', 'came')} in {event.rates} rounds."


def _narrate_move(t: Voice, event: e.Moved) -> str:
    if event.relocated:
        return f"{t.does(event.who, 'lands')} {event.feet} feet away, carried by magic." if event.feet else ""
    if event.closes:
        return f"{t.does(event.who, 'closes')} with {t.name(event.closes)}."
    return f"{t.does(event.who, 'moves')} {event.feet} feet." if event.feet else ""


def _narrate_charge(t: Voice, event: e.ChargeBegan) -> str:
    if not event.target:
        return f"{t.does(event.who, 'sets', 'set')} off at a charge."
    return f"{t.does(event.who, 'charges')} at {t.name(event.target)}."


def _narrate_charge_continued(t: Voice, event: e.ChargeContinues) -> str:
    not_yet = f"{t.does(event.who, 'has', 'have')} not reached {t.name(event.target)} yet"
    return f"{not_yet}: the charge {t.tense('goes', 'went')} on."


def _narrate_charge_met(t: Voice, event: e.ChargeMet) -> str:
    if t.past:  # what follows tells who struck first
        return f"{t.does(event.who, 'charges')} {t.name(event.target)}."
    reaches = f"{t.does(event.who, 'reaches', 'reach')} {t.name(event.target)}"
    if event.first == "together":
        return f"{reaches}; both strike at once."
    if event.first == event.who:
        return f"{reaches} and {t.verb(event.who, 'strikes')} first."
    return f"{reaches}, {'and you strike' if t.is_you(event.first) else 'who strikes'} first."


HITS, MISSES = ("hits", "hit"), ("misses", "miss")

OPENINGS = {
    "casting": ("casts", "cast"),
    "shooting": ("shoots", "shoot"),
    "moving": ("moves by", "move by"),
    "flight": ("runs", "run"),
}
"""The words for an action that gives an attack of opportunity."""


def _narrate_attack(t: Voice, event: e.Attacked) -> str:
    if event.opportunity:
        opening = t.does(event.target, *OPENINGS.get(event.opportunity, (event.opportunity,)))
        return f"As {opening}, {_narrate_blow(t, event)}"
    return _narrate_blow(t, event)


def _narrate_blow(t: Voice, event: e.Attacked) -> str:
    return f"{t.does(event.who, *(HITS if event.hit else MISSES))} {_describe_aim(t, event)}."


def _describe_aim(t: Voice, blow: e.Attacked) -> str:
    """Return the target of a blow with the weapon, if that has a name."""
    weapon = format_listed_name(blow.blow) if blow.blow else t.weapon(blow.who, blow.weapon)
    return t.name(blow.target) + ("" if weapon == UNNAMED else f" with the {weapon}")


def narrate_volley(t: Voice, who: Sequence[str], blows: Sequence[e.Attacked], harm: e.Damaged | None) -> str:
    """Return a sentence about the blows of several at one target.

    ``harm`` is all their damage as one event; None where it is not known.
    """
    at, hits = _describe_aim(t, blows[0]), sum(blow.hit for blow in blows)
    damage = f" for {describe_damage(t, harm)}" if harm is not None else ""
    if hits in (0, len(blows)):
        return f"{t.names(who)} {t.tense(*('hit', 'hit') if hits else ('miss', 'missed'))} {at}{damage}."
    miss, hit = (
        f"{n} {words[n == 1]}" for n, words in ((len(blows) - hits, ("miss", "misses")), (hits, ("hit", "hits")))
    )
    return f"{t.names(who)} attack {at}: {miss}, {hit}{damage}."


TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times", "seven times", "eight times")


def narrate_series(t: Voice, blows: Sequence[e.Attacked], harm: e.Damaged | None) -> str:
    """Return a sentence about several hits of one combatant on one target, told afterwards."""
    damage = f" for {describe_damage(t, harm)}" if harm is not None else ""
    return f"{t.does(blows[0].who, *HITS)} {_describe_aim(t, blows[0])} {_count_times(len(blows))}{damage}."


def _count_times(number: int) -> str:
    return TIMES[number] if number < len(TIMES) else f"{number} times"


def _narrate_damage(t: Voice, event: e.Damaged) -> str:
    harm = describe_damage(t, event, " each" if t.several else "")
    return f"{t.does(event.who, 'takes')} {harm}." if event.amount else ""


def describe_damage(t: Voice, event: e.Damaged, shared: str = "") -> str:
    """Return damage in words: "7 damage"; to its owner also what is left.

    ``shared`` follows the number where several take as much.
    """
    left = f", {event.left} left" if event.who in t.own else ""
    pool = f" to {event.pool}" if event.pool else ""
    return f"{event.amount} damage{pool}{shared}{left}"


def _narrate_healing(t: Voice, event: e.Healed) -> str:
    return f"{t.does(event.who, 'regains')} {event.amount} hit point{'s' if event.amount != 1 else ''}."


def _narrate_helplessness(t: Voice, event: e.HelplessMade) -> str:
    if event.cause in ("", "hit points"):
        return f"{t.does(event.who, 'falls')}."
    return f"{t.does(event.who, 'is', 'are')} helpless: {event.cause}."


def _narrate_death(t: Voice, event: e.Slain) -> str:
    return f"{t.does(event.who, 'dies', 'die')}."


MORALE = {
    "holds": "they hold",
    "fall_back_fighting": "they fall back, fighting",
    "disengage_retreat": "they disengage and retreat",
    "flee_in_panic": "they flee in panic",
    "surrender": "they surrender",
}
"""The results of a morale check in words."""

MORALE_PAST = {
    "holds": "they held",
    "fall_back_fighting": "they fell back, fighting",
    "disengage_retreat": "they disengaged and retreated",
    "flee_in_panic": "they fled in panic",
    "surrender": "they surrendered",
}
"""The same, told afterwards."""


def _narrate_morale(t: Voice, event: e.MoraleChecked) -> str:
    result = MORALE.get(event.result, event.result.replace("_", " "))
    if not t.knows:
        return f"Morale of {_name_checked(t, event.who)}: {t.tense(result, MORALE_PAST.get(event.result, result))}."
    when = f" ({next((each.when for each in list_morale_occasions() if each.id == event.occasion), '')})"
    rolled = f"rolled {event.face}, needs {event.needed} or less"
    return f"Morale of {_name_checked(t, event.who)}{when if event.occasion else ''}: {rolled}; {result}."


def _name_checked(t: Voice, who: str) -> str:
    """Return the name of a combatant, of the combatants of a group, or of a side."""
    if who in t.state.combatants:
        return t.name(who)
    group = [each.id for each in t.state.combatants.values() if each.stat_block.mob == who]
    return t.names(group) if group else t.side(who)


def _narrate_flight(t: Voice, event: e.Fled) -> str:
    third, second = MANNERS.get(event.manner, ("gives way", "give way"))
    if not event.feet:
        third, second = third.removesuffix(" and goes"), second.removesuffix(" and go")
    far = f" {event.feet} feet" if event.feet else ""
    return f"{t.does(event.who, third, second)}{far}."


def _narrate_surrender(t: Voice, event: e.Surrendered) -> str:
    return f"{t.does(event.who, 'surrenders')}."


def _narrate_wait(t: Voice, event: e.Waited) -> str:
    return f"{t.does(event.who, 'waits')}{f' for {t.name(event.target)}' if event.target else ''}."


def _narrate_weapon_set(t: Voice, event: e.WeaponSet) -> str:
    return f"{t.does(event.who, 'sets')} the {t.weapon(event.who, event.weapon)} against a charge."


WORN = {"wear": ("puts on", "put on"), "remove": ("takes off", "take off")}
"""The words for putting a device or armor on, and for taking it off."""


def _write_task(t: Voice, task: str) -> str:
    return t.quote(write_task(task))


def _narrate_task(t: Voice, event: e.TaskDone) -> str:
    drawn = event.drawn
    if drawn is None and event.task.startswith("draw "):
        drawn = event.task.removeprefix("draw ")
    if drawn:
        told = "" if event.task == f"draw {drawn}" else f", done: {_write_task(t, event.task)}"
        return f"{t.does(event.who, 'draws')} the {t.weapon(event.who, drawn)}{told}."
    for word, verbs in WORN.items():
        if event.task.startswith(f"{word} "):
            return f"{t.does(event.who, *verbs)} the {t.device(event.who, event.task.removeprefix(f'{word} '))}."
    done = t.does(event.who, "finishes", "finish") + " a task" if t.past else t.does(event.who, "is", "are") + " done"
    return f"{done}: {_write_task(t, event.task)}."


def _narrate_task_continued(t: Voice, event: e.TaskContinues) -> str:
    return f"{t.does(event.who, 'is', 'are')} not done yet: {_write_task(t, event.task)}."


def _narrate_task_given_up(t: Voice, event: e.TaskGivenUp) -> str:
    return f"{t.does(event.who, 'gives', 'give')} up what was begun: {_write_task(t, event.task)}."


CHANGED = {
    "cancelled": ("cancels the order", "cancel the order"),
    "closes instead": ("cannot reach the target, and closes in", "cannot reach the target, and close in"),
    "warned": ("is warned, and changes course", "are warned, and change course"),
    "the final aim": ("changes targets", "change targets"),
    "no action": (
        "changes plans, but has no components at hand and does nothing more this round",
        "change plans, but have no components at hand and do nothing more this round",
    ),
}
"""The words for a change of mind."""


def _narrate_change_of_mind(t: Voice, event: e.MindChanged) -> str:
    if event.what in CHANGED:
        return f"{t.does(event.who, *CHANGED[event.what])}."
    cost = f"; deciding costs {_count_segments(event.cost)}" if event.cost else ""
    starts = f", from segment {event.starts} on" if event.starts else ""
    return f"{t.does(event.who, 'changes', 'change')} course{starts}{cost}."


def _narrate_roster(t: Voice, event: e.RosterRolled) -> str:
    return f"{t.does(event.who, 'declares')} first."


def _narrate_preparation(t: Voice, event: e.Prepared) -> str:
    if event.weapon:
        more = ", more than before" if (event.count or 0) > 1 and not t.past else ""
        return f"{t.does(event.who, 'prepares')} a great blow with the {t.weapon(event.who, event.weapon)}{more}."
    return f"{t.does(event.who, 'is', 'are')} prepared."


def _narrate_retaliation(t: Voice, event: e.Retaliated) -> str:
    return f"{t.does(event.who, 'retaliates')} against {t.name(event.target)}."


def _narrate_morale_called(t: Voice, event: e.MoraleCalled) -> str:
    return f"Morale check: {_name_checked(t, event.who)} need {event.needed} or less." if event.due else ""


def _narrate_warning(t: Voice, event: e.Warned) -> str:
    what = f": {event.what}" if event.what else ""
    if t.past:
        return f"{t.does(event.who, 'warns')} {t.name(event.target)}." if event.target and not what else ""
    if not event.target:
        return f"{t.does(event.who, 'has', 'have')} been warned{what}."
    if what:
        by = f" by {t.name(event.who)}" if event.who else ""
        return f"{t.does(event.target, 'has', 'have')} been warned{what}{by}."
    cost = f", which takes {_count_segments(event.cost)}" if event.cost else ""
    return f"{t.does(event.who, 'warns')} {t.name(event.target)}{cost}."


def _narrate_parry(t: Voice, event: e.Parried) -> str:
    return f"{t.does(event.who, 'parries', 'parry')}{'' if event.works else ' in vain'}."


def _narrate_drop(t: Voice, event: e.Dropped) -> str:
    items = event.items or (event.weapon,)
    things = [f"the {t.weapon(event.who, item)}" for item in items]
    return f"{t.does(event.who, 'drops')} {' and '.join(things)}."


TOLD: dict[type[e.Event], Callable[[Voice, Any], str]] = {
    e.ReactionRolled: _narrate_reaction,
    e.DistanceRolled: _narrate_distance,
    e.SurpriseRolled: _narrate_surprise_roll,
    e.SideSurprised: _narrate_surprise,
    e.SegmentsLost: _narrate_lost_segments,
    e.InitiativeRolled: _narrate_initiative,
    e.RatesSettled: _narrate_rates,
    e.Moved: _narrate_move,
    e.ChargeBegan: _narrate_charge,
    e.ChargeContinues: _narrate_charge_continued,
    e.ChargeMet: _narrate_charge_met,
    e.Attacked: _narrate_attack,
    e.Damaged: _narrate_damage,
    e.Healed: _narrate_healing,
    e.HelplessMade: _narrate_helplessness,
    e.Slain: _narrate_death,
    e.MoraleChecked: _narrate_morale,
    e.Fled: _narrate_flight,
    e.Surrendered: _narrate_surrender,
    e.Waited: _narrate_wait,
    e.WeaponSet: _narrate_weapon_set,
    e.TaskDone: _narrate_task,
    e.TaskContinues: _narrate_task_continued,
    e.TaskGivenUp: _narrate_task_given_up,
    e.MindChanged: _narrate_change_of_mind,
    e.RosterRolled: _narrate_roster,
    e.Prepared: _narrate_preparation,
    e.Retaliated: _narrate_retaliation,
    e.MoraleCalled: _narrate_morale_called,
    e.Warned: _narrate_warning,
    e.Parried: _narrate_parry,
    e.Dropped: _narrate_drop,
}
