"""Games that this process holds, and games that are built again from the stored log.

Only the request that has claimed the encounter's next input uses a game, and only at the last stored position.
Meanwhile no other request can get it. It is returned only when the claim is committed: after any failure it is dropped.
"""

from collections.abc import Callable, Iterator, Sequence

from encounters.code_version import compute_code_version
from encounters.models import Round
from encounters.models import StageStart as StageStartRow
from encounters.stored import read_opening, read_records
from encounters.weighted_lru import WeightedLru
from rules.api import (
    BadData,
    BeforeStageStart,
    Dice,
    Game,
    KeyedDice,
    Record,
    RulesChanged,
    StageStart,
    decode_text,
    encode_text,
    fold,
)

MOST = 60_000
"""The most events that all games of a process hold together."""

KEPT_STARTS = 12
"""The number of starts kept of a fight; a take-back may go back before the last one."""

_held: WeightedLru[int, Game] = WeightedLru(MOST)


class SetAside(Game):
    """A game whose open round is not derived again, to leave a round whose rules have changed."""

    def _restore(self, kept: Sequence[Record]) -> None:
        state, after = self._find_beginning()
        events = [event for record in kept for event in record.events][after:]
        self._state, self._stage = fold(events, state), None


def take(encounter_id: int, position: int, back_to: int) -> Game:
    """Return the game at this position, to a request that has claimed the next position.

    It can be taken back to ``back_to``. Raises RulesChanged.
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
    """Drop all games: each is built again from the stored log."""
    _held.clear()


def load(kind: type[Game], encounter_id: int, back_to: int | None = None) -> Game:
    """Return the game as its stored log left it, able to take back to ``back_to``.

    With None it can take back to anywhere. If a stage's start is stored from which the log continues, only what comes
    after it is read. Raises RulesChanged.
    """
    opening, dice = read_opening(encounter_id), make_dice(encounter_id)
    for start in list_starts_until(encounter_id, back_to) if back_to is not None else ():
        try:
            return kind.load(opening, read_records(encounter_id, start.position - 1), dice, start)
        except BeforeStageStart:
            continue
    return kind.load(opening, read_records(encounter_id), dice)


def make_dice(encounter_id: int) -> Callable[[int, int], Dice]:
    """Return a function that gives the dice of an encounter's rounds.

    A round that begins gets its seeds here, under the claim.
    """

    def find_dice(number: int, attempt: int) -> Dice:
        row, _ = Round.objects.get_or_create(encounter_id=encounter_id, number=number, attempt=attempt)
        return KeyedDice(row.open_seed, row.dm_seed)

    return find_dice


def _feed(game: Game, encounter_id: int) -> bool:
    """Give a game the inputs that other processes have taken since.

    Returns False where its events differ from the stored ones.
    """
    try:
        return all(
            record.has_stored(game.submit(record.input).events) for record in read_records(encounter_id, game.position)
        )
    except (RulesChanged, BeforeStageStart, ValueError):
        return False


# The stored starts of stages, from which a process that does not hold a fight continues it.


def list_starts_until(encounter_id: int, position: int) -> Iterator[StageStart]:
    """Yield the starts of stages that began no later than the input at this position.

    The last one comes first; those that the running code cannot read are left out.
    """
    rows = StageStartRow.objects.filter(encounter_id=encounter_id, position__lte=position, code=compute_code_version())
    for pk in list(rows.order_by("-position").values_list("pk", flat=True)):
        try:
            yield decode_text(StageStart, StageStartRow.objects.get(pk=pk).data)
        except BadData:
            continue


def keep_start(encounter_id: int, start: StageStart) -> None:
    """Store the start of the stage in play, in place of those that a take-back has covered."""
    rows = StageStartRow.objects.filter(encounter_id=encounter_id)
    rows.filter(position__gt=start.position).delete()
    data = {"code": compute_code_version(), "data": encode_text(start)}
    StageStartRow.objects.update_or_create(encounter_id=encounter_id, position=start.position, defaults=data)
    late = list(rows.order_by("-position").values_list("pk", flat=True)[KEPT_STARTS:])
    if late:
        StageStartRow.objects.filter(pk__in=late).delete()
