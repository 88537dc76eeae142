"""The origin check that runs before every socket, and a clear close code for unknown paths."""

from collections.abc import Collection
from typing import Any

from channels.security.websocket import WebsocketDenier

NOT_FOUND = 4404
"""The close code of a socket path that does not exist."""


class KnownOrigins:
    """ASGI middleware that passes on only sockets whose origin is one of this site's pages.

    It compares whole origins as browsers send them, so a malformed one is refused like a foreign one. A missing one is
    refused too: only programs leave it out, and they can send it.
    """

    def __init__(self, application: Any, origins: Collection[str]) -> None:
        self.application = application
        self.origins = frozenset(origin.lower().encode("latin1") for origin in origins)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        sent = [value.lower() for name, value in scope["headers"] if name == b"origin"]
        known = len(sent) == 1 and sent[0] in self.origins
        return await (self.application if known else WebsocketDenier())(scope, receive, send)


async def nowhere(scope: Any, receive: Any, send: Any) -> None:
    """Accept the socket, then close it with 4404.

    A refusal before accepting would reach the browser without a code.
    """
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NOT_FOUND})
