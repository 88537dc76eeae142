"""The sockets, which find the viewer and their position and then send the hub's frames.

A socket only shows; every action comes by a form post. The browser sends only its position on it: ``{"resume": cursor,
"epoch": epoch}``, or the same as ``at`` and ``epoch`` in the address. A page that names another ``version`` there than
the one that is running is sent that one. A player's page whose clock may run says ``{"here": true}`` every two seconds,
and is sent ``{"heard": true}``: each knows by that how long the other was heard.
"""

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast
from urllib.parse import parse_qs

import structlog
from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError
from django.http import HttpRequest
from django.urls import URLPattern, path

from encounters import services
from encounters.access import find_dm_of, find_seat_of, find_waiting
from encounters.addresses import read_hidden_number
from encounters.errors import Rejected
from encounters.failures import note_failure
from encounters.live.connections import Connection
from encounters.live.hub import CODES, Cursor, get_hub, run_in_thread
from encounters.live.lobby import get_lobbies
from encounters.measures import SOCKETS
from encounters.numbers import read_whole
from encounters.page_version import compute_page_version
from encounters.throttle import Pace
from encounters.viewers import Viewer, Waiting
from rules.api import is_storable

LONGEST = 256
"""The most characters in a frame from a browser; no page sends a longer one."""

FURTHEST = 10**9
"""The highest cursor that is accepted."""

MALFORMED, FAILED, LATER = 4400, 1011, 1013
"""The close codes of a frame that no page sends, of an error, and of a database that does not answer."""

HERE = {"here": True}
HEARD = json.dumps({"heard": True})

log = structlog.get_logger(__name__)


class Malformed(ValueError):
    """A frame that no page of this site sends."""


async def serve_dm(scope: Any, receive: Any, send: Any) -> None:
    """Serve the DM's socket."""
    await Socket(scope, receive, send, _find_dm).run()


async def serve_seat(scope: Any, receive: Any, send: Any) -> None:
    """Serve the socket of a player or a spectator, known by the seat's cookie."""
    await Socket(scope, receive, send, _find_seat).run()


async def serve_lobby(scope: Any, receive: Any, send: Any) -> None:
    """Serve the socket of a page that waits in a campaign's lobby, known by the seat's cookie."""
    await LobbySocket(scope, receive, send, _find_waiting).run()


class Socket:
    """One socket from its opening to its end."""

    def __init__(self, scope: Any, receive: Any, send: Any, find: Any) -> None:
        # A cookie that cannot be stored belongs to nobody: looking up its session would fail.
        cookies = {name: value for name, value in scope["cookies"].items() if is_storable(name + value)}
        self.scope = {**scope, "cookies": cookies}
        self._receive, self._base_send, self._find = receive, send, find
        self._closed = False

    async def run(self) -> None:
        """Serve the socket until the browser disconnects.

        It is accepted before anything is refused: else no close code would reach the browser.
        """
        await self._receive()
        await self._base_send({"type": "websocket.accept"})
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        try:
            who = await run_in_thread(self._find, self.scope)
            connection = await self._join(who, query)
        except (Rejected, Malformed) as problem:
            await self._close(_find_close_code(problem))
            return
        except DatabaseError as problem:
            if note_failure(problem) is None:
                raise
            await self._close(LATER)
            return
        if _read_word(query, "version") not in ("", compute_page_version()):
            connection.send_alone(json.dumps({"version": compute_page_version()}))
        try:
            with SOCKETS.labels(who.audience[0]).track_inprogress():
                await self._serve(who, connection)
        finally:
            await self._leave(connection)

    async def _join(self, viewer: Any, query: Mapping[str, list[str]]) -> Connection[Any]:
        await run_in_thread(services.note_heard, viewer)
        start, seating = _read_start(query), _read_word(query, "seating")
        return await get_hub().join(viewer, self._send, self._close, start, seating, lambda: self._find(self.scope))

    async def _leave(self, connection: Connection[Any]) -> None:
        await get_hub().leave(connection)

    async def _take(self, frame: object, viewer: Any, connection: Connection[Any]) -> None:
        """Act on a frame of the browser. Raises Malformed for one that no page sends."""
        if frame == HERE:
            await run_in_thread(services.note_heard, viewer)
            connection.send_alone(HEARD)
        else:
            await get_hub().resume(connection, *_read_resume(frame))

    async def _serve(self, viewer: Any, connection: Connection[Any]) -> None:
        pace = Pace(settings.LIMITS["frames"])
        while (message := await self._receive())["type"] != "websocket.disconnect":
            if not connection.is_open:
                continue
            if not pace.take_one():
                connection.close(CODES[429])
                continue
            try:
                frame = _read_frame(message)
                # Since the socket was opened, a seat may have been released or moved, or the DM may have signed out.
                if await run_in_thread(self._find, self.scope) != viewer:
                    raise Malformed("another viewer's frame")
                await self._take(frame, viewer, connection)
            except (Rejected, Malformed) as problem:
                connection.close(_find_close_code(problem))
            except Exception as problem:
                if note_failure(problem) is None:
                    log.exception("socket failed", audience=viewer.audience, problem=repr(problem))
                connection.close(FAILED)

    async def _send(self, frame: str) -> None:
        await self._base_send({"type": "websocket.send", "text": frame})

    async def _close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            await self._base_send({"type": "websocket.close", "code": code})


