"""From an entry of a pasted text to the table of a combatant, with what is still open."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.frozen import frozen
from rules.kernel.stat_block import StatBlock
from rules.kernel.typed_text import make_id
from rules.reference import MonsterEntry
from rules.statblocks import LONGEST_SPECIAL, BadEntry, build_stat_blocks
from rules.statblocks.pasted_attacks import (
    UNNAMED_WEAPON,
    PastedAttacks,
    find_weapon_names,
    list_words_beside_weapons,
    read_blows,
)
from rules.statblocks.pasted_entries import (
    LONGEST_NAME,
    SIGNS,
    PastedClause,
    PastedEntry,
    trim,
)
from rules.statblocks.pasted_heads import find_monster, make_singular, read_head
from rules.statblocks.pasted_labels import NOT_USED, SPECIAL
from rules.statblocks.pasted_values import (
    MOST_ALIKE,
    READERS,
    Reading,
    UnreadableValue,
    read_armor_class,
    read_class,
    read_class_word,
    read_movement,
)

MOST_LISTED = 60
"""Parts of one entry that are listed as left out."""
_MOST_LEFT = 300
"""Parts without a label that are read one by one."""
LONGEST_ANSWER = 100
_LONGEST_SPLIT = 1000
_MAY_BE_BLOW = re.compile(r"^\s*\(?\d|\d*d\d|\d ?- ?\d|\bby weapon|^\s*weapon|^\s*\w+\s*$")
_LIMBS = (
    r"bite|claw|sting|stinger|tail|fist|slam|hoof|hooves|horn|gore|tusk|beak|talon|tentacle|touch|butt|kick|peck|pincer"
    r"|mandible|wing|pseudopod"
)
_BLOW_ALONE = re.compile(
    rf"(?:\d{{1,2}} ?[x×]? ?)?(?:{_LIMBS})s?(?: [+-]\d{{1,2}})? ?(?:for )?"
    r"\(?(?:\d{0,2}d\d{1,3}|\d{1,3}-\d{1,3})(?:[+-]\d{1,2})?\)?(?: each)?(?: (?:plus|and|\+|&) [A-Za-z ]+)?",
    re.IGNORECASE,
)
"""A blow that stands in the text without a label."""
_ARMED_ALONE = re.compile(
    r"(?:\d{1,2} )?([A-Za-z][A-Za-z' -]{2,30}?)(?: [+-]\d{1,2})? ?"
    r"\(?(?:\d{0,2}d\d{1,3}|\d{1,3}-\d{1,3})(?:[+-]\d{1,2})?\)?"
)

_NIL = ("", "none", "nil", "no", "-", "standard", "normal", "n/a", "see below", "0")
ASKED = {
    "name": "Orc",
    "count": "3",
    "class": "fighter 3",
    "hit dice": "4+1 or F3",
    "armor class": "6",
    "hit points": "5 or 5, 7, 3",
    "movement": "9 or 90 ft",
    "attacks": "2 claws (1d4), bite (1d6)",
}
"""Labels of the values without which nothing is added, in the order of the questions, with an example of each."""
BESTIARY = "as in the bestiary"
"""The answer that takes what is missing from the monster table."""


@frozen
class ReadValue:
    """A value that was read."""

    label: str
    """The kind of value, such as "hit dice"."""
    written: str
    """The text it was read from."""
    meaning: str
    """The value in words."""


@frozen
class IgnoredText:
    """A part of the text that was not used."""

    written: str
    reason: str


@frozen
class OpenValue:
    """A value that the DM must give before the stat block is added."""

    key: str
    """The label that the answer is read for."""
    label: str
    reason: str
    offered: str
    """The assumed value, as an answer; "" if there is none."""
    meaning: str
    """The assumed value in words."""
    example: str
    answer: str = ""
    """The answer that could not be read."""


@dataclass
class PastedStatBlock:
    """One stat block. It can be added if there are no ``problems`` and no ``open_values``."""

    line: int
    """The line where it begins, counted from 1."""
    name: str = ""
    definition: dict[str, Any] = field(default_factory=dict)
    """Its ``[[combatant]]`` table, without a side; holds only values that were read or answered."""
    understood: list[ReadValue] = field(default_factory=list)
    ignored: list[IgnoredText] = field(default_factory=list)
    open_values: list[OpenValue] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Reasons why it cannot be added, each with its line."""

    @property
    def ready(self) -> bool:
        """Return whether it can be added as it is."""
        return not self.problems and not self.open_values

    @property
    def assumable(self) -> bool:
        """Return whether every open question has an assumed value."""
        return not self.problems and bool(self.open_values) and all(each.offered for each in self.open_values)


