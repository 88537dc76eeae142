"""The DM's calls for saving throws and dice, as they are posted, and their results."""

from collections.abc import Mapping, Sequence

from encounters.errors import Invalid
from encounters.narration.calls import list_failed
from encounters.numbers import read_whole
from encounters.screens.dm.dm_view import DmView
from rules.api import LONGEST_WORDS, BadAnswer, Call, State, check_call, get_ruleset, write_dice
from rules.api import events as e

AT_LEAST, AT_MOST = "at_least", "at_most"

BOUNDS = ((AT_LEAST, "or more"), (AT_MOST, "or less"))
"""The kinds of a number to reach, each with the words after the number."""


def list_saves(state: State) -> list[tuple[str, str]]:
    """Return the categories of saving throws in play, each with the words on its button."""
    saves = get_ruleset(state.ruleset).saves.words
    return [(save, words.removeprefix("a ").capitalize()) for save, words in saves.items()]


def read_call(state: State, who: Sequence[str], given: Mapping[str, str]) -> Call:
    """Return the call that was posted, for ``save`` or ``dice``. Raises Invalid."""
    save = given.get("save", "")
    bound = None if save else _read_number(given, "bound", "Type the number to reach, or leave it empty.")
    than = given.get("than", AT_LEAST)
    call = Call(
        tuple(who),
        save=save,
        dice="" if save else write_dice(given.get("dice", "")),
        modifier=_read_number(given, "modifier", "Type a modifier: +2, -4, or nothing.") or 0,
        at_least=bound if than == AT_LEAST else None,
        at_most=bound if than == AT_MOST else None,
        why=_read_words(given, "why"),
        follows=_read_words(given, "follows"),
        secret=bool(given.get("secret")),
    )
    try:
        check_call(call, state.combatants, get_ruleset(state.ruleset).saves.words)
    except BadAnswer as problem:
        raise Invalid(str(problem), "bound" if problem.field in (AT_LEAST, AT_MOST) else problem.field) from problem
    return call


def _read_number(given: Mapping[str, str], name: str, problem: str) -> int | None:
    text = given.get(name, "").strip()
    if not text:
        return None
    number = read_whole(text.lstrip("+-"))
    if number is None or len(text) - len(text.lstrip("+-")) > 1:
        raise Invalid(problem, name)
    return -number if text.startswith("-") else number


def _read_words(given: Mapping[str, str], name: str) -> str:
    words = given.get(name, "").strip()
    if len(words) > LONGEST_WORDS:
        raise Invalid(f"Use at most {LONGEST_WORDS} letters.", name)
    return words


def find_last_results(view: DmView) -> e.CallAnswered | None:
    """Return the results of the last call, until the fight goes on; None without any."""
    for event in reversed(view.events):
        if isinstance(event, e.CallAnswered):
            return event
        if isinstance(event, e.SegmentBegan | e.RoundBegan | e.StageBegan | e.RoundEnded):
            return None
    return None


def list_still_failed(view: DmView, event: e.CallAnswered) -> list[str]:
    """Return those who failed and are still in the fight, where they can be selected."""
    return [who for who in list_failed(event) if who in view.state.combatants]
