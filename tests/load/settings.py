"""The site's own settings, with a renderer that says when it drew.

The time that a push took is read off the frame.
"""

from combat_site.settings import *  # noqa: F403

LIMITS = {**LIMITS, "sockets": 1000}  # noqa: F405
"""One spectator opens them all."""

LIVE_RENDERER = "tests.load.sockets_server.draw"
