"""The classes of declarations that the AD&D family shares, in the order of the list.

Fields that a form asks for have the names of its keys.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, get_args

from rules.kernel.effects import Answer
from rules.kernel.frozen import frozen
from rules.kernel.own import Own
from rules.kernel.state import Declaration, Place, Wording
from rules.kernel.terms import HUNDREDTHS, Action
from rules.kernel.visibility import Open, Typed

# What procedures add.


class Addition(ABC):
    """Base of the fields that one procedure adds to the family's declarations.

    Derive an addition from ``Own``, too: a declaration holds its additions by their types.
    """

    is_kept_next_round: ClassVar[bool] = False
    """A declaration that goes on in the next round keeps the addition."""
    follows_steps: ClassVar[bool] = False
    """``describe`` is written after the words of the steps that follow, not before them."""

    @abstractmethod
    def write_answer(self) -> Mapping[str, object]:
        """Return the keys and values by which an answer of the declare form asks for this."""

    def describe(self, wording: Wording) -> str:
        """Return the words that follow those of the declaration."""
        return ""


ReadAddition = Callable[[Answer], Own | None]
"""Returns what an answer of the declare form adds to a declaration; None where it adds nothing."""


@frozen
class ClosesInstead(Own):
    """The target of a blow is too far off: the combatant closes with it."""


@frozen
class ThenStrikes(Own):
    """The combatant closes and then strikes, under rules that allow both in a round."""


# Declarations.


@frozen
class AdndDeclaration(Declaration):
    """A declaration of the family."""

    def describe(self, wording: Wording) -> str:
        """Return the declaration in a few words: "long sword on Orc 4"."""
        added = [each for each in self.owned.values() if isinstance(each, Addition)]
        words = [self.describe_alone(wording), *(each.describe(wording) for each in added if not each.follows_steps)]
        words += [f", then {each.describe(wording)}" for each in self.then]
        return "".join([*words, *(each.describe(wording) for each in added if each.follows_steps)])

    def describe_alone(self, wording: Wording) -> str:
        """Return the declaration in words, without additions and further steps."""
        return self.action

    def describe_targets(self, wording: Wording, word: str = "on") -> str:
        """Return the targets after a word or none: " on Orc 1, Orc 2"; "" where there are none."""
        names = wording.list_names(self.targets)
        return f" {word} {names}" if names and word else f" {names}" if names else ""


@frozen
class WithWeapon(AdndDeclaration):
    """A declaration that may name a weapon."""

    weapon: Open[str] = ""


@frozen
class UsePsionics(AdndDeclaration):
    """Psionic combat."""

    action = Action.PSIONICS.value

    attack_mode: Open[str] = ""
    defense_mode: Open[str] = ""

    def describe_alone(self, wording: Wording) -> str:
        modes = [mode.replace("_", " ") for mode in (self.attack_mode, self.defense_mode) if mode]
        return (" and ".join(modes) or "psionics") + self.describe_targets(wording)


@frozen
class Avoid(AdndDeclaration):
    """Avoiding the fight: flight, falling back, surrender."""

    action = Action.AVOID.value

    avoid: Open[str] = ""
    """The way of avoiding the fight: flee, fall_back, surrender and the like."""
    to: Open[Place | None] = None
    """The place to go to; None: away from the foes."""

    def describe_alone(self, wording: Wording) -> str:
        return (self.avoid or "avoid").replace("_", " ")


@frozen
class OfferParley(AdndDeclaration):
    """A parley."""

    action = Action.PARLEY.value

    def describe_alone(self, wording: Wording) -> str:
        return "parley" + self.describe_targets(wording, "with")


@frozen
class Await(AdndDeclaration):
    """Waiting, for what others do or for nothing; the steps that follow are done then."""

    action = Action.AWAIT.value

    def describe_alone(self, wording: Wording) -> str:
        return "await" + self.describe_targets(wording, "")


@frozen
class Discharge(AdndDeclaration):
    """Magic, missiles, turning, and the handling of devices."""

    action = Action.DISCHARGE.value


@frozen
class Cast(Discharge):
    """The casting of a spell."""

    how = "spell"

    spell: Open[str] = ""
    to: Open[Place | None] = None
    """The place at which the spell is aimed, or puts down its caster."""

    @property
    def what(self) -> str:
        return self.spell

    def describe_alone(self, wording: Wording) -> str:
        return wording.spell(self.who, self.spell) + self.describe_targets(wording) + _describe_aim(self.to)


@frozen
class Shoot(WithWeapon, Discharge):
    """Missiles, shot or thrown."""

    how = "shoot"

    shots: Open[int] = 0
    """The number of shots; 0: as many as the rate allows."""

    def describe_alone(self, wording: Wording) -> str:
        return wording.weapon(self.who, self.weapon) + self.describe_targets(wording, "at")


@frozen
class HandleDevice(Discharge):
    """The use of a device, or its putting on or taking off."""

    device: Open[str] = ""

    @property
    def what(self) -> str:
        return self.device

    def describe_alone(self, wording: Wording) -> str:
        return wording.device(self.who, self.device) + self.describe_targets(wording)


@frozen
class UseDevice(HandleDevice):
    """The use of a magical device."""

    how = "device"

    to: Open[Place | None] = None
    """The place at which the device is aimed, or puts down its user."""

    def describe_alone(self, wording: Wording) -> str:
        return super().describe_alone(wording) + _describe_aim(self.to)


@frozen
class TurnUndead(Discharge):
    """A turning of undead."""

    how = "turn"

    def describe_alone(self, wording: Wording) -> str:
        return "turn" + self.describe_targets(wording, "")


@frozen
class PutOn(HandleDevice):
    """The putting on of a device."""

    how = "wear"


@frozen
class TakeOff(HandleDevice):
    """The taking off of a device."""

    how = "remove"


@frozen
class Go(AdndDeclaration):
    """Movement on foot."""

    action = Action.MOVE.value


@frozen
class ApproachTarget(Go):
    """Movement up to a target."""


@frozen
class CloseWith(ApproachTarget):
    """Closing with a target."""

    how = "close"

    def describe_alone(self, wording: Wording) -> str:
        return "close with" + self.describe_targets(wording, "")


@frozen
class ChargeAt(WithWeapon, ApproachTarget):
    """A charge."""

    how = "charge"

    mode: Open[str] = ""
    """The manner of the blow at its end, such as to pummel, where the procedure asks for it."""

    def describe_alone(self, wording: Wording) -> str:
        return "charge" + self.describe_targets(wording, "")


@frozen
class ChargeTo(Go):
    """A charge to a place, which ends without a blow."""

    how = "charge_to"

    to: Open[Place | None] = None

    def describe_alone(self, wording: Wording) -> str:
        return "charge" + (f" to {describe_place(self.to)}" if self.to is not None else "")


@frozen
class MoveTo(Go):
    """A move to a place."""

    how = "move"

    to: Open[Place | None] = None

    def describe_alone(self, wording: Wording) -> str:
        return "move" + (f" to {describe_place(self.to)}" if self.to is not None else "")


NOTHING = "no"
"""The choice to draw no weapon."""


@frozen
class DoTask(AdndDeclaration):
    """A task without an attack: to open a door, to draw a weapon."""

    action = Action.MOVE.value
    how = "task"

    task: Typed = ""
    draw: Open[str] = ""
    """The weapon that is drawn, or ``NOTHING``. "" in older logs, where the words of the task name it."""
    segments: Open[int] = 1
    """The segments that it takes."""
    peek: Open[bool] = False
    """The combatant looks out from cover and ducks back."""

    @property
    def what(self) -> str:
        return self.task

    @property
    def drawn(self) -> str:
        """Return the weapon that is drawn; "" for none."""
        return self.draw if self.draw != NOTHING else ""

    def describe_alone(self, wording: Wording) -> str:
        if not self.drawn or self.task == f"draw {self.drawn}":
            return wording.quote(self.task)
        return f"draw {wording.weapon(self.who, self.drawn)}, {wording.quote(self.task)}"


@frozen
class SetWeapon(WithWeapon):
    """A weapon set against a charge."""

    action = Action.SET.value

    def describe_alone(self, wording: Wording) -> str:
        return f"set {wording.weapon(self.who, self.weapon)}" + self.describe_targets(wording, "against")


@frozen
class Strike(WithWeapon):
    """Blows hand to hand."""

    action = Action.STRIKE.value

    mode: Open[str] = ""
    """The manner of the blows, such as to pummel; "" or "strike": with the weapon as usual."""
    off_hand: Open[str] = ""
    """The weapon in the other hand, which strikes with each routine; "" for none."""

    def describe_alone(self, wording: Wording) -> str:
        how = f"{self.mode} with " if self.mode not in ("", "strike") else ""
        second = f" and {wording.weapon(self.who, self.off_hand)}" if self.off_hand else ""
        return how + wording.weapon(self.who, self.weapon) + second + self.describe_targets(wording)


AnyDeclaration = (
    UsePsionics
    | Avoid
    | OfferParley
    | Await
    | Cast
    | Shoot
    | UseDevice
    | TurnUndead
    | PutOn
    | TakeOff
    | CloseWith
    | ChargeAt
    | ChargeTo
    | MoveTo
    | DoTask
    | SetWeapon
    | Strike
)
"""Every declaration of the family."""

DECLARATION_CLASSES: Mapping[tuple[str, str], type[AdndDeclaration]] = {
    (kind.action, kind.how): kind for kind in get_args(AnyDeclaration)
}
"""The classes of declarations by the letter of their action and the way of doing it."""


def describe_place(place: Place) -> str:
    """Return a place in feet."""
    return f"{place[0] // HUNDREDTHS}, {place[1] // HUNDREDTHS} ft"


def _describe_aim(place: Place | None) -> str:
    return f", at {describe_place(place)}" if place is not None else ""


def as_adnd_declaration(declared: Declaration) -> AnyDeclaration:
    """Return a declaration as one of the family's classes."""
    assert isinstance(declared, AnyDeclaration)
    return declared