Answers = Mapping[str, str]
"""The answers to the questions of one stat block, by key."""


class EntryBuilder:
    """Builds the stat block of one entry: reads each label, then asks what is missing."""

    def __init__(self, entry: PastedEntry, answers: Answers) -> None:
        self.entry = entry
        self.answers = {
            key: text.translate(SIGNS).strip()[:LONGEST_ANSWER] for key, text in answers.items() if text.strip()
        }
        self.block = PastedStatBlock(entry.line)
        self.table: dict[str, Any] = {}
        self.special: list[str] = []
        self.weapons: list[str] = []
        self.asked: dict[str, OpenValue] = {}
        self.leftover: list[tuple[str, str]] = []
        labels = {each.label for each in entry.clauses}
        self.modern = "other game" in labels and "to hit" not in labels
        self.short_paced = self.modern or "short pace" in labels
        self.like: MonsterEntry | None = None
        self.unlisted = 0
        self.alone: list[str] = []
        self.attacks: dict[str, list[str]] = {"attacks": [], "damage": []}

    def build(self) -> PastedStatBlock:
        """Return the stat block."""
        self._read_head()
        self._read_character()
        for label in READERS:
            self._read_label(label)
        self._read_others()
        self._split_attacks()
        self._read_leftovers()
        self._settle_hit_dice()
        self._read_attacks()
        self._settle_count()
        self._finish()
        return self.block

    # The head.

    def _read_head(self) -> None:
        head = read_head(self.entry.head.translate(SIGNS))
        self.block.name = head.name
        self.count = head.count
        if answer := self.answers.get("name"):
            self.block.name = answer
        if not self.block.name:
            self._ask("name", "a name is missing")
        if head.count_asked is not None:
            self._read_count(head.count_asked)
        if head.class_asked is not None and "class" not in self.answers:
            self._ask("class", str(head.class_asked), head.class_asked.offered, answer="")
        elif head.class_reading is not None:
            self._take("class", head.class_written, head.class_reading)
        self.leftover += [(part, "not understood") for part in head.left]

    def _read_count(self, problem: UnreadableValue) -> None:
        answer = self.answers.get("count", "")
        if answer.isascii() and answer.isdecimal() and len(answer) < 4:
            self.count = int(answer)
        elif "count" not in self.asked:
            self._ask("count", str(problem), problem.offered, answer=answer)

    def _read_character(self) -> None:
        """Read a class and level that stand in clauses or cells of their own."""
        if answer := self.answers.get("class"):
            self._read_class_answer(answer)
            return
        named = self._list_values("class")
        levels = [each for each in self._list_values("level") if not self._read_level(each)]
        for clause in named:
            number = next((each.value for each in levels if each.value.isdecimal()), "")
            written = (
                f"{clause.value} {number}" if read_class_word(clause.value) or "/" in clause.value else clause.value
            )
            try:
                found = read_class(written.title() if len(clause.value) < 4 else written)
            except UnreadableValue as problem:
                self._ask("class", str(problem), problem.offered)
                return
            if found is None:
                self.leftover.append((f"{clause.sign} {clause.value}", "no class of the tables"))
                continue
            self._take("class", written, found)
            return
        self.leftover += [(f"{each.sign} {each.value}".strip(), "a level without a class") for each in levels]

    def _read_level(self, clause: PastedClause) -> bool:
        """Read "Lvl 5 paladin"; return False for a level alone."""
        found = read_class(f"level {clause.value}") if not clause.value.isdecimal() else None
        if found is None or self._has_class:
            return False
        self._take("class", f"{clause.sign} {clause.value}", found)
        return True

    def _read_class_answer(self, answer: str) -> None:
        try:
            found = read_class(answer[:1].upper() + answer[1:])
        except UnreadableValue as problem:
            self._ask("class", str(problem), problem.offered, answer=answer)
            return
        if found is None or found.rest.strip():
            self._ask("class", "write a class and its level: fighter 3", answer=answer)
        else:
            self._take("class", "your answer", found)

    # Labels.

    def _list_values(self, label: str) -> list[PastedClause]:
        return [each for each in self.entry.clauses if each.label == label]

    def _read_label(self, label: str) -> None:
        """Read the clauses of a label, or the answer in their place.

        Two readings that differ are a question.
        """
        answer = self.answers.get(label, "")
        if label == "hit dice" and answer == BESTIARY:
            return
        clauses = [PastedClause(label, "", answer)] if answer else self._list_values(label)
        read: list[tuple[PastedClause, Reading]] = []
        failed: list[tuple[PastedClause, UnreadableValue]] = []
        for clause in clauses:
            try:
                read.append((clause, self._apply_reader(label, clause.value, answered=bool(answer))))
            except UnreadableValue as problem:
                failed.append((clause, problem))
        if len({str(sorted(each.table.items())) for _, each in read}) > 1:
            written = " and ".join(f"{clause.sign} {clause.value}".strip() for clause, _ in read[:3])
            first, reading = read[0]
            self._ask(label, f"the text says {written}", first.value[: len(first.value) - len(reading.rest)].strip())
            return
        for clause, reading in read[:1]:
            self._take(label, "your answer" if answer else f"{clause.sign} {clause.value}".strip(), reading)
        for clause, unreadable in failed:
            self._refuse(label, clause, unreadable, answered=bool(answer), taken=bool(read))

    def _apply_reader(self, label: str, text: str, *, answered: bool) -> Reading:
        """Return the reading of a value. An answer must be read to its end."""
        if label == "armor class":
            reading = read_armor_class(text, modern=self.modern and not answered)
        elif label == "movement":
            reading = (
                self._read_answered_movement(text) if answered else read_movement(text, modern=self._is_short_paced())
            )
        else:
            reading = READERS[label](text)
        if answered and reading.rest.strip(" ."):
            raise UnreadableValue(f"{reading.rest.strip()} was not understood")
        return reading

    def _is_short_paced(self) -> bool:
        """Return whether feet are those of a short round, as with ascending armor class alone."""
        return self.short_paced or any(each.offered for each in self.asked.values() if each.key == "armor class")

    @staticmethod
    def _read_answered_movement(text: str) -> Reading:
        """Read movement from an answer, where a bare figure is inches."""
        return read_movement(f'{text}"' if text.isdecimal() and len(text) < 4 else text)

    def _refuse(
        self, label: str, clause: PastedClause, problem: UnreadableValue, *, answered: bool, taken: bool
    ) -> None:
        written = f"{clause.sign} {clause.value}".strip()
        if taken or label not in ASKED:
            self.block.ignored.append(IgnoredText(written, str(problem)))
        elif label not in self.asked:
            reason = str(problem) if answered else f"{written}: {problem}"
            self._ask(label, reason, problem.offered, answer=clause.value if answered else "")

    @property
    def _has_class(self) -> bool:
        return "class" in self.table or "classes" in self.table

    def _take(self, label: str, written: str, reading: Reading) -> None:
        """Add a reading, and keep what it left for the leftovers."""
        if label == "class":
            for key in ("class", "level", "classes"):
                self.table.pop(key, None)
        self.table |= reading.table
        read = (
            written[: len(written) - len(reading.rest)] if reading.rest and written.endswith(reading.rest) else written
        )
        self.block.understood.append(ReadValue(label, read.strip(" ,;(["), reading.meaning))
        reason = "only movement on foot is read" if label == "movement" else f"beside the {label}"
        self.leftover += [(part, reason) for part in _split_rest(reading.rest)]

    def _ask(self, key: str, reason: str, offered: str = "", meaning: str = "", *, answer: str = "") -> None:
        self.asked[key] = OpenValue(
            key, "how many" if key == "count" else key, reason, offered, meaning or offered, ASKED[key], answer
        )

    def _read_others(self) -> None:
        """Keep notes of powers, and list what is not used."""
        for clause in self.entry.clauses:
            written = f"{clause.sign} {clause.value}".strip()
            if clause.label in SPECIAL:
                if clause.value.lower() not in _NIL:
                    self._note_special(written)
            elif clause.label in NOT_USED:
                if clause.value.lower() not in _NIL:
                    self.block.ignored.append(IgnoredText(written, NOT_USED[clause.label]))
            elif clause.label == "weapons":
                self.leftover += [(part, "no weapon of the table is named so") for part in _split_rest(clause.value)]
            elif clause.label == "count" and clause.value:
                self._read_count_clause(clause)
            elif clause.label in ("", "race"):
                self.leftover.append((written, "not understood"))
        self.leftover += [(part, "not understood") for part in self.entry.unread]

    def _read_count_clause(self, clause: PastedClause) -> None:
        if clause.value.isdecimal() and len(clause.value) < 4 and self.count is None:
            self.count = int(clause.value)
        elif not clause.value.isdecimal():
            self._read_count(UnreadableValue(f"{clause.sign} {clause.value}: write how many there are"))

    def _note_special(self, written: str) -> None:
        self.special.append(written[:LONGEST_SPECIAL])
        self.block.understood.append(ReadValue("special", written[:LONGEST_SPECIAL], "not automated; you decide"))
        if len(written) > LONGEST_SPECIAL:
            self.block.ignored.append(IgnoredText(written[LONGEST_SPECIAL:], "the note is too long"))

    def _read_leftovers(self) -> None:
        for written, reason in self.leftover[:_MOST_LEFT]:
            self._read_leftover(written, reason)
        if self.alone and not self.attacks["attacks"]:
            self.attacks["attacks"].append(", ".join(self.alone))
        else:
            self.block.ignored += [IgnoredText(each, "other attacks are given") for each in self.alone]
        self.unlisted = max(0, len(self.leftover) - _MOST_LEFT)

    def _read_leftover(self, written: str, reason: str) -> None:
        """Read a class, a blow or weapons from a part without a label, or list the part."""
        if not self.attacks["damage"] and self._is_blow(written):
            self.alone.append(written)
            return
        lettered = re.match(r"[A-Z]{1,2} ?\d", written) is not None
        unsure = lettered and ("hd" in self.table or (written[0] in "DIMP" and not written.startswith("MU")))
        if not self._has_class and "class" not in self.asked and not unsure:
            try:
                found = read_class(written)
            except UnreadableValue as problem:
                self._ask("class", str(problem), problem.offered)
                return
            if found is not None and not found.rest.strip():
                self.table |= found.table
                self.block.understood.append(ReadValue("class", written, found.meaning))
                return
        weapons = find_weapon_names(written) if len(written) <= 300 and self._may_arm(written) else []
        if weapons:
            self.weapons += [each for each in weapons if each not in self.weapons]
            written, reason = list_words_beside_weapons(written), "beside the weapon: add it by hand"
        if written:
            self.block.ignored.append(IgnoredText(written[:400], reason))

    @staticmethod
    def _is_blow(written: str) -> bool:
        """Return whether a part is a blow with its damage: "bite 1d6", "daggers (1d4)"."""
        armed = _ARMED_ALONE.fullmatch(written)
        return _BLOW_ALONE.fullmatch(written) is not None or bool(armed and find_weapon_names(armed[1]))

    @staticmethod
    def _may_arm(written: str) -> bool:
        """Return whether a part lists weapons; a sentence that mentions one does not."""
        words = list_words_beside_weapons(written).split()
        return len(words) <= 4 and not re.search(r"\b(?:from|against|by|except|immune|half|only|no|vs)\b", written)

    # What the labels together say.

    def _settle_hit_dice(self) -> None:
        """Keep the class where hit dice stand beside it; ask for hit dice where neither is known."""
        self.like = find_monster(self.block.name)
        if self._has_class:
            self.asked.pop("hit dice", None)
            if "hd" in self.table:
                del self.table["hd"]
                self.block.understood = [each for each in self.block.understood if each.label != "hit dice"]
                self.block.ignored.append(IgnoredText("hit dice", "a class and level stand for them"))
            return
        if "hd" in self.table or "hit dice" in self.asked or "class" in self.asked:
            return
        if self.like is None:
            self._ask("hit dice", "hit dice are missing: write HD 1, or a class and level as F3", answer="")
            return
        self.table["monster"] = self.like.id
        if self.answers.get("hit dice") == BESTIARY:
            self.block.understood.append(
                ReadValue("hit dice", "your answer", f"those of the bestiary's {self.like.name}")
            )
        else:
            meaning = f"{self.like.hit_dice}, and what is not written, as the bestiary's {self.like.name}"
            self._ask("hit dice", "hit dice are missing", BESTIARY, meaning)

    def _split_attacks(self) -> None:
        """Keep the parts of attacks and damage that may be blows; the others are leftovers."""
        for label, texts in self.attacks.items():
            for clause in self._list_values(label):
                first, *others = _split_outside(clause.value)
                blows = [first, *(each for each in others if _MAY_BE_BLOW.search(each))]
                self.leftover += [
                    (trim(each), f"beside the {label}") for each in others if not _MAY_BE_BLOW.search(each)
                ]
                texts.append(", ".join(trim(each) for each in blows))

    def _list_different(self, label: str) -> list[str]:
        """Return the texts of a label, each once."""
        return list(dict.fromkeys(each for each in self.attacks[label] if each))

    def _read_attacks(self) -> None:
        answer = self.answers.get("attacks", "")
        attacks = [answer] if answer else self._list_different("attacks")
        damage = [] if answer else self._list_different("damage")
        if not attacks and not damage and not self.weapons:
            return
        if answer and answer == BESTIARY and self.like is not None:
            return
        try:
            blows = self._choose_blows(attacks, damage, answered=bool(answer))
        except UnreadableValue as problem:
            written = " / ".join([*attacks, *damage])[:80]
            self._ask(
                "attacks",
                f"{written}: {problem}" if written and not answer else str(problem),
                problem.offered,
                answer=answer,
            )
            return
        self.table |= blows.table
        written = "your answer" if answer else blows.written or "named"
        self.block.understood.append(ReadValue("attacks", written, blows.words))
        self.block.ignored += [IgnoredText(part, reason) for part, reason in blows.unread if part]
        for note in blows.special:
            self._note_special(note)

    def _choose_blows(self, attacks: Sequence[str], damage: Sequence[str], *, answered: bool) -> PastedAttacks:
        """Return the blows; of several texts of attacks or damage exactly one may be readable."""
        armed = self._has_class or (self.like is not None and not self.like.natural)
        named = (
            find_weapon_names(" ".join(attacks)) if answered and not any(c.isdigit() for c in "".join(attacks)) else ()
        )
        weapons = list(dict.fromkeys([*named, *self.weapons]))
        if named:
            return read_blows("", "", weapons, armed=armed)
        found: list[PastedAttacks] = []
        problems: list[UnreadableValue] = []
        for attack in attacks or [""]:
            for dealt in damage or [""]:
                try:
                    blows = read_blows(attack, dealt, weapons, armed=armed)
                except UnreadableValue as problem:
                    problems.append(problem)
                else:
                    blows.written = " / ".join(filter(None, (attack, dealt)))
                    found.append(blows)
        if len({str(each.table) for each in found}) == 1:
            unread = [each for each in (*attacks, *damage) if each not in found[0].written]
            found[0].unread += [(each, "not the attacks of a round") for each in unread]
            return found[0]
        raise UnreadableValue("the text says several: write the attacks of one round") if found else problems[0]

    def _settle_count(self) -> None:
        """Add the count as written, else as many as there are hit points."""
        block, count, points = self.block, self.count, self.table.get("hp")
        if count is not None and not 1 <= count <= MOST_ALIKE:
            block.problems.append(f"line {block.line}: there are 1 to {MOST_ALIKE} alike, not {count}")
            return
        several = points if isinstance(points, list) else []
        if count is not None and several and len(several) != count:
            listed = ", ".join(map(str, several))
            block.problems.append(f"line {block.line}: {count} are named, and hit points of {len(several)}: {listed}")
            return
        count = len(several) if several else count
        if count is not None and count > 1:
            self.table["count"] = count
            block.understood.append(ReadValue("how many", str(count), f"{count}, as a mob"))
            block.name = make_singular(block.name)

    # The end.

    def _finish(self) -> None:
        block = self.block
        id = make_id(block.name)[:40].strip("_") or "combatant"
        block.definition = {"id": id, "name": block.name or "?", **self.table}
        if self.special:
            block.definition["special"] = self.special
        if not block.problems:
            self._check_and_ask()
        if more := max(0, len(block.ignored) - MOST_LISTED) + self.unlisted:
            block.ignored = [*block.ignored[:MOST_LISTED], IgnoredText(f"{more} more parts", "not understood")]
        block.open_values = [self.asked[key] for key in ASKED if key in self.asked]

    def _check_and_ask(self) -> None:
        """Check that stat blocks can be built from the table, and ask for values that nobody wrote."""
        try:
            stat_block = build_stat_blocks({**self.block.definition, "side": "foes"})[0]
        except BadEntry as problem:
            self.block.problems.append(f"line {self.block.line}: {str(problem).partition(': ')[2]}")
            return
        if "monster" in self.table and "hit dice" in self.asked:
            return
        known = "hit dice" not in self.asked and "class" not in self.asked
        for key, label, offered, meaning in self._list_usual(stat_block):
            asked = self.asked.get(label)
            if asked is not None and not asked.offered and known and label in ("hit points", "movement"):
                self._ask(label, asked.reason, offered, meaning, answer=asked.answer)
            elif asked is None and key not in self.table and "monster" not in self.table:
                self._ask(label, "not given", offered if known else "", meaning if known else "")

    def _list_usual(self, stat_block: StatBlock) -> Iterator[tuple[str, str, str, str]]:
        """Yield the usual values of a stat block: key, label, answer, and the value in words."""
        like = self.like if not self._has_class else None
        ac = like.defence.armor_class if like else stat_block.defence.armor_class
        yield "ac", "armor class", str(ac), str(ac)
        points = stat_block.defence.hit_points
        yield "hp", "hit points", str(points), f"{points}, the average"
        inches = like.pace.movement if like else stat_block.pace.movement
        yield "movement", "movement", f'{inches}"', f'{inches}"' + (f", as the bestiary's {like.name}" if like else "")
        if "routines" not in self.table or "weapons" not in self.table:
            answer, words = _offer_attacks(like)
            yield "weapons", "attacks", answer, words


