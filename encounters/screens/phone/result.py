"""The moment of a result: the player's own roll, hit or miss, and the damage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from encounters.narration.names import name_of, name_weapon
from encounters.narration.voice import ScreenVoice
from encounters.screens.phone.view import PlayerView
from rules.api import events as e
from rules.api import format_listed_name


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one own roll."""

    key: str
    """The roll's name, by which a page shows it large only once."""
    title: str
    """The result in a word or two: "Hit", "Miss", "Saved"."""
    about: str
    """The thing that was rolled for: "Long sword at Orc 4"."""
    face: int
    sides: int
    arithmetic: str
    """The number needed, where the table shows it; "" otherwise."""
    good: bool
    follows: str = ""
    """The damage done, or the result of a failure, in words."""


def build_result(view: PlayerView) -> Result | None:
    """Return the character's last roll of the column in play, or after the round; or None."""
    if not view.has_begun or not view.shown:
        return None
    events = list(_list_of_column(view))
    found = next((n for n in reversed(range(len(events))) if _is_own_roll(view, events[n])), None)
    if found is None:
        return None
    event, later = events[found], events[found + 1 :]
    at = "after" if view.state.between_rounds else view.state.clock
    key = f"{view.state.round}.{at}.{view.shown}.{found}"
    if isinstance(event, e.DiceRolled):
        return _build_dice_result(key, event)
    if isinstance(event, e.SavedOrNot):
        about = f"Against {ScreenVoice(view.state).magic(event.against)}" if event.against else "Saving throw"
        needed = f"{event.needed} needed" if event.needed else ""
        return Result(
            key, "Saved" if event.saved else "Not saved", about, event.face, 20, needed, event.saved, event.follows
        )
    assert isinstance(event, e.Attacked)
    weapon = format_listed_name(event.blow) if event.blow else name_weapon(view.state, event.who, event.weapon)
    about = f"{weapon[:1].upper()}{weapon[1:]} at {name_of(view.state, event.target)}"
    needed = f"{event.needed} needed" if event.needed else ""
    result = Result(key, "Hit" if event.hit else "Miss", about, event.face, 20, needed, event.hit)
    return replace(result, follows=_describe_damage(view, event, later))


def _build_dice_result(key: str, event: e.DiceRolled) -> Result:
    title = {True: "Made it", False: "Failed", None: f"Rolled {event.total}"}[event.made]
    about = f"{event.dice} for {event.why}" if event.why else event.dice
    needed = f"{event.needed} needed" if event.needed else ""
    return Result(key, title, about, event.total, event.rolls[0].sides, needed, event.made is not False, event.follows)


def _list_of_column(view: PlayerView) -> Sequence[e.Event]:
    """Return the events of the column in play, in order; between rounds those after the last."""
    state = view.state
    if state.between_rounds:
        ended = max((n for n, each in enumerate(view.events) if isinstance(each, e.RoundEnded)), default=-1)
        return list(view.events)[ended + 1 :] if ended >= 0 else ()
    return [each for each in view.events if (each.round, each.clock) == (state.round, state.clock)]


def _is_own_roll(view: PlayerView, event: e.Event) -> bool:
    if getattr(event, "who", "") != view.shown:
        return False
    if isinstance(event, e.DiceRolled):
        return bool(event.rolls)
    return isinstance(event, e.Attacked | e.SavedOrNot) and event.face > 0


def _describe_damage(view: PlayerView, attack: e.Attacked, later: Sequence[e.Event]) -> str:
    done = next((each for each in later if isinstance(each, e.Damaged | e.Attacked) and _is_of(each, attack)), None)
    if not attack.hit or not isinstance(done, e.Damaged):
        return ""
    return f"{done.amount} damage to {name_of(view.state, done.who)}"


def _is_of(event: e.Damaged | e.Attacked, attack: e.Attacked) -> bool:
    """Return whether an event is an attack's damage, or its combatant's next attack."""
    if isinstance(event, e.Attacked):
        return event.who == attack.who
    return event.by == attack.who and event.who == attack.target
