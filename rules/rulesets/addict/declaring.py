"""What may be declared in ADDICT beside what the family shares: a second cantrip (VII.C.4)."""

from collections.abc import Sequence

from rules.adnd.declarations import Declaring
from rules.forms import Field, OneOf, Option, Several
from rules.state import Combatant, State


class Orders(Declaring):
    """The declare form of one figure."""

    def further_cantrip(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Another of the cantrips in memory, cast in the same round."""
        left = list(me.spells)
        left.remove(first)
        known = [spell for id in dict.fromkeys(left) if (spell := me.spell(id)) is not None and spell.cantrip]

        def further() -> Sequence[Field]:
            whom = self.targets(state, me, "spell")
            which = OneOf(
                "spell", "Second cantrip", [Option(each.id, each.name, then=lambda: [whom]) for each in known]
            )
            how = OneOf("how", "How", [Option("spell", "Cast", then=lambda: [which])])
            return [OneOf("action", "Then", [Option("D", "Discharge", then=lambda: [how])])]

        return [Several("with", "A second cantrip", further)]
