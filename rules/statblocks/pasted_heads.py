"""The head of a pasted stat block: its name, how many there are, and perhaps its class."""

import re

from rules.kernel.frozen import frozen
from rules.reference import MonsterEntry, list_monsters
from rules.statblocks.pasted_entries import LONGEST_NAME
from rules.statblocks.pasted_values import MOST_ALIKE, Reading, UnreadableValue, read_class

_NUMBERED = re.compile(r"^\s*(?:[-*•#>]+\s+|\d{1,2}[.)]\s+|[A-Z]\d{0,2}[.)]\s+|(?=[*_#]))+")
_BEFORE = re.compile(r"(\d{1,3})\s?[x×]?\s+(?=[A-Za-z])", re.ASCII)
_BEHIND = re.compile(r"\s*[x×]\s?(\d{1,3})$", re.ASCII)
_ALONE = re.compile(r"[x×]?\s?(\d{1,3})(?: of them| in all| total)?", re.ASCII)
_DICE_ALONE = re.compile(r"(\d{1,2}) ?(d|-) ?(\d{1,3})([+-]\d{1,2})?", re.ASCII)
_DICE_BEFORE = re.compile(r"(\d{1,2}) ?(d|-) ?(\d{1,3})([+-]\d{1,2})?\s+(?=[A-Za-z])", re.ASCII)
_NUMBER_LAST = re.compile(r"\s#?(\d{1,3})$", re.ASCII)
_NUMBERS_LAST = re.compile(r"\s#?(\d{1,3})-(\d{1,3})$", re.ASCII)
_SPLIT = re.compile(r",(?![^()]*\))|(?=[(\[])|(?<=[)\]])")
_SPLIT_BEHIND = re.compile(r"[,;:|(\[\])]|\s-\s")
_DETAIL = re.compile(r"(?:MM|DMG|PHB|FF|MM2|p|pp|page|pg|see)\b|[LNC][GNE]?$|\d|#")
_SINGULARS = (
    ("thieves", "thief"), ("men", "man"), ("mice", "mouse"), ("lice", "louse"), ("geese", "goose"), ("oxen", "ox"),
    ("zombies", "zombie"), ("pixies", "pixie"), ("brownies", "brownie"), ("genies", "genie"), ("faeries", "faerie"),
    ("rves", "rf"), ("lves", "lf"), ("aves", "af"), ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"),
    ("xes", "x"), ("s", ""),
)  # fmt: skip
_MOST_PARTS = 20
_LONGEST_HEAD = 500
_NAME_LABEL = re.compile(r"^[ *_]*name[ *_]*:[ *_]*", re.IGNORECASE)
_LEVEL_APART = re.compile(r",\s+(?=(?:level|lvl)\.? \d)", re.IGNORECASE)
"""The comma in "a fighter, level 5"."""
_SENTENCE = re.compile(r"(?:(?<=[a-z]{4})|(?<=\d))\.\s+(?=[A-Z\d])")
_NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORD = re.compile(rf"({'|'.join(_NUMBER_WORDS)}) +(?=[A-Za-z])", re.IGNORECASE)
_NOT_PLURAL = ("ss", "us", "is", "ps")


@frozen
class Head:
    """The values of a head."""

    name: str = ""
    count: int | None = None
    count_asked: UnreadableValue | None = None
    """The reason why the count must be asked."""
    class_reading: Reading | None = None
    class_written: str = ""
    class_asked: UnreadableValue | None = None
    left: tuple[str, ...] = ()
    """Parts that are no name, count or class."""


