"""Mail as settings, made from one URL: by it a DM who forgot a password is sent a link.

Without a URL nothing is sent, and pages say what to do instead.
"""

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from combat_site.processes import refuse_to_start

PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
"""The ways in which mail is sent, with their usual ports."""

WITHOUT_HOST = ("consolemail", "filemail", "memorymail")
"""Ways that send nothing, to try the pages: mail is printed, written to a folder, or kept by a test."""

ADVICE = "Write it like smtp+tls://USER:PASSWORD@HOST:587. In a password, @ is written %40, : is %3A and / is %2F."


def make_mail(url: str, sender: str) -> dict[str, Any]:
    """Return the settings of mail for a URL; none without one.

    ``sender`` is the address that mail comes from. The process ends with one line where the URL sends nothing.
    """
    if not url:
        return {}
    try:
        found = environ.Env.email_url_config(url)
    except (ImproperlyConfigured, ValueError):
        found = {}
    scheme = url.partition("://")[0]
    if not found or not (scheme in WITHOUT_HOST or (scheme in PORTS and found["EMAIL_HOST"])):
        refuse_to_start(f"EMAIL_URL is not understood. {ADVICE}")
    user = str(found["EMAIL_HOST_USER"] or "")
    usual = user if "@" in user else f"ten-segments@{found['EMAIL_HOST'] or 'localhost'}"
    port = found["EMAIL_PORT"] or PORTS.get(scheme, 0)
    return {**found, "EMAIL_PORT": port, "DEFAULT_FROM_EMAIL": sender or usual}
