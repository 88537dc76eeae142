"""The base of every order, and what several have in common.

Fields that a form asks for have the names of its keys.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum, auto
from fractions import Fraction
from typing import Any, ClassVar

from rules.kernel.battlefield import measure_distance, to_feet
from rules.kernel.deeds import Declaration, Deed, Wording
from rules.kernel.effects import Answer
from rules.kernel.file_words import Raw
from rules.kernel.foresight import UNKNOWN, Foresight
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import WeaponId, list_keys
from rules.kernel.own import Own
from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant, State
from rules.kernel.terms import HUNDREDTHS, Action, CombatantId, Place
from rules.kernel.visibility import Open, Typed
from rules.procedures.adnd.deed_types import Numbering
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules

Pace = Callable[[State, CombatantId], Fraction]
"""Returns the hundredths of a foot that a charge covers in a segment."""

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


@frozen
class Beforehand(Addition, Own):
    """Tasks that are done before the act: to drop a bow, to draw a sword."""

    tasks: Typed = ""
    """The tasks, one a line."""
    lengths: Open[tuple[int, ...]] = ()
    """The segments that each takes."""
    drawn: Open[tuple[str, ...]] = ()
    """The weapon that is drawn by each; "" for none."""

    def write_answer(self) -> Mapping[str, object]:
        """Return no keys: what was drawn is in hand in the next round."""
        return {}

    def describe(self, wording: Wording) -> str:
        return f", after: {', '.join(wording.quote(each) for each in self.tasks.splitlines())}"


@frozen
class AlsoMoves(Addition, Own):
    """A move before the act, or after it."""

    moves_to: Open[Place | None] = None
    moves_first: Open[bool] = False

    def write_answer(self) -> Mapping[str, object]:
        """Return no keys: the place was reached, or is asked for again."""
        return {}

    def describe(self, wording: Wording) -> str:
        place = describe_place(self.moves_to) if self.moves_to is not None else "a place"
        return f", after a move to {place}" if self.moves_first else f", then move to {place}"


# Orders.


class Means(Enum):
    """The means that a combatant may lack for an order; procedures have clauses for them."""

    ARM = auto()
    """A weapon for hand to hand."""
    MISSILE = auto()
    SETTABLE = auto()
    """A weapon that can be set."""
    SPELL = auto()
    DEVICE = auto()
    UNDEAD = auto()
    """Undead to turn, or the power."""
    PSIONICS = auto()
    DISCHARGE = auto()
    """Any of those that are discharged."""
    OTHER = auto()


Lack = tuple[Means, str]
"""What a combatant lacks, and the reason in words."""


@frozen
class ReadyingTask:
    """A task before the act of an order."""

    words: str
    segments: int = 1
    drawn: str = ""
    """The weapon that is drawn; "" for none."""


FLAGGED = 4
"""The rank of a way of acting that a file says by a key of its own."""


@frozen
class AdndDeclaration(Declaration):
    """A declaration of the family: an order.

    It is abstract by its abstract methods. ABCMeta, which mypy does not need for that, makes every ``isinstance`` slow.
    """

    # In the declare form.

    label: ClassVar[str] = ""
    """The way of acting in the declare form; "" where the letter has only one."""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        """Return what a combatant lacks for it; None for nothing."""
        return None

    @classmethod
    def is_unfit(cls, me: Combatant) -> bool:
        """Return whether no list shows it while it is refused: it is never for this combatant."""
        return False

    @classmethod
    @abstractmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        """Return the fields that the letter, or the way of acting, opens."""

    # In files and answers.

    flag: ClassVar[str] = ""
    """The key by which a file says this way of acting, by being true; "" where other keys say it."""
    takes_many: ClassVar[bool] = False
    """An answer lists its targets, even one."""
    has_move_fields: ClassVar[bool] = False
    """The form has the further fields of a move."""

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        """Return how surely the keys of a file mean this way of acting; 0: not at all."""
        return (FLAGGED if keys.get(cls.flag) else 0) if cls.flag else 1

    @classmethod
    def complete_answer(cls, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        """Add to the answer for a deed of a file what files may leave out; drop a needless weapon."""
        if "weapon" not in list_keys(cls):
            answer.pop("weapon", None)

    @classmethod
    def read_fields(cls, answer: Answer, me: Combatant) -> dict[str, Any]:
        """Return the fields of its own that an answer names."""
        return {name: key.read_answer(answer[name]) for name, key in list_keys(cls).items() if answer.get(name)}

    def write_answer(self) -> dict[str, object]:
        """Return the answer that means this declaration, to repeat it in the next round."""
        answer: dict[str, object] = {"action": self.action}
        if self.how:
            answer["how"] = self.how
        keys = {name: key for name, key in list_keys(type(self)).items() if key.is_repeated and getattr(self, name)}
        own = {name: key.write_answer(getattr(self, name)) for name, key in keys.items()}
        answer |= {name: value for name, value in own.items() if not keys[name].comes_late}
        if self.targets:
            many = self.takes_many or len(self.targets) > 1
            answer["target"] = list(self.targets) if many else self.targets[0]
        answer |= {name: value for name, value in own.items() if keys[name].comes_late}
        for each in self.owned.values():
            if isinstance(each, Addition):
                answer |= each.write_answer()
        if self.then:
            answer["with"] = [as_order(each).write_answer() for each in self.then]
        return answer

    # In words.

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

    # Its outcome, before it is carried out.

    def find_arrival(self, state: State, near: CombatantId, pace: Pace) -> int | None:
        """Return the segment in which its charge brings its doer to a combatant, or None.

        That combatant is its target, or stands within an inch of where the charge ends.
        """
        return None

    def foresee(self, state: State, pace: Pace, unit: str) -> Foresight:
        """Return the outcome before it is given: "11 ft away: you arrive and strike in segment 4".

        It is computed from what the combatant's player was shown. Whatever others order may change it. ``unit`` is the
        name of a segment.
        """
        if not self.targets or self.targets[0] == self.who or self.targets[0] not in state.combatants:
            return UNKNOWN
        gap = measure_distance(state, self.who, self.targets[0])
        found = self.foresee_at(state, gap, pace, unit)
        return replace(found, words=f"{to_feet(gap)} ft away{f': {found.words}' if found.words else ''}")

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        """Return the outcome at a distance from the first target, without its words on the distance."""
        return UNKNOWN

    # Several deeds of one order.

    is_readying: ClassVar[bool] = False
    """It is a task that may come before the act of an order."""
    may_follow_task: ClassVar[bool] = False
    """It may be the act of an order that begins with tasks."""

    def describe_task(self) -> ReadyingTask:
        """Return it as a task before an act."""
        return ReadyingTask(self.what)

    # Deeds.

    deed: ClassVar[type[Deed]]
    """The class of the deed that carries it out."""

    def list_named(self) -> dict[str, Any]:
        """Return the fields of its deed that the order settles, beside the order itself."""
        return {}

    def build_deed(self, id: str, **further: Any) -> Deed:
        """Return the deed of this order; further fields win over those that it names."""
        return self.deed(id, self.who, **{"targets": self.targets, "order": self, **self.list_named(), **further})

    def build_numbered(self, state: State, numbering: Numbering, **further: Any) -> Deed:
        """Return the deed of this order in a round; further fields win over its numbers."""
        return self.build_deed(**{**numbering.compute_numbers(state, self, self.deed), **further})

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        """Yield the deeds of a round."""
        yield self.build_numbered(state, numbering)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield the deeds of one segment of surprise; a single one has this id.

        They are a full round of blows or missiles, but a segment of anything else.
        """
        yield from self.build_deeds(state, numbering)


