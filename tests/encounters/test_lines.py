"""One audience's frames on many sockets: all get the same, a slow one delays itself alone."""

import asyncio

import pytest

from encounters.live.connections import FRAMES, TOO_SLOW, Connection, Frames
from encounters.viewers import Role, Viewer

SAM = Viewer(1, Role.SPECTATOR)


class Browser:
    """A browser that keeps what its socket was sent, and may stop reading."""

    def __init__(self, frames: Frames) -> None:
        self.got: list[str] = []
        self.code: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self.connection = Connection(SAM, frames, self.send, self.close)

    async def send(self, frame: str) -> None:
        await self.reads.wait()
        self.got.append(frame)

    async def close(self, code: int) -> None:
        self.code = code


async def test_every_line_is_sent_every_frame_in_order() -> None:
    frames = Frames()
    browsers = [Browser(frames) for _ in range(3)]
    await publish(frames, browsers, "a", "b", "c")
    assert [each.got for each in browsers] == [["a", "b", "c"]] * 3


async def test_a_line_begins_with_what_comes_after_it() -> None:
    frames = Frames()
    frames.add("before")
    sam = Browser(frames)
    await publish(frames, [sam], "after")
    assert sam.got == ["after"]


async def test_what_is_told_to_one_comes_before_what_all_are_sent() -> None:
    frames = Frames()
    sam = Browser(frames)
    frames.add("for all")
    sam.connection.send_alone("for Sam")
    await settled()
    assert sam.got == ["for Sam", "for all"]


async def test_what_a_line_skips_it_is_not_sent() -> None:
    frames = Frames()
    sam = Browser(frames)
    frames.add("for all")
    sam.connection.skip()
    await publish(frames, [sam], "next")
    assert sam.got == ["next"]


async def test_a_slow_line_delays_only_itself() -> None:
    frames = Frames()
    slow, quick = Browser(frames), Browser(frames)
    slow.reads.clear()
    await publish(frames, [slow, quick], "a", "b")
    assert (slow.got, quick.got) == ([], ["a", "b"])
    slow.reads.set()
    await settled()
    assert slow.got == ["a", "b"]


async def test_a_line_too_far_behind_is_closed_and_sent_no_more() -> None:
    frames = Frames()
    slow = Browser(frames)
    slow.reads.clear()
    for number in range(FRAMES + 2):
        await publish(frames, [slow], str(number))
    slow.reads.set()
    await settled()
    assert slow.code == TOO_SLOW
    assert len(slow.got) == 1


async def test_a_line_two_hundred_behind_still_gets_them_all() -> None:
    frames = Frames()
    slow = Browser(frames)
    slow.reads.clear()
    sent = [str(number) for number in range(FRAMES)]
    await publish(frames, [slow], *sent)
    slow.reads.set()
    await settled()
    assert (slow.code, slow.got) == (None, sent)


async def test_a_closed_line_is_sent_nothing_more() -> None:
    frames = Frames()
    sam = Browser(frames)
    sam.connection.close(4401)
    await publish(frames, [sam], "late")
    assert (sam.got, sam.code, sam.connection.is_open) == ([], 4401, False)


async def test_a_browser_that_goes_away_in_the_middle_ends_its_line_quietly() -> None:
    frames = Frames()
    sam = Browser(frames)

    async def gone(frame: str) -> None:
        raise OSError("connection reset")

    sam.connection._send = gone
    await publish(frames, [sam], "a")
    assert not sam.connection.is_open
    await sam.connection.stop()


@pytest.mark.parametrize("number", [0, 1, 5])
def test_old_frames_are_not_kept(number: int) -> None:
    frames = Frames()
    for each in range(FRAMES + 3):
        frames.add(str(each))
    assert frames.get(number) == ((str(number), None) if number >= 3 else None)


async def publish(frames: Frames, browsers: list[Browser], *sent: str) -> None:
    for frame in sent:
        frames.add(frame)
        for each in browsers:
            each.connection.wake()
    await settled()


async def settled() -> None:
    """Long enough for every task that can run to have run."""
    for _ in range(FRAMES):
        await asyncio.sleep(0)
