"""A comparison in words: which deed, what came of it by each procedure, and what did not carry over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.compare.deeds import Key, Outcome
from rules.compare.differing import FIRST, NEITHER, THEN, TOGETHER, Cell, Row
from rules.compare.playing import Note

Naming = Callable[[str], str]
"""What a figure, or a thing, is called."""

KINDS = {
    "blow": "blow",
    "shot": "shot",
    "opportunity": "attack of opportunity",
    "charge": "charge",
    "turning": "turning",
    "exchange": "psionic exchange",
    "flight": "retreat",
    "retaliation": "retaliation",
    "parry": "parry",
    "parley": "parley",
    "morale": "morale",
    "set": "set weapon",
    "close": "closing",
    "move": "move",
}
"""What a deed of each kind is called, where its thing does not say it."""

HAPPENS = {"fall": "falls", "death": "dies", "surrender": "gives up", "dropped": "drops what is in hand"}
"""What happens to a figure, rather than what it does."""

LEFT_OUT = {"with": "what was to follow", "prepared": "the preparing", "changes": "what the DM changed"}
"""What fields that did not fit are, in words."""


@dataclass(frozen=True)
class Teller:
    """Puts rows into words. ``name`` names figures (and sides), ``thing`` what figures use."""

    name: Naming = str
    thing: Naming = lambda id: id.replace("_", " ")

    def title(self, row: Row) -> str:
        """What a row is about: "Tenser: sleep", "Otis: 2nd blow", "Orc 1: blow, and Tenser: sleep"."""
        return ", and ".join(self.deed(key) for key in row.keys)

    def deed(self, key: Key) -> str:
        """A deed in words."""
        who = self.name(key.who)
        if key.what in HAPPENS:
            return f"{who} {HAPPENS[key.what]}"
        if key.what == "order":
            return f"{who}: {key.thing.replace('_', ' ')}, refused"
        if key.what == "effect":
            return f"{who} is {key.thing.replace('_', ' ')}"
        what = KINDS.get(key.what) or self.thing(key.thing) or key.what
        return f"{who}: {_ordinal(key.nth)} {what}" if key.nth > 1 else f"{who}: {what}"

    def cell(self, row: Row, cell: Cell) -> str:
        """What came of it by one procedure."""
        if len(row.keys) > 1:
            return self._order(row.keys, cell)
        return self.outcome(row.keys[0], cell.outcome)

    def outcome(self, key: Key, outcome: Outcome) -> str:
        """What came of a deed: "on 5: completed, Otis does not resist"."""
        if outcome.result == "absent":
            when = f" on {outcome.clock}" if outcome.clock is not None else ""
            return f"does not happen ({outcome.cause}{when})" if outcome.cause else "does not happen"
        when = f"on {outcome.clock}: " if outcome.clock is not None else ""
        parts = [self._result(key, outcome), self._dice(outcome), *self._consequences(outcome)]
        return when + ", ".join(part for part in parts if part)

    def _result(self, key: Key, outcome: Outcome) -> str:
        result = outcome.result.replace("_", " ")
        if key.what in ("blow", "shot", "opportunity") and outcome.result in ("hits", "misses"):
            return f"{result} {self._names(outcome.targets)}"
        if outcome.result == "begun":
            return "still under way" if key.what == "spell" else "begins"
        if outcome.result in ("spoiled", "lost", "refused", "fails"):
            why = f" by {self.name(outcome.by)}" if outcome.by else f" ({outcome.cause})" if outcome.cause else ""
            return f"{result}{why}"
        if key.what in ("fall", "death") and outcome.by:
            return (
                f"{result} to {self.name(outcome.by)}" if key.what == "fall" else f"killed by {self.name(outcome.by)}"
            )
        at = f" {self._names(outcome.targets)}" if key.what == "close" else ""
        return f"{result}{at}"

    def _names(self, who: Sequence[str]) -> str:
        return ", ".join(self.name(each) for each in who)

    def _dice(self, outcome: Outcome) -> str:
        return f"{outcome.face} where {outcome.needed} is needed" if outcome.needed else ""

    def _consequences(self, outcome: Outcome) -> list[str]:
        words = {True: "resists", False: "does not resist"}
        told = [f"{self.name(who)} {words[saved]}" for who, saved in outcome.resisted]
        if len({who for who, _ in outcome.harm}) == 1 and outcome.result == "hits":
            return [*told, f"for {sum(amount for _, amount in outcome.harm)}"]
        return [*told, *(f"{self.name(who)} loses {amount}" for who, amount in outcome.harm)]

    def _order(self, keys: Sequence[Key], cell: Cell) -> str:
        words = {FIRST: f"{self.name(keys[0].who)} first", THEN: f"{self.name(keys[1].who)} first"}
        words |= {TOGETHER: "together", NEITHER: "not both"}
        return words[cell.relation] + (f", {cell.numbers}" if cell.numbers else "")

    def note(self, note: Note) -> str:
        """What did not carry over."""
        about = {"declare": "order", "": "ruling"}.get(note.question, f"answer to {note.question.replace('_', ' ')}")
        whose = f"{self.name(note.who)}: {about}" if note.question else "The DM's ruling"
        how = {
            "not": f"cannot be said here ({note.what}); the default stands for it",
            "less": f"taken without {self._left_out(note.what)}",
            "waits": "what was prepared becomes waiting, then doing it",
            "ruling": f"cannot be made here: {note.what}",
        }
        return f"{whose} {how[note.how]}" if not note.question else f"{whose}: {how[note.how]}"

    def _left_out(self, what: str) -> str:
        return ", ".join(LEFT_OUT.get(each, each.replace("_", " ")) for each in what.split(", "))


def _ordinal(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(n, f"{n}th")