class LobbySocket(Socket):
    """The socket of a page that waits in a campaign's lobby; it sends nothing."""

    async def _join(self, waiting: Any, query: Mapping[str, list[str]]) -> Connection[Any]:
        return await get_lobbies().join(waiting, self._send, self._close, lambda: self._find(self.scope))

    async def _leave(self, connection: Connection[Any]) -> None:
        await get_lobbies().leave(connection)

    async def _take(self, frame: object, waiting: Any, connection: Connection[Any]) -> None:
        raise Malformed("the page of a lobby sends nothing")


def _find_close_code(problem: Exception) -> int:
    return CODES.get(problem.status, MALFORMED) if isinstance(problem, Rejected) else MALFORMED


def _find_dm(scope: Mapping[str, Any]) -> Viewer:
    return find_dm_of(scope["url_route"]["kwargs"]["encounter_id"], _find_user(scope))


def _find_seat(scope: Mapping[str, Any]) -> Viewer:
    number = _read_fight(scope["url_route"]["kwargs"]["fight"])
    return find_seat_of(number, scope["cookies"], _find_user(scope))


def _read_fight(name: str) -> int:
    """Return the number of a fight by its name; older pages say the number itself.

    Returns 0, which no fight has, for anything else.
    """
    return read_hidden_number(name) or read_whole(name, most=FURTHEST) or 0


def _find_waiting(scope: Mapping[str, Any]) -> Waiting:
    return find_waiting(scope["url_route"]["kwargs"]["campaign_id"], scope["cookies"], _find_user(scope))


def _find_user(scope: Mapping[str, Any]) -> Any:
    """Return the user that this socket's session signs in now.

    Signing out ends a session, but not the sockets that it opened.
    """
    request = HttpRequest()
    key = scope["cookies"].get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request)


def _read_frame(message: Mapping[str, Any]) -> object:
    """Return the content of a message. Raises Malformed where it is no short JSON."""
    text = message.get("text")
    if not text or len(text) > LONGEST:
        raise Malformed("a frame is a short text")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Malformed("a frame is JSON") from problem


def _read_resume(frame: object) -> Cursor:
    """Return the cursor and epoch of a frame. Raises Malformed for anything else."""
    if not isinstance(frame, dict) or set(frame) != {"resume", "epoch"}:
        raise Malformed("a frame has 'resume' and 'epoch'")
    return _check_cursor(frame["resume"], frame["epoch"])


def _read_start(query: Mapping[str, list[str]]) -> Cursor | None:
    if "at" not in query:
        return None
    at = query["at"][0]
    return _check_cursor(read_whole(at), _read_word(query, "epoch"))


def _read_word(query: Mapping[str, list[str]], name: str) -> str:
    return query.get(name, [""])[0]


def _check_cursor(at: object, epoch: object) -> Cursor:
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= FURTHEST or not isinstance(epoch, str):
        raise Malformed("a cursor is a count, an epoch a text")
    return at, epoch


websocket_urlpatterns: list[URLPattern] = [
    path("live/<int:encounter_id>/dm", cast(Any, serve_dm)),
    path("live/<str:fight>/seat", cast(Any, serve_seat)),
    path("live/lobby/<int:campaign_id>", cast(Any, serve_lobby)),
]
