"""Preparations of great blows: used in an attack, lost, and followed up at once (1.2.4)."""

from dataclasses import dataclass

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.frozen import frozen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import ClauseId, CombatantId
from rules.kernel.visibility import Audience, Doer, Open
from rules.procedures.dew.terms import get_dew, ids, list_present, set_preparations, with_combatant_changed

Chain = tuple[str, str]
"""The weapon and mode of a great blow that must be followed up at once."""


LOST = {
    "blow": "a blow went to something else",
    "dropped": "it was let go",
    "round_end": "the round is over",
    "not_followed": "it was not followed up",
    "other_mode": "the grip was changed",
}
"""The reasons for which a great blow came to nothing, in words."""


@dataclass(slots=True, kw_only=True)
class PreparationLost(Event):
    """Preparations of a great blow came to nothing: how many, and why."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    count: Open[int]
    why: Open[str]
    """The cause: blow, dropped, round_end, not_followed or other_mode."""
    mode: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_combatant_changed(
            state, self.who, set_preparations(state.combatants[self.who], self.weapon, self.mode, 0)
        )

    def narrate(self, voice: Voice) -> str:
        why = LOST.get(self.why, self.why)
        blow = f"{voice.whose(self.who)} great blow with the {voice.weapon(self.who, self.weapon)}"
        return voice.tense(f"{blow} comes to nothing: {why}.", f"{blow} came to nothing.")


@dataclass(slots=True, kw_only=True)
class PreparationUsed(Event):
    """Preparations of a great blow went into an attack."""

    audience = Audience.PERCEIVERS
    is_narrated = False

    who: Doer
    weapon: Open[str]
    count: Open[int]
    mode: Open[str] = ""

    def apply(self, state: State) -> State:
        return with_combatant_changed(
            state, self.who, set_preparations(state.combatants[self.who], self.weapon, self.mode, 0)
        )


@dataclass(slots=True, kw_only=True)
class ChainOpened(Event):
    """A great blow with a thrusting weapon or bow must be followed up at once."""

    audience = Audience.PERCEIVERS
    is_retold = False

    who: Doer
    weapon: Open[str]
    count: Open[int]

    def narrate(self, voice: Voice) -> str:
        return (
            f"{voice.does(self.who, 'must', 'must')} follow up with the {voice.weapon(self.who, self.weapon)} at once."
        )


Numbers = tuple[int, int, int, int]
"""The effect of each preparation of a great blow: to hit, to critical, damage, breakage."""


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


def make_preparation_used(who: CombatantId, weapon: str, mode: str, count: int) -> PreparationUsed:
    """Return the event by which an attack uses up its preparations, whether it hits or not."""
    return PreparationUsed(who=who, weapon=weapon, mode=mode, count=count, clauses=ids("1.2.4h"))


def lose_preparations(table: Table, who: CombatantId, why: str, clause: str, *, but: str = "") -> Play:
    """Lose all preparations of a combatant except those of one weapon (``but``)."""
    for lost in make_preparations_lost(table.state, who, why, clause):
        if lost.weapon != but:
            yield lost


def make_preparations_lost(state: State, who: CombatantId, why: str, clause: str) -> list[PreparationLost]:
    """Return an event for each preparation that a combatant loses."""
    return [
        PreparationLost(who=who, weapon=each.weapon, mode=each.mode, count=each.count, why=why, clauses=ids(clause))
        for each in get_dew(state, who).ledger.preparations
    ]


def lose_to_blow(table: Table, who: CombatantId, *, but: str = "") -> Play:
    """Lose all preparations to a blow for something else, except those of one weapon (``but``)."""
    yield from lose_preparations(table, who, "blow", "1.2.4i", but=but)


def lose_at_round_end(table: Table) -> Play:
    """Lose all preparations of everybody, as the round ends."""
    for who in list_present(table.state):
        yield from lose_preparations(table, who, "round_end", "1.2.4j")


def make_chain_opened(state: State, who: CombatantId, chain: Chain) -> ChainOpened:
    """Return the event by which a great blow must be followed up before anything else."""
    count = get_dew(state, who).ledger.count_prepared(*chain)
    return ChainOpened(who=who, weapon=chain[0], count=count, clauses=ids("1.2.4k", "1.2.4l"))


def make_chain_lost(who: CombatantId, chain: Chain, count: int) -> PreparationLost:
    """Return the loss of a great blow that was not followed up."""
    weapon, mode = chain
    clauses = ids("1.2.4k")
    return PreparationLost(who=who, weapon=weapon, mode=mode, count=count, why="not_followed", clauses=clauses)


def lose_other_mode(table: Table, who: CombatantId, weapon: str, mode: str) -> Play:
    """Lose the preparations of a weapon in another mode than that of the attack."""
    for each in get_dew(table.state, who).ledger.preparations:
        if each.weapon == weapon and each.mode != mode:
            yield PreparationLost(
                who=who, weapon=weapon, mode=each.mode, count=each.count, why="other_mode", clauses=ids("1.2.4p")
            )
