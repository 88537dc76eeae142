"""Initiative: the eligible with most active blows, most reactive blows, highest EN (1.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, SeenCombatants, show_to_dm
from rules.procedures.dew.blows import PhaseEnded
from rules.procedures.dew.state import DewCombatant
from rules.procedures.dew.terms import (
    COMBAT,
    can_be_asked,
    get_dew,
    get_dew_of,
    get_sheet,
    ids,
    list_conscious,
    list_seen,
)


@dataclass(slots=True, kw_only=True)
class Initiative(Event):
    """Combatants have the initiative in this beat, by active blows, reactive blows and EN."""

    audience = Audience.PERCEIVERS
    is_retold = False

    holders: SeenCombatants = ()
    keys: Annotated[tuple[int, ...], show_to_dm(())] = ()
    """The active blows, reactive blows and EN that decided it."""

    def narrate(self, voice: Voice) -> str:
        if not self.holders:
            return "Nobody has the initiative."
        has = "have" if len(self.holders) > 1 or voice.is_you(self.holders[0]) else "has"
        return f"{voice.names(self.holders)} {has} the initiative."


Key = tuple[int, int, int]


def get_key(each: DewCombatant) -> Key:
    """Return the values that initiative compares: active blows, reactive blows, EN."""
    return each.ledger.active, each.ledger.reactive, each.body.en


class Contest:
    """The initiative of one state: those who can have it, with the values that it compares.

    They are conscious, have a blow left, and have not passed since anybody's last option (1.1.1). Nobody is put in
    order because of the hidden: they have a contest of their own, and on a tie they choose first (1.1.3a).
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.keys: dict[CombatantId, Key] = {}
        self.hidden: dict[CombatantId, Key] = {}
        for who, each in state.combatants.items():
            kept = get_dew_of(each)
            ledger = kept.ledger
            if not ledger.passed and ledger.active + ledger.reactive > 0 and can_be_asked(each):
                (self.hidden if each.hidden else self.keys)[who] = get_key(kept)

    def refresh(self, state: State) -> "Contest":
        """Return this contest if no combatant has changed since, or else that of the new state."""
        return self if state.combatants is self.state.combatants else Contest(state)

    def find_holders(self) -> tuple[CombatantId, ...]:
        """Return those who have the initiative: several if they tie, nobody if the phase is over.

        They are found among those who are not hidden.
        """
        best = max(self.keys.values(), default=None)
        return tuple(sorted(who for who, key in self.keys.items() if key == best))

    def find_hidden_holders(self) -> tuple[CombatantId, ...]:
        """Return the hidden who choose before anybody else: nobody has greater values than they."""
        best = max(self.hidden.values(), default=None)
        if best is None or best < max(self.keys.values(), default=best):
            return ()
        return tuple(sorted(who for who, key in self.hidden.items() if key == best))

    def make_phase_ended(self) -> PhaseEnded:
        """Return the end of the combat phase, in which blows that are left lapse."""
        conscious = list_seen(self.state, list_conscious(self.state))
        ledgers = [get_dew(self.state, who).ledger for who in conscious]
        lapsed = any(each.active + each.reactive for each in ledgers)
        clauses = ids("1.1.1d", *(["1m"] if lapsed else []))
        return PhaseEnded(phase=COMBAT, why="no_eligible", clauses=clauses)

    def _cite_left_out(self, keys: Mapping[CombatantId, Key], hidden: bool) -> list[str]:
        """Return the clauses by which others cannot have the initiative.

        The hidden count for them if ``hidden``.
        """
        others = [each for who, each in self.state.combatants.items() if who not in keys]
        known = [each for each in others if each.present and (hidden or not each.hidden)]
        characters = [get_dew_of(each) for each in known if get_sheet(each).kind != "object"]
        awake = [each for each in characters if each.body.conscious]
        cited = ["1.1.1a"] if len(awake) < len(characters) else []
        if any(each.ledger.passed for each in awake):
            cited.append("1.1.1b")
        if any(each.ledger.active + each.ledger.reactive == 0 for each in awake):
            cited.append("1.1.1c")
        return cited

    def make_initiative(self, who: tuple[CombatantId, ...], first: bool) -> Initiative:
        """Return the event of the initiative in a beat, with the clauses that decided it.

        The clauses also name why others were left out. The hidden count for them only where they hold the initiative
        themselves, which nobody else perceives.
        """
        hidden = who[0] in self.hidden
        keys = {**self.keys, **self.hidden} if hidden else self.keys
        best = keys[who[0]]
        cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
        rivals = [key for key in keys.values() if key[0] == best[0]]
        if any(key[1] != best[1] for key in rivals):
            cited.append("1.1.2b")
        rivals = [key for key in rivals if key[1] == best[1]]
        if any(key[2] != best[2] for key in rivals):
            cited.append("1.1.2c")
        if len(who) > 1:
            cited.append("1.1.3a")
        cited += self._cite_left_out(keys, hidden)
        return Initiative(holders=who, keys=best, clauses=ids(*cited), seen_by=who if hidden else None)
