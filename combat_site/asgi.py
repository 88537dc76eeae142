"""The ASGI application: http goes to Django, sockets go to the encounters."""

import gc
import os
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
django_application = get_asgi_application()

# These imports need the apps, which are loaded only now.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import re_path  # noqa: E402

from combat_site import storage  # noqa: E402
from combat_site.processes import refuse_split_table  # noqa: E402
from combat_site.sockets import KnownOrigins, nowhere  # noqa: E402
from encounters.live.routing import websocket_urlpatterns  # noqa: E402

refuse_split_table()
kept_open = storage.keep_open(settings.DATABASES["default"])

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": KnownOrigins(
            # Cookies only: a socket reads its session itself, again at every resume, and never writes it.
            CookieMiddleware(URLRouter([*websocket_urlpatterns, re_path("", cast(Any, nowhere))])),
            settings.SOCKET_ORIGINS,
        ),
    }
)

# Everything that was loaded stays: a full collection, which happens while somebody waits, need not walk it again.
gc.collect()
gc.freeze()
