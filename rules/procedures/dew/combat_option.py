"""The base of all combat options: words, price, refusals, fields, and resolution (1.2)."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rules.kernel.effects import Answer
from rules.kernel.form_fields import Choice, Field, OneOf, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.answers import read_names
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import (
    NONE_LEFT,
    Paid,
    build_blow_field,
    choose_usual_blow,
    compute_price,
    count_blows_before,
    forbid,
    format_en,
)
from rules.procedures.dew.choices import ChoiceWords
from rules.procedures.dew.consultation import Reason
from rules.procedures.dew.great_blows import Chain
from rules.procedures.dew.refusals import NOT_HELD, REFUSED, Message, refuse
from rules.procedures.dew.sheet import DewEquipment, DewWeapon
from rules.procedures.dew.state import GRIPS, TWO_HANDS, DewCombatant
from rules.procedures.dew.terms import ACTIVE, get_dew, get_equipment, get_name
from rules.procedures.dew.weapons import forbid_hands, get_weapon, is_usable

NO_SUCH_MODE = Message("{item} is not used in that way.")
NO_SUCH_TARGET = Message("{target} is not there.")
CHAIN_WEAPON = Message("Only {item}, prepared again or used to attack, keeps the great blow. Else let it go.")


FREE, ANY, ACTIVE_BLOW, HEAVY = "0", "1", "1A", "1A+1"
"""Signs of an option's blows: none, a blow of either kind, an active blow, an active blow and another."""

Blow = tuple[str, tuple[str, ...]]
"""The kind of a blow that an option takes, and the clauses to cite."""


@frozen
class Chooser:
    """One combatant who chooses an option in a beat."""

    state: State
    who: CombatantId
    borrowed: bool = False
    """The blows are those of the next round."""

    @property
    def kept(self) -> DewCombatant:
        """Return the combatant's Dew state."""
        return get_dew(self.state, self.who)

    @property
    def equipment(self) -> DewEquipment:
        return get_equipment(self.state, self.who)

    @property
    def name(self) -> str:
        return get_name(self.state, self.who)

    def forbid_blow(
        self, lacking: str = NONE_LEFT, *also: str, blow: str = ACTIVE, second: bool = False
    ) -> Refusal | None:
        """Return the refusal if no blow of this kind can be expended, as ``blows.forbid`` does."""
        return forbid(self.state, self.who, lacking, *also, borrowed=self.borrowed, blow=blow, second=second)

    def forbid_unarmed(self, lacking: Message, clause: str) -> Refusal | None:
        """Return the refusal of an option that needs a weapon if the combatant has none."""
        return None if self.equipment.weapons else refuse(lacking, clause, who=self.name, item="a weapon")

    def forbid_dropped(self, answer: Answer) -> Refusal | None:
        """Return the refusal of a weapon that is dropped first, or lacks a second hand.

        A weapon used in both hands needs the other hand empty.
        """
        weapon, dropped = get_weapon(self.state, self.who, str(answer["weapon"])), read_names(answer, "drop")
        if weapon.id in dropped:
            return refuse(NOT_HELD, REFUSED, who=self.name, item=weapon.name)
        return forbid_hands(self.state, self.who, 1, len(dropped)) if answer.get("mode") == TWO_HANDS else None

    def forbid_absent(self, target: str) -> Refusal | None:
        """Return the refusal of a target that is no longer present."""
        gone = target in self.state.combatants
        return refuse(NO_SUCH_TARGET, REFUSED, target=get_name(self.state, target)) if gone else None

    def list_usable(self) -> list[DewWeapon]:
        """Return the weapons that are held and whole."""
        return [each for each in self.equipment.weapons if is_usable(self.state, self.who, each)]

    def build_blow_field(self) -> OneOf:
        """Return the field for the kind of a blow that may be of either."""
        return build_blow_field(self.state, self.who, borrowed=self.borrowed)

    def choose_blow(self, answer: Answer, field: str = "blow") -> str:
        """Return the kind of blow that an answer names, or the usual one."""
        return str(answer.get(field) or choose_usual_blow(self.state, self.who, self.borrowed))


