"""The abstract base class of the AD&D family: everything in which its procedures may differ."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from rules.kernel import events as e
from rules.kernel.battlefield import OUT_OF_RANGE, compute_charging_stride, find_range_band
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.dice import OpenCall
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.effects import Answer, Ask, Rolled
from rules.kernel.file_words import FileWords
from rules.kernel.foresight import Foresight
from rules.kernel.forms import BadAnswer, Field, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.order import Moment
from rules.kernel.procedure import (
    Family,
    GroupOrder,
    Intent,
    Intents,
    Morale,
    Play,
    Procedure,
    Rulings,
    Saves,
    Secrecy,
    Table,
)
from rules.kernel.reference_table import ReferenceTable
from rules.kernel.rulings import COMBATANT_RULINGS, EFFECT_RULING
from rules.kernel.stat_block import NumberChange
from rules.kernel.state import Combatant, State
from rules.kernel.stored_forms import Converters, Renames
from rules.kernel.terms import SEGMENTS, Action, CombatantId, Save
from rules.procedures.adnd.citations import Citations, Clauses
from rules.procedures.adnd.deed_types import SetWeaponBlow, Struck, WeaponSetting
from rules.procedures.adnd.durations import Duration, Lasting, compute_lasting
from rules.procedures.adnd.moments import Resolving, Telling
from rules.procedures.adnd.orders.base import ReadAddition, as_order
from rules.procedures.adnd.orders.form import Way
from rules.procedures.adnd.orders.listed import AdndWords
from rules.procedures.adnd.orders.parley import Parleyed
from rules.procedures.adnd.saves import AGAINST, tell_save
from rules.procedures.adnd.state import CHANGES, EFFECT_ENDS, KEPT_IN_COMMON, RULINGS
from rules.procedures.adnd.stored_deeds import CONVERTERS
from rules.reference.reference_tables import list_reference_tables
from rules.statblocks import BadEntry
from rules.statblocks.effect_rows import read_effect_change

CHARGE_BONUS = 2

STRIKE: Intent = {"action": "G", "mode": "strike"}
CAST: Intent = {"action": "D", "how": "spell"}
SHOOT: Intent = {"action": "D", "how": "shoot"}
CHARGE: Intent = {"action": "E", "how": "charge"}
CLOSE: Intent = {"action": "E", "how": "close"}
AWAIT: Intent = {"action": "C"}

GROUP_ORDERS = (
    GroupOrder("attack", "Attack nearest", (STRIKE, CLOSE, SHOOT), (CHARGE, CLOSE, STRIKE, SHOOT)),
    GroupOrder("shoot", "Shoot nearest", (SHOOT, STRIKE, CLOSE), (SHOOT, CHARGE, CLOSE, STRIKE)),
    GroupOrder("wait", "Wait", (AWAIT,), (AWAIT,)),
)
"""The orders of a group, the most usual first."""

TYPED_FIELDS = frozenset({"task"})
"""The text fields of orders in which players type."""

Found = TypeVar("Found")

Resolve = Callable[[Table, Any, Clauses], Resolving]
"""A resolution of deeds of the class under which it stands in a table."""
ResolveInSurprise = Callable[[Table, Any, Declaration], Resolving]
"""A resolution of a deed in a segment of surprise; it is also given the declaration."""
BeforeMoment = Callable[[Table, Moment | None], Play]
"""A step before a moment is played."""


@frozen(slots=True)
class Affected:
    """An effect that has taken hold of a combatant."""

    who: CombatantId
    name: str
    """A condition, another ruling, or a name that only the log and the screens know."""
    changes: tuple[NumberChange, ...] = ()


def _read_effect(state: State, value: object) -> tuple[tuple[str, ...], EffectEntry | None]:
    """Return the magic that a ruling changes, and its effect from now on.

    The effect is None where it is that of the tables. Raises BadAnswer, naming the key.
    """
    stat_blocks = [*(each.stat_block for each in state.combatants.values()), *state.coming]
    try:
        return read_effect_change(value, state.effects, stat_blocks)
    except BadEntry as error:
        raise BadAnswer(f"value.{error.key}", error.reason) from error


ADND_RULINGS = Rulings(
    of_combatants=(*COMBATANT_RULINGS, EFFECT_ENDS),
    of_encounter=(*Rulings().of_encounter, EFFECT_RULING),
    own=RULINGS,
    read_effect=_read_effect,
)
"""The rulings of the family: those on effects, too."""


class SurpriseRules:
    """The rules of a segment of surprise that differ."""

    resolvers: Mapping[type[Deed], ResolveInSurprise] = {}
    """Its own resolutions in place of the shared ones, by the class of deed."""

    def find_place(self, state: State, who: CombatantId) -> int:
        """Return the place of a combatant in a segment of surprise: low places first."""
        return 0

    def may_act_surprised(self, state: State, who: CombatantId) -> bool:
        """Return whether a surprised combatant may act all the same."""
        return False

    def may_triple_missiles(self, state: State) -> bool:
        """Return whether ready missiles have three times their rate in the segment being played."""
        return False


class BlowRules:
    """The rules of blows that differ."""

    def count_sweep(self, state: State, me: Combatant) -> int:
        """Return how many foes a combatant may strike with a round's blows.

        More than one may be struck only if they are too weak to stand up to it.
        """
        return 1

    def are_two_weapons_allowed(self, state: State) -> bool:
        """Return whether a combatant may strike with a second weapon in the off hand."""
        return False

    def is_armor_counted(self, state: State) -> bool:
        """Return whether a weapon's adjustments for types of armor count."""
        return False

    def get_parry(self, state: State, who: CombatantId) -> int:
        """Return the penalty to hit of every blow at a combatant because it parries."""
        return 0


