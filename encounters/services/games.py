"""Games held by this process, and games built again from what is stored.

A game is used only by whoever has claimed the encounter's next input, and only at the last stored position. While it
is used nobody else can have it, and it comes back only when the claim is committed: whatever fails drops it.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import cast

from encounters.models import Event, Input, Round
from rules import events as e
from rules.codec import decode_event, decode_input
from rules.dice import Dice, KeyedDice
from rules.fold import fold
from rules.game import Game, Record, RulesChanged

HELD = 64
"""Games a process holds at most."""

_held: OrderedDict[int, Game] = OrderedDict()
_lock = Lock()


class SetAside(Game):
    """A game whose open round is not derived again: for the way out when the rules have changed under it."""

    def _restore(self, kept: Sequence[Record]) -> None:
        self._state = fold([self.opening, *(event for record in kept for event in record.events)])


def take(encounter_id: int, position: int) -> Game:
    """The game at this position, for whoever claimed the next one. Raises RulesChanged."""
    with _lock:
        game = _held.pop(encounter_id, None)
    if game is None or game.position > position:
        return load(Game, encounter_id)
    if game.position < position and not _feed(game, encounter_id):
        return load(Game, encounter_id)
    return game


def keep(encounter_id: int, game: Game) -> None:
    """Hold a game whose last input is committed."""
    with _lock:
        _held[encounter_id] = game
        _held.move_to_end(encounter_id)
        while len(_held) > HELD:
            _held.popitem(last=False)


def forget_all() -> None:
    """Hold nothing: every game is built again from what is stored."""
    with _lock:
        _held.clear()


def load(kind: type[Game], encounter_id: int) -> Game:
    """The game as its stored log left it. Raises RulesChanged."""
    return kind.load(stored_opening(encounter_id), stored_records(encounter_id), dice_for(encounter_id))


def stored_opening(encounter_id: int) -> e.EncounterOpened:
    """The event an opened encounter begins with."""
    row = Event.objects.get(encounter_id=encounter_id, position=0)
    return cast("e.EncounterOpened", decode_event(row.data))


def stored_records(encounter_id: int, after: int = 0) -> list[Record]:
    """The inputs after a position with the events they gave, in order."""
    inputs = Input.objects.filter(encounter_id=encounter_id, position__gt=after)
    records = {row.pk: Record(row.position, decode_input(row.payload)) for row in inputs}
    events = Event.objects.filter(encounter_id=encounter_id, input__position__gt=after)
    for row in events:
        records[cast("int", row.input_id)].events.append(decode_event(row.data))
    return list(records.values())


def dice_for(encounter_id: int) -> Callable[[int, int], Dice]:
    """The dice of each of an encounter's rounds. A round that begins gets its seeds here, under the claim."""

    def seeds(number: int, attempt: int) -> Dice:
        row, _ = Round.objects.get_or_create(encounter_id=encounter_id, number=number, attempt=attempt)
        return KeyedDice(row.open_seed, row.dm_seed)

    return seeds


def _feed(game: Game, encounter_id: int) -> bool:
    """Give a game what other processes have taken since. False where it does not follow them."""
    try:
        return all(
            game.submit(record.input).events == record.events for record in stored_records(encounter_id, game.position)
        )
    except (RulesChanged, ValueError):
        return False
