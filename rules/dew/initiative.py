"""Who has the initiative: eligible, then most active blows, most reactive blows, highest EN (1.1)."""

from rules import events as e
from rules.dew.terms import conscious, ids, is_object, now, present
from rules.dew_state import DewCombatant
from rules.state import State
from rules.terms import CombatantId

Key = tuple[int, int, int]


def key_of(state: State, who: CombatantId) -> Key:
    """What initiative goes by: active blows, reactive blows, EN."""
    each = now(state, who)
    return each.active, each.reactive, each.en


def eligible(state: State) -> tuple[CombatantId, ...]:
    """Conscious, with a blow left, and not passed since the last option of anybody's (1.1.1)."""
    return tuple([who for who in conscious(state) if _may_choose(now(state, who))])


def _may_choose(each: DewCombatant) -> bool:
    return not each.passed and each.active + each.reactive > 0


def holders(state: State) -> tuple[CombatantId, ...]:
    """Whoever has the initiative; several have it together, nobody where the phase is over."""
    able = {who: key_of(state, who) for who in eligible(state)}
    best = max(able.values(), default=None)
    return tuple(sorted(who for who, key in able.items() if key == best))


def initiative(state: State, who: tuple[CombatantId, ...], first: bool) -> e.Initiative:
    """The initiative of those who hold it in a beat, with what decided it and who was left out."""
    best = key_of(state, who[0])
    cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
    rivals = [key for each in eligible(state) if (key := key_of(state, each))[0] == best[0]]
    if any(key[1] != best[1] for key in rivals):
        cited.append("1.1.2b")
    rivals = [key for key in rivals if key[1] == best[1]]
    if any(key[2] != best[2] for key in rivals):
        cited.append("1.1.2c")
    if len(who) > 1:
        cited.append("1.1.3a")
    return e.Initiative(holders=who, keys=best, clauses=ids(*cited, *_left_out(state)))


def _left_out(state: State) -> list[str]:
    characters = [now(state, who) for who in present(state) if not is_object(state, who)]
    awake = [each for each in characters if each.conscious]
    cited = ["1.1.1a"] if len(awake) < len(characters) else []
    if any(each.passed for each in awake):
        cited.append("1.1.1b")
    if any(each.active + each.reactive == 0 for each in awake):
        cited.append("1.1.1c")
    return cited
