"""The parts of the declare form that only ADDICT has.

They are a second cantrip (VII.C.4), and a blow at a charger (VII.B.3.b).
"""

from collections.abc import Sequence

from rules.kernel.forms import Field, OneOf, Option, Several
from rules.kernel.state import Combatant, State
from rules.procedures.addict.surprise import SURPRISE_SEGMENTS
from rules.procedures.adnd.declarations import Declaring, build_target_field


class Orders(Declaring):
    """The declare form of ADDICT."""

    def list_further_cantrip_fields(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Return the field for another cantrip in memory, cast in the same round."""
        left = list(me.spells)
        left.remove(first)
        known = [spell for id in dict.fromkeys(left) if (spell := me.spell(id)) is not None and spell.cantrip]

        def list_second_cantrip_fields() -> Sequence[Field]:
            targets = self.build_targets_field(state, me, "spell")
            which = OneOf(
                "spell", "Second cantrip", [Option(each.id, each.name, then=lambda: [targets]) for each in known]
            )
            how = OneOf("how", "How", [Option("spell", "Cast", then=lambda: [which])])
            return [OneOf("action", "Then", [Option("D", "Discharge", then=lambda: [how])])]

        return [Several("with", "A second cantrip", list_second_cantrip_fields)]

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """Return the field for the blow of a moving combatant at a charger.

        Closing includes that blow anyway; the field names its weapon and target.
        """
        weapons = [Option(weapon.id, weapon.name) for weapon in me.stat_block.gear.weapons if weapon.melee]
        if letter != "E" or how not in ("close", "move") or state.stage == SURPRISE_SEGMENTS or not weapons:
            return ()

        def list_blow_fields() -> Sequence[Field]:
            with_what = OneOf("weapon", "With", weapons)
            return [with_what, build_target_field(self, state, me, "G", "", optional=True, label="At whom")]

        def list_strike_fields() -> Sequence[Field]:
            return [OneOf("action", "If charged", [Option("G", "Strike", then=list_blow_fields)])]

        return [Several("with", "If you are charged", list_strike_fields)]
