"""The site's own settings, with a renderer that says when it drew: how long a push took is read off the frame."""

from combat_site.settings import *  # noqa: F403

LIVE_RENDERER = "tests.load.sockets_server.drawn"