class _Reader:
    """Collects what the parts of a head say."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.count: int | None = None
        self.count_asked: UnreadableValue | None = None
        self.class_reading: Reading | None = None
        self.class_written = ""
        self.class_asked: UnreadableValue | None = None
        self.left: list[str] = []

    def read_name_part(self, part: str, first: bool) -> None:
        """Read one part of the name, which ends at a colon."""
        plain = part.strip(" ()[].*_")
        if first:
            plain = self._read_count_before(plain)
        if not self._read_count(plain, first) and not self._read_class(plain, first):
            self._read_name(part.strip(" .*_"), plain, first)

    def read_part_behind(self, part: str) -> None:
        """Read a part behind the name: a count, a class, or neither."""
        plain = part.strip(" .*_")
        if self.count is None and (number := re.fullmatch(r"#(\d{1,3})", plain)):
            self.count_asked = UnreadableValue(f"{plain} may be how many, or the number of this one", number[1])
        elif not self._read_count(plain, False) and not self._read_class(plain, False):
            self.left.append(plain)

    def _read_count_before(self, plain: str) -> str:
        if dice := _DICE_BEFORE.match(plain):
            self._ask_count(dice)
            return plain[dice.end() :]
        if word := _NUMBER_WORD.match(plain):
            self.count = _NUMBER_WORDS.index(word[1].lower()) + 2
            return plain[word.end() :]
        if before := _BEFORE.match(plain):
            if re.match(r"(?:st|nd|rd|th)?[ -]?level\b", plain[before.end(1) :].lstrip(), re.IGNORECASE):
                return plain
            self.count = int(before[1])
            return plain[before.end() :]
        return plain

    def _read_count(self, plain: str, first: bool) -> bool:
        if not first and self.count is None and (alone := _ALONE.fullmatch(plain)):
            self.count = int(alone[1])
            return True
        if not first and (dice := _DICE_ALONE.fullmatch(plain)):
            self._ask_count(dice)
            return True
        return False

    def _ask_count(self, dice: re.Match[str]) -> None:
        low, high, plus = int(dice[1]), int(dice[3]), int(dice[4] or 0)
        middle = (low * (high + 1) // 2 if dice[2] == "d" else (low + high) // 2) + plus
        reason = f"{dice[0].strip()} are rolled: write how many there are"
        self.count_asked = UnreadableValue(reason, str(min(max(middle, 1), MOST_ALIKE)))

    def _read_class(self, plain: str, first: bool) -> bool:
        """Read a class that is a whole part, or that ends the part of the name: "Tia F/MU 4/5"."""
        for start in (0, *self._list_starts(plain)):
            try:
                found = read_class(plain[start:])
            except UnreadableValue as problem:
                self.class_asked, self.class_written = problem, plain[start:]
            else:
                if found is None or found.rest.strip(" ()"):
                    continue
                self.class_reading, self.class_written = found, plain[start:]
            self._keep_before(plain[:start].strip(" ,(").removesuffix(" the"), first, plain)
            return True
        return False

    @staticmethod
    def _list_starts(plain: str) -> list[int]:
        """Return where the last words of a name begin, from the longest."""
        starts = [match.start() for match in re.finditer(r"(?<=\s)\S", plain)]
        return starts[-4:]

    def _keep_before(self, before: str, first: bool, plain: str) -> None:
        if first:
            self.names.append(before or plain)
        elif before:
            self.left.append(before)

    def _read_name(self, part: str, plain: str, first: bool) -> None:
        if self.count is None and (times := _BEHIND.search(plain)):
            self.count, plain = int(times[1]), plain[: times.start()]
            part = plain
        if first:
            self.names.append(plain)
            self._ask_number(plain)
            return
        fits = len(" ".join([*self.names, part])) <= LONGEST_NAME
        if self.names and fits and not _DETAIL.match(plain) and re.fullmatch(r"[^\d:]+", plain):
            self.names.append(part if part.startswith(("(", "[")) else f", {plain}")
        else:
            self.left.append(plain)

    def _ask_number(self, plain: str) -> None:
        """Ask what the number behind a plural means; behind a singular it belongs to the name."""
        if self.count is None and (several := _NUMBERS_LAST.search(plain)):
            many = str(max(int(several[2]) - int(several[1]) + 1, 1))
            self.count_asked = UnreadableValue(f"{several[0].strip()} may be the numbers of several", many)
        number = _NUMBER_LAST.search(plain)
        if number is None or self.count is not None:
            return
        before = plain[: number.start()]
        if make_singular(before) != before.strip() and "#" not in number[0]:
            self.count_asked = UnreadableValue(f"{number[1]} may be how many, or a number in the name", number[1])


def read_head(text: str) -> Head:
    """Read the line of a name."""
    reader = _Reader()
    if len(text) > _LONGEST_HEAD:
        reader.left.append(text[_LONGEST_HEAD:])
        text = text[:_LONGEST_HEAD]
    text = _NAME_LABEL.sub("", _NUMBERED.sub("", text, count=1).strip(" -:*_#"))
    text = _LEVEL_APART.sub(" ", text)
    name, behind = (*re.split(r"[:;|]|\s-\s", text, maxsplit=1), "")[:2]
    *before, name = _SENTENCE.split(name)
    reader.left += before
    for number, part in enumerate(each for each in _SPLIT.split(name)[:_MOST_PARTS] if each.strip(" ()[].*_")):
        reader.read_name_part(part, number == 0)
    for part in _SPLIT_BEHIND.split(behind, maxsplit=_MOST_PARTS):
        if part.strip(" .*_"):
            reader.read_part_behind(part)
    joined = "".join(f" {each}" if each.startswith(("(", "[")) else each for each in reader.names)
    name = joined.strip(" *_#.\"',")[:LONGEST_NAME].strip()
    return Head(
        name[:1].upper() + name[1:], reader.count, reader.count_asked, reader.class_reading, reader.class_written,
        reader.class_asked, tuple(reader.left),
    )  # fmt: skip


def make_singular(name: str) -> str:
    """Return the name of one of several: "Orc" for "Orcs", "Wolf, dire" for "Wolves, dire"."""
    match = re.match(r"[^,(]*?(?=-at-| of | from | with |,|\(|$)", name)
    head, rest = (match[0].rstrip(), name[len(match[0].rstrip()) :]) if match else (name, "")
    for many, one in _SINGULARS:
        if head.lower().endswith(many) and not head.lower().endswith(_NOT_PLURAL):
            alone = head[: len(head) - len(many)] + one
            return alone[:1].upper() + alone[1:] + rest
    return name


def find_monster(name: str) -> MonsterEntry | None:
    """Return the monster of the table with this name, singular or plural."""
    known = {name.lower(): each for each in list_monsters() for name in (each.name, each.plain_name)}
    return known.get(name.lower()) or known.get(make_singular(name).lower())
