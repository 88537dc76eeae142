"""The check that clients cannot choose the address that they are counted by.

uvicorn believes X-Forwarded-For from the addresses of ``--forwarded-allow-ips`` or FORWARDED_ALLOW_IPS. Wrong
passwords, wrong codes and joins are counted by that address.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from ipaddress import ip_network
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning

FLAG, VARIABLE = "--forwarded-allow-ips", "FORWARDED_ALLOW_IPS"
USUAL = "127.0.0.1"

EVERYBODY = "{} trusts {!r}: every client may choose its address and escape the limits on wrong passwords and codes."
NO_PROXY = "{} trusts {!r}, but no PUBLIC_URL names a proxy: a phone that has such an address may choose another."
ADVICE = "Name the proxy's own address alone, and let it set X-Forwarded-For as docs/operations.md says."


def read_trusted(argv: Sequence[str], environ: Mapping[str, str]) -> tuple[str, str]:
    """Return which setting says whose forwarded headers are believed, and what it says."""
    for flag, value in zip(argv, [*argv[1:], ""], strict=True):
        if flag == FLAG:
            return FLAG, value
        if flag.startswith(f"{FLAG}="):
            return FLAG, flag.removeprefix(f"{FLAG}=")
    return VARIABLE, environ.get(VARIABLE, USUAL)


def find_forgeable(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return how clients could choose their address; the empty text where they cannot."""
    if "--no-proxy-headers" in argv:
        return ""
    setting, trusted = read_trusted(argv, environ)
    for each in filter(None, map(str.strip, trusted.split(","))):
        if each == "*" or _is_everybody(each):
            return EVERYBODY.format(setting, each)
        if not settings.PUBLIC_URL and not _is_loopback(each):
            return NO_PROXY.format(setting, each)
    return ""


def is_forwarded(scope: Mapping[str, Any]) -> bool:
    """Return whether a trusted proxy named the client: uvicorn knows no port of it then."""
    client = scope.get("client")
    return client is not None and client[1] == 0


def _is_everybody(text: str) -> bool:
    try:
        return ip_network(text, strict=False).prefixlen == 0
    except ValueError:
        return False


def _is_loopback(text: str) -> bool:
    try:
        return ip_network(text, strict=False).is_loopback
    except ValueError:
        return True  # no address of a phone: the name of a socket


def check_proxies(**_: Any) -> list[CheckMessage]:
    """Return the warnings of Django's system check ``combat_site.W001``."""
    problem = find_forgeable(sys.argv, os.environ)
    return [Warning(problem, hint=ADVICE, id="combat_site.W001")] if problem else []
