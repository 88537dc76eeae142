"""A view resumed from a stored start of a round shows what a view of the whole log does."""

from random import Random

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_text, encode_text
from rules.kernel.reveal import BeforeViewStart, Viewing, Viewpoint, ViewStart, build_view
from tests.rules.stat_block_fields import change_stat_block
from tests.rules.test_reveal_games import SEATS, STARTS, Sitting
from tests.rules.watchers import ORC, PIP, QUILL, opened
from tests.soak import runs

Read = tuple[e.Event, Viewpoint, int]


class Whole:
    """The source of what was shown before: a view that holds everything."""

    def __init__(self, viewing: Viewing) -> None:
        self.viewing = viewing

    def read(self, cursor: int) -> Viewing:
        """Return it."""
        return self.viewing


def read_on(viewing: Viewing, log: list[Read]) -> None:
    """Read a log to somebody, whose characters change."""
    for event, viewpoint, position in log:
        if viewpoint != viewing.viewpoint:
            viewing.change_characters(viewpoint)
        viewing.see(event, position)


def starts_of(log: list[Read]) -> list[tuple[int, ViewStart]]:
    """Return the start of each round in a view, with the length of the log before it."""
    viewing, found = Viewing(log[0][1]), []
    for at, each in enumerate(log):
        if isinstance(each[0], e.RoundBegan):
            if each[1] != viewing.viewpoint:
                viewing.change_characters(each[1])
            found.append((at, viewing.build_start(each[2])))
        read_on(viewing, [each])
    return found


def assert_alike(found: Viewing, expected: Viewing, start: ViewStart) -> None:
    """Assert that everything that a screen may ask for is the same."""
    assert found.count == expected.count
    assert found.list_shown_after(start.count) == expected.list_shown_after(start.count)
    assert found.held == expected.count - start.count
    assert found.shown == expected.shown
    assert encode_text(found.state) == encode_text(expected.state)
    assert (found.rounds, found.put, found.at_first) == (expected.rounds, expected.put, expected.at_first)
    assert found.standing == expected.standing
    assert found.epochs == expected.epochs
    assert found.is_awaiting_party() == expected.is_awaiting_party()
    for id in found._knowledge.truth.combatants:
        assert found.find_alias(id) == expected.find_alias(id)
        assert found.find_first_said(id) == expected.find_first_said(id)
    for question in found.state.open:
        assert found.find_real_token(question.token) == expected.find_real_token(question.token)
    for each in found.rounds:
        assert found.find_state_before(each) == expected.find_state_before(each)
        assert found.list_between(each.cursor) == expected.list_between(each.cursor)
        assert found.list_between(1, each.cursor) == expected.list_between(1, each.cursor)


def played(seed: int, start: str) -> list[tuple[e.Event, int]]:
    """Return the log of a fight at random."""
    sitting = Sitting(seed, start)
    sitting.play(120)
    return sitting.log


def with_changes(log: list[tuple[e.Event, int]], viewpoint: Viewpoint, rng: Random) -> list[Read]:
    """Return the log for a viewer whose characters change between inputs; never the DM's."""
    found, now, last = list[Read](), viewpoint, 0
    for event, position in log:
        if position != last and not viewpoint.dm and rng.random() < 0.03:
            now = Viewpoint(
                characters=tuple(rng.sample(("otis", "tenser", "jaroo", "orc-2", "lurker"), rng.randrange(3)))
            )
        last = position
        found.append((event, now, position))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("start", STARTS)
def test_a_view_goes_on_from_a_start_as_if_it_had_read_everything(start: str) -> None:
    went_on, back = 0, list[tuple[int, int]]()
    for seed in range(max(3, runs(60))):
        rng, log = Random(seed), played(seed + 900, start)
        for viewpoint in SEATS.values():
            mine = with_changes(log, viewpoint, rng)
            expected = build_view(mine)
            for at, begun in starts_of(mine):
                kept = decode_text(ViewStart, encode_text(begun))
                found = Viewing.take_up(kept, Whole(expected))
                assert found.viewpoint == mine[at][1]
                try:
                    read_on(found, mine[at:])
                except BeforeViewStart as problem:
                    back.append((problem.to, kept.input))
                else:
                    assert_alike(found, expected, kept)
                    went_on += 1
    assert went_on > 40
    assert len(back) > 3
    assert [(to, input) for to, input in back if to >= input - 1] == []


def test_a_take_back_to_just_before_the_round_is_read_and_one_further_is_not() -> None:
    log: list[Read] = [
        (opened(), PIP, 0),
        (e.RoundBegan(round=1), PIP, 1),
        (e.Damaged(who="otis", by="witch", amount=3, left=17), PIP, 2),
        (e.RoundEnded(round=1), PIP, 3),
        (e.RoundBegan(round=2), PIP, 4),
    ]
    (_, start) = starts_of(log)[-1]
    expected = build_view([*log, (e.TakenBack(to=3, epoch=5), PIP, 5)])
    found = Viewing.take_up(decode_text(ViewStart, encode_text(start)), Whole(expected))
    read_on(found, [log[4], (e.TakenBack(to=3, epoch=5), PIP, 5)])
    assert_alike(found, expected, start)
    for to in (2, 1, 0):
        found = Viewing.take_up(decode_text(ViewStart, encode_text(start)), Whole(expected))
        with pytest.raises(BeforeViewStart):
            read_on(found, [log[4], (e.TakenBack(to=to, epoch=5), PIP, 5)])


def test_who_was_met_alone_and_who_showed_a_class_stay_known() -> None:
    """Let Otis alone see who hides, and the shaman be seen to pray, before the round."""
    hidden = e.Appeared(who="sneak", stat_block=change_stat_block(ORC, id="sneak", hidden=True), perceived_by=("otis",))
    prays = e.SpellBegan(who="witch", spell="withering_hex")
    acts = e.Moved(who="sneak", to=(500, 500), feet=4)
    for viewpoint in (PIP, QUILL):
        events = [opened(), e.RoundBegan(round=1), hidden, prays, e.RoundBegan(round=2), acts, prays]
        log = [(event, viewpoint, position) for position, event in enumerate(events)]
        (at, start) = starts_of(log)[-1]
        expected = build_view(log)
        found = Viewing.take_up(decode_text(ViewStart, encode_text(start)), Whole(expected))
        read_on(found, log[at:])
        assert_alike(found, expected, start)
        assert any(isinstance(each, e.Moved) for each in found.list_shown_after(start.count)) == (viewpoint is PIP)
