"""The conditions with which a combatant comes.

They are those of the rules, of the table of effects, or a DM's own.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from rules.kernel.effect_entries import EffectChange, EffectPart
from rules.kernel.rulings import CONDITIONS
from rules.kernel.stat_block import NumberChange, StartCondition, StatBlock, compute_changes
from rules.kernel.state import CHANGED
from rules.reference import UnknownId, list_effects, read_effect_change_row
from rules.statblocks.effect_rows import check_name, read_change_row
from rules.statblocks.fields import Fields

MOST_CONDITIONS = 20
"""The most conditions with which a combatant comes."""

MOST_ROUNDS = 100_000
"""The most rounds for which such a condition lasts."""

NOT_BROUGHT = ("dead", "helpless", "vanished", "fled", "surrendered", "turned")
"""The conditions that nobody brings into a fight: they end with theirs, or follow from hit points."""

_KEYS = ("id", "rounds", "changes")


def read_conditions(fields: Fields, stat_block: StatBlock) -> tuple[StartCondition, ...]:
    """Return the conditions with which a combatant comes, by the key ``conditions``.

    An id is a condition of the rules, or an effect of the table or a name that it begins; with ``changes`` any name.
    Raises BadEntry.
    """
    given = fields.read_list("conditions")
    if len(given) > MOST_CONDITIONS:
        raise fields.make_error("conditions", f"a combatant comes with at most {MOST_CONDITIONS}")
    found: list[StartCondition] = []
    for each in given:
        table = {"id": each} if isinstance(each, str) else each
        condition = _read_condition(fields.make_inner("conditions", table, _KEYS), stat_block)
        if any(condition.name == other.name for other in found):
            raise fields.make_error("conditions", f"{condition.name} stands there twice")
        found.append(condition)
    return tuple(found)


def _read_condition(inner: Fields, stat_block: StatBlock) -> StartCondition:
    id = inner.read_text("id", None)
    if id in NOT_BROUGHT:
        raise inner.make_error("id", f"nobody comes into a fight {id}")
    part = _list_known().get(id)
    if part is None and "changes" not in inner:
        known = [*_list_known()]
        hint = ", or give its changes ([] for none)"
        raise inner.make_error("id", f"{UnknownId('condition', id, known)}{hint}")
    name = check_name(inner, "id", part.name if part is not None else id)
    rounds = inner.read_whole_or_none("rounds", 1, MOST_ROUNDS)
    changes = _read_changes(inner) if "changes" in inner else part.changes if part is not None else ()
    return StartCondition(name, rounds, tuple(_compute(stat_block, changes)))


def _read_changes(inner: Fields) -> list[EffectChange]:
    rows = inner.read_list("changes")
    if len(rows) > len(CHANGED):
        raise inner.make_error("changes", f"has at most {len(CHANGED)}")
    return [read_effect_change_row(read_change_row(inner, each)) for each in rows]


def _compute(stat_block: StatBlock, changes: Sequence[EffectChange]) -> Sequence[NumberChange]:
    return [*compute_changes(stat_block, stat_block.defence.armor_class, changes)]


@cache
def _list_known() -> Mapping[str, EffectPart]:
    """Return what each id begins.

    It is a condition of the rules, the name of one that an effect begins, or an effect, which begins its first.
    """
    effects = list_effects()
    names = {part.name: part for each in reversed(effects) for part in reversed(each.parts)}
    first = {each.id: each.parts[0] for each in effects if each.parts}
    plain = {name: EffectPart("targets", name) for name in CONDITIONS}
    known = {**first, **plain, **names}
    return {id: part for id, part in known.items() if part.name not in NOT_BROUGHT}


def find_condition_name(id: str) -> str:
    """Return the name of the condition that an id begins; "" for one that no table knows."""
    part = _list_known().get(id)
    return part.name if part is not None else ""


def write_condition(name: str, rounds: int | None, changes: Sequence[NumberChange]) -> dict[str, object]:
    """Return the entry of ``conditions`` for a condition as a fight has it."""
    numbers = [{"what": each.what, "by": each.by if isinstance(each.by, int) else float(each.by)} for each in changes]
    lasting = {} if rounds is None else {"rounds": rounds}
    return {"id": name, **lasting, "changes": numbers}
