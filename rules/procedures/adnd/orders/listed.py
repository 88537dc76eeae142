"""Every order, by the letters of the list and the ways of acting under each."""

from collections.abc import Mapping

from rules.kernel.terms import Action
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.base import AdndDeclaration
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
