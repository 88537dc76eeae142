"""The aim of a spell, read from the area that its table prints."""

import re

from rules.kernel.frozen import frozen
from rules.kernel.terms import HUNDREDTHS
from rules.reference.spells import lookup_spell_entry
from rules.reference.tables import UnknownId

INCH = 10 * HUNDREDTHS
"""An inch of an area, in hundredths of a foot: 10 feet indoors and outdoors alike."""

_UNITS = {'"': INCH, "'": HUNDREDTHS}
_NUMBERS = {"one": 1, "1": 1, "two": 2, "three": 3, "four": 4, "4": 4, "six": 6}
MANY = 40
"""The number that stands for as many creatures as the caster names."""

_CASTER = frozenset({"personal", "caster", "spell caster", "the spell caster", "the magic-user", "the illusionist"})
_LIVING = r"(?:creature|person|opponent|animal|monster)"
_ONE = re.compile(rf"(?:one|1) {_LIVING}(?: or (?:mammal|object))?|{_LIVING} touched(?: \(special\))?")
_FEW = re.compile(rf"(?:one|1) to (?P<most>three|four|six|4) {_LIVING}s(?: \(creatures\))?")
_SOME = re.compile(rf"one or more {_LIVING}s in .*")
_ROUND = re.compile(
    r"(?P<number>\d+)(?P<unit>[\"']) (?P<measure>radius|diameter)"
    r"(?: (?:globe|sphere|circle|hemisphere|fire|of fire))?(?P<about> of (?:the )?spell caster)?"
)
_SQUARE = re.compile(r"(?:up to )?(?P<across>\d+)\" x (?P<down>\d+)\"(?: x \d+\")?(?: square)?(?: area| cloud)?")
_CUBE = re.compile(r"(?P<across>\d+)\" (?:cube|square)")


@frozen(slots=True)
class SpellAim:
    """The aim of a spell, as far as its printed area says."""

    most: int | None = None
    """The greatest number of creatures that are named; 0: the caster alone; None: not said."""
    radius: int = 0
    """The radius of the area, in hundredths of a foot; 0 where it is no circle."""
    sides: tuple[int, int] | None = None
    """The sides of the area across and down, in hundredths of a foot; None where it is no rectangle."""
    about_caster: bool = False
    """The area lies about the caster, so that no place is chosen."""

    @property
    def has_shape(self) -> bool:
        """Return whether the area can be drawn."""
        return bool(self.radius) or self.sides is not None


UNKNOWN = SpellAim()


def find_spell_aim(spell: str) -> SpellAim:
    """Return what a spell of the tables is aimed at; nothing is known of any other spell."""
    try:
        entry = lookup_spell_entry(spell)
    except UnknownId:
        return UNKNOWN
    return read_aim(entry.area)


def read_aim(area: str) -> SpellAim:
    """Return the aim that a printed area means: "One to four persons", "Personal".

    Areas that grow with the caster's level are not read: the DM says how large they are.
    """
    text = " ".join(area.lower().replace("×", "x").split())
    if text in _CASTER:
        return SpellAim(most=0)
    if _ONE.fullmatch(text):
        return SpellAim(most=1)
    if few := _FEW.fullmatch(text):
        return SpellAim(most=_NUMBERS[few["most"]])
    if _SOME.fullmatch(text):
        return SpellAim(most=MANY)
    if circle := _ROUND.fullmatch(text):
        across = int(circle["number"]) * _UNITS[circle["unit"]]
        radius = across if circle["measure"] == "radius" else across // 2
        return SpellAim(radius=radius, about_caster=circle["about"] is not None)
    if square := _SQUARE.fullmatch(text):
        return SpellAim(sides=(int(square["across"]) * INCH, int(square["down"]) * INCH))
    if cube := _CUBE.fullmatch(text):
        return SpellAim(sides=(int(cube["across"]) * INCH, int(cube["across"]) * INCH))
    return UNKNOWN
