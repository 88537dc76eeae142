"""Question info for players: what has happened, what each answer costs and keeps.

Of other combatants only what can be seen is read: the weapon and its range, preparations, those present.
"""

from rules.kernel.form_fields import Refusal
from rules.kernel.question_words import Note, QuestionAct, QuestionInfo
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.answers import read_names, read_number
from rules.procedures.dew.blows import choose_usual_blow, compute_price, count_blows_before, forbid, format_en
from rules.procedures.dew.great_blows import get_preparation_numbers
from rules.procedures.dew.movement import compute_allowance, forbid_fallen
from rules.procedures.dew.parries import forbid_mode
from rules.procedures.dew.ranges import FAR, get_range, has_place
from rules.procedures.dew.sheet import DewMode, DewWeapon
from rules.procedures.dew.terms import (
    ACTIVE,
    MELEE,
    REACTIVE,
    get_dew,
    get_equipment,
    get_name,
    get_settings,
    ids,
    list_conscious,
    list_present,
)
from rules.procedures.dew.trace_movement import is_locked
from rules.procedures.dew.weapons import get_shield_modifier, list_weapons_in_hand

MOST_STOPS = 3
"""The number of nearest opponents for which a stop within reach is offered as a single tap."""


def are_parries_secret(state: State) -> bool:
    """Return whether parries stay secret until all have answered (1.2.5n)."""
    return get_settings(state).secret_parries


# An option.


def build_option_info(state: State, question: OpenQuestion) -> QuestionInfo:
    """Return whose turn it is and why, and what blows cost."""
    facts, who = question.facts, question.who
    borrowed = bool(facts.get("borrowed"))
    notes = [Note("A: must be an active blow.", ids("1.2.4a", "1.2.5a")), _build_en_note(state, who, borrowed)]
    if borrowed:
        notes.append(Note("Its blows are taken from the next round.", ids("3l")))
    if facts.get("chain"):
        return QuestionInfo("Your great blow must be followed", "or it is lost", notes=tuple(notes))
    others = [each for each in read_names(facts, "together") if each in state.combatants]
    names = [get_name(state, each) for each in others if each != who]
    if names:
        title = "You have stopped together" if borrowed else "Initiative is yours, not alone"
        alone = f"{names[0]} chooses too; neither sees the other’s choice first"
        several = f"{' and '.join(names)} choose too; nobody sees another’s choice first"
        return QuestionInfo(title, alone if len(names) == 1 else several, notes=tuple(notes))
    if borrowed:
        return QuestionInfo("You have stopped", "one option, with blows of the next round", notes=tuple(notes))
    return QuestionInfo("Initiative is yours", "you have the most blows left", notes=tuple(notes))


def _build_en_note(state: State, who: CombatantId, borrowed: bool) -> Note:
    if count_blows_before(state, who, borrowed):
        return Note("Every further blow of the round costs 1 EN.", ids("1i"))
    return Note("The first blow of a round costs no EN.", ids("1h"))


# A parry.


def build_parry_info(state: State, question: OpenQuestion) -> QuestionInfo | None:
    """Return who attacks with what, and for each weapon what a parry costs, changes and loses.

    None: no weapon can parry.
    """
    who = question.who
    attacker, target = str(question.facts["attacker"]), str(question.facts["target"])
    if attacker not in state.combatants or target not in state.combatants:
        return None
    struck = "you" if target == who else get_name(state, target)
    acts = [act for weapon in list_weapons_in_hand(state, who) for act in _list_parry_acts(state, question, weapon)]
    if not acts:
        return None
    apart = get_range(state, attacker, target)
    seen = get_equipment(state, attacker).weapon(str(question.facts["weapon"]))
    details = [*([seen.name] if seen is not None else []), *([f"range {apart}"] if apart != FAR else [])]
    secret = ". Secret until all have answered" if are_parries_secret(state) else ""
    return QuestionInfo(
        f"{get_name(state, attacker)} attacks {struck}. Parry?",
        f"{', '.join(details)}{secret}",
        acts=(
            *acts,
            QuestionAct(
                "decline", "Do not parry", {"command": "decline"}, "Do not parry", _describe_kept(state, question)
            ),
        ),
        whole=True,
        notes=tuple(_list_parry_notes(state, who, attacker, str(question.facts["weapon"]))),
    )


def _list_parry_acts(state: State, question: OpenQuestion, weapon: DewWeapon) -> list[QuestionAct]:
    """Return a parry for each grip of a weapon and each kind of blow that can be paid.

    The usual blow comes first.
    """
    who, borrowed = question.who, bool(question.facts.get("borrowed"))
    usual = choose_usual_blow(state, who, borrowed)
    blows = [usual, ACTIVE if usual == REACTIVE else REACTIVE]
    can = [blow for blow in blows if forbid(state, who, borrowed=borrowed, blow=blow) is None]
    modes = [each for each in weapon.modes if each.use == MELEE and forbid_mode(state, question, weapon, each) is None]
    return [_build_parry_act(state, question, weapon, mode, blow) for mode in modes for blow in can]


def _build_parry_act(state: State, question: OpenQuestion, weapon: DewWeapon, mode: DewMode, blow: str) -> QuestionAct:
    who, borrowed = question.who, bool(question.facts.get("borrowed"))
    others = [each for each in list_weapons_in_hand(state, who) if each.id != weapon.id]
    held = f" with {weapon.name.lower()}" if others else ""
    answer = {"command": "parry", "weapon": weapon.id, "mode": mode.mode, "blow": blow}
    cost, en = compute_price(count_blows_before(state, who, borrowed), 1), get_dew(state, who).body.en
    left = f" ({en} to {en - cost})" if cost else ""
    said = [f"Costs 1 {blow} blow and {format_en(cost)}{left}.", _describe_modified(state, question, mode)]
    loses = read_number(question.facts, "loses")
    if loses:
        said.append(f"You lose {loses} preparation{'s' if loses > 1 else ''}.")
    name = f"parry {weapon.id} {mode.mode} {blow}"
    title = f"Parry with the {weapon.name.lower()}" + (", an active blow" if blow == ACTIVE else "")
    return QuestionAct(name, f"Parry{held}, 1 {blow}", answer, title, " ".join(said))


