"""The option to draw a weapon (1.2.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.effects import Answer
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, OneOf, Refusal
from rules.kernel.procedure import Play
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Open
from rules.procedures.dew.answers import read_names
from rules.procedures.dew.choices import name_weapon
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
from rules.procedures.dew.refusals import Message, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import ONE_HAND, TWO_HANDS
from rules.procedures.dew.terms import ACTIVE, REACTIVE, ids, with_items_moved
from rules.procedures.dew.weapons import forbid_broken, forbid_hands, get_weapon

NEED_ACTIVE_TO_DRAW = Message("{item} is drawn with an active blow.")
NOT_SHEATHED = Message("has no {item} in a sheath or sling")


@dataclass(slots=True, kw_only=True)
class WeaponDrawn(Event):
    """A combatant drew a weapon and wields it."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    mode: Open[str]

    def apply(self, state: State) -> State:
        return with_items_moved(state, self.who, {self.weapon: "hand"})

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'draws')} the {voice.weapon(self.who, self.weapon)}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, f"draws {voice.weapon_short(self.who, self.weapon)}", MarkKind.TASK),)


class Draw(CombatOption):
    """Clause 1.2.2."""

    id, label, verb, has_weapon = "draw", "Draw a weapon", ("draws", "draw"), True
    events = (WeaponDrawn,)

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        return f"{voice.does(who, 'draws')} {name_weapon(voice, who, given)}"

    def find_sign(self, chooser: Chooser) -> str:
        return ACTIVE_BLOW if are_all_heavy(_list_sheathed(chooser)) else ANY

    def describe_effect(self, chooser: Chooser) -> str:
        return ", ".join(each.name.lower() for each in _list_sheathed(chooser))

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_unarmed(NOT_SHEATHED, "1.2.2d") or chooser.forbid_blow("1.2.2a", blow="")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        weapons = chooser.equipment.weapons
        return (OneOf("weapon", "Which?", [self._build_weapon_choice(chooser, each) for each in weapons]),)

    def _build_weapon_choice(self, chooser: Chooser, weapon: DewWeapon) -> Choice:
        heavy, gear = weapon.weight == "heavy", chooser.kept.gear
        refusal: Refusal | None = None
        if gear.carried.get(weapon.id) != "sheath":
            refusal = refuse(NOT_SHEATHED, "1.2.2d", item=weapon.name, who=chooser.name)
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
    refusal = refuse(NEED_ACTIVE_TO_DRAW, "1.2.2b", "1j", item=weapon.name)
    choices = (Choice(ACTIVE, "active blow"), Choice(REACTIVE, "reactive blow", refusal=refusal))
    return OneOf("blow", "Which blow?", choices, optional=True, unsaid=ACTIVE)


def _draw(who: CombatantId, answer: Answer) -> Play:
    yield WeaponDrawn(who=who, weapon=str(answer["weapon"]), mode=str(answer["mode"]), clauses=ids("1.2.2a", "1.2.2c"))
