"""Great blows: prepared, used in an attack, lost, and followed up at once (1.2.4)."""

from collections.abc import Callable, Mapping

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, OneOf, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import ClauseId, CombatantId
from rules.kernel.voice import Voice
from rules.procedures.dew import events as dew
from rules.procedures.dew.combat_option import (
    ACTIVE_BLOW,
    Act,
    Blow,
    Chain,
    Chooser,
    CombatOption,
    build_grip_field,
)
from rules.procedures.dew.refusals import REFUSED, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import GRIPS
from rules.procedures.dew.terms import ACTIVE, get_dew, ids, list_present
from rules.procedures.dew.weapons import forbid_use, get_weapon
from rules.procedures.dew.words import name_weapon

CHAINED = ("thrust", "bow")
"""Motions of weapons with which a prepared great blow must be followed up at once (1.2.4k)."""

Numbers = tuple[int, int, int, int]
"""The effect of each preparation of a great blow: to hit, to critical, damage, breakage."""


class Prepare(CombatOption):
    """Clause 1.2.4."""

    id, label, verb, blows, has_weapon = "prepare", "Prepare a great blow", ("prepares", "prepare"), ACTIVE_BLOW, True
    keeps_preparations = True

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        return f"{voice.does(who, 'prepares')} a great blow with {name_weapon(voice, who, given)}"

    def describe_effect(self, chooser: Chooser) -> str:
        hit, _, damage, _ = get_preparation_numbers(chooser.state, chooser.who)
        weapons = [each for each in chooser.list_usable() if not each.flexible]
        followed = bool(weapons) and all(each.motion in CHAINED for each in weapons)
        return f"+{damage} damage, -{hit} to hit" + ("; to be followed at once" if followed else "")

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_unarmed("NOT_HELD", REFUSED) or chooser.forbid_blow("1j", "1.2.4a")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        weapons = chooser.equipment.weapons
        return (OneOf("weapon", "Which?", [self._build_weapon_choice(chooser, each) for each in weapons]),)

    def _build_weapon_choice(self, chooser: Chooser, weapon: DewWeapon) -> Choice:
        refusal = forbid_use(chooser.state, chooser.who, weapon) or forbid_flexible(weapon)
        return Choice(weapon.id, weapon.name, refusal=refusal, then=lambda: (build_grip_field(weapon),))

    def build_follow_up(self, chooser: Chooser, weapon: DewWeapon, mode: str) -> Choice:
        """Return it as a choice that prepares the same blow once more: the grip stays the same."""
        other = forbid_other_weapon(weapon)
        grips = [Choice(each, each, refusal=None if each == mode else other) for each in GRIPS]
        field = build_chained_field(chooser, weapon, lambda: (OneOf("mode", "How?", grips),))
        return Choice(self.id, "Prepare once more", refusal=chooser.forbid_blow("1j", "1.2.4a"), then=lambda: (field,))

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        return chooser.forbid_dropped(answer)

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        return [(ACTIVE, ("1.2.4a",))]

    def resolve(self, act: Act) -> Play:
        """Prepare a great blow with a weapon in a mode, once more if it is prepared already.

        It is lost at once to a parry of the same beat.
        """
        who, weapon, mode = act.who, str(act.answer["weapon"]), str(act.answer["mode"])
        ledger = get_dew(act.table.state, who).ledger
        count = ledger.count_prepared(weapon, mode) + 1
        cited = ["1.2.4b", *(["1.2.4g"] if count > 1 else [])]
        cited += ["1.2.4q"] if any(other.weapon != weapon for other in ledger.preparations) else []
        cited += ["1.2.4o"] if _is_sling(get_weapon(act.table.state, who, weapon)) else []
        yield e.Prepared(who=who, weapon=weapon, mode=mode, count=count, clauses=ids(*cited))
        if act.beat.held is not None and who in act.beat.held.parried:
            yield from lose_to_blow(act.table, who)

    def find_chain(self, state: State, who: CombatantId, answer: Answer) -> Chain | None:
        weapon = str(answer["weapon"])
        return (weapon, str(answer["mode"])) if get_weapon(state, who, weapon).motion in CHAINED else None


def build_chained_field(chooser: Chooser, chained: DewWeapon, then: Callable[[], tuple[Field, ...]]) -> OneOf:
    """Return the field for the weapon of a follow-up: no other weapon is allowed."""
    other = forbid_other_weapon(chained)
    choices = [
        Choice(each.id, each.name, then=then) if each.id == chained.id else Choice(each.id, each.name, refusal=other)
        for each in chooser.equipment.weapons
    ]
    return OneOf("weapon", "With what?", choices)


def _is_sling(weapon: DewWeapon) -> bool:
    """Return whether this weapon shoots without being a bow, as a staff sling does."""
    return weapon.motion == "other" and any(each.use == "missile" for each in weapon.modes)