class ChargeRules:
    """The rules of charges, and of weapons set against them, that differ."""

    def get_pace(self, state: State, who: CombatantId) -> Fraction:
        """Return the hundredths of a foot that a charge covers in a segment."""
        return compute_charging_stride(state, who)

    def get_bonus(self, state: State) -> int:
        """Return the bonus to hit of the blow at the end of a charge."""
        return CHARGE_BONUS

    def is_charger_exposed(self, state: State) -> bool:
        """Return whether a charge costs armor class."""
        return True

    def may_run(self, state: State, deed: Deed) -> bool:
        """Return whether the run of a deed may have begun: its doer awaits nobody's deed before it."""
        if not deed.held_for or deed.standing:
            return True
        return not any(each.who == deed.held_for and not each.standing for each in state.pending)

    def is_set_in_time(self, state: State, deed: SetWeaponBlow) -> bool:
        """Return whether a weapon is set before the charge comes that it is set against."""
        return True

    def set_weapon(self, table: Table, deed: WeaponSetting, clauses: Clauses) -> Telling:
        """Set a weapon against a charge, whether or not anybody comes."""
        yield e.WeaponSet(who=deed.who, weapon=deed.weapon, clauses=clauses, segment=deed.number)


class HarmRules:
    """The rules of what a hit, damage or an effect costs besides hit points."""

    def cite_spoiling(
        self, state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId
    ) -> Clauses | None:
        """Return the clauses by which a deed, if it hits, breaks off a spell."""
        return None

    def may_lose_declared_spell(self, state: State, who: CombatantId) -> bool:
        """Return whether a hit may cost a combatant a spell that it has not begun."""
        return False

    def can_half_damage_spoil(self, state: State) -> bool:
        """Return whether damage halved by a saving throw breaks off a spell."""
        return False

    def can_effect_spoil(self, state: State, affected: Sequence[Affected], *, resisted: bool) -> bool:
        """Return whether an effect on a caster breaks off a spell, where it does no damage.

        ``affected`` are the effects that have taken hold, none where nothing describes them. ``resisted`` says that a
        save was allowed, and failed. Without it none was allowed.
        """
        return resisted

    def cite_harm(self, state: State, who: CombatantId) -> Clauses:
        """Return the clauses that give a loss of hit points a further effect."""
        return ()


class MoraleRules(Morale):
    """The rules of morale that differ."""

    def forbid_check(self, state: State, members: Sequence[CombatantId]) -> Refusal | None:
        """Return the refusal that keeps combatants from checking morale."""
        return None

    def has_had_turn(self, state: State, who: CombatantId) -> bool:
        """Return whether a combatant's turn of the round has come; False without turns."""
        return False


class AdndSaves(Saves):
    """Saving throws by the five columns of the table."""

    words = {column.value: words for column, words in AGAINST.items()}

    def tell_called(self, table: Table, who: CombatantId, open_call: OpenCall, rolled: Rolled) -> Telling:
        call = open_call.call
        column = Save(call.save)
        against = call.why or AGAINST[column]
        number = open_call.number
        yield from tell_save(table, who, against, column, rolled, call.modifier, follows=call.follows, call=number)


