"""The encounter as data: frozen, folded from events alone, the same for every reader.

``evolve`` makes the changed copy. Mappings are never changed in place and keep roster order; no set is kept.
"""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from rules.kernel.deeds import Declaration, Deed
from rules.kernel.dice import CallResult, OpenCall
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.effects import Facts
from rules.kernel.frozen import evolve, frozen
from rules.kernel.map_plan import NO_PLAN, MapPlan
from rules.kernel.own import AT_FIRST, Own, Owned, OwnT, drop_kinds
from rules.kernel.stat_block import Device, NumberChange, Spell, StatBlock, Weapon
from rules.kernel.terms import ClauseId, CombatantId, Place, Setting, SideId

DISABLING = (
    *("dead", "helpless", "asleep", "held", "stunned", "vanished", "fled", "surrendered", "turned", "paralysed"),
    "petrified",
)
"""Conditions in which a combatant can do nothing."""

GONE = ("dead", "vanished", "fled", "surrendered", "turned", "petrified")
"""Conditions that take a combatant out of the fight."""

MOTIONLESS = ("helpless", "asleep", "held", "stunned", "paralysed")
"""Conditions in which a combatant is struck at +4."""


CHANGED = ("to_hit", "damage", "ac", "save", "movement", "routines")
"""The numbers of a combatant that an effect may change."""


@frozen
class Condition:
    """Something that affects a combatant."""

    name: str
    until: tuple[int, int] | None = None
    """Round and clock at which it ends; None: never of itself."""
    changes: tuple[NumberChange, ...] = ()
    """The numbers that it changes while it lasts."""


@frozen
class OngoingCasting:
    """A spell or task under way since an earlier segment or round."""

    what: str
    """The spell or task."""
    targets: tuple[CombatantId, ...]
    done: int
    """Segments already done."""


@frozen
class Combatant:
    """A combatant in play: its definition and everything about it that changes."""

    stat_block: StatBlock
    hp: int
    """Hit points; may be negative."""
    place: Place
    conditions: tuple[Condition, ...] = ()
    spells: tuple[str, ...] = ()
    """The ids of the spells still in memory."""
    charges: Mapping[str, int] = field(default_factory=dict)
    """The charges left, by item, for the items that are counted."""
    in_hand: str = ""
    """The id of the weapon in hand."""
    casting: OngoingCasting | None = None
    charging: bool = False
    hidden: bool = False
    met: bool = False
    """It has been perceived by all, now or before."""
    types_dice: bool = False
    behind: CombatantId = ""
    armor_class: int | None = None
    psionic_attack: int = 0
    psionic_defense: int = 0
    last: Declaration | None = None
    ranges: Mapping[CombatantId, int] = field(default_factory=dict)
    owned: Owned = field(default_factory=dict)
    """State that procedures keep of the combatant, by its type; a missing type has its initial value."""

    @property
    def id(self) -> CombatantId:
        """Return the combatant's id."""
        return self.stat_block.id

    @property
    def side(self) -> SideId:
        """Return the combatant's side."""
        return self.stat_block.side

    @property
    def name(self) -> str:
        """Return the combatant's name."""
        return self.stat_block.name

    def has(self, *names: str) -> bool:
        """Return whether the combatant is under any of these conditions."""
        return any(condition.name in names for condition in self.conditions) if self.conditions else False

    def list_changes(self, what: str) -> list[tuple[str, int | Fraction]]:
        """Return the changes of one of its numbers by effects, each with the effect's name."""
        if not self.conditions:
            return []
        return [
            (condition.name, change.by)
            for condition in self.conditions
            for change in condition.changes
            if change.what == what
        ]

    def sum_changes(self, what: str) -> int:
        """Return what effects add to one of its numbers on dice or armor, in whole points."""
        return int(sum(by for _, by in self.list_changes(what))) if self.conditions else 0

    @property
    def movement(self) -> int | Fraction:
        """Return the inches that it moves in a round, with what effects add; at least 0."""
        plain = self.stat_block.pace.movement
        return max(0, plain + sum(by for _, by in self.list_changes("movement"))) if self.conditions else plain

    def own(self, kind: type[OwnT]) -> OwnT:
        """Return a procedure's own state of the combatant."""
        found = self.owned.get(kind) or AT_FIRST[kind]
        assert isinstance(found, kind)
        return found

    @property
    def able(self) -> bool:
        """Return whether the combatant can act at all."""
        return not self.conditions or not self.has(*DISABLING)

    @property
    def present(self) -> bool:
        """Return whether the combatant is still in the fight, on its feet or not."""
        return not self.conditions or not self.has(*GONE)

    def weapon(self, id: str) -> Weapon | None:
        """Return the combatant's weapon with this id, or None."""
        for weapon in self.stat_block.gear.weapons:
            if weapon.id == id:
                return weapon
        return None

    def find_weapon_drawn(self, words: str) -> str:
        """Return the weapon that the words of a task say is drawn; "" for none.

        For older logs and answers, which hold the words alone.
        """
        weapons = self.stat_block.gear.weapons
        return next((each.id for each in weapons if words in (f"draw {each.id}", f"draw {each.name.lower()}")), "")

    def spell(self, id: str) -> Spell | None:
        """Return the spell with this id among those the combatant knows, or None."""
        for spell in self.stat_block.powers.spells:
            if spell.id == id:
                return spell
        return None

    def has_charges_for(self, device: Device) -> bool:
        """Return whether enough charges are left for one more use of the device."""
        return self.charges.get(device.charged_item, device.cost) >= device.cost

    def count_missiles(self, weapon: Weapon | None) -> int | None:
        """Return the missiles left for a weapon; None where nobody counts them, or it has none."""
        if weapon is None or weapon.missile is None or not self.charges:
            return None
        return self.charges.get(weapon.missile.ammunition)

    def may_shoot_with(self, weapon: Weapon) -> bool:
        """Return whether a weapon shoots or is thrown, and a missile is left for it."""
        return weapon.missile is not None and self.count_missiles(weapon) != 0

    def is_thrown_away(self, weapon: Weapon | None) -> bool:
        """Return whether a weapon was thrown, and it was the last of its kind."""
        if weapon is None or weapon.missile is None or not self.charges:
            return False
        return weapon.missile.thrown and self.charges.get(weapon.missile.ammunition) == 0

    def list_weapons_left(self) -> tuple[Weapon, ...]:
        """Return the weapons that the combatant still has: without those thrown away."""
        weapons = self.stat_block.gear.weapons
        return tuple(each for each in weapons if not self.is_thrown_away(each)) if self.charges else weapons

    def list_counted_items(self) -> tuple[str, ...]:
        """Return the items whose charges or missiles can be counted."""
        gear = self.stat_block.gear
        missiles = (each.missile.ammunition for each in gear.weapons if each.missile is not None)
        items = dict.fromkeys((*(each.charged_item for each in gear.devices), *missiles))
        return tuple(item for item in items if item)

    def device(self, id: str) -> Device | None:
        """Return the combatant's device with this id, or None."""
        for device in self.stat_block.gear.devices:
            if device.id == id:
                return device
        return None


