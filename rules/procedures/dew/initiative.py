"""Initiative: the eligible with most active blows, most reactive blows, highest EN (1.1)."""

from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.state import DewCombatant
from rules.procedures.dew.terms import conscious, ids, is_object, now, present

Key = tuple[int, int, int]


def key_of(state: State, who: CombatantId) -> Key:
    """Return the values that initiative compares: active blows, reactive blows, EN."""
    each = now(state, who)
    return each.active, each.reactive, each.en


def eligible(state: State) -> tuple[CombatantId, ...]:
    """Return those who can have the initiative (1.1.1).

    They are conscious, have a blow left, and have not passed since anybody's last option.
    """
    return tuple([who for who in conscious(state) if _may_choose(now(state, who))])


def _may_choose(each: DewCombatant) -> bool:
    return not each.passed and each.active + each.reactive > 0


def holders(state: State) -> tuple[CombatantId, ...]:
    """Return those who have the initiative: several if they tie, nobody if the phase is over."""
    able = {who: key_of(state, who) for who in eligible(state)}
    best = max(able.values(), default=None)
    return tuple(sorted(who for who, key in able.items() if key == best))


def initiative(state: State, who: tuple[CombatantId, ...], first: bool) -> dew.Initiative:
    """Return the event of the initiative in a beat, with the clauses that decided it.

    The clauses also name why others were left out. Hidden combatants do not count for them, unless nobody else holds
    the initiative.
    """
    hidden = [each.id for each in state.combatants.values() if each.hidden]
    unknown = hidden if any(each not in hidden for each in who) else []
    known = [each for each in who if each not in unknown]
    best = key_of(state, who[0])
    cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
    able = [each for each in eligible(state) if each not in unknown]
    rivals = [key for each in able if (key := key_of(state, each))[0] == best[0]]
    if any(key[1] != best[1] for key in rivals):
        cited.append("1.1.2b")
    rivals = [key for key in rivals if key[1] == best[1]]
    if any(key[2] != best[2] for key in rivals):
        cited.append("1.1.2c")
    if len(known) > 1:
        cited.append("1.1.3a")
    return dew.Initiative(holders=who, keys=best, clauses=ids(*cited, *_left_out(state, unknown)))


def _left_out(state: State, unknown: list[CombatantId]) -> list[str]:
    characters = [now(state, who) for who in present(state) if who not in unknown and not is_object(state, who)]
    awake = [each for each in characters if each.conscious]
    cited = ["1.1.1a"] if len(awake) < len(characters) else []
    if any(each.passed for each in awake):
        cited.append("1.1.1b")
    if any(each.active + each.reactive == 0 for each in awake):
        cited.append("1.1.1c")
    return cited
