"""The option to prepare a great blow (1.2.4)."""

from collections.abc import Mapping

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.event import Voice
from rules.kernel.form_fields import Choice, Field, OneOf, Refusal
from rules.kernel.procedure import Play
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.choices import name_weapon
from rules.procedures.dew.combat_option import (
    ACTIVE_BLOW,
    Act,
    Blow,
    Chooser,
    CombatOption,
    build_chained_field,
    build_grip_field,
    forbid_other_weapon,
)
from rules.procedures.dew.great_blows import Chain, get_preparation_numbers, lose_to_blow
from rules.procedures.dew.refusals import NOT_HELD, REFUSED, Message, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import GRIPS
from rules.procedures.dew.terms import ACTIVE, get_dew, ids
from rules.procedures.dew.weapons import forbid_use, get_weapon

FLEXIBLE = Message("No great blow with a flexible weapon.")


CHAINED = ("thrust", "bow")
"""Motions of weapons with which a prepared great blow must be followed up at once (1.2.4k)."""


class Prepare(CombatOption):
    """Clause 1.2.4."""

    id, label, verb, blows, has_weapon = "prepare", "Prepare a great blow", ("prepares", "prepare"), ACTIVE_BLOW, True
    keeps_preparations = True

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        return f"{voice.does(who, 'prepares')} a great blow with {name_weapon(voice, who, given)}"

    def describe_effect(self, chooser: Chooser) -> str:
        hit, _, damage, _ = get_preparation_numbers(chooser.state, chooser.who)
        weapons = [each for each in chooser.list_usable() if not each.flexible]
        followed = bool(weapons) and all(each.motion in CHAINED for each in weapons)
        return f"+{damage} damage, -{hit} to hit" + ("; to be followed at once" if followed else "")

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_unarmed(NOT_HELD, REFUSED) or chooser.forbid_blow("1j", "1.2.4a")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        weapons = chooser.equipment.weapons
        return (OneOf("weapon", "Which?", [self._build_weapon_choice(chooser, each) for each in weapons]),)

    def _build_weapon_choice(self, chooser: Chooser, weapon: DewWeapon) -> Choice:
        refusal = forbid_use(chooser.state, chooser.who, weapon) or forbid_flexible(weapon)
        return Choice(weapon.id, weapon.name, refusal=refusal, then=lambda: (build_grip_field(weapon),))

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice:
        """Return it as a choice that prepares the same blow once more: the grip stays the same."""
        other = forbid_other_weapon(weapon)
        grips = [Choice(each, each, refusal=None if each == mode else other) for each in GRIPS]
        field = build_chained_field(chooser, weapon, lambda: (OneOf("mode", "How?", grips),))
        return Choice(self.id, "Prepare once more", refusal=chooser.forbid_blow("1j", "1.2.4a"), then=lambda: (field,))

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        return chooser.forbid_dropped(answer)

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        return [(ACTIVE, ("1.2.4a",))]

    def resolve(self, act: Act) -> Play:
        """Prepare a great blow with a weapon in a mode, once more if it is prepared already.

        It is lost at once to a parry of the same beat.
        """
        who, weapon, mode = act.who, str(act.answer["weapon"]), str(act.answer["mode"])
        ledger = get_dew(act.table.state, who).ledger
        count = ledger.count_prepared(weapon, mode) + 1
        cited = ["1.2.4b", *(["1.2.4g"] if count > 1 else [])]
        cited += ["1.2.4q"] if any(other.weapon != weapon for other in ledger.preparations) else []
        cited += ["1.2.4o"] if _is_sling(get_weapon(act.table.state, who, weapon)) else []
        yield e.Prepared(who=who, weapon=weapon, mode=mode, count=count, clauses=ids(*cited))
        if act.beat.held is not None and who in act.beat.held.parried:
            yield from lose_to_blow(act.table, who)

    def find_chain(self, state: State, who: CombatantId, answer: Answer) -> Chain | None:
        weapon = str(answer["weapon"])
        return (weapon, str(answer["mode"])) if get_weapon(state, who, weapon).motion in CHAINED else None


def _is_sling(weapon: DewWeapon) -> bool:
    """Return whether this weapon shoots without being a bow, as a staff sling does."""
    return weapon.motion == "other" and any(each.use == "missile" for each in weapon.modes)


def forbid_flexible(weapon: DewWeapon) -> Refusal | None:
    """Return the refusal to prepare a flexible weapon; slings count as such."""
    if not weapon.flexible:
        return None
    sling = any(mode.use == "missile" for mode in weapon.modes)
    return refuse(FLEXIBLE, "1.2.4o" if sling else "1.2.4n", "1.2.4n")
