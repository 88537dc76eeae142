"""The greatest size of a request's body, checked before anything of it is stored."""

from typing import Any

MOST_BYTES = 10_000_000
"""The most bytes of a body: a picture of 8 MB with the form around it."""

MOST_DROPPED = 4 * MOST_BYTES
"""The most bytes that are read and dropped, so that a browser which still sends gets to read the answer."""

WORDS = (
    f"What you sent is larger than {MOST_BYTES // 1_000_000} MB. Nothing was changed: go back, choose a smaller file "
    "and send it again."
)


class _TooLarge(Exception):
    """A body that has grown too large while it was read; ``more`` of it is to come."""

    def __init__(self, more: bool) -> None:
        super().__init__()
        self.more = more


class LimitedBodies:
    """ASGI middleware that answers 413 to a request whose body is too large.

    A length that is named is refused before the body is read, and one that is not named as soon as it has grown too
    large.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        named = [value for name, value in scope["headers"] if name == b"content-length"]
        length = int(named[0]) if named and named[0].isdigit() else 0
        if length > MOST_BYTES:
            await _refuse(receive, send, more=length <= MOST_DROPPED)
            return
        read = 0

        async def receive_limited() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BYTES:
                raise _TooLarge(message.get("more_body", False))
            return message

        try:
            await self.application(scope, receive_limited, send)
        except _TooLarge as problem:
            await _refuse(receive, send, more=problem.more)


async def _refuse(receive: Any, send: Any, *, more: bool) -> None:
    """Answer 413. Where ``more`` is to come, it is read and dropped before, up to MOST_DROPPED."""
    dropped = 0
    while more and dropped <= MOST_DROPPED:
        message = await receive()
        dropped += len(message.get("body", b""))
        more = message.get("more_body", False)
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(WORDS.encode())).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": WORDS.encode()})