@frozen
class GreatBlow:
    """The preparations that go into one attack, with what they do for it and the clauses."""

    count: int = 0
    """The number of preparations."""
    numbers: Numbers = (1, 1, 2, 1)
    ruled: bool = False
    """True if the DM set these numbers."""

    def lower_hit(self) -> tuple[int, tuple[ClauseId, ...]]:
        """Return the number taken off the hit roll."""
        return self.count * self.numbers[0], self._cite("1.2.4c")

    def raise_critical(self) -> tuple[int, tuple[ClauseId, ...]]:
        """Return the number added to the critical roll."""
        return self.count * self.numbers[1], self._cite("1.2.4d")

    def add_damage(self) -> tuple[int, tuple[ClauseId, ...]]:
        """Return the damage added."""
        return self.count * self.numbers[2], self._cite("1.2.4e")

    def raise_breakage(self) -> tuple[int, tuple[ClauseId, ...]]:
        """Return the number added to the multiplier of breakage."""
        return self.count * self.numbers[3], self._cite("1.2.4f")

    def _cite(self, clause: str) -> tuple[ClauseId, ...]:
        if not self.count:
            return ()
        return ids(clause, "1.2.4r") if self.ruled else ids(clause)


def read_great_blow(state: State, who: CombatantId, weapon: str, mode: str) -> GreatBlow:
    """Return the preparations that an attack with a weapon in a mode would use."""
    kept = get_dew(state, who)
    return GreatBlow(
        kept.ledger.count_prepared(weapon, mode), get_preparation_numbers(state, who), bool(kept.ruled.great_blow)
    )


def get_preparation_numbers(state: State, who: CombatantId) -> Numbers:
    """Return the effect of each preparation: to hit, to critical, damage, breakage.

    The DM may change it for one attack.
    """
    ruled = get_dew(state, who).ruled.great_blow
    return (ruled[0], ruled[1], ruled[2], ruled[3]) if ruled else (1, 1, 2, 1)


def make_preparation_used(who: CombatantId, weapon: str, mode: str, count: int) -> dew.PreparationUsed:
    """Return the event by which an attack uses up its preparations, whether it hits or not."""
    return dew.PreparationUsed(who=who, weapon=weapon, mode=mode, count=count, clauses=ids("1.2.4h"))


def lose_preparations(table: Table, who: CombatantId, why: str, clause: str, *, but: str = "") -> Play:
    """Lose all preparations of a combatant except those of one weapon (``but``)."""
    for lost in make_preparations_lost(table.state, who, why, clause):
        if lost.weapon != but:
            yield lost


def make_preparations_lost(state: State, who: CombatantId, why: str, clause: str) -> list[dew.PreparationLost]:
    """Return an event for each preparation that a combatant loses."""
    return [
        dew.PreparationLost(who=who, weapon=each.weapon, mode=each.mode, count=each.count, why=why, clauses=ids(clause))
        for each in get_dew(state, who).ledger.preparations
    ]


def lose_to_blow(table: Table, who: CombatantId, *, but: str = "") -> Play:
    """Lose all preparations to a blow for something else, except those of one weapon (``but``)."""
    yield from lose_preparations(table, who, "blow", "1.2.4i", but=but)


def lose_at_round_end(table: Table) -> Play:
    """Lose all preparations of everybody, as the round ends."""
    for who in list_present(table.state):
        yield from lose_preparations(table, who, "round_end", "1.2.4j")


def make_chain_opened(state: State, who: CombatantId, chain: Chain) -> dew.ChainOpened:
    """Return the event by which a great blow must be followed up before anything else."""
    count = get_dew(state, who).ledger.count_prepared(*chain)
    return dew.ChainOpened(who=who, weapon=chain[0], count=count, clauses=ids("1.2.4k", "1.2.4l"))


def make_chain_lost(who: CombatantId, chain: Chain, count: int) -> dew.PreparationLost:
    """Return the loss of a great blow that was not followed up."""
    weapon, mode = chain
    clauses = ids("1.2.4k")
    return dew.PreparationLost(who=who, weapon=weapon, mode=mode, count=count, why="not_followed", clauses=clauses)


def forbid_other_weapon(weapon: DewWeapon) -> Refusal:
    """Return the refusal of everything but the weapon whose great blow must be followed up."""
    return refuse("CHAIN_WEAPON", "1.2.4k", item=weapon.name)


def forbid_flexible(weapon: DewWeapon) -> Refusal | None:
    """Return the refusal to prepare a flexible weapon; slings count as such."""
    if not weapon.flexible:
        return None
    sling = any(mode.use == "missile" for mode in weapon.modes)
    return refuse("FLEXIBLE", "1.2.4o" if sling else "1.2.4n", "1.2.4n")


def lose_other_mode(table: Table, who: CombatantId, weapon: str, mode: str) -> Play:
    """Lose the preparations of a weapon in another mode than that of the attack."""
    for each in get_dew(table.state, who).ledger.preparations:
        if each.weapon == weapon and each.mode != mode:
            yield dew.PreparationLost(
                who=who, weapon=weapon, mode=each.mode, count=each.count, why="other_mode", clauses=ids("1.2.4p")
            )