def _describe_modified(state: State, question: OpenQuestion, mode: DewMode) -> str:
    """Return by how much the parry lowers the target's first armor modifier.

    The present modifier is shown only to the target itself.
    """
    target = str(question.facts["target"])
    if target != question.who:
        return f"The armor modifier of {get_name(state, target)} falls by {mode.parry}."
    before = get_dew(state, target).gear.ac[1] + get_shield_modifier(state, target)
    return f"Your armor modifier {before:+d} becomes {before - mode.parry:+d}."


def _describe_kept(state: State, question: OpenQuestion) -> str:
    each, loses = get_dew(state, question.who), read_number(question.facts, "loses")
    if question.facts.get("borrowed"):
        kept = "the blows of your next round"
    else:
        blows = [f"{n} {kind}" for n, kind in ((each.ledger.active, ACTIVE), (each.ledger.reactive, REACTIVE)) if n]
        kept = f"{' and '.join(blows)} blow{'s' if each.ledger.active + each.ledger.reactive > 1 else ''}"
    return f"You keep {kept}" + (" and the prepared great blow." if loses else ".")


def _list_parry_notes(state: State, who: CombatantId, attacker: CombatantId, weapon: str) -> list[Note]:
    """Return notes on preparations of the attack that can be seen, and on what may break.

    The limits leave out the attacker's strength, which cannot be seen.
    """
    prepared = sum(each.count for each in get_dew(state, attacker).ledger.preparations if each.weapon == weapon)
    notes = []
    if prepared:
        times = f", prepared {prepared} times" if prepared > 1 else ""
        notes.append(Note(f"It is a great blow{times}.", ids("1.2.4e")))
    times_ = 1 + prepared * get_preparation_numbers(state, attacker)[3]
    limits = [
        f"{each.name.lower()} limit {times_ * each.breakage} in 100"
        for each in list_weapons_in_hand(state, who)
        if each.breakage
    ]
    if limits:
        text = f"If the roll just hits, a weapon that parries may break: {', '.join(limits)}; a strong arm adds to it."
        notes.append(Note(text, ids("1.2.5.1.3n", "1.2.5.1.3y")))
    return notes


# The noncombat phase.


def build_noncombat_info(state: State, question: OpenQuestion) -> QuestionInfo:
    """Return what any choice but nothing does to the movement that follows."""
    who = question.who
    each = get_dew(state, who)
    halved = compute_allowance(state, who, alert=True).result
    before = compute_allowance(state, who, alert=each.body.alert).result
    leaves = (
        f"leaves you {_format_inches(halved)} in of movement"
        if halved == before
        else f"halves your movement to {_format_inches(halved)} in"
    )
    note = Note(f"Any of these but Nothing {leaves}, and you cannot react to others.", ids("3e", "3f"))
    detail = "You spent no blow. Others see only that you chose"
    return QuestionInfo("In secret: what else this round?", detail, notes=(note,), commit="Seal: {choice}")


# Movement.


def build_trace_info(state: State, question: OpenQuestion) -> QuestionInfo | None:
    """Return the question info of a trace, by the step of the question."""
    found = {"draw": _build_draw_info, "plan": _build_plan_info}.get(str(question.facts["step"]))
    return found(state, question.who) if found is not None else None


def _build_draw_info(state: State, who: CombatantId) -> QuestionInfo:
    stand = QuestionAct("stand", "Stand", {"command": "stand"}, along=("cease_alert",))
    refusal: Refusal | None = forbid_fallen(state, who)
    begun = {} if refusal is not None else {"command": "trace"}
    title, detail = "Draw where you move", "Secret until everyone has sealed"
    return QuestionInfo(title, detail, acts=() if refusal else (stand,), begun=begun, commit="Seal this trace")


def _build_plan_info(state: State, who: CombatantId) -> QuestionInfo:
    """Return the info of a plan, with stops within reach of the nearest opponents.

    Such a stop is filled in by a single tap, and confirmed by the player. It is offered only to a combatant that can
    react.
    """
    acts: list[QuestionAct] = []
    longest = max((mode.reach for weapon in list_weapons_in_hand(state, who) for mode in weapon.modes), default=0)
    if longest and not is_locked(state, who):
        weapon = next(
            each for each in list_weapons_in_hand(state, who) if longest in [mode.reach for mode in each.modes]
        )
        near = sorted(_list_opponents(state, who), key=lambda each: get_range(state, who, each))
        for each in near[:MOST_STOPS]:
            label = f"Stop within {weapon.name.lower()}’s reach ({longest}) of {get_name(state, each)}"
            acts.append(QuestionAct(f"near {each}", label, {"command": "end_when", "of": each}, begins=True))
    return QuestionInfo(
        "Where do you stop?", "Unless somebody else stops first. Secret", acts=tuple(acts), commit="Seal: {choice}"
    )


def _list_opponents(state: State, who: CombatantId) -> list[CombatantId]:
    side = state.combatants[who].side
    awake = list_conscious(state)
    return [
        each
        for each in list_present(state)
        if state.combatants[each].side != side and each in awake and has_place(state, each)
    ]


def _format_inches(hundredths: int) -> str:
    return f"{hundredths / HUNDREDTHS:g}"
