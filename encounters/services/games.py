"""Games held by this process, and games built again from what is stored.

A game is used only by whoever has claimed the encounter's next input, and only at the last stored position. While it
is used nobody else can have it, and it comes back only when the claim is committed: whatever fails drops it.
"""

from collections.abc import Callable, Sequence

from encounters.held import Held
from encounters.models import Event, Input, Round
from encounters.services.stages import starts_until
from rules.api import (
    BeforeStageStart,
    Dice,
    Game,
    KeyedDice,
    Record,
    RulesChanged,
    decode,
    decode_event,
    decode_input,
    fold,
    get_kinds,
)
from rules.api import events as e

MOST = 60_000
"""Events of all the games that a process holds."""

_held: Held[int, Game] = Held(MOST)


class SetAside(Game):
    """A game whose open round is not derived again: for the way out when the rules have changed under it."""

    def _restore(self, kept: Sequence[Record]) -> None:
        state, after = self._find_beginning()
        events = [event for record in kept for event in record.events][after:]
        self._state, self._stage = fold(events, state), None


def take(encounter_id: int, position: int, back_to: int) -> Game:
    """Return the game at this position, for whoever claimed the next one and may take back to ``back_to``.

    Raises RulesChanged.
    """
    game = _held.take(encounter_id)
    if game is None or game.position > position or game.first > back_to:
        return load(Game, encounter_id, back_to)
    if game.position < position and not _feed(game, encounter_id):
        return load(Game, encounter_id, back_to)
    return game


def keep(encounter_id: int, game: Game) -> None:
    """Hold a game whose last input is committed."""
    _held.put(encounter_id, game, sum(len(record.events) for record in game.records))


def forget_all() -> None:
    """Hold nothing: every game is built again from what is stored."""
    _held.clear()


def load(kind: type[Game], encounter_id: int, back_to: int | None = None) -> Game:
    """Return the game as its stored log left it, able to take back to ``back_to``; None: to anywhere.

    Only what comes after the start of a stage is read, as far as one is stored from which the log still leads on.
    Raises RulesChanged.
    """
    opening, dice = stored_opening(encounter_id), dice_for(encounter_id)
    for start in starts_until(encounter_id, back_to) if back_to is not None else ():
        try:
            return kind.load(opening, stored_records(encounter_id, start.position - 1), dice, start)
        except BeforeStageStart:
            continue
    return kind.load(opening, stored_records(encounter_id), dice)


def stored_opening(encounter_id: int) -> e.EncounterOpened:
    """The event an opened encounter begins with."""
    row = Event.objects.get(encounter_id=encounter_id, position=0)
    return decode(e.EncounterOpened, row.data)


def stored_records(encounter_id: int, after: int = 0) -> list[Record]:
    """The inputs after a position with the events they gave, in order."""
    inputs = Input.objects.filter(encounter_id=encounter_id, position__gt=after)
    records = {row.pk: Record(row.position, decode_input(row.payload)) for row in inputs}
    events = Event.objects.filter(encounter_id=encounter_id, input__position__gt=after)
    for input_id, data, ruleset in events.values_list("input_id", "data", "encounter__ruleset"):
        records[input_id].events.append(decode_event(data, get_kinds(ruleset)))
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
    except (RulesChanged, BeforeStageStart, ValueError):
        return False
