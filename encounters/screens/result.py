"""The moment of a result: a roll, what came of it, and the damage."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from encounters.narration.fight import UNNAMED
from encounters.narration.names import name_of, name_weapon
from encounters.narration.voice import ScreenVoice
from encounters.screens.tokens import Token, make_token
from rules.api import State, format_listed_name
from rules.api import events as e


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one roll, as a viewer was shown it."""

    key: str
    """The roll's name, by which a page shows it large only once."""
    who: str
    """The name of the combatant that rolled; "" on its player's phone."""
    token: Token
    title: str
    """The result in a word or two: "Hit", "Miss", "Saved", "Rolled 9"."""
    about: str
    """The thing that was rolled for: "Long sword at Orc 4"."""
    dice: tuple[int, ...]
    """The faces; none where the viewer may not see them."""
    arithmetic: str
    """The total of several dice, and the number needed where the table shows it; "" otherwise."""
    good: bool
    sign: str = ""
    """The sign of a blow: hit or miss."""
    follows: str = ""
    """The damage done, or the result of a failure, in words."""


Roll = e.Attacked | e.SavedOrNot | e.DiceRolled


def find_result(state: State, events: Sequence[e.Event], whose: Collection[str] | None = None) -> Result | None:
    """Return the last roll of the column in play, or after the round; or None.

    ``events`` are those of the round that the viewer was shown. ``whose`` are the combatants whose rolls count; None
    for all.
    """
    if state.ended:
        return None
    shown = list_of_column(state, events)
    rolls = [n for n, each in enumerate(shown) if isinstance(each, Roll) and (whose is None or each.who in whose)]
    if not rolls:
        return None
    event, later = shown[rolls[-1]], shown[rolls[-1] + 1 :]
    key = f"{state.round}.{'after' if state.between_rounds else state.clock}.{rolls[-1]}"
    if isinstance(event, e.Attacked):
        return _build_blow(state, event, later, key)
    if isinstance(event, e.SavedOrNot):
        return _build_save(state, event, key)
    assert isinstance(event, e.DiceRolled)
    return _build_call(state, event, key)


def list_of_column(state: State, events: Sequence[e.Event]) -> Sequence[e.Event]:
    """Return the events of the column in play, in order; between rounds those after the last."""
    if state.between_rounds:
        ended = max((n for n, each in enumerate(events) if isinstance(each, e.RoundEnded)), default=-1)
        return events[ended + 1 :] if ended >= 0 else ()
    return [each for each in events if (each.round, each.clock) == (state.round, state.clock)]


def _begin(state: State, event: Roll, key: str, title: str, about: str, good: bool) -> Result:
    each = state.combatants[event.who]
    face = event.total if isinstance(event, e.DiceRolled) else event.face
    dice = list_dice(event, face)
    total = f"total {face}" if len(dice) > 1 or (dice and sum(dice) != face) else ""
    needed = f"{event.needed} needed" if event.needed else ""
    arithmetic = ", ".join(words for words in (total, needed) if words)
    return Result(key, each.name, make_token(each), title, about, dice, arithmetic, good)


def list_dice(event: Roll, face: int) -> tuple[int, ...]:
    """Return the faces of a roll; none where its dice are hidden from the viewer."""
    faces = tuple(each for rolled in event.rolls for each in rolled.faces)
    if isinstance(event, e.DiceRolled):
        return faces
    if not face:
        return ()
    return faces if sum(faces) == face else (face,)


def _build_blow(state: State, event: e.Attacked, later: Sequence[e.Event], key: str) -> Result:
    weapon = format_listed_name(event.blow) if event.blow else name_weapon(state, event.who, event.weapon)
    weapon = "attack" if weapon == UNNAMED else weapon
    about = f"{weapon[:1].upper()}{weapon[1:]} at {name_of(state, event.target)}"
    result = _begin(state, event, key, "Hit" if event.hit else "Miss", about, event.hit)
    return replace(result, sign="hit" if event.hit else "miss", follows=_describe_damage(state, event, later))


def _build_save(state: State, event: e.SavedOrNot, key: str) -> Result:
    about = f"Against {ScreenVoice(state).magic(event.against)}" if event.against else "Saving throw"
    result = _begin(state, event, key, "Saved" if event.saved else "Not saved", about, event.saved)
    return replace(result, follows=event.follows)


def _build_call(state: State, event: e.DiceRolled, key: str) -> Result:
    plain = f"Rolled {event.total}" if event.rolls else "Rolled"
    title = {True: "Made it", False: "Failed", None: plain}[event.made]
    about = f"{event.dice} for {event.why}" if event.why else event.dice
    return replace(_begin(state, event, key, title, about, event.made is not False), follows=event.follows)


def _describe_damage(state: State, attack: e.Attacked, later: Sequence[e.Event]) -> str:
    done = next((each for each in later if isinstance(each, e.Damaged | e.Attacked) and _is_of(each, attack)), None)
    if not attack.hit or not isinstance(done, e.Damaged):
        return ""
    return f"{done.amount} damage to {name_of(state, done.who)}"


def _is_of(event: e.Damaged | e.Attacked, attack: e.Attacked) -> bool:
    """Return whether an event is an attack's damage, or its combatant's next attack."""
    if isinstance(event, e.Attacked):
        return event.who == attack.who
    return event.by == attack.who and event.who == attack.target
