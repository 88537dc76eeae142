"""The characters that a text which a person typed may hold.

A text is shown on other people's screens. So it may hold nothing that is not seen, that changes how the text around it
is shown, or that stands for something else in a sentence.
"""

import re
import unicodedata

LINES = "\n\r\t"
"""The control characters of a text of several lines."""

JOINERS = "\u200c\u200d"
"""The zero-width non-joiner and joiner: letters of some scripts need them, and pictures made of several."""

JOINED_SCRIPTS = ("ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL",
                  "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR")  # fmt: skip
"""The scripts whose letters may have a joiner between them, as their Unicode names begin."""

STYLES = "\ufe0e\ufe0f"
"""The selectors by which a sign is drawn as a letter, or as a picture."""

BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that Unicode counts as letters or signs, and that are not seen."""

SEEN_FORMATS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Format characters that are drawn: signs that enclose the number after them."""

SUSPECT = re.compile(r"[^\x20-\x7e\xa1-\xac\xae-\u02ff]")
"""Any character that may have to be refused; most texts have none."""

REFUSED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The Unicode categories of control and format characters, of halves of characters, and of separators of lines."""


def find_refused_character(text: str, *, lines: bool = False) -> str:
    """Return the first character that a typed text may not hold; "" where it may hold all.

    ``lines``: the text may have several lines.
    """
    for found in SUSPECT.finditer(text):
        char, at = found[0], found.start()
        if (_is_refused_in_lines if lines else _is_refused)(text, at, char):
            return char
    return ""


def describe_refused_character(char: str) -> str:
    """Return what is wrong with a text that holds this character, and what to do."""
    kind = "a line break or tab" if char in LINES else "a character that is not seen"
    return f"This text has {kind} in it (U+{ord(char):04X}). Delete it, or type the text again."


def refuse_text(text: str, *, lines: bool = False) -> str:
    """Return what is wrong with a typed text, and what to do; "" where nothing is."""
    char = find_refused_character(text, lines=lines)
    return describe_refused_character(char) if char else ""


def drop_refused_characters(text: str) -> str:
    """Return a text of several lines without the characters that it may not hold.

    It is for what was copied from elsewhere: there such characters are usual, and nobody has typed them.
    """
    return SUSPECT.sub(lambda found: "" if _is_refused_in_lines(text, found.start(), found[0]) else found[0], text)


def fold_name(name: str) -> str:
    """Return a name as names are compared: without differences of case, width and blanks."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


LOOKALIKES = str.maketrans(
    "\u0501\u0111\u1d05\u0434\u043c\u03bc\u1d0d\u0442\u03c4\u1d1b\u04bb\u043d\u029c\u0435\u03b5\u1d07",
    "ddddmmmttthhheee",
)
"""Letters of other scripts that look like those of "the DM", after case is folded."""


def read_letters(name: str) -> tuple[str, ...]:
    """Return the words of a name in plain letters and digits, without accents and signs."""
    plain = unicodedata.normalize("NFD", fold_name(name)).translate(LOOKALIKES)
    seen = "".join(char for char in plain if unicodedata.category(char) not in ("Mn", "Cf"))
    return tuple(re.findall(r"[^\W_]+", seen))


def make_id(name: str) -> str:
    """Return a name as an id: its letters and digits, of any script, joined by "_"; "" for none.

    Accents and vowel signs are left out, so two names may have one id.
    """
    decomposed = unicodedata.normalize("NFD", fold_name(name))
    kept = "".join(char for char in decomposed if unicodedata.category(char) not in ("Mn", "Mc", "Me", "Cf"))
    return re.sub(r"[\W_]+", "_", kept).strip("_")


def _is_refused_in_lines(text: str, at: int, char: str) -> bool:
    return char not in LINES and _is_refused(text, at, char)


def _is_refused(text: str, at: int, char: str) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if char in JOINERS:
        return not (_are_joined_letters(before, after) or (char == "\u200d" and _are_pictures(before, after)))
    if char in STYLES:
        return not before or not (before in "#*0123456789" or unicodedata.category(before) in ("So", "Sm", "Po", "Sk"))
    if char in BLANK or _is_hidden_mark(char):
        return True
    return unicodedata.category(char) in REFUSED and char not in SEEN_FORMATS


def _are_joined_letters(before: str, after: str) -> bool:
    """Return whether a joiner stands between letters or marks of one script that needs it."""
    return bool(before and after) and any(
        all(unicodedata.name(each, "").startswith(script) for each in (before, after)) for script in JOINED_SCRIPTS
    )


def _are_pictures(before: str, after: str) -> bool:
    """Return whether a joiner stands between two pictures that make one."""
    is_picture = bool(before) and (before in STYLES or unicodedata.category(before) in ("So", "Sk"))
    return is_picture and bool(after) and unicodedata.category(after) in ("So", "Sm")


def _is_hidden_mark(char: str) -> bool:
    """Return whether this is a variation selector of no picture, or no character at all."""
    code = ord(char)
    return (
        0x180B <= code <= 0x180F
        or 0xFE00 <= code <= 0xFE0D
        or 0xE0000 <= code <= 0xE0FFF
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
    )
