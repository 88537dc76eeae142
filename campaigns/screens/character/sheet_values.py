"""The values of a sheet as the page shows them: as words, as an open field, or as a press."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from campaigns.definitions import read_value
from campaigns.models import CharacterChange
from campaigns.screens.character.kinds import Choices, ClassLevels, Subject
from campaigns.screens.character.values import EditableValue, find_value
from campaigns.services.characters import is_kept_by_fight
from encounters.addresses import add_query
from encounters.models import Encounter
from encounters.screens.sheets.combatant import CLASS_FIELDS
from encounters.screens.tokens import Token

THE_DM = "The DM"
"""The name of every DM on a player's phone."""


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """A value that somebody else changed while another was typed."""

    by: str
    """The name of who changed it; "" where that is not known."""
    change: CharacterChange | None
    now: str
    """The value as it is, in words."""

    @property
    def whose(self) -> str:
        """Return the words for the value of that person: "Pip’s"."""
        return f"{'the DM' if self.by == THE_DM else self.by}’s" if self.by else "theirs"


@dataclass(frozen=True, slots=True)
class Opening:
    """The value whose field is open, and what became of what was typed."""

    path: str
    typed: str | None = None
    """None for a field in which nothing was typed yet."""
    error: str = ""
    meanwhile: Meanwhile | None = None
    why: str = ""
    """The reason of an ask."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class with its level, in two fields."""

    class_: str
    level: str
    class_name: str
    """The name of the field of the class."""
    level_name: str


@dataclass(frozen=True, slots=True)
class OpenField:
    """The field in which a value is typed."""

    kind: str
    """number, line, text, names or choice."""
    typed: str
    seen: str
    """The value that the person saw, as JSON."""
    choices: Choices
    help: str
    error: str
    meanwhile: Meanwhile | None
    lines: int = 1
    is_ask: bool = False
    """What is typed is asked for, not saved."""
    why: str = ""
    """The reason of an ask."""
    rows: Sequence[ClassRow] = ()
    """The rows of classes and levels."""


@dataclass(frozen=True, slots=True)
class SheetValue:
    """A value of the sheet, which may be changed in place."""

    path: str
    label: str
    words: str
    """The value as it is shown; "" for none."""
    is_given: bool
    """False for one that follows from the tables."""
    href: str
    """The address that opens its field; "" while a fight keeps it, or for who may neither change nor ask for it."""
    field: OpenField | None
    is_locked: bool = False
    """True where somebody else alone may change it."""
    is_asked: bool = False
    """True where the DM is asked for another value."""

    @property
    def id(self) -> str:
        """Return the id of its element."""
        return make_element_id(self.path)

    @property
    def name(self) -> str:
        """Return the name of its link for screen readers: "Hit points 3, change"."""
        words = f"{self.label} {self.words}".strip()
        return f"{words[:1].upper()}{words[1:]}, {'ask the DM' if self.is_locked else 'change'}"


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """The token of a sheet, or the picture in its place, which may be changed there."""

    token: Token
    address: str
    """The address of the picture; "" without one."""
    href: str
    """The address that opens its field."""
    save: str
    """The address to which the field posts."""
    is_open: bool
    error: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button that writes one value."""

    path: str
    value: str
    seen: str
    """The value that the person saw, as JSON."""
    label: str
    is_ask: bool = False
    """It asks for the value."""


def make_element_id(path: str) -> str:
    """Return the id of the element that shows the value at a path."""
    return f"v-{path.replace('.', '-')}"


def allow_all(path: str) -> bool:
    """Return True: a DM may change every value."""
    return True


def refuse_all(path: str) -> bool:
    """Return False: nobody is asked for a value."""
    return False


@dataclass(frozen=True)
class ValueBuilder:
    """The builder of the values of one sheet."""

    subject: Subject
    items: Mapping[str, str]
    """The names of the missiles and devices that the character may count."""
    fight: Encounter | None
    """The fight in play that it is in."""
    opening: Opening | None
    address: str
    """The address of the sheet."""
    may_change: Callable[[str], bool] = allow_all
    """Whether the person may change the value at a path."""
    may_ask: Callable[[str], bool] = refuse_all
    """Whether the person may ask for another value at a path."""
    asked: Collection[str] = ()
    """The paths of the values that are asked for."""

    def build(self, path: str, words: str | None = None) -> SheetValue:
        """Return a value; ``words`` are shown in the place of its own."""
        value = self.find(path)
        stored = read_value(self.subject.character, path)
        said = value.kind.describe(stored, self.subject) if words is None and stored is not None else words or ""
        return SheetValue(
            path=path,
            label=value.label,
            words=said,
            is_given=stored is not None,
            href=self._find_href(path),
            field=self._open(value, stored),
            is_locked=not self.may_change(path),
            is_asked=path in self.asked,
        )

    def find(self, path: str) -> EditableValue:
        """Return the value at a path, which the sheet has."""
        found = find_value(self.subject.character, path, self.items)
        assert found is not None, f"the sheet has no {path}"
        return found

    def press(self, path: str, value: str, label: str) -> Press | None:
        """Return the button that writes a value; None where the person may not."""
        if self._is_kept(path):
            return None
        return Press(path, value, self.write_seen(path), label)

    def press_or_ask(self, path: str, value: str, label: str) -> Press | None:
        """Return the button that writes a value or asks for it; None where neither may be."""
        if self._may_ask(path):
            return Press(path, value, self.write_seen(path), f"{label}: ask the DM", is_ask=True)
        return self.press(path, value, label)

    def write_seen(self, path: str) -> str:
        """Return the value at a path as JSON."""
        return json.dumps(self.find(path).read_seen(self.subject.character))

    def _is_kept(self, path: str) -> bool:
        return self._is_of_fight(path) or not self.may_change(path)

    def _is_of_fight(self, path: str) -> bool:
        return self.fight is not None and is_kept_by_fight(path)

    def _may_ask(self, path: str) -> bool:
        return self.may_ask(path) and path not in self.asked and not self._is_of_fight(path)

    def _find_href(self, path: str) -> str:
        if self._is_kept(path) and not self._may_ask(path):
            return ""
        return f"{add_query(self.address, urlencode({'change': path}))}#{make_element_id(path)}"

    def _open(self, value: EditableValue, stored: Any) -> OpenField | None:
        opening = self.opening
        if opening is None or opening.path != value.path:
            return None
        is_ask = self.may_ask(value.path)
        if not opening.error and not self._find_href(value.path):
            return None
        typed = value.kind.write(stored, self.subject) if opening.typed is None else opening.typed
        return OpenField(
            kind=value.kind.field,
            typed=typed,
            seen=json.dumps(value.read_seen(self.subject.character)),
            choices=value.kind.list_choices(self.subject),
            help=value.help,
            error=opening.error,
            meanwhile=opening.meanwhile,
            lines=min(12, max(3, typed.count("\n") + 2)),
            is_ask=is_ask,
            why=opening.why,
            rows=_list_rows(value.kind, typed) if isinstance(value.kind, ClassLevels) else (),
        )


def _list_rows(kind: ClassLevels, typed: str) -> list[ClassRow]:
    given = [*kind.split(typed), *[("", "")] * len(CLASS_FIELDS)]
    return [ClassRow(*row, *names) for row, names in zip(given, CLASS_FIELDS, strict=False)]
