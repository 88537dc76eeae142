"""The combat options offered, their form, and the shortest of them (1.2, 1.2.1, 1.2.2).

A longer option stands in a module of its own. ``OFFERED`` has the order in which a form shows them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, Form, MadeWhenRead, OneOf, Refusal, SomeOf, Text
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.kernel.voice import Voice
from rules.procedures.dew import events as dew
from rules.procedures.dew.alertness import make_alert_changed
from rules.procedures.dew.answers import build_yes_field, is_yes, read_names
from rules.procedures.dew.attack import AttackOption
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import Paid, spend
from rules.procedures.dew.borrowing import cite_option
from rules.procedures.dew.combat_option import (
    ACTIVE_BLOW,
    ANY,
    Act,
    Blow,
    Chooser,
    CombatOption,
    are_all_heavy,
    build_grip_field,
)
from rules.procedures.dew.grabs import Grab
from rules.procedures.dew.great_blows import Prepare, lose_to_blow
from rules.procedures.dew.maneuvers import Maneuver
from rules.procedures.dew.refusals import REFUSED, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import ONE_HAND, TWO_HANDS
from rules.procedures.dew.terms import ACTIVE, REACTIVE, SYLLABLES, get_dew, get_settings, ids, is_conscious
from rules.procedures.dew.weapons import forbid_broken, forbid_hands, get_weapon, list_items_in_hands
from rules.procedures.dew.words import CHOICES, name_weapon

SPEECH = 1000
"""Characters that may be entered as speech; no more than the first `SYLLABLES` of them are spoken."""


class Pass(CombatOption):
    """Clause 1.2.1."""

    id, label, verb, passes = "pass", "Pass", ("passes", "pass"), True

    def describe_effect(self, chooser: Chooser) -> str:
        body = chooser.kept.body
        may = ["drop", *([] if body.fallen else ["fall"]), *([] if body.alert else ["become alert"])]
        return f"you may {' or '.join([', '.join(may[:-1]), may[-1]]) if len(may) > 1 else may[0]}"

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        body, name = chooser.kept.body, chooser.name
        down = refuse("ALREADY_FALLEN", REFUSED, "1.2.1b", who=name) if body.fallen else None
        alert = refuse("ALREADY_ALERT", REFUSED, "1.2.1c", who=name) if body.alert else None
        return build_yes_field("fall", "Go to the ground?", down), build_yes_field(
            "become_alert", "Become alert?", alert
        )

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

    id, label, verb, has_weapon = "draw", "Draw a weapon", ("draws", "draw"), True

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        return f"{voice.does(who, 'draws')} {name_weapon(voice, who, given)}"

    def find_sign(self, chooser: Chooser) -> str:
        return ACTIVE_BLOW if are_all_heavy(_list_sheathed(chooser)) else ANY

    def describe_effect(self, chooser: Chooser) -> str:
        return ", ".join(each.name.lower() for each in _list_sheathed(chooser))

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_unarmed("NOT_SHEATHED", "1.2.2d") or chooser.forbid_blow("1.2.2a", blow="")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        weapons = chooser.equipment.weapons
        return (OneOf("weapon", "Which?", [self._build_weapon_choice(chooser, each) for each in weapons]),)

    def _build_weapon_choice(self, chooser: Chooser, weapon: DewWeapon) -> Choice:
        heavy, gear = weapon.weight == "heavy", chooser.kept.gear
        refusal: Refusal | None = None
        if gear.carried.get(weapon.id) != "sheath":
            refusal = refuse("NOT_SHEATHED", "1.2.2d", item=weapon.name, who=chooser.name)
        elif weapon.id in gear.broken:
            refusal = forbid_broken(weapon)
        elif heavy:
            refusal = chooser.forbid_blow("1.2.2b")
        blow = _build_active_blow_field(weapon) if heavy else chooser.build_blow_field()
        return Choice(
            weapon.id, weapon.name, refusal=refusal, then=lambda: (build_grip_field(weapon, carried=ONE_HAND), blow)
        )

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        hands = 2 if answer.get("mode") == TWO_HANDS else 1
        return forbid_hands(chooser.state, chooser.who, hands, len(read_names(answer, "drop")))

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        if get_weapon(chooser.state, chooser.who, str(answer["weapon"])).weight == "heavy":
            return [(ACTIVE, ("1.2.2a", "1.2.2b"))]
        return [(chooser.choose_blow(answer), ("1.2.2a", "1.2d"))]

    def resolve(self, act: Act) -> Play:
        yield from act.beat.happen(lambda: _draw(act.who, act.answer))


def _list_sheathed(chooser: Chooser) -> list[DewWeapon]:
    carried = chooser.kept.gear.carried
    return [each for each in chooser.equipment.weapons if carried.get(each.id) == "sheath"]


def _build_active_blow_field(weapon: DewWeapon) -> OneOf:
    """Return the field for the blow that draws a heavy weapon: it must be active."""
    refusal = refuse("NEED_ACTIVE_TO_DRAW", "1.2.2b", "1j", item=weapon.name)
    choices = (Choice(ACTIVE, "active blow"), Choice(REACTIVE, "reactive blow", refusal=refusal))
    return OneOf("blow", "Which blow?", choices, optional=True, unsaid=ACTIVE)


def _draw(who: CombatantId, answer: Answer) -> Play:
    yield dew.WeaponDrawn(
        who=who, weapon=str(answer["weapon"]), mode=str(answer["mode"]), clauses=ids("1.2.2a", "1.2.2c")
    )


class Nothing(CombatOption):
    """No option with the blows of the next round."""

    id, label, verb, passes, is_declared = "nothing", "Nothing", ("chooses nothing", "choose nothing"), True, False

    def describe_effect(self, chooser: Chooser) -> str:
        return "keep the blows of the next round"


class Abandon(CombatOption):
    """No option instead of following up a great blow."""

    id, label, passes, is_declared = "abandon", "Abandon the great blow", True, False
    verb = ("lets the great blow go", "let the great blow go")

    def describe_effect(self, chooser: Chooser) -> str:
        return "its preparations are lost"

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice:
        return Choice(self.id, self.label)


OFFERED: tuple[CombatOption, ...] = (AttackOption(), Prepare(), Maneuver(), Draw(), Grab(), Pass())
"""The options, in the order of the form."""
ALL = (*OFFERED, Nothing(), Abandon())
_BY_ID = {each.id: each for each in ALL}
CHOICES.update(_BY_ID)


def get_option(command: object) -> CombatOption:
    """Return the option of this id."""
    return _BY_ID[str(command)]


# The form: all that can be chosen, with prices, and clauses that forbid.


def build_option_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of an option. None: the combatant is unconscious, or not present."""
    return build_form(state, question.who, question.facts) if is_conscious(state, question.who) else None


