"""Every order, by its letter and way of acting, and as scenario files write it."""

from collections.abc import Mapping

from rules.kernel.file_words import FileWords, Raw
from rules.kernel.order_keys import OrderKey, list_keys
from rules.kernel.state import Combatant
from rules.kernel.terms import Action
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.base import Addition, AdndDeclaration
from rules.procedures.adnd.orders.charge import ChargeAt, ChargeTo, SetWeapon
from rules.procedures.adnd.orders.device import PutOn, TakeOff, UseDevice
from rules.procedures.adnd.orders.move import CloseWith, MoveTo
from rules.procedures.adnd.orders.parley import OfferParley
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.spell import Cast
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.orders.turn import TurnUndead
from rules.procedures.adnd.orders.use_psionics import UsePsionics
from rules.procedures.adnd.orders.wait import Await

ORDERS: tuple[type[AdndDeclaration], ...] = (
    *(UsePsionics, Avoid, OfferParley, Await),
    *(Cast, Shoot, UseDevice, TurnUndead, PutOn, TakeOff),
    *(CloseWith, ChargeAt, ChargeTo, MoveTo, DoTask),
    *(SetWeapon, Strike),
)
"""Every order; the ways of one letter in the order of the declare form."""

DECLARATION_CLASSES: Mapping[tuple[str, str], type[AdndDeclaration]] = {
    (kind.action, kind.how): kind for kind in ORDERS
}
"""The orders by the letter of their action and the way of doing it."""

BY_LETTER: Mapping[str, tuple[type[AdndDeclaration], ...]] = {
    letter.value: tuple(kind for kind in ORDERS if kind.action == letter) for letter in Action
}
"""The orders of each letter, in the order of the list."""


class AdndWords(FileWords):
    """The words of files for the orders of the family, and for what a procedure adds to them."""

    order_ways = {(kind.action, kind.how): kind.flag for kind in ORDERS if kind.flag}
    additions: tuple[type[Addition], ...] = ()
    """What it adds to orders; files write the fields that say their kind."""

    def list_order_fields(self) -> Mapping[str, OrderKey]:
        return {name: key for kind in (*ORDERS, *self.additions) for name, key in list_keys(kind).items()}

    def complete_order(self, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        kind = find_order(deed)
        if kind.how:
            answer["how"] = kind.how
        if "target" in answer:
            answer["target"] = _convert_target(kind, answer["target"])
        if "segment" in deed and kind.has_move_fields:
            answer["segment"] = deed["segment"]
        kind.complete_answer(answer, deed, me)


def find_order(deed: Raw) -> type[AdndDeclaration]:
    """Return the order that the keys of a file mean: of those of the letter, the surest."""
    return max(BY_LETTER[str(deed["action"])], key=lambda kind: kind.rank_keys(deed))


def _convert_target(kind: type[AdndDeclaration], target: object) -> object:
    if not isinstance(target, tuple):
        return target
    return list(target) if kind.takes_many or len(target) != 1 else target[0]
