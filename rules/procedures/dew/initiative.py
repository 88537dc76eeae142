"""Initiative: the eligible with most active blows, most reactive blows, highest EN (1.1)."""

from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.state import DewCombatant, Ledger
from rules.procedures.dew.terms import COMBAT, can_be_asked, get_dew_of, get_sheet, ids

Key = tuple[int, int, int]


def get_key(each: DewCombatant) -> Key:
    """Return the values that initiative compares: active blows, reactive blows, EN."""
    return each.ledger.active, each.ledger.reactive, each.body.en


class Contest:
    """The initiative of one state: those who can have it, with the values that it compares.

    They are conscious, have a blow left, and have not passed since anybody's last option (1.1.1).
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.keys = {
            who: get_key(kept)
            for who, each in state.combatants.items()
            if _may_choose((kept := get_dew_of(each)).ledger) and can_be_asked(each)
        }

    def refresh(self, state: State) -> "Contest":
        """Return this contest if no combatant has changed since, or else that of the new state."""
        return self if state.combatants is self.state.combatants else Contest(state)

    def find_holders(self) -> tuple[CombatantId, ...]:
        """Return those who have the initiative: several if they tie, nobody if the phase is over."""
        best = max(self.keys.values(), default=None)
        return tuple(sorted(who for who, key in self.keys.items() if key == best))

    def make_phase_ended(self) -> dew.PhaseEnded:
        """Return the end of the combat phase, in which blows that are left lapse."""
        ledgers = [get_dew_of(each).ledger for each in self.state.combatants.values() if can_be_asked(each)]
        lapsed = any(each.active + each.reactive for each in ledgers)
        clauses = ids("1.1.1d", *(["1m"] if lapsed else []))
        return dew.PhaseEnded(phase=COMBAT, why="no_eligible", clauses=clauses)

    def _cite_left_out(self, unknown: list[CombatantId]) -> list[str]:
        """Return the clauses by which others cannot have the initiative."""
        others = [each for who, each in self.state.combatants.items() if who not in self.keys and who not in unknown]
        known = [each for each in others if each.present]
        characters = [get_dew_of(each) for each in known if get_sheet(each).kind != "object"]
        awake = [each for each in characters if each.body.conscious]
        cited = ["1.1.1a"] if len(awake) < len(characters) else []
        if any(each.ledger.passed for each in awake):
            cited.append("1.1.1b")
        if any(each.ledger.active + each.ledger.reactive == 0 for each in awake):
            cited.append("1.1.1c")
        return cited

    def make_initiative(self, who: tuple[CombatantId, ...], first: bool) -> dew.Initiative:
        """Return the event of the initiative in a beat, with the clauses that decided it.

        The clauses also name why others were left out. Hidden combatants do not count for them, unless nobody else
        holds the initiative.
        """
        hidden = [who for who, each in self.state.combatants.items() if each.hidden]
        unknown = hidden if any(each not in hidden for each in who) else []
        known = [each for each in who if each not in unknown]
        best = self.keys[who[0]]
        cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
        rivals = [key for each, key in self.keys.items() if key[0] == best[0] and each not in unknown]
        if any(key[1] != best[1] for key in rivals):
            cited.append("1.1.2b")
        rivals = [key for key in rivals if key[1] == best[1]]
        if any(key[2] != best[2] for key in rivals):
            cited.append("1.1.2c")
        if len(known) > 1:
            cited.append("1.1.3a")
        return dew.Initiative(holders=who, keys=best, clauses=ids(*cited, *self._cite_left_out(unknown)))


def _may_choose(ledger: Ledger) -> bool:
    return not ledger.passed and ledger.active + ledger.reactive > 0
