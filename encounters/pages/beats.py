"""What has happened blow by blow, as marks of the strip: what each did in each beat, between them and afterwards."""

from collections.abc import Callable
from typing import Any

from encounters.pages.happened import Drawing
from encounters.pages.wording import thing, weapon_short
from encounters.strip import Kind, Mark, State
from rules import events as e

MANEUVERS = {
    "close": "closes",
    "open": "opens",
    "step_close": "steps closer",
    "step_open": "steps back",
    "change_range": "changes range",
}

FATES = {"stable": "stable", "dying": "dying", "dead": "dies"}

TOLD_APART = ("none", "rest", "cast", "adjust_armor")
"""What is chosen in the noncombat phase and has a mark of its own, or none."""


def _done(kind: Kind, words: Callable[[Drawing, Any], str]) -> Callable[[Drawing, Any], None]:
    def drawn(drawing: Drawing, event: Any) -> None:
        at, label = drawing.label(event.clock), words(drawing, event)
        if label:
            drawing.add(event.who, Mark(kind, State.DONE, at, at, label))

    return drawn


def _parried(drawing: Drawing, event: e.ParriesClosed) -> None:
    at = drawing.label(event.clock)
    for each in event.parries:
        drawing.add(each.who, Mark(Kind.WORD, State.DONE, at, at, "parries"))


def _broke(drawing: Drawing, event: e.Broke) -> None:
    at = drawing.label(event.clock)
    what = weapon_short(drawing.table, event.owner, event.item)
    drawing.add(event.owner, Mark(Kind.WORD, State.DONE, at, at, f"{what} breaks"))


def _maneuver(drawing: Drawing, event: e.OptionChosen) -> None:
    if event.option == "maneuver":
        at = drawing.label(event.clock)
        label = MANEUVERS.get(str(event.params.get("kind", "")), "maneuver")
        drawing.add(event.who, Mark(Kind.MOVE, State.DONE, at, at, label))


def _meanwhile(drawing: Drawing, event: e.NoncombatRevealed) -> None:
    at = drawing.label(event.clock)
    for each in event.options:
        if each.option not in TOLD_APART:
            drawing.add(each.who, Mark(Kind.TASK, State.DONE, at, at, "something else"))


def _moved(drawing: Drawing, event: e.MovementEnded) -> None:
    at = drawing.label(event.clock)
    drawing.add(event.who, Mark(Kind.MOVE, State.DONE, at, at, "falls" if event.why == "unconscious" else "moves"))


DRAWN: dict[type[e.Event], Callable[[Drawing, Any], None]] = {
    e.ParriesClosed: _parried,
    e.Broke: _broke,
    e.OptionChosen: _maneuver,
    e.NoncombatRevealed: _meanwhile,
    e.MovementEnded: _moved,
    e.WeaponDrawn: _done(Kind.TASK, lambda d, event: f"draws {weapon_short(d.table, event.who, event.weapon)}"),
    e.Grabbed: _done(Kind.TASK, lambda d, event: f"{'grabs' if event.ok else 'misses'} {thing(event.object)}"),
    e.Passed: _done(Kind.WORD, lambda d, event: "passes"),
    e.FellDown: _done(Kind.WORD, lambda d, event: "goes down"),
    e.Rose: _done(Kind.WORD, lambda d, event: "gets up"),
    e.Unconscious: _done(Kind.WORD, lambda d, event: "unconscious"),
    e.Out: _done(Kind.WORD, lambda d, event: FATES.get(event.fate, "out")),
    e.Rested: _done(Kind.TASK, lambda d, event: "rests"),
    e.Cast: _done(Kind.SPELL, lambda d, event: thing(event.spell)),
    e.ArmorAdjusted: _done(Kind.TASK, lambda d, event: "armor on" if event.donned else "adjusts armor"),
}
"""What is drawn of a fight blow by blow; what it shares with others is drawn as theirs."""