@frozen
class OpenQuestion:
    """A question that a person has been asked."""

    id: str
    epoch: int
    question: str
    who: str
    facts: Facts
    clauses: tuple[ClauseId, ...] = ()
    sealed: bool = False
    """The answer is in, and still hidden from everybody."""
    awaited: bool = True
    """False: the question may be left unanswered."""

    @property
    def token(self) -> str:
        """Return the token that an answer must name.

        Another person's answer does not make it stale; a take-back does.
        """
        return f"{self.id}~{self.epoch}"


@frozen
class OpenRoll:
    """Dice that a person is to roll and type."""

    id: str
    epoch: int
    purpose: str
    by: str
    count: int
    sides: int
    why: str = ""
    """The purpose in words, of dice that the DM called for."""
    call: int = 0
    """The number of the DM's open call for it; 0 without one, and for players."""
    first: int = 0
    """The index of its first face among those of its kind this round, of dice that the DM called for."""

    @property
    def token(self) -> str:
        """Return the token that the typed faces must name."""
        return f"{self.id}~{self.epoch}"


@frozen
class SideSurprise:
    """The effect of surprise on one side."""

    face: int = 0
    """The face of the side's die."""
    surprised: bool = False
    """The side is surprised."""
    rolled: int = 0
    segments: int = 0
    """Segments lost after netting."""


