"""The table of surprise: the range of faces of the d12 that surprise a side (SUR)."""

from rules.kernel.state import Combatant, State
from rules.kernel.terms import SideId
from rules.procedures.adnd.surprise import parse_chance
from rules.procedures.crucible.options import option

STANDARD, WIDEST = 4, 11
"""The range of a side without modifiers, and the greatest range."""
ON_POINT, RANGER = 4, 2
POINT_RACES = ("elf", "halfling")

Modifier = tuple[int, str]
"""The change of a surprise range, and the clause that it comes from."""


def compute_surprise_range(
    state: State, side: SideId, members: list[Combatant], change: int, *, alone: bool
) -> tuple[int, str, list[str]]:
    """Return the surprise range, its working, and the clauses of what changed it.

    The range is the highest face that surprises, from 0 to 11.
    """
    foes = [each for each in state.combatants.values() if each.side != side and each.present]
    wider = _choose_modifiers(state, [modifier for foe in foes for modifier in _list_widening(foe)])
    narrower = _share_modifiers(state, members, alone)
    total = STANDARD + sum(by for by, _ in wider) - sum(by for by, _ in narrower) + change
    working = f"{STANDARD}" + "".join(f" + {by}" for by, _ in wider) + "".join(f" - {by}" for by, _ in narrower)
    cited = [clause for _, clause in (*wider, *narrower)]
    cited += ["SUR.1.ex"] if any(clause == "SUR.1" for _, clause in wider) else []
    cited += ["SUR.7"] if wider or (narrower and not alone) else []
    cited += ["SUR.8"] if wider or narrower or change else []
    if change:
        working += f" {'+' if change > 0 else '-'} {abs(change)}"
        cited.append("SUR.10")
    return min(WIDEST, max(0, total)), working, cited


def _list_widening(foe: Combatant) -> list[Modifier]:
    """Return the modifiers that a foe adds to the range of those it meets."""
    found: list[Modifier] = []
    if _is_point_race(foe) and foe.stat_block.start.on_point is not False:
        found.append((ON_POINT, "SUR.1"))
    if foe.stat_block.creature.kind == "ranger":
        found.append((RANGER, "SUR.2"))
    return found


def _is_point_race(each: Combatant) -> bool:
    """Return whether a combatant is an elf or halfling.

    These are on point unless their stat block has ``on_point`` false.
    """
    return each.stat_block.creature.race in POINT_RACES or each.stat_block.creature.kind in POINT_RACES


def _list_narrowing(each: Combatant) -> list[Modifier]:
    """Return the modifiers that a combatant takes from its own range."""
    stat_block = each.stat_block
    if stat_block.creature.kind == "ranger":
        return [(RANGER, "SUR.3")]
    if stat_block.creature.kind == "monk":
        by = sum(stat_block.creature.level >= level for level in (5, 9, 13))
        return [(by, "SUR.4")] if by else []
    n, of = parse_chance(stat_block.surprise.surprised)
    if 10 * n <= of:
        return [(3, "SUR.5")]
    return [(2, "SUR.5")] if 8 * n <= of else []


def _choose_modifiers(state: State, modifiers: list[Modifier]) -> list[Modifier]:
    """Return the largest modifier alone, or by option one of each kind, which add up."""
    kinds = {clause: (by, clause) for by, clause in sorted(modifiers)}
    if option(state, "surprise_stack"):
        return list(kinds.values())
    return [max(modifiers)] if modifiers else []


def _share_modifiers(state: State, members: list[Combatant], alone: bool) -> list[Modifier]:
    """Return the modifiers that narrow a side's own range (SUR.7).

    They are those of its best member, of its worst, or of nobody, by the option ``own_range_sharing``. A member that
    rolls alone has its own.
    """
    own = [_choose_modifiers(state, _list_narrowing(each)) for each in members]
    how = option(state, "own_range_sharing")
    if alone:
        return own[0]
    if how == "individual-only":
        return []
    if how == "worst":
        return min(own, key=lambda each: sum(by for by, _ in each), default=[])
    return max(own, key=lambda each: sum(by for by, _ in each), default=[])
