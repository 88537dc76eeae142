"""Short texts of the tables, such as ranges and areas, as a player reads them: in feet."""

import re
from fractions import Fraction

DM_DECIDES = "the DM decides"
"""The value of a fact for which the tables have no figure."""

FEET_OF_AN_INCH = 10
"""The feet of a book inch, indoors."""

_UNKNOWN = ("special", "variable", "area of effect: special", "as spell range")
_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_NUMBER = r"(?:\d+ )?\d+/\d+|\d+"
_INCHES = re.compile(rf'({_NUMBER})"')
_WRITTEN_INCHES = re.compile(r"\b(\d+) inches\b")
_WRITTEN = (
    (re.compile(r"; missiles = \(level \+ 1\) / 2"), "; one at level 1, two at 3, three at 5, and so on"),
    (re.compile(r"\bInfinite \+ special\b"), "any distance"),
    (re.compile(r"^Special \+ (.+)"), r"\1, and more as the DM decides"),
    (re.compile(r"\ba (\d+) sq\. ft\. area"), r"an area of \1 square feet"),
    (re.compile(r"\bsq\. ft\."), "square feet"),
    (re.compile(r"\barrow/bolt\b"), "arrow or bolt"),
    (re.compile(r"\bg\.p\. weight\b"), "gp of weight"),
    (re.compile(r"\(s\)"), "s"),
    (re.compile(r"\(S/M\)"), "against small and man-sized"),
    (re.compile(r"\(L\)"), "against large"),
    (re.compile(r"\bminimum (?=\d)"), "at least "),
    (re.compile(r"/substance\b"), " of a substance"),
    (re.compile(r"(?<=['\"])x(?=\d)"), " x "),
    (re.compile(r" X "), " x "),
    (re.compile(r"\b(\d+) by (\d+) inches\b"), r'\1" by \2"'),
    (_WRITTEN_INCHES, r'\1"'),
    (re.compile(r'\b(\d+) cubic "'), r'\1 cubes of 1"'),
    (re.compile(r'\b(\d+) square ?"'), r'\1 squares of 1"'),
    (re.compile(r'\b1 (cube|square)s of 1"'), r'1 \1 of 1"'),
    (re.compile(r', maximum (\d+")', re.IGNORECASE), r", at most \1"),
    (re.compile(r', (\d+") max'), r", at most \1"),
    (re.compile(r"(\d)'"), r"\1 ft"),
    (re.compile(r"\b(\d+)-(\d+)"), r"\1 to \2"),
    (re.compile(r"\b1/2 "), "½ "),
    (re.compile(r"\b([2-9]|\d\d+) (round|turn)\b"), r"\1 \2s"),
    (re.compile(r"/2 levels"), " for every 2 levels"),
    (re.compile(r"/(?=level|round|recipient|seed)"), " a "),
    (re.compile(r" ?\bper (?:caster )?level\b"), " a level"),
    (re.compile(r"\bper (?=round|missile|creature|probe)"), "a "),
    (re.compile(r"\bper arrow\b"), "an arrow"),
    (re.compile(r"\bper third\b"), "for a third"),
    (re.compile(r"\bper (?=\d)"), "for every "),
    (re.compile(r"\bparalysed\b"), "paralyzed"),
    (re.compile(r"\bspecial\b", re.IGNORECASE), DM_DECIDES),
)


def write_plainly(text: str) -> str:
    """Return a range, area or duration of the tables in feet and whole words.

    "6\\" + 1\\"/level" is "60 ft + 10 ft a level". A text without a figure, such as "Special", is for the DM to decide.
    """
    if not text or text.lower() in _UNKNOWN:
        return DM_DECIDES
    for pattern, plain in _WRITTEN:
        text = pattern.sub(plain, text)
    text = _write_inches(text)
    return text[0].lower() + text[1:]


def write_lengths(text: str) -> str:
    """Return a text with its book inches in feet: "fear, 6 inches" is "fear, 60 ft"."""
    return _write_inches(_WRITTEN_INCHES.sub(r'\1"', text))


def _write_inches(text: str) -> str:
    return _INCHES.sub(lambda found: write_feet(_read_number(found[1])), text)


def write_feet(inches: Fraction | int) -> str:
    """Return a length of book inches in feet: "25 ft" for 2 1/2, "2½ ft" for 1/4."""
    return f"{write_number(Fraction(inches) * FEET_OF_AN_INCH)} ft"


def write_number(number: Fraction | int) -> str:
    """Return a number with its quarters: "3½", "¼", "6"."""
    whole, rest = divmod(Fraction(number), 1)
    return f"{whole or ''}{_QUARTERS[rest]}" if rest in _QUARTERS else f"{float(number):g}"


def _read_number(text: str) -> Fraction:
    return sum((Fraction(part) for part in text.split()), Fraction(0))
