"""The middleware that gives each request and each socket an id."""

import re
import secrets
from typing import Any

from django.conf import settings

from combat_site.proxies import is_forwarded
from encounters.request_ids import LONGEST_ID, bind_request_id

HEADER = b"x-request-id"

VALID = re.compile(rb"[A-Za-z0-9._-]{8,%d}" % LONGEST_ID)
"""What is taken from a proxy as an id."""

BEGINNINGS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
"""The messages that carry the headers of an answer."""


class IdentifiedRequests:
    """ASGI middleware that binds the id of a request to its lines, and answers with it.

    The answer of a static file carries none: it is kept for a year, and its headers count in a first load.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if "headers" not in scope:
            await self.application(scope, receive, send)
            return
        id = find_forwarded_id(scope) or make_id()
        is_named = not scope["path"].startswith(settings.STATIC_URL)

        async def send_named(message: Any) -> None:
            if is_named and message["type"] in BEGINNINGS:
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
