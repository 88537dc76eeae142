"""A comparison in words: the deeds, their outcomes, and inputs that did not carry over."""

from collections.abc import Callable, Sequence

from rules.compare.deeds import Key, Outcome
from rules.compare.playing import LostInput
from rules.compare.rows import FIRST, NEITHER, THEN, TOGETHER, Cell, ComparisonRow
from rules.kernel.frozen import frozen

Naming = Callable[[str], str]
"""Returns the name of a combatant or a thing."""

DEED_NAMES = {
    "opportunity": "attack of opportunity",
    "exchange": "psionic exchange",
    "flight": "retreat",
    "set": "set weapon",
    "close": "closing",
}
"""Names of deeds whose kind is none, where their thing does not name them."""

FALL_VERBS = {"fall": "falls", "death": "dies", "surrender": "gives up", "dropped": "drops what is in hand"}
"""Verbs for what happens to a combatant, rather than what it does."""

FIELD_WORDS = {"with": "what was to follow", "prepared": "the preparing", "changes": "what the DM changed"}
"""Words for fields of an answer that are left out because they do not fit."""


@frozen
class DifferenceDescriber:
    """Puts rows into words."""

    name: Naming = str
    """Names combatants and sides."""
    thing: Naming = lambda id: id.replace("_", " ")
    """Names spells, devices and the like."""

    def describe_row(self, row: ComparisonRow) -> str:
        """Return "Tenser: sleep", "Otis: 2nd blow" or "Orc 1: blow, and Tenser: sleep"."""
        return ", and ".join(self.describe_deed(key) for key in row.keys)

    def describe_deed(self, key: Key) -> str:
        """Return a deed in words."""
        who = self.name(key.who)
        if key.what in FALL_VERBS:
            return f"{who} {FALL_VERBS[key.what]}"
        if key.what == "order":
            return f"{who}: {key.thing.replace('_', ' ')}, refused"
        if key.what == "effect":
            return f"{who} is {key.thing.replace('_', ' ')}"
        what = DEED_NAMES.get(key.what) or self.thing(key.thing) or key.what
        return f"{who}: {_format_ordinal(key.nth)} {what}" if key.nth > 1 else f"{who}: {what}"

    def describe_cell(self, row: ComparisonRow, cell: Cell) -> str:
        """Return the outcome by one procedure in words."""
        if len(row.keys) > 1:
            return self._describe_order(row.keys, cell)
        return self.describe_outcome(row.keys[0], cell.outcome)

    def describe_outcome(self, key: Key, outcome: Outcome) -> str:
        """Return an outcome in words: "on 5: completed, Otis does not resist"."""
        if outcome.result == "absent":
            when = f" on {outcome.clock}" if outcome.clock is not None else ""
            return f"does not happen ({outcome.cause}{when})" if outcome.cause else "does not happen"
        when = f"on {outcome.clock}: " if outcome.clock is not None else ""
        parts = [
            self._describe_result(key, outcome),
            self._describe_dice(outcome),
            *self._describe_consequences(outcome),
        ]
        return when + ", ".join(part for part in parts if part)

    def _describe_result(self, key: Key, outcome: Outcome) -> str:
        result = outcome.result.replace("_", " ")
        if key.what in ("blow", "shot", "opportunity") and outcome.result in ("hits", "misses"):
            return f"{result} {self._list_names(outcome.targets)}"
        if outcome.result == "begun":
            return "still under way" if key.what == "spell" else "begins"
        if outcome.result in ("spoiled", "lost", "refused", "fails"):
            why = f" by {self.name(outcome.by)}" if outcome.by else f" ({outcome.cause})" if outcome.cause else ""
            return f"{result}{why}"
        if key.what in ("fall", "death") and outcome.by:
            return (
                f"{result} to {self.name(outcome.by)}" if key.what == "fall" else f"killed by {self.name(outcome.by)}"
            )
        at = f" {self._list_names(outcome.targets)}" if key.what == "close" else ""
        return f"{result}{at}"

    def _list_names(self, who: Sequence[str]) -> str:
        return ", ".join(self.name(each) for each in who)

    def _describe_dice(self, outcome: Outcome) -> str:
        return f"{outcome.face} where {outcome.needed} is needed" if outcome.needed else ""

    def _describe_consequences(self, outcome: Outcome) -> list[str]:
        words = {True: "resists", False: "does not resist"}
        saves = [f"{self.name(who)} {words[saved]}" for who, saved in outcome.resisted]
        if len({who for who, _ in outcome.harm}) == 1 and outcome.result == "hits":
            return [*saves, f"for {sum(amount for _, amount in outcome.harm)}"]
        return [*saves, *(f"{self.name(who)} loses {amount}" for who, amount in outcome.harm)]

    def _describe_order(self, keys: Sequence[Key], cell: Cell) -> str:
        words = {FIRST: f"{self.name(keys[0].who)} first", THEN: f"{self.name(keys[1].who)} first"}
        words |= {TOGETHER: "together", NEITHER: "not both"}
        return words[cell.relation] + (f", {cell.numbers}" if cell.numbers else "")

    def describe_note(self, note: LostInput) -> str:
        """Return an input that did not carry over, in words."""
        about = {"declare": "order", "": "ruling"}.get(note.question, f"answer to {note.question.replace('_', ' ')}")
        whose = f"{self.name(note.who)}: {about}" if note.question else "The DM's ruling"
        how = {
            "not": f"cannot be said here ({note.what}); the default stands for it",
            "less": f"taken without {_describe_left_out(note.left_out)}",
            "waits": "what was prepared becomes waiting, then doing it",
            "ruling": f"cannot be made here: {note.what}",
            "unused": "is not asked for here" if note.question else "is not made here: its time does not come",
        }
        return f"{whose} {how[note.how]}" if not note.question else f"{whose}: {how[note.how]}"


def _describe_left_out(fields: Sequence[str]) -> str:
    return ", ".join(FIELD_WORDS.get(each, each.replace("_", " ")) for each in fields)


def _format_ordinal(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(n, f"{n}th")
