"""P: psionic combat."""

from collections.abc import Iterator
from dataclasses import field

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, Wording
from rules.kernel.forms import Choice, OneOf
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import AttackMode, DefenseMode
from rules.kernel.state import Combatant, State
from rules.kernel.terms import Action
from rules.procedures.adnd.deed_types import Background, Numbering
from rules.procedures.adnd.orders.base import AdndDeclaration, Lack, Means, OrderedDeed
from rules.procedures.adnd.orders.form import Fields, OrderForm


@frozen
class Psionics(Background, OrderedDeed):
    """Psionic combat, exchange after exchange."""

    kind = "psionic"
    group = DeedGroup.PASSIVE
    is_psionic = True
    succeeds_by = (e.PsionicExchanged,)

    order: "UsePsionics" = field(kw_only=True)


@frozen
class UsePsionics(AdndDeclaration):
    """Psionic combat."""

    action = Action.PSIONICS.value
    deed = Psionics

    attack_mode: AttackMode = ""
    defense_mode: DefenseMode = ""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        return None if me.stat_block.powers.psionic is not None else (Means.PSIONICS, "has no psionic powers")

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        psionic = me.stat_block.powers.psionic
        attacks = psionic.attack_modes if psionic else ()
        defenses = psionic.defense_modes if psionic else ()
        return [
            form.build_target_field(state, me, "P", ""),
            OneOf("attack_mode", "Attack mode", [build_mode_choice(mode) for mode in attacks], optional=not attacks),
            OneOf(
                "defense_mode", "Defense mode", [build_mode_choice(mode) for mode in defenses], optional=not defenses
            ),
        ]

    def describe_alone(self, wording: Wording) -> str:
        modes = [mode.replace("_", " ") for mode in (self.attack_mode, self.defense_mode) if mode]
        return (" and ".join(modes) or "psionics") + self.describe_targets(wording)

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        yield self.build_numbered(state, numbering, standing=True)


def build_mode_choice(id: str) -> Choice:
    """Return the choice for a psionic mode."""
    return Choice(id, id.replace("_", " "))
