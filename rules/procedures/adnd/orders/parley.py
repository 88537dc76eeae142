"""B: a parley."""

from rules.kernel.frozen import frozen
from rules.kernel.state import Deed, Wording, become
from rules.kernel.terms import Action
from rules.procedures.adnd.deed_types import Parley
from rules.procedures.adnd.orders.base import AdndDeclaration


@frozen
class OfferParley(AdndDeclaration):
    """A parley."""

    action = Action.PARLEY.value

    def describe_alone(self, wording: Wording) -> str:
        return "parley" + self.describe_targets(wording, "with")

    def as_deed(self, plain: Deed) -> Deed:
        return become(plain, Parley)
