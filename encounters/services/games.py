"""Games that this process holds, and games that are built again from the stored log.

Only the request that has claimed the encounter's next input uses a game, and only at the last stored position. It is
returned only when the claim is committed: after any failure it is dropped. Requests of one process for one encounter
wait for each other, and a game is built before anything is claimed: no other process waits while a long fight is
folded.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import connection

from encounters.errors import Rejected
from encounters.log import list_records
from encounters.models import Encounter, Round
from encounters.stored import read_opening, read_records
from encounters.weighted_lru import KeyedLocks, WeightedLru
from rules.api import Dice, Game, KeyedDice, Record, RulesChanged, fold

MOST = 60_000
"""The most events that all games of a process hold together."""

_held: WeightedLru[int, Game] = WeightedLru(MOST)
_locks: KeyedLocks[int] = KeyedLocks()


class SetAside(Game):
    """A game whose open round is not derived again, to leave a round whose rules have changed."""

    def _restore(self, kept: Sequence[Record]) -> None:
        self._state = fold([self.opening, *(event for record in kept for event in record.events)])


@contextmanager
def lock_game(encounter_id: int) -> Iterator[None]:
    """Wait for the other requests of this process, and hold the game as it is stored.

    Within a transaction there is nothing to wait for: its claim may be made already.
    """
    if connection.in_atomic_block:
        yield
        return
    with _locks.get(encounter_id):
        # What cannot be built raises again under the claim, after what is asked there first.
        with suppress(RulesChanged, Rejected):
            _prepare(encounter_id)
        yield


def _prepare(encounter_id: int) -> None:
    """Hold the game of an opened encounter, brought up to what is stored now."""
    opened = Encounter.objects.exclude(state=Encounter.State.PREPARING).filter(pk=encounter_id)
    position = opened.values_list("position", flat=True).first()
    if position is not None:
        keep(encounter_id, take(encounter_id, position))


def take(encounter_id: int, position: int) -> Game:
    """Return the game at this position, the last one stored, and stop holding it.

    Raises RulesChanged.
    """
    game = _held.take(encounter_id)
    if game is None or game.position > position:
        return load(Game, encounter_id)
    if game.position < position and not _feed(game, encounter_id, position):
        return load(Game, encounter_id)
    return game


def keep(encounter_id: int, game: Game) -> None:
    """Hold a game whose last input is committed."""
    _held.put(encounter_id, game, sum(len(record.events) for record in game.records))


def forget_all() -> None:
    """Drop all games: each is built again from the stored log."""
    _held.clear()


def load(kind: type[Game], encounter_id: int) -> Game:
    """Return the game as its stored log left it. Raises RulesChanged."""
    return kind.load(read_opening(encounter_id), list_records(encounter_id), make_dice(encounter_id))


def make_dice(encounter_id: int) -> Callable[[int, int], Dice]:
    """Return a function that gives the dice of an encounter's rounds.

    A round that begins gets its seeds here, under the claim.
    """

    def find_dice(number: int, attempt: int) -> Dice:
        row, _ = Round.objects.get_or_create(encounter_id=encounter_id, number=number, attempt=attempt)
        return KeyedDice(row.open_seed, row.dm_seed)

    return find_dice


def _feed(game: Game, encounter_id: int, position: int) -> bool:
    """Give a game the inputs that other processes have taken since, up to this position.

    Returns False where its events differ from the stored ones.
    """
    try:
        return all(
            record.has_stored(game.submit(record.input).events)
            for record in read_records(encounter_id, game.position, position)
        )
    except (RulesChanged, ValueError):
        return False