def build_form(state: State, who: CombatantId, facts: Mapping[str, object]) -> Form:
    """Return the form of an option, from the facts of its question.

    ``borrowed`` is true if the blows are those of the next round. ``chain`` is the weapon and mode of a great blow that
    must be followed up.
    """
    chooser = Chooser(state, who, bool(facts.get("borrowed")))
    chain = read_names(facts, "chain")
    commands = _list_follow_ups(chooser, *chain) if chain else _list_offered(chooser)
    return Form((OneOf("command", "What do you do?", commands),), lambda answer: _forbid_answer(chooser, answer))


def _forbid_answer(chooser: Chooser, answer: Answer) -> Refusal | None:
    return get_option(answer["command"]).forbid_answer(chooser, answer)


def _list_offered(chooser: Chooser) -> Sequence[Choice]:
    offered = [*(each.id for each in OFFERED), *([Nothing.id] if chooser.borrowed else [])]
    return MadeWhenRead(offered, partial(_build_choice, chooser), partial(_add_price, chooser))


def _build_choice(chooser: Chooser, value: str) -> Choice:
    chosen = get_option(value)
    if not chosen.is_declared:
        return Choice(value, chosen.label)
    refusal = chosen.find_refusal(chooser)
    return Choice(
        value, chosen.label, refusal=refusal, then=lambda: _add_common_fields(chooser, chosen.list_fields(chooser))
    )


def _list_follow_ups(chooser: Chooser, weapon: str, mode: str) -> Sequence[Choice]:
    """Return the choices while a great blow must be followed up."""
    chained = get_weapon(chooser.state, chooser.who, weapon)
    found: list[Choice] = []
    for each in ALL:
        made = each.build_follow_up(chooser, chained, mode)
        if made is not None:
            then = partial(_add_common_fields, chooser, made.then()) if each.is_declared else made.then
            found.append(_add_price(chooser, replace(made, then=then)))
    return found


def _add_price(chooser: Chooser, made: Choice) -> Choice:
    """Return a choice with its blows as a sign, and in words what it does and costs."""
    chosen = get_option(made.value)
    return replace(made, price=chosen.describe(chooser), box=chosen.find_sign(chooser))


def _add_common_fields(chooser: Chooser, fields: Sequence[Field]) -> tuple[Field, ...]:
    """Return the fields of an option: drops that precede it, its own fields, a short speech.

    The speech comes last, since few players use it.
    """

    def get_thing_name(item: str) -> str:
        weapon = chooser.equipment.weapon(item)
        return weapon.name if weapon is not None else item

    def forbid_not_held(item: str) -> Refusal:
        return refuse("NOT_HELD", "1.2b", "1.2.1a", REFUSED, who=chooser.name, item=get_thing_name(item))

    items = MadeWhenRead(
        list_items_in_hands(chooser.state, chooser.who), lambda each: Choice(each, get_thing_name(each))
    )
    return (
        SomeOf("drop", "Drop first", items, unlisted=forbid_not_held),
        *fields,
        Text("speech", f"Say a few syllables (the first {SYLLABLES} letters are heard)", SPEECH, aside=True),
    )


def can_only_pass(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is all that a combatant can afford (1.1.1g)."""
    chooser = Chooser(table.state, who)
    return all(each.passes or each.find_refusal(chooser) for each in OFFERED)


def should_pass_by_itself(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is chosen automatically for a combatant who can do nothing else."""
    return get_settings(table.state).auto_pass_when_forced and can_only_pass(table, who)


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
    cited += cite_option(table.state, strikes=chosen.strikes) if beat.borrowed else []
    yield dew.OptionChosen(who=who, option=chosen.id, params=params, clauses=ids(*cited))
    paid: list[Paid] = []
    for blow, clauses in chosen.list_blows(Chooser(table.state, who, beat.borrowed), answer):
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
    )
