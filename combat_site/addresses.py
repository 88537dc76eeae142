"""Addresses by which phones on the same network reach this machine, without the internet.

Everything that must agree about them is made here: the addresses that are printed, the hosts that Django answers to,
and the origins from which forms and sockets are accepted.
"""

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlsplit

WILDCARDS = frozenset({"", "0.0.0.0", "::"})
"""The bind addresses that mean every interface."""

LOOPBACKS = ("127.0.0.1", "localhost", "[::1]")

# Nothing is sent to these: connecting a UDP socket only picks the interface. The first stands for "anywhere" (the
# default route), the others for networks that have no way out.
PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")

FIB_TRIE = Path("/proc/net/fib_trie")

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Addresses:
    """The addresses of the site, in the three forms that are needed."""

    urls: tuple[str, ...]
    """The addresses to print, without a trailing slash; the best for phones comes first."""
    hosts: tuple[str, ...]
    """The hosts for ALLOWED_HOSTS."""
    origins: tuple[str, ...]
    """The origins for CSRF and for sockets: ``scheme://host[:port]`` as a browser sends them."""
    is_public: bool = False
    """The one address to print is that of PUBLIC_URL."""

    @property
    def sockets(self) -> tuple[str, ...]:
        """Return the origins that pages are read from, with the scheme of WebSockets.

        They stand in the order of their letters. Loopback is among them only where no public address is named. A
        content security policy cannot name an address of IP version 6; browsers complain about it on every page.
        """
        named = {*self.urls} if self.is_public else {*self.origins}
        return tuple("ws" + origin.removeprefix("http") for origin in sorted(named) if "[" not in origin)


def reach(host: str, port: int, public_url: str = "") -> Addresses:
    """Return the addresses of a server that is bound to ``host`` and ``port``.

    With ``public_url``, return that address and this machine's loopback.

    Raises ValueError when ``public_url`` is not an http(s) URL with a host.
    """
    local = tuple(format_origin("http", name, port) for name in LOOPBACKS)
    if public_url:
        public, name = _split(public_url)
        return Addresses((public,), _drop_repeated(name, *LOOPBACKS), _drop_repeated(public, *local), is_public=True)
    bound = list_machine_addresses() if host in WILDCARDS else _list_bound(host)
    names = _list_own_names() if host in WILDCARDS else ()
    urls, named = (tuple(format_origin("http", known, port) for known in group) for group in (bound, names))
    return Addresses(
        urls or local[:1], _drop_repeated(*bound, *names, *LOOPBACKS), _drop_repeated(*urls, *named, *local)
    )


def format_origin(scheme: str, host: str, port: int) -> str:
    """Return ``scheme://host:port``, without the port where a browser leaves it out."""
    return f"{scheme}://{host}" if DEFAULT_PORTS[scheme] == port else f"{scheme}://{host}:{port}"


def list_machine_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses without loopback, that of the default route first.

    Link-local addresses come last.
    """
    found = [*_list_routed(), *_list_by_kernel(), *_list_by_host_name()]
    usable = [address for address in _drop_repeated(*found) if _is_usable(address)]
    return tuple(sorted(usable, key=lambda address: IPv4Address(address).is_link_local))


def read_fib_trie(text: str) -> list[str]:
    """Return the machine's own addresses, read from the text of Linux's routing trie."""
    return re.findall(r"\|-- (\d+(?:\.\d+){3})\n\s+/32 host LOCAL", text)


def _list_bound(host: str) -> tuple[str, ...]:
    """Return the one address that ``host`` names; nothing for loopback."""
    bare = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return () if bare in LOOPBACKS else (bare,)


def _list_own_names() -> tuple[str, ...]:
    """Return the names that a network may know this machine by.

    The server answers to them. They are not printed, because not every phone can look them up.
    """
    name = socket.gethostname().lower()
    return _drop_repeated(name, f"{name.split('.')[0]}.local") if name else ()


def _split(public_url: str) -> tuple[str, str]:
    """Return the origin and host of ``public_url``.

    Raises ValueError unless it is an http(s) URL.
    """
    parts = urlsplit(public_url.strip())
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise ValueError(
            f"PUBLIC_URL must look like https://table.example or http://192.168.1.5:8000, not {public_url!r}"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return format_origin(parts.scheme, name, parts.port or DEFAULT_PORTS[parts.scheme]), name


def _list_routed() -> list[str]:
    """Return the addresses from which this machine would send."""
    found = []
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((probe, 9))
            except OSError:
                continue
            found.append(str(sock.getsockname()[0]))
    return found


def _list_by_kernel() -> list[str]:
    """Return the addresses that the Linux kernel lists; nothing on other systems."""
    try:
        return read_fib_trie(FIB_TRIE.read_text())
    except OSError:
        return []


def _list_by_host_name() -> list[str]:
    """Return the addresses that the machine's own host name stands for."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def _is_usable(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast)


def _drop_repeated(*items: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
