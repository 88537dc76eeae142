"""P: psionic combat."""

from collections.abc import Iterator

from rules.kernel.frozen import frozen
from rules.kernel.state import Deed, State, Wording, become, evolve
from rules.kernel.terms import Action
from rules.kernel.visibility import Open
from rules.procedures.adnd.deed_types import Psionics
from rules.procedures.adnd.orders.base import AdndDeclaration
from rules.procedures.adnd.orders.numbering import Numbering


@frozen
class UsePsionics(AdndDeclaration):
    """Psionic combat."""

    action = Action.PSIONICS.value

    attack_mode: Open[str] = ""
    defense_mode: Open[str] = ""

    def describe_alone(self, wording: Wording) -> str:
        modes = [mode.replace("_", " ") for mode in (self.attack_mode, self.defense_mode) if mode]
        return (" and ".join(modes) or "psionics") + self.describe_targets(wording)

    def as_deed(self, plain: Deed) -> Deed:
        return become(plain, Psionics, attack_mode=self.attack_mode, defense_mode=self.defense_mode)

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        for deed in super().build_deeds(state, numbering):
            yield evolve(deed, standing=True)
