"""D: a turning of undead."""

from rules.kernel.frozen import frozen
from rules.kernel.state import Deed, Wording, become
from rules.procedures.adnd.deed_types import Turning
from rules.procedures.adnd.orders.base import Discharge


@frozen
class TurnUndead(Discharge):
    """A turning of undead."""

    how = "turn"

    def describe_alone(self, wording: Wording) -> str:
        return "turn" + self.describe_targets(wording, "")

    def as_deed(self, plain: Deed) -> Deed:
        return become(plain, Turning)
