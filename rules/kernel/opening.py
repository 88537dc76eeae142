"""The state as an encounter opens, and a combatant as it comes into play."""

from collections.abc import Mapping, Sequence

from rules.kernel.effect_entries import EffectEntry
from rules.kernel.map_plan import NO_PLAN, MapPlan
from rules.kernel.stat_block import StartCondition, StatBlock
from rules.kernel.state import Combatant, Condition, State, set_hit_points
from rules.kernel.terms import HUNDREDTHS, SEGMENTS, Place, Setting, SideId


def open_encounter(
    ruleset: str,
    options: Mapping[str, object],
    setting: str,
    notes: Mapping[str, object],
    stat_blocks: Sequence[StatBlock],
    effects: tuple[EffectEntry, ...] = (),
    plan: MapPlan = NO_PLAN,
) -> State:
    """Return the state at the opening.

    Combatants of a later wave are not part of it until they appear.
    """
    sides = tuple(dict.fromkeys(stat_block.side for stat_block in stat_blocks))
    arrived = [stat_block for stat_block in stat_blocks if not stat_block.start.wave]
    feet = get_distance(notes)
    combatants = {
        stat_block.id: build_combatant(stat_block, place_on_line(stat_block, sides, feet)) for stat_block in arrived
    }
    return State(
        ruleset=ruleset,
        options=dict(options),
        setting=Setting(setting),
        combatants=combatants,
        sides=_list_sides([*[each for each in arrived if not each.start.hidden], *arrived]),
        coming=tuple(stat_block for stat_block in stat_blocks if stat_block.start.wave),
        notes=dict(notes),
        effects=effects,
        plan=plan,
    )


def get_distance(notes: Mapping[str, object]) -> int:
    """Return the feet between the sides as the encounter opens; 0 where the notes have none."""
    feet = notes.get("distance_ft")
    return feet if isinstance(feet, int) else 0


def get_noted_sides(notes: Mapping[str, object], key: str) -> tuple[SideId, ...] | None:
    """Return the sides that the notes name under a key; None where the key is not noted."""
    sides = notes.get(key)
    return tuple(str(side) for side in sides) if isinstance(sides, list | tuple) else None


def _list_sides(stat_blocks: Sequence[StatBlock]) -> tuple[str, ...]:
    """Return the sides in the order of these combatants.

    The caller puts the hidden last, so that events about each side in turn do not reveal them.
    """
    return tuple(dict.fromkeys(stat_block.side for stat_block in stat_blocks))


def place_on_line(stat_block: StatBlock, sides: tuple[str, ...], feet: int) -> Place:
    """Return a combatant's own place.

    Without one the party stands at 0 and others at the distance ``feet``.
    """
    if stat_block.start.position is not None:
        return stat_block.start.position
    first = "party" if "party" in sides else (sides[0] if sides else "")
    return (0, 0) if stat_block.side == first else (feet * HUNDREDTHS, 0)


def build_combatant(stat_block: StatBlock, place: Place, round: int = 1) -> Combatant:
    """Return a combatant as it comes into play in a round, or before it."""
    kept = stat_block.sheet.keep_at_first() if stat_block.sheet is not None else None
    combatant = Combatant(
        stat_block=stat_block,
        hp=stat_block.defence.hit_points if stat_block.sheet is None else stat_block.sheet.points,
        place=place,
        spells=tuple(spell.id for spell in stat_block.powers.spells),
        charges=dict(stat_block.gear.charges),
        in_hand=stat_block.gear.weapons[0].id if stat_block.gear.weapons else "",
        conditions=tuple(_begin_condition(each, round) for each in stat_block.start.conditions),
        hidden=stat_block.start.hidden,
        met=not stat_block.start.hidden,
        psionic_attack=stat_block.powers.psionic.attack if stat_block.powers.psionic else 0,
        psionic_defense=stat_block.powers.psionic.defense if stat_block.powers.psionic else 0,
        owned={} if kept is None else {type(kept): kept},
    )
    return combatant if stat_block.start.left is None else set_hit_points(combatant, stat_block.start.left)


def _begin_condition(each: StartCondition, round: int) -> Condition:
    """Return a condition as it begins in a round, which is the first of its rounds.

    It ends with the last segment of the last one.
    """
    until = (max(round, 1) + each.rounds - 1, SEGMENTS) if each.rounds is not None else None
    return Condition(each.name, until, each.changes)