def _offer_attacks(like: MonsterEntry | None) -> tuple[str, str]:
    """Return the assumed attacks as an answer and in words."""
    if like is None or not like.natural or any(each.by_weapon for each in like.attack.routine):
        return f"by weapon ({UNNAMED_WEAPON})", f"one blow by weapon, {UNNAMED_WEAPON}"
    routine = ", ".join(f"{each.count} {each.name} ({each.damage})" for each in like.attack.routine)
    return routine, f"{routine}, as the bestiary's {like.name}"


def _split_outside(text: str) -> list[str]:
    """Return the parts between commas and semicolons outside of brackets.

    A long text stays whole.
    """
    return re.split(r"[;,](?![^()]*\))", text) if len(text) < _LONGEST_SPLIT else [text]


def _split_rest(text: str) -> list[str]:
    """Return the parts of a text that a reader left."""
    parts = [_drop_open_bracket(trim(each).strip("/ ")) for each in re.split(r"[,;]|\.(?=\s|$)", text, maxsplit=20)]
    return _join_weapon_names([each for each in parts if each])


def _drop_open_bracket(text: str) -> str:
    """Return a part of a text without a bracket whose other half is in another part."""
    return text if text.count("(") == text.count(")") else text.strip("()")


def _join_weapon_names(parts: Sequence[str]) -> list[str]:
    """Return the parts, with a weapon's name that has a comma in one: "mace, footman's"."""
    joined: list[str] = []
    for part in parts:
        both = f"{joined[-1]}, {part}" if joined else part
        alone = [*find_weapon_names(part), *find_weapon_names(joined[-1] if joined else "")]
        if not alone and len(both) < LONGEST_NAME and find_weapon_names(both):
            joined[-1] = both
        else:
            joined.append(part)
    return joined
