"""The state as an encounter opens, and a combatant as it comes into play."""

from collections.abc import Mapping, Sequence
from typing import cast

from rules.kernel.figure import Figure
from rules.kernel.rulings import with_hit_points
from rules.kernel.state import Combatant, Place, State
from rules.kernel.terms import HUNDREDTHS, Setting


def open_encounter(
    ruleset: str,
    options: Mapping[str, object],
    setting: str,
    notes: Mapping[str, object],
    figures: Sequence[Figure],
) -> State:
    """Return the state at the opening.

    Combatants of a later wave are not part of it until they appear.
    """
    sides = tuple(dict.fromkeys(figure.side for figure in figures))
    arrived = [figure for figure in figures if not figure.wave]
    feet = cast("int", notes.get("distance_ft", 0) or 0)
    combatants = {figure.id: build_combatant(figure, place_on_line(figure, sides, feet)) for figure in arrived}
    return State(
        ruleset=ruleset,
        options=dict(options),
        setting=Setting(setting),
        combatants=combatants,
        sides=_sides([*[each for each in arrived if not each.hidden], *arrived]),
        coming=tuple(figure for figure in figures if figure.wave),
        notes=dict(notes),
    )


def _sides(figures: Sequence[Figure]) -> tuple[str, ...]:
    """Return the sides in the order of these combatants.

    The caller puts the hidden last, so that events about each side in turn do not reveal them.
    """
    return tuple(dict.fromkeys(figure.side for figure in figures))


def place_on_line(figure: Figure, sides: tuple[str, ...], feet: int) -> Place:
    """Return a combatant's own place.

    Without one the party stands at 0 and others at the distance ``feet``.
    """
    if figure.position is not None:
        return figure.position
    first = "party" if "party" in sides else (sides[0] if sides else "")
    return (0, 0) if figure.side == first else (feet * HUNDREDTHS, 0)


def build_combatant(figure: Figure, place: Place) -> Combatant:
    """Return a combatant as it comes into play."""
    kept = figure.sheet.keep_at_first() if figure.sheet is not None else None
    combatant = Combatant(
        figure=figure,
        hp=figure.hit_points if figure.sheet is None else figure.sheet.points,
        place=place,
        spells=tuple(spell.id for spell in figure.spells),
        charges=dict(figure.charges),
        in_hand=figure.weapons[0].id if figure.weapons else "",
        hidden=figure.hidden,
        psionic_attack=figure.psionic.attack if figure.psionic else 0,
        psionic_defense=figure.psionic.defense if figure.psionic else 0,
        owned={} if kept is None else {type(kept): kept},
    )
    return combatant if figure.left is None else with_hit_points(combatant, figure.left)