class AdndProcedure(Procedure):
    """A procedure of the AD&D family. Its methods stand in the order of a round."""

    family = Family("adnd", KEPT_IN_COMMON)
    file_words: FileWords = AdndWords()
    letters = tuple(each for each in Action if each is not Action.PSIONICS)
    secrecy: Secrecy = Secrecy(typed_fields=TYPED_FIELDS)
    intents = Intents((STRIKE, CAST, SHOOT, CLOSE), (CAST, SHOOT, CHARGE, CLOSE, STRIKE), GROUP_ORDERS)
    saves = AdndSaves()
    events: tuple[type[e.Event], ...] = (Parleyed,)
    changes = CHANGES
    converters: Converters = CONVERTERS
    renamed: Renames = {5: (("WeaponSet", WeaponSetting),)}
    rulings: Rulings = ADND_RULINGS
    cites: Citations = Citations()
    """The clauses of its text for the rules that the family shares."""

    resolvers: Mapping[type[Deed], Resolve] = {}
    """Its own resolutions in place of the shared ones, by the class of deed."""
    additions: Sequence[ReadAddition] = ()
    """Readers of what it adds to declarations, in the order in which the additions are described."""
    before_moment: Sequence[BeforeMoment] = ()
    """Steps before each moment, one after the other. They are called with None after the last moment of a column. The
    moment is chosen again where a step changes what is pending or any combatant."""

    surprise: SurpriseRules = SurpriseRules()
    charging: ChargeRules = ChargeRules()
    blows: BlowRules = BlowRules()
    harm: HarmRules = HarmRules()
    morale: MoraleRules

    def has_opening(self, state: State) -> bool:
        """Return whether the fight begins with an encounter or with surprise."""
        return state.notes.get("start") in ("encounter", "surprise")

    # Declaring.

    def forbid(self, state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
        """Return the refusal of an action's letter, or of one way of doing it, now."""
        return None

    def forbid_target(
        self, state: State, who: CombatantId, letter: str, how: str, target: CombatantId
    ) -> Refusal | None:
        """Return the refusal of an action against one target."""
        return None

    def add_fields(self, state: State, me: Combatant, letter: str) -> Sequence[Field]:
        """Return the fields after those of a letter in the declare form."""
        return ()

    def get_sequence_rule(self, state: State) -> str:
        """Return which deeds an order may have: see ``several``."""
        return "one"

    def join_steps(self, declared: Declaration) -> Declaration:
        """Return an order of several deeds as the deeds are built from it."""
        return declared

    @abstractmethod
    def count_routines(self, state: State, me: Combatant, rate: Fraction, round: int) -> int:
        """Return how many attack routines a rate gives a combatant in a round."""

    @abstractmethod
    def build_deeds(self, state: State) -> tuple[Deed, ...]:
        """Return the deeds of everyone's declarations."""
        return ()

    def foresee_order(self, state: State, order: Declaration) -> Foresight:
        return as_order(order).foresee(state, self.charging.get_pace, self.clock.unit)

    # A column.

    def ask_at_stop(self, state: State, moment: Moment | None, clock: int) -> Sequence[Ask]:
        """Return the questions before a column begins, beside that to the DM."""
        return ()

    def take_at_stop(self, table: Table, asks: Sequence[Ask], answers: Sequence[Answer]) -> Play:
        """Carry out the answers given at a stop."""
        yield from ()

    def open_column(self, table: Table) -> Play:
        """Do what comes before anything begins in a column."""
        yield from ()

    def begin_deed(self, table: Table, deed: Deed) -> Telling:
        """Narrate what begins with a deed in the first column."""
        yield from ()

    # Deeds.

    def resolve(self, table: Table, deed: Deed, clauses: Clauses, resolver: Resolve) -> Resolving:
        """Resolve a deed by ``resolver``, with what the procedure does around it."""
        return resolver(table, deed, clauses)

    def find_loss(self, state: State, deed: Deed) -> tuple[str, Clauses] | None:
        """Return why a pending deed cannot be done any more, and by which clauses."""
        return None

    def is_out_of_range(self, state: State, deed: Struck, gap: int) -> bool:
        """Return whether a missile does not carry over a distance, in hundredths of a foot."""
        weapon = state.combatants[deed.who].weapon(deed.weapon)
        if deed.mode == "melee" or weapon is None or weapon.missile is None:
            return False
        return find_range_band(state, gap, weapon.missile.ranges) == OUT_OF_RANGE

    def can_outlive_target(self, state: State, deed: Deed) -> bool:
        """Return whether a deed outlives its target until its own time comes."""
        return False

    def list_lapsing_by_column(self, state: State) -> Sequence[Deed] | None:
        """Return the deeds that may lapse when a column begins, without a change in any combatant.

        Return None where a column lets nothing lapse. New deeds are then looked at only after a change in a combatant.
        """
        return None

    def may_answer(self, state: State, blow: Deed) -> bool:
        """Return whether a combatant that may answer a foe with this blow has an act left for it."""
        return True

    def set_against_charge(self, table: Table, deed: SetWeaponBlow) -> Telling:
        """Set a weapon before the charge comes that it strikes at."""
        yield from self.charging.set_weapon(table, deed, self.cites.weapon_set)

    def count_segments_to_move(self, state: State, deed: Deed) -> int:
        """Return the number of segments that a deed may spend on movement."""
        return SEGMENTS

    # Harm.

    def compute_lasting(self, state: State, duration: Duration) -> Lasting:
        """Return how long an effect lasts that begins now, by a duration without dice."""
        return compute_lasting(state, duration)

    def list_reference_tables(self) -> Sequence[ReferenceTable]:
        """Return the tables of figures that the DM may look up while a fight is played."""
        return list_reference_tables()


def find_by_class(table: Mapping[type[Deed], Found], deed: Deed) -> Found | None:
    """Return the entry of a table for a deed: that of the nearest of its classes."""
    for kind in type(deed).__mro__:
        if (found := table.get(kind)) is not None:
            return found
    return None


@cache
def as_adnd(procedure: Procedure) -> AdndProcedure:
    """Return a procedure typed as one of the family; shared code runs for these only."""
    assert isinstance(procedure, AdndProcedure)
    return procedure


def get_citations(table: Table) -> Citations:
    """Return the clauses of the text in play for the rules that the family shares."""
    return as_adnd(table.ruleset).cites
