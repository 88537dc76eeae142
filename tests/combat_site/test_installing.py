"""The site as an app on a phone: what is kept there, and that it holds nothing of a fight."""

import re

import pytest
from django.test import Client
from PIL import Image

from encounters.demo import make_demo
from tests.server import ROOT

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_first_page_and_an_icon(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert (answer.json()["start_url"], answer.json()["icons"][0]["type"]) == ("/", "image/svg+xml")


def test_the_icons_of_the_manifest_have_the_sizes_that_it_says(client: Client) -> None:
    icons = [each for each in client.get("/manifest.webmanifest").json()["icons"] if each["type"] == "image/png"]
    assert {(each["sizes"], each["purpose"]) for each in icons} >= {("192x192", "any"), ("512x512", "maskable")}
    for icon in icons:
        with Image.open(ROOT / "static" / "img" / icon["src"].rpartition("/")[2]) as image:
            assert "{}x{}".format(*image.size) == icon["sizes"]


@pytest.mark.parametrize(
    ("name", "kind"), [("favicon.ico", "image/"), ("apple-touch-icon.png", "image/png"), ("robots.txt", "text/plain")]
)
def test_what_programs_ask_for_by_a_fixed_name_is_there(client: Client, name: str, kind: str) -> None:
    answer = client.get(f"/{name}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith(kind)


@pytest.mark.parametrize("page", ["/", "/sign-in/"])
def test_a_public_page_describes_the_site(client: Client, page: str) -> None:
    text = client.get(page).content.decode()
    assert '<meta name="description" content="Old-school combat' in text
    assert '<meta property="og:image" content="http://testserver/static/img/icon-512' in text


def test_the_page_of_a_code_describes_the_site_and_not_the_fight(client: Client) -> None:
    _, encounter = make_demo()
    text = client.get(f"/t/{encounter.code}/", follow=True).content.decode()
    described = " ".join(re.findall(r'<meta (?:name="description"|property="og:\w+")[^>]*>', text))
    assert "Old-school combat" in described
    assert encounter.title not in described
    assert encounter.code not in described


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
