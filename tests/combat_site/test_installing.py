"""The site as an app on a phone: what is kept there, and that it holds nothing of a fight."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_first_page_and_an_icon(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert (answer.json()["start_url"], answer.json()["icons"][0]["type"]) == ("/", "image/svg+xml")


def test_the_worker_keeps_static_files_and_the_page_for_no_signal_alone(client: Client) -> None:
    text = client.get("/sw.js").content.decode()
    listed = text[text.index("[") + 1 : text.index("]")].split(", ")
    assert listed[0] == '"/offline/"'
    assert all(each.startswith('"/static/') for each in listed[1:])
    assert "cache.put" not in text


def test_the_page_for_no_signal_is_the_same_for_everybody(client: Client) -> None:
    page = client.get("/offline/")
    assert "No signal" in page.content.decode()
    assert "csrf" not in page.content.decode()
    assert not page.cookies


def test_the_policy_lets_the_sites_own_worker_run(client: Client) -> None:
    assert "worker-src 'self'" in client.get("/offline/")["Content-Security-Policy"]
