"""The aim of an answer: the targets and the place that it asks for, and the area it covers.

A spell at one target asks for the target alone, a spell on its caster for nothing. An area asks for its place. All of
it follows from the printed area of the spell and from what the character perceives.
"""

from collections.abc import Sequence
from dataclasses import replace

from encounters.narration.names import to_units
from encounters.screens.answering.answer import QuestionStep
from encounters.screens.answering.question import Area
from encounters.screens.answering.shown_fields import BOTH, ShownField
from encounters.screens.phone.player_view import PlayerView
from rules.api import Device, OneOf, PlaceField, SomeOf, Spell, SpellAim, find_effect, find_spell_aim, is_drunk

UNAIMED = SpellAim()

NO_TARGET = "Choose a target first."
NO_FRIEND = "Choose for whom first."
NO_TARGET_OR_PLACE = "Choose a target or a place first."


def find_magic(view: PlayerView, step: QuestionStep) -> Spell | Device | None:
    """Return the spell or device chosen so far, or None; None too where there are several deeds."""
    if any(each.deed for each in step.fields):
        return None
    found = find_spell(view, step)
    named = [each.value.rpartition(BOTH)[2] for each in step.taken if each.name.rpartition(".")[2] in ("device", "how")]
    devices = (view.me.device(each) for each in named) if view.me is not None and found is None else ()
    return found or next((each for each in devices if each is not None), None)


def find_spell(view: PlayerView, step: QuestionStep) -> Spell | None:
    """Return the spell chosen so far, or None.

    It is chosen by itself, or in one list with the other ways of discharging.
    """
    named = [each.value.rpartition(BOTH)[2] for each in step.taken if each.name.rpartition(".")[2] in ("spell", "how")]
    found = [view.me.spell(each) for each in named] if view.me is not None else []
    return next((each for each in found if each is not None), None)


def find_aim(view: PlayerView, step: QuestionStep) -> SpellAim:
    """Return the aim of the magic chosen so far; nothing is known of anything else."""
    magic = find_magic(view, step)
    if isinstance(magic, Device) and is_drunk(magic.id):
        return SpellAim(most=0)
    spell = magic.spell or "" if isinstance(magic, Device) else magic.id if magic is not None else ""
    return find_spell_aim(spell) if spell else UNAIMED


def aim_fields(view: PlayerView, step: QuestionStep) -> tuple[ShownField, ...]:
    """Return the fields of a step without those that its magic has no use for."""
    magic, aim = find_magic(view, step), find_aim(view, step)
    if magic is None or not step.last:
        return step.fields
    unasked = find_caster_field(view, step)
    kept = (each for each in step.fields if not (isinstance(each.of, PlaceField) and _has_no_place(magic, aim)))
    least = 1 if aim.most or (aim.most is None and _has_effect_on_targets(magic)) else 0
    return tuple(_limit_targets(each, aim, least) for each in kept if each is not unasked)


def find_caster_field(view: PlayerView, step: QuestionStep) -> ShownField | None:
    """Return the field for targets that is not asked, as the magic falls on its user; else None."""
    if not step.last or find_aim(view, step).most != 0:
        return None
    return next((each for each in step.fields if _is_for_targets(each) and _may_choose(each, view.shown)), None)


def find_lacking(view: PlayerView, step: QuestionStep, fields: Sequence[ShownField]) -> str:
    """Return the words on the target or place that an answer still lacks, or ""."""
    if not step.last:
        return ""
    for each in fields:
        if isinstance(each.of, SomeOf) and len(each.values) < each.least:
            return name_lack(view, step)
    if is_either_needed(view, step) and not any(_is_given(each) for each in fields if _is_aimed(each)):
        return NO_TARGET_OR_PLACE
    return ""


def name_lack(view: PlayerView, step: QuestionStep) -> str:
    """Return the words on a target that is still to be chosen."""
    return NO_FRIEND if is_for_friends(view, step) else NO_TARGET


def is_for_friends(view: PlayerView, step: QuestionStep) -> bool:
    """Return whether the magic chosen so far heals its targets, or begins its effect on them."""
    magic = find_magic(view, step)
    return magic is not None and _has_effect_on_targets(magic)


def is_either_needed(view: PlayerView, step: QuestionStep) -> bool:
    """Return whether magic that harms is aimed at a target or at a place, as the player likes."""
    magic, aim = find_magic(view, step), find_aim(view, step)
    if magic is None or not step.last or aim.most is not None or aim.about_caster:
        return False
    return magic.offensive if isinstance(magic, Spell) else magic.attack


def build_area(view: PlayerView, step: QuestionStep) -> Area | None:
    """Return the area of the magic chosen so far, where it can be drawn."""
    aim = find_aim(view, step)
    if not aim.has_shape or view.me is None or not step.last:
        return None
    across, down = aim.sides or (0, 0)
    about = f"{to_units(view.me.place[0])}, {to_units(view.me.place[1])}" if aim.about_caster else ""
    return Area(
        to_units(aim.radius) if aim.radius else "",
        to_units(across) if across else "",
        to_units(down) if down else "",
        about,
    )


def list_targets(view: PlayerView, fields: Sequence[ShownField]) -> tuple[str, ...]:
    """Return the combatants that can be chosen in these fields."""
    choices = [choice for each in fields if isinstance(each.of, OneOf | SomeOf) for choice in each.choices]
    allowed = (each.value for each in choices if each.refusal is None)
    return tuple(dict.fromkeys(each for each in allowed if each in view.state.combatants))


def _has_no_place(magic: Spell | Device, aim: SpellAim) -> bool:
    return not magic.relocation and (aim.most is not None or aim.about_caster)


def _has_effect_on_targets(magic: Spell | Device) -> bool:
    """Return whether magic that helps heals its targets, or begins its effect on them."""
    if magic.offensive if isinstance(magic, Spell) else magic.attack:
        return False
    effect = find_effect(magic.id if isinstance(magic, Spell) else magic.spell or magic.id)
    return magic.heals is not None or (effect is not None and any(part.on == "targets" for part in effect.parts))


def _limit_targets(shown: ShownField, aim: SpellAim, least: int) -> ShownField:
    """Return a field for targets with the most that the magic has, and the least that it needs."""
    if not isinstance(shown.of, SomeOf) or not _is_for_targets(shown) or not (aim.most or least):
        return shown
    most = min(aim.most, shown.most) if aim.most else shown.most
    return replace(shown, of=replace(shown.of, least=least, most=most))


def _is_for_targets(shown: ShownField) -> bool:
    return isinstance(shown.of, SomeOf) and shown.of.name == "target"


def _may_choose(shown: ShownField, who: str) -> bool:
    return any(each.value == who and each.refusal is None for each in shown.choices)


def _is_aimed(shown: ShownField) -> bool:
    return isinstance(shown.of, PlaceField) or shown.of.name == "target"


def _is_given(shown: ShownField) -> bool:
    return any(shown.values)