@frozen
class Act:
    """One combatant's option as it is carried out."""

    table: Table
    who: CombatantId
    answer: Answer
    beat: Beat
    dm_answer: Answer
    """The DM's answer about it; empty if the DM was not asked."""
    paid: list[Paid]


class CombatOption(ChoiceWords):
    """A choice of a beat. By itself it costs nothing and does nothing."""

    label: ClassVar[str]
    blows: ClassVar[str] = FREE
    """The sign of its blows."""
    is_declared: ClassVar[bool] = True
    """It is announced and paid for."""
    has_weapon: ClassVar[bool] = False
    strikes: ClassVar[bool] = False
    """It is an attack with its weapon."""
    keeps_preparations: ClassVar[bool] = False
    """Its blows do not lose the preparations here: its resolution decides."""
    also_cited: ClassVar[tuple[str, ...]] = ()
    """Clauses to cite when it is announced."""
    reasons: ClassVar[tuple[Reason, ...]] = ()
    """The reasons for which it asks the DM."""
    purposes: ClassVar[tuple[str, ...]] = ()
    """The purposes of its dice."""
    typed_fields: ClassVar[frozenset[str]] = frozenset()
    """Its fields of the player's own words."""

    def find_sign(self, chooser: Chooser) -> str:
        """Return its blows as a sign."""
        return self.blows

    def describe_effect(self, chooser: Chooser) -> str:
        """Return in a few words what it does."""
        return ""

    def describe(self, chooser: Chooser) -> str:
        """Return in a few words what it does, and its EN."""
        said, sign = self.describe_effect(chooser), self.find_sign(chooser)
        if sign == FREE:
            return said
        before = count_blows_before(chooser.state, chooser.who, chooser.borrowed)
        cost = format_en(compute_price(before, 2 if sign == HEAVY else 1))
        return f"{said}, {cost}" if said else cost

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        """Return its refusal, whatever else is chosen with it."""
        return None

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        """Return its own fields."""
        return ()

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice | None:
        """Return it as a choice while a great blow must be followed up; None: not offered."""
        return None

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        """Return the refusal of several of its fields together."""
        return None

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        """Return the blows that it takes."""
        return []

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        """Ask the DM what must be known before anything is spent.

        Returns the DM's answer, empty where nothing is asked, or the refusal if the DM forbids the option.
        """
        yield from ()
        return {}

    def resolve(self, act: Act) -> Play:
        """Carry it out. Returns False if the DM cancels it."""
        yield from ()

    def find_chain(self, state: State, who: CombatantId, answer: Answer) -> Chain | None:
        """Return the great blow that must be followed up at once after it, or None."""
        return None


# Parts that several options have.


def build_grip_field(weapon: DewWeapon, carried: str = "") -> OneOf:
    """Return the field for the grip of a weapon.

    ``carried`` is one more grip that is allowed: the weapon may be carried in it, though it is not used in it.
    """
    known = [carried, *(mode.mode for mode in weapon.modes)]
    wrong = refuse(NO_SUCH_MODE, "1.2.4b", item=weapon.name)
    return OneOf("mode", "How?", [Choice(each, each, refusal=None if each in known else wrong) for each in GRIPS])


def are_all_heavy(weapons: Sequence[DewWeapon]) -> bool:
    """Return whether there are weapons, and all of them are heavy."""
    return bool(weapons) and all(each.weight == "heavy" for each in weapons)


def build_chained_field(chooser: Chooser, chained: DewWeapon, then: Callable[[], tuple[Field, ...]]) -> OneOf:
    """Return the field for the weapon of a follow-up: no other weapon is allowed."""
    other = forbid_other_weapon(chained)
    choices = [
        Choice(each.id, each.name, then=then) if each.id == chained.id else Choice(each.id, each.name, refusal=other)
        for each in chooser.equipment.weapons
    ]
    return OneOf("weapon", "With what?", choices)


def forbid_other_weapon(weapon: DewWeapon) -> Refusal:
    """Return the refusal of everything but the weapon whose great blow must be followed up."""
    return refuse(CHAIN_WEAPON, "1.2.4k", item=weapon.name)
