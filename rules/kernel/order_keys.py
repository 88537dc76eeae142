"""The kinds of fields of an order: each says once how files, answers and forms write it.

A field of a declaration, or of what a procedure adds to one, has its kind in its annotation.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, get_type_hints

from rules.kernel.frozen import frozen
from rules.kernel.terms import Place
from rules.kernel.visibility import PLAIN, Typed


class KeyKind(Enum):
    """The kinds of values of a field."""

    WEAPON = "weapon"
    SPELL = "spell"
    DEVICE = "device"
    ATTACK_MODE = "attack mode"
    DEFENSE_MODE = "defense mode"
    CHOICE = "choice"
    TEXT = "text"
    FLAG = "flag"
    WHOLE = "whole"
    PLACE = "place"


@frozen
class OrderKey:
    """The way in which a field of an order is written."""

    kind: KeyKind
    choices: tuple[str, ...] = ()
    """The values of a choice."""
    is_repeated: bool = True
    """An order that is repeated in the next round has the field again."""
    enumeration: type[Enum] | None = None
    """The class of the values of a choice; None where they are texts."""

    @property
    def comes_late(self) -> bool:
        """Return whether answers name it after the targets: places and numbers."""
        return self.kind in (KeyKind.PLACE, KeyKind.WHOLE)

    def read_answer(self, value: object) -> object:
        """Return the value of a field from that in an answer."""
        if self.kind is KeyKind.FLAG:
            return value in ("yes", True)
        if self.enumeration is not None:
            return self.enumeration(value)
        return read_place(value) if self.kind is KeyKind.PLACE else value

    def write_answer(self, value: Any) -> object:
        """Return the value in an answer from that of a field or of a file."""
        if self.kind is KeyKind.FLAG:
            return "yes"
        if isinstance(value, Enum):
            return value.value
        return list(value) if self.kind is KeyKind.PLACE else value


def make_enum_key(enumeration: type[Enum]) -> OrderKey:
    """Return the key of a field whose values are those of an enumeration."""
    return OrderKey(KeyKind.CHOICE, tuple(str(each.value) for each in enumeration), enumeration=enumeration)


def read_place(value: object) -> Place | None:
    """Return the place that a value of an answer is, or None."""
    match value:
        case [int(across), int(down)]:
            return across, down
    return None


WeaponId = Annotated[str, PLAIN, OrderKey(KeyKind.WEAPON)]
SpellId = Annotated[str, PLAIN, OrderKey(KeyKind.SPELL)]
DeviceId = Annotated[str, PLAIN, OrderKey(KeyKind.DEVICE)]
AttackMode = Annotated[str, PLAIN, OrderKey(KeyKind.ATTACK_MODE)]
DefenseMode = Annotated[str, PLAIN, OrderKey(KeyKind.DEFENSE_MODE)]
TypedText = Annotated[Typed, OrderKey(KeyKind.TEXT)]
Flag = Annotated[bool, PLAIN, OrderKey(KeyKind.FLAG)]
FlagOnce = Annotated[bool, PLAIN, OrderKey(KeyKind.FLAG, is_repeated=False)]
Count = Annotated[int, PLAIN, OrderKey(KeyKind.WHOLE)]
"""A whole number, at least 1."""
Goal = Annotated[Place | None, PLAIN, OrderKey(KeyKind.PLACE)]


_keys_by_class: dict[type, Mapping[str, OrderKey]] = {}
"""What ``list_keys`` has found: mypy takes no class with abstract methods for a key of ``functools.cache``."""


def list_keys(kind: type) -> Mapping[str, OrderKey]:
    """Return the fields of a class that say how they are written, in their order."""
    known = _keys_by_class.get(kind)
    if known is None:
        known = _keys_by_class[kind] = _read_keys(kind)
    return known


def _read_keys(kind: type) -> Mapping[str, OrderKey]:
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for each in getattr(hint, "__metadata__", ()):
            if isinstance(each, OrderKey):
                found[name] = each
    return found