@frozen
class OrderedDeed(Deed):
    """A deed that is done by an order alone, and reads from it what the order names."""

    order: AdndDeclaration = field(kw_only=True)


@frozen
class WithWeapon(AdndDeclaration):
    """A declaration that may name a weapon."""

    chooses_weapon: ClassVar[bool] = True
    """A file that names none means the usual one; else that is left to the rules."""

    weapon: WeaponId = ""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        armed = any(weapon.melee for weapon in me.list_weapons_left())
        return None if armed else (Means.ARM, "has nothing to strike with")

    @classmethod
    def is_fit(cls, weapon: Weapon) -> bool:
        """Return whether it can be done with a weapon."""
        return weapon.melee

    @classmethod
    def is_left(cls, me: Combatant, weapon: Weapon) -> bool:
        """Return whether a combatant has a weapon left for it."""
        return not me.is_thrown_away(weapon)

    @classmethod
    def complete_answer(cls, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        """Add the usual weapon: the one in hand, else the first that is fit.

        One of which none is left is taken only where nothing else is fit: then it is refused.
        """
        super().complete_answer(answer, deed, me)
        if not cls.chooses_weapon or "weapon" in answer:
            return
        in_hand = me.weapon(me.in_hand)
        weapons = ([in_hand] if in_hand is not None else []) + list(me.stat_block.gear.weapons)
        fit = [each for each in weapons if cls.is_fit(each)]
        if fit:
            answer["weapon"] = next((each.id for each in fit if cls.is_left(me, each)), fit[0].id)


@frozen
class Discharge(AdndDeclaration):
    """Magic, missiles, turning, and the handling of devices."""

    action = Action.DISCHARGE.value
    may_follow_task = True


@frozen
class Go(AdndDeclaration):
    """Movement on foot."""

    action = Action.MOVE.value


@frozen
class ApproachTarget(Go):
    """Movement up to a target."""


def as_order(declared: Declaration) -> AdndDeclaration:
    """Return a declaration as one of the family's."""
    assert isinstance(declared, AdndDeclaration)
    return declared


def list_steps(declaration: Declaration) -> tuple[Declaration, ...]:
    """Return a declaration and all its further steps in order, however they are nested."""
    if not declaration.then:
        return (declaration,)
    return (declaration, *(step for each in declaration.then for step in list_steps(each)))


def describe_place(place: Place) -> str:
    """Return a place in feet."""
    return f"{place[0] // HUNDREDTHS}, {place[1] // HUNDREDTHS} ft"


def describe_aim(place: Place | None) -> str:
    """Return the place at which magic is aimed, after its name; "" for none."""
    return f", at {describe_place(place)}" if place is not None else ""


def count_segments_done(me: Combatant, what: str) -> int:
    """Return the segments of a spell or task done in earlier segments or rounds."""
    return me.casting.done if me.casting is not None and me.casting.what == what else 0


def halve_shots(declared: Declaration, shots: int) -> int:
    """Return the shots of an order: half of them beside a move, at least one."""
    return max(1, shots // 2) if declared.has(AlsoMoves) else shots


def find_arrival_by_charge(state: State, who: CombatantId, near: CombatantId, pace: Pace) -> int | None:
    """Return the segment in which a combatant's declared charge brings it to another, or None."""
    declared = state.declared.get(who)
    if declared is None or not state.combatants[who].able:
        return None
    return as_order(declared).find_arrival(state, near, pace)
