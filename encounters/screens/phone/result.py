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
    damage: str = ""
    """The damage done, in words."""


def build_result(view: PlayerView) -> Result | None:
    """Return the character's last roll of the column in play, or None."""
    if not view.has_begun or not view.shown or view.state.clock is None or view.state.between_rounds:
        return None
    events = list(_list_of_column(view))
    found = next((n for n in reversed(range(len(events))) if _is_own_roll(view, events[n])), None)
    if found is None:
        return None
    event, later = events[found], events[found + 1 :]
    key = f"{view.state.round}.{view.state.clock}.{view.shown}.{found}"
    if isinstance(event, e.SavedOrNot):
        about = f"Against {ScreenVoice(view.state).magic(event.against)}" if event.against else "Saving throw"
        needed = f"{event.needed} needed" if event.needed else ""
        return Result(key, "Saved" if event.saved else "Not saved", about, event.face, 20, needed, event.saved)
    assert isinstance(event, e.Attacked)
    weapon = format_listed_name(event.blow) if event.blow else name_weapon(view.state, event.who, event.weapon)
    about = f"{weapon[:1].upper()}{weapon[1:]} at {name_of(view.state, event.target)}"
    needed = f"{event.needed} needed" if event.needed else ""
    result = Result(key, "Hit" if event.hit else "Miss", about, event.face, 20, needed, event.hit)
    return replace(result, damage=_describe_damage(view, event, later))


def _list_of_column(view: PlayerView) -> Sequence[e.Event]:
    """Return the events of the column in play, in order."""
    state = view.state
    return [each for each in view.events if (each.round, each.clock) == (state.round, state.clock)]


def _is_own_roll(view: PlayerView, event: e.Event) -> bool:
    return isinstance(event, e.Attacked | e.SavedOrNot) and event.who == view.shown and event.face > 0


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
