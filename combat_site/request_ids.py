"""The middleware that gives each request and each socket an id."""

import re
import secrets
from typing import Any

from combat_site.proxies import is_forwarded
from encounters.request_ids import LONGEST_ID, bind_request_id

HEADER = b"x-request-id"

FAILED = 400
"""The lowest status of an answer that is not as it was asked for."""

VALID = re.compile(rb"[A-Za-z0-9._-]{8,%d}" % LONGEST_ID)
"""What is taken from a proxy as an id."""

BEGINNINGS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
"""The messages that carry the headers of an answer."""


class IdentifiedRequests:
    """ASGI middleware that binds the id of a request to its lines, and answers with it.

    A page or file that is sent as it was asked for carries none: headers count in a first load.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if "headers" not in scope:
            await self.application(scope, receive, send)
            return
        id = find_forwarded_id(scope) or make_id()
        is_get = scope.get("method") == "GET"

        async def send_named(message: Any) -> None:
            if message["type"] in BEGINNINGS and not (is_get and message["status"] < FAILED):
                message = {**message, "headers": [*message.get("headers", ()), (HEADER, id.encode())]}
            await send(message)

        with bind_request_id(id):
            await self.application(scope, receive, send_named)


def make_id() -> str:
    """Return a new id: twelve signs, so that it can be read aloud."""
    return secrets.token_hex(6)


def find_forwarded_id(scope: Any) -> str:
    """Return the id that a trusted proxy gave; the empty text for none that can be used."""
    given = [value for name, value in scope["headers"] if name == HEADER]
    return given[0].decode() if is_forwarded(scope) and len(given) == 1 and VALID.fullmatch(given[0]) else ""