@frozen
class State:
    """The whole encounter at one position of its log."""

    ruleset: str
    options: Mapping[str, object]
    setting: Setting
    combatants: Mapping[CombatantId, Combatant]
    """The combatants who have arrived."""
    sides: tuple[SideId, ...]
    """The sides of those who have arrived."""
    coming: tuple[StatBlock, ...] = ()
    """The combatants whose wave is still to come."""
    notes: Mapping[str, object] = field(default_factory=dict)
    effects: tuple[EffectEntry, ...] = ()
    """The effects of magic that the DM has changed: they stand in place of those of the table."""
    plan: MapPlan = NO_PLAN
    """The walls, doors and difficult ground of the battle map, and its picture."""
    round: int = -1
    """-1 before the first round, 0 in the opening."""
    attempt: int = 1
    stage: str = ""
    """The stage in play; set by the engine."""
    clock: int | None = None
    """The column being played; None before the first."""
    moment: int = 0
    between_rounds: bool = True
    declared: Mapping[CombatantId, Declaration] = field(default_factory=dict)
    surprise: Mapping[SideId, SideSurprise] = field(default_factory=dict)
    lost_segments: Mapping[CombatantId, int] = field(default_factory=dict)
    initiative: Mapping[str, int] = field(default_factory=dict)
    """Dice by side, and by combatant for those who roll their own."""
    pending: tuple[Deed, ...] = ()
    acting: tuple[Deed, ...] = ()
    done: tuple[Deed, ...] = ()
    """The deeds of the round that were resolved."""
    lost: tuple[tuple[int, Deed], ...] = ()
    """The deeds of every round that will not be resolved, each with its round."""
    dropped: tuple[tuple[str, str], ...] = ()
    """Precedences given up to break a circle."""
    open: tuple[OpenQuestion, ...] = ()
    open_rolls: tuple[OpenRoll, ...] = ()
    calls: tuple[OpenCall, ...] = ()
    """The DM's calls that not all have rolled for."""
    asked: int = 0
    epoch: int = 0
    counts: Mapping[tuple[str, str, int], int] = field(default_factory=dict)
    """The number of faces drawn this round, by purpose, roller and sides of the die."""
    owned: Owned = field(default_factory=dict)
    """State that procedures keep of the encounter, by its type; a missing type has its initial value."""
    ended: str = ""

    def own(self, kind: type[OwnT]) -> OwnT:
        """Return a procedure's own state of the encounter."""
        found = self.owned.get(kind) or AT_FIRST[kind]
        assert isinstance(found, kind)
        return found

    @property
    def party(self) -> SideId:
        """Return the side of the party: that of this name, or else the first."""
        return "party" if "party" in self.sides else self.sides[0]

    def list_foes(self, who: CombatantId) -> tuple[Combatant, ...]:
        """Return all combatants of other sides than this combatant's, in roster order."""
        side = self.combatants[who].stat_block.side
        return tuple([each for each in self.combatants.values() if each.stat_block.side != side])

    def question(self, token: str) -> OpenQuestion | None:
        """Return the open question with this token, or None."""
        return next((each for each in self.open if each.token == token), None)


def with_combatant(state: State, who: CombatantId, **changes: Any) -> State:
    """Return the state with one combatant changed."""
    combatants = dict(state.combatants)
    combatants[who] = evolve(combatants[who], **changes)
    return evolve(state, combatants=combatants)


def with_condition(
    state: State,
    who: CombatantId,
    name: str,
    until: tuple[int, int] | None = None,
    changes: tuple[NumberChange, ...] = (),
) -> State:
    """Return the state with a combatant under a condition, which changes these numbers.

    ``until`` is the round and clock that end it; None: never of itself.
    """
    return with_combatant(state, who, conditions=add_condition(state.combatants[who], name, until, changes))


def add_condition(
    each: Combatant, name: str, until: tuple[int, int] | None = None, changes: tuple[NumberChange, ...] = ()
) -> tuple[Condition, ...]:
    """Return a combatant's conditions with this one added, in place of one of the same name."""
    return (*remove_conditions(each, name), Condition(name, until, changes))


def remove_conditions(each: Combatant, *names: str) -> tuple[Condition, ...]:
    """Return a combatant's conditions without these."""
    return tuple(condition for condition in each.conditions if condition.name not in names)


def with_call_result(state: State, number: int, who: CombatantId, total: int, made: bool | None) -> State:
    """Return the state with a combatant's result of the open call of this number; 0 is none."""
    if not number:
        return state
    result = CallResult(who, total, made)
    calls = [evolve(each, results=(*each.results, result)) if each.number == number else each for each in state.calls]
    return evolve(state, calls=tuple(calls))


def set_hit_points(each: Combatant, hp: int) -> Combatant:
    """Return the combatant with these hit points.

    It is on its feet above 0, helpless at 0 and below, dead at -10.
    """
    if hp > 0:
        return evolve(each, hp=hp, conditions=remove_conditions(each, "helpless", "dead"))
    return evolve(each, hp=hp, conditions=add_condition(each, "dead" if hp <= -10 else "helpless"))


def set_hidden(each: Combatant, hidden: bool) -> Combatant:
    """Return the combatant hidden or not; one that is not hidden is remembered as met."""
    return evolve(each, hidden=hidden, met=each.met or not hidden)


def with_own(state: State, who: CombatantId, thing: Own) -> State:
    """Return the state with a procedure's own state of one combatant changed."""
    each = state.combatants[who]
    return with_combatant(state, who, owned={**each.owned, type(thing): thing})


def keep(state: State, thing: Own) -> State:
    """Return the state with a procedure's own state of the encounter changed."""
    return evolve(state, owned={**state.owned, type(thing): thing})


def drop_own(state: State, *kinds: type[Own]) -> State:
    """Return the state without the own state of these kinds, of combatants and encounter."""
    combatants = dict(state.combatants)
    for who, each in state.combatants.items():
        if each.owned and len(kept := drop_kinds(each.owned, kinds)) < len(each.owned):
            combatants[who] = evolve(each, owned=kept)
    return evolve(state, combatants=combatants, owned=drop_kinds(state.owned, kinds))
