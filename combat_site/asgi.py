"""The ASGI application: http goes to Django, sockets go to the encounters."""

import os
from collections.abc import Collection
from typing import Any, cast

from channels.security.websocket import WebsocketDenier
from django.core.asgi import get_asgi_application

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


async def refuse_unknown_path(scope: Any, receive: Any, send: Any) -> None:
    """Accept the socket, then close it with 4404.

    A refusal before accepting would reach the browser without a code.
    """
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": NOT_FOUND})


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
django_application = get_asgi_application()

# These imports need the apps, which are loaded only now.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import re_path  # noqa: E402

from combat_site import storage  # noqa: E402
from combat_site.bodies import LimitedBodies  # noqa: E402
from combat_site.copies.nightly import start_copying  # noqa: E402
from combat_site.health import write_problems  # noqa: E402
from combat_site.loading import keep_loaded, start_loading  # noqa: E402
from combat_site.metrics import serve_metrics  # noqa: E402
from combat_site.processes import refuse_split_table  # noqa: E402
from combat_site.reporting import start_reporting  # noqa: E402
from combat_site.request_ids import IdentifiedRequests  # noqa: E402
from encounters.live.consumers import websocket_urlpatterns  # noqa: E402
from encounters.page_version import compute_page_version  # noqa: E402

start_reporting(settings.SENTRY_DSN)
refuse_split_table()
write_problems()
compute_page_version()
kept_open = storage.keep_open(settings.DATABASES["default"])
start_copying()

application = IdentifiedRequests(
    ProtocolTypeRouter(
        {
            "http": LimitedBodies(django_application),
            "websocket": KnownOrigins(
                # Cookies only: a socket reads its session itself, again at every resume, and never writes it.
                CookieMiddleware(URLRouter([*websocket_urlpatterns, re_path("", cast(Any, refuse_unknown_path))])),
                settings.SOCKET_ORIGINS,
            ),
        }
    )
)

keep_loaded()
start_loading()
serve_metrics()
