"""Assertions that hold of every game: its log proves itself, and can be resumed anywhere."""

from collections.abc import Collection, Iterator, Sequence

from rules.catalogue import load_catalogue
from rules.kernel import codec
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.dice import FaceKey
from rules.kernel.game import DiceFor, Game, Record
from rules.kernel.inputs import TakeBack
from rules.kernel.ruling_values import has_float
from rules.procedures import get_all_kinds


def assert_folds(game: Game) -> None:
    """Folding the live log gives the state: the same, down to the order of everybody in it."""
    folded = fold(game.list_live_events())
    assert folded == game.state
    assert codec.encode_text(folded) == codec.encode_text(game.state)


def assert_whole_numbers(game: Game) -> None:
    """Assert that no event holds a float."""
    for event in game.list_live_events():
        assert not has_float(codec.encode_event(event)), event


def assert_replays(game: Game, dice_for: DiceFor) -> None:
    """Assert that the inputs and the seeds give the log again."""
    again = Game(game.opening, dice_for)
    submit_all(again, game.records)
    assert again.state == game.state


def assert_resumes(game: Game, dice_for: DiceFor, places: Collection[int], further: int) -> None:
    """Assert that a game loaded from part of its log derives the same ``further`` records.

    ``places`` are numbers of inputs. After each of them the log is loaded by a new game.
    """
    stored = [copied(record) for record in game.records]
    whole = Game(game.opening, dice_for)
    for at in range(max(places, default=-1) + 1):
        if at in places:
            loaded = Game.load(game.opening, stored[:at], dice_for)
            assert loaded.state == whole.state
            submit_all(loaded, game.records[at : at + further])
        submit_all(whole, game.records[at : at + 1])


def submit_all(game: Game, records: Sequence[Record]) -> None:
    """Submit the inputs of these records, which must give their events."""
    for record in records:
        given = game.submit(record.input)
        assert given.refusal == record.refusal, record.position
        assert given.events == record.events, record.position


def copied(record: Record) -> Record:
    """Return a record as it is read back from storage."""
    events = [codec.decode_event(codec.encode_event(event), get_all_kinds()) for event in record.events]
    return Record(record.position, codec.decode_input(codec.encode_input(record.input)), events, record.refusal)


def assert_faces_stand(records: Sequence[Record]) -> None:
    """Assert that a shown face keeps its value and source until a ruling changes it.

    No take-back changes it.
    """
    standing: dict[tuple[int, FaceKey], tuple[int, str]] = {}
    for record in records:
        if isinstance(record.input, TakeBack):
            for purpose, by, sides, n, face in record.input.faces:
                standing[(record.events[0].round, (purpose, by, sides, n))] = (face, "ruled")
        for round, key, face, sources in faces_shown(record):
            known, source = standing.setdefault((round, key), (face, sources))
            assert face == known, (record.position, key)
            assert source in sources, (record.position, key)


def assert_believable(game: Game) -> None:
    """Nobody acts who could not as the moment began; harm adds up; what is cited is in the book."""
    known = [id for each in game.ruleset.catalogues for id in load_catalogue(each).clauses]
    state = began = fold([game.opening])
    for event in game.list_live_events()[1:]:
        assert [clause for clause in event.clauses if clause not in known] == []
        if isinstance(event, e.MomentBegan):
            doers = [deed.who for deed in state.pending if deed.id in event.deeds]
            assert len(doers) == len(event.deeds)
            assert [who for who in doers if not state.combatants[who].able] == []
            began = state
        if isinstance(event, e.Attacked | e.SpellCompleted | e.DeviceUsed | e.UndeadTurned | e.Fled):
            out_of_turn = isinstance(event, e.Attacked) and bool(event.opportunity)
            if isinstance(event, e.DeviceUsed) and not event.discharges:  # worn, and at work by itself
                out_of_turn = True
            assert event.who in [deed.who for deed in state.acting] or out_of_turn
            assert began.combatants[event.who].present
        if isinstance(event, e.Damaged):
            assert event.left == state.combatants[event.who].hp - event.amount
        if isinstance(event, e.SpellCompleted):
            assert event.spell in state.combatants[event.who].spells
        state = fold([event], state)


def faces_shown(record: Record) -> Iterator[tuple[int, FaceKey, int, str]]:
    """Round, key, face and source of every face that a record shows."""
    for event in record.events:
        for rolled in event.rolls:
            for at, face in enumerate(rolled.faces):
                yield event.round, (rolled.purpose, rolled.by, rolled.sides, rolled.first + at), face, rolled.source


def boundaries(records: Sequence[Record]) -> Iterator[int]:
    """Yield the positions at which a round may be resumed: a stage or moment began, or it ended."""
    for record in records:
        if any(isinstance(event, e.StageBegan | e.MomentBegan | e.RoundEnded) for event in record.events):
            yield record.position
