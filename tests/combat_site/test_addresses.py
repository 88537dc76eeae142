"""The machine's addresses, and the lists that must agree about them."""

import socket
from pathlib import Path

import pytest

from combat_site import addresses
from combat_site.addresses import format_origin, list_machine_addresses, reach, read_fib_trie

TRIE = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 192.168.1.0/24 2 0 2
        |-- 192.168.1.0
           /24 link UNICAST
        |-- 192.168.1.20
           /32 host LOCAL
        |-- 192.168.1.255
           /32 link BROADCAST
     |-- 127.0.0.1
        /32 host LOCAL
"""


@pytest.fixture
def table_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a laptop called Keep two addresses, on the table's network and self-assigned."""
    monkeypatch.setattr(addresses, "_list_routed", lambda: ["192.168.1.20"])
    monkeypatch.setattr(addresses, "_list_by_kernel", lambda: ["169.254.3.3", "127.0.0.1", "192.168.1.20"])
    monkeypatch.setattr(addresses, "_list_by_host_name", lambda: ["127.0.1.1", "10.0.0.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Keep")


def test_the_routing_trie_gives_own_addresses_only() -> None:
    assert read_fib_trie(TRIE) == ["192.168.1.20", "127.0.0.1"]


@pytest.mark.usefixtures("table_network")
def test_addresses_for_phones_come_first_and_once_and_loopback_never() -> None:
    assert list_machine_addresses() == ("192.168.1.20", "10.0.0.7", "169.254.3.3")


def test_a_machine_without_the_kernels_list_still_finds_addresses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(addresses, "FIB_TRIE", tmp_path / "none")
    monkeypatch.setattr(addresses, "_list_routed", lambda: ["10.1.1.1"])
    monkeypatch.setattr(addresses, "_list_by_host_name", list)
    assert list_machine_addresses() == ("10.1.1.1",)


def test_a_machine_whose_name_leads_nowhere_still_finds_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "no-such-name.invalid")
    monkeypatch.setattr(addresses, "_list_routed", lambda: ["10.1.1.1"])
    monkeypatch.setattr(addresses, "_list_by_kernel", list)
    assert list_machine_addresses() == ("10.1.1.1",)


def test_this_machine_is_asked_without_failing() -> None:
    assert all(not address.startswith("127.") for address in list_machine_addresses())


@pytest.mark.usefixtures("table_network")
def test_every_interface_means_every_address_is_printed_and_names_are_answered_to() -> None:
    found = reach("0.0.0.0", 8000)
    assert found.urls == ("http://192.168.1.20:8000", "http://10.0.0.7:8000", "http://169.254.3.3:8000")
    assert {"192.168.1.20", "keep", "keep.local", "localhost", "127.0.0.1"} <= set(found.hosts)
    assert {"http://192.168.1.20:8000", "http://keep.local:8000", "http://localhost:8000"} <= set(found.origins)


@pytest.mark.usefixtures("table_network")
def test_one_bound_address_is_the_only_one_beside_loopback() -> None:
    found = reach("10.0.0.7", 8000)
    assert found.urls == ("http://10.0.0.7:8000",)
    assert found.hosts == ("10.0.0.7", "127.0.0.1", "localhost", "[::1]")


def test_a_table_on_loopback_prints_loopback() -> None:
    found = reach("127.0.0.1", 8123)
    assert found.urls == ("http://127.0.0.1:8123",)
    assert found.hosts == ("127.0.0.1", "localhost", "[::1]")


def test_an_address_of_version_six_is_bracketed() -> None:
    assert reach("fd00::2", 8000).urls == ("http://[fd00::2]:8000",)


@pytest.mark.usefixtures("table_network")
def test_a_public_url_replaces_what_was_found() -> None:
    found = reach("0.0.0.0", 8000, "https://table.example/ignored/path")
    assert found.urls == ("https://table.example",)
    assert "192.168.1.20" not in found.hosts
    assert found.origins[0] == "https://table.example"
    assert found.sockets == ("wss://table.example",)


def test_sockets_are_named_as_far_as_a_policy_can_name_them() -> None:
    assert reach("127.0.0.1", 8000).sockets == ("ws://127.0.0.1:8000", "ws://localhost:8000")


@pytest.mark.parametrize("url", ["table.example", "ftp://table.example", "https://"])
def test_a_public_url_that_is_none_is_refused_by_name(url: str) -> None:
    with pytest.raises(ValueError, match="PUBLIC_URL must look like"):
        reach("0.0.0.0", 8000, url)


def test_origins_leave_out_the_port_that_browsers_leave_out() -> None:
    assert format_origin("http", "keep.local", 80) == "http://keep.local"
    assert format_origin("https", "keep.local", 443) == "https://keep.local"
    assert format_origin("https", "keep.local", 8443) == "https://keep.local:8443"
