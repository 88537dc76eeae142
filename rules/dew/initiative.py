"""Who has the initiative: eligible, then most active blows, most reactive blows, highest EN (1.1)."""

from rules import events as e
from rules.dew.terms import conscious, ids, is_object, now, present
from rules.state import State
from rules.terms import CombatantId

Key = tuple[int, int, int]


def key_of(state: State, who: CombatantId) -> Key:
    """What initiative goes by: active blows, reactive blows, EN."""
    each = now(state, who)
    return each.active, each.reactive, each.en


def eligible(state: State) -> tuple[CombatantId, ...]:
    """Conscious, with a blow left, and not passed since the last option of anybody's (1.1.1)."""
    return tuple(
        who
        for who in conscious(state)
        if not now(state, who).passed and now(state, who).active + now(state, who).reactive > 0
    )


def holders(state: State) -> tuple[CombatantId, ...]:
    """Whoever has the initiative; several have it together, nobody where the phase is over."""
    able = eligible(state)
    best = max((key_of(state, who) for who in able), default=None)
    return tuple(sorted(who for who in able if key_of(state, who) == best))


def initiative(state: State, first: bool) -> e.Initiative:
    """The initiative of a beat, with what decided it and who was left out."""
    able, who = eligible(state), holders(state)
    best = key_of(state, who[0])
    cited = ["S.1.1", "1f", *([] if first else ["S.1", "1.2e", "1.1.2d"]), "1.1.2a"]
    rivals = [each for each in able if key_of(state, each)[0] == best[0]]
    if len(rivals) > 1 and len({key_of(state, each)[1] for each in rivals}) > 1:
        cited.append("1.1.2b")
    rivals = [each for each in rivals if key_of(state, each)[1] == best[1]]
    if len(rivals) > 1 and len({key_of(state, each)[2] for each in rivals}) > 1:
        cited.append("1.1.2c")
    if len(who) > 1:
        cited.append("1.1.3a")
    return e.Initiative(holders=who, keys=best, clauses=ids(*cited, *_left_out(state)))


def _left_out(state: State) -> list[str]:
    cited = []
    characters = [who for who in present(state) if not is_object(state, who)]
    if any(not now(state, who).conscious for who in characters):
        cited.append("1.1.1a")
    awake = [now(state, who) for who in characters if now(state, who).conscious]
    if any(each.passed for each in awake):
        cited.append("1.1.1b")
    if any(each.active + each.reactive == 0 for each in awake):
        cited.append("1.1.1c")
    return cited
