"""Where phones on the same network can reach this machine, found without the internet.

One home for every list that must agree about it: the addresses that are printed, the hosts Django answers to, the
origins whose forms and sockets are accepted.
"""

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

WILDCARDS = frozenset({"", "0.0.0.0", "::"})
"""Bind addresses that mean every interface."""

LOOPBACKS = ("127.0.0.1", "localhost", "[::1]")

# Never answered and never asked: connecting a UDP socket sends nothing, it only picks the interface.
# The first stands for "anywhere" (the default route), the others for networks that have no way out.
PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")

FIB_TRIE = Path("/proc/net/fib_trie")

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Addresses:
    """How the site is reached.

    `urls`: what to print, best for phones first, without a trailing slash. `hosts`: for ALLOWED_HOSTS. `origins`:
    `scheme://host[:port]` as a browser sends them, for CSRF and for sockets.
    """

    urls: tuple[str, ...]
    hosts: tuple[str, ...]
    origins: tuple[str, ...]

    @property
    def sockets(self) -> tuple[str, ...]:
        """The same origins with the scheme that WebSockets use, as far as a page's policy can name them.

        A policy has no way to write an address of version six; browsers complain about it on every page.
        """
        return tuple("ws" + origin.removeprefix("http") for origin in self.origins if "[" not in origin)


def reach(host: str, port: int, public_url: str = "") -> Addresses:
    """The addresses of a server bound to `host` and `port`; with `public_url`, that one and this machine's loopback.

    Raises ValueError when `public_url` is not an http(s) URL with a host.
    """
    local = tuple(origin_of("http", name, port) for name in LOOPBACKS)
    if public_url:
        public, name = _split(public_url)
        return Addresses((public,), _unique(name, *LOOPBACKS), _unique(public, *local))
    bound = machine_addresses() if host in WILDCARDS else _bound(host)
    names = _own_names() if host in WILDCARDS else ()
    urls, named = (tuple(origin_of("http", known, port) for known in group) for group in (bound, names))
    return Addresses(urls or local[:1], _unique(*bound, *names, *LOOPBACKS), _unique(*urls, *named, *local))


def origin_of(scheme: str, host: str, port: int) -> str:
    """`scheme://host:port`, the port left out where a browser leaves it out."""
    return f"{scheme}://{host}" if DEFAULT_PORTS[scheme] == port else f"{scheme}://{host}:{port}"


def machine_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses that other machines may know it by, the default route's first."""
    found = [*_routed(), *_listed(), *_named()]
    usable = [address for address in _unique(*found) if _usable(address)]
    return tuple(sorted(usable, key=lambda address: IPv4Address(address).is_link_local))


def addresses_in_fib_trie(text: str) -> list[str]:
    """The machine's own addresses in the text of Linux's routing trie."""
    return re.findall(r"\|-- (\d+(?:\.\d+){3})\n\s+/32 host LOCAL", text)


def _bound(host: str) -> tuple[str, ...]:
    """The one address that HOST names, unless it is loopback."""
    bare = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return () if bare in LOOPBACKS else (bare,)


def _own_names() -> tuple[str, ...]:
    """Names that a network may know this machine by. Answered to, not printed: not every phone can look them up."""
    name = socket.gethostname().lower()
    return _unique(name, f"{name.split('.')[0]}.local") if name else ()


def _split(public_url: str) -> tuple[str, str]:
    """(origin, host) of PUBLIC_URL."""
    parts = urlsplit(public_url.strip())
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise ValueError(
            f"PUBLIC_URL must look like https://table.example or http://192.168.1.5:8000, not {public_url!r}"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return origin_of(parts.scheme, name, parts.port or DEFAULT_PORTS[parts.scheme]), name


def _routed() -> list[str]:
    """The addresses this machine would send from."""
    found = []
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((probe, 9))
            except OSError:
                continue
            found.append(str(sock.getsockname()[0]))
    return found


def _listed() -> list[str]:
    """The addresses the kernel lists, where it lists them (Linux)."""
    try:
        return addresses_in_fib_trie(FIB_TRIE.read_text())
    except OSError:
        return []


def _named() -> list[str]:
    """The addresses the machine's own name stands for."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def _usable(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast)


def _unique(*items: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
