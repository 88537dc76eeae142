"""The picture under the battle map is drawn for everybody, or for the DM alone."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from encounters.models import Encounter, Picture
from encounters.pictures import MAP
from encounters.scenario_files import copy_encounter, export_text
from tests.encounters.seated import At, markup, prepared_fight, text
from tests.encounters.test_pictures import PLACE
from tests.encounters.test_pictures import draw as paint

IMAGE = re.compile(r'<image [^>]*href="([^"]+/picture/\w+/)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"')


@pytest.fixture
def at(db: None) -> At:
    return prepared_fight()


@pytest.fixture
def dora(client: Client, at: At) -> Client:
    client.force_login(User.objects.get(username="dora"))
    return client


def place(dora: Client, at: At, data: bytes = b"", **given: str) -> Any:
    file = {"picture": SimpleUploadedFile("cellar.png", data)} if data else {}
    posted = {"x.corner": "-20", "y.corner": "-10", "width": "80", **given, **file}
    return dora.post(f"/e/{at.encounter.pk}/prepare/map/picture/", posted, follow=True)


def begin(dora: Client, at: At, **given: str) -> None:
    place(dora, at, paint(), **given)
    at.sit()
    at.begin()


def find_image(client: Client, url: str) -> tuple[str, ...]:
    found = IMAGE.search(markup(client.get(url)))
    return found.groups() if found else ()


def list_seats(at: At) -> list[tuple[Client, str]]:
    return [(at.pip, at.url("me/")), (at.quill, at.url("me/")), (at.sam, at.url("watch/"))]


def test_a_picture_is_drawn_at_its_place_for_everybody(dora: Client, at: At) -> None:
    begin(dora, at)
    addresses = set()
    for client, url in [(dora, f"/e/{at.encounter.pk}/"), *list_seats(at)]:
        address, *where = find_image(client, url)
        assert where == ["-20", "-10", "80", "60"]
        answer = client.get(address)
        assert answer["Content-Type"] == "image/webp"
        addresses.add(address)
    assert len(addresses) == 4, "each audience has an address of its own"


def test_what_stood_beside_the_pixels_is_not_kept(dora: Client, at: At) -> None:
    place(dora, at, paint((3000, 1500)))
    row = Picture.objects.get(who=MAP)
    for written, size in ((row.image, (2048, 1024)), (row.small, (1280, 640))):
        assert PLACE.encode() not in bytes(written)
        with Image.open(BytesIO(bytes(written))) as kept:
            assert (kept.format, kept.size, len(kept.getexif())) == ("WEBP", size, 0)


def test_a_hidden_picture_leaves_the_server_once_it_is_revealed(dora: Client, at: At) -> None:
    begin(dora, at, hidden="on")
    address, *_ = find_image(dora, f"/e/{at.encounter.pk}/")
    for client, url in list_seats(at):
        assert find_image(client, url) == ()
        assert client.get(address).status_code in (302, 403, 404)
        assert client.get(address.replace(f"/e/{at.encounter.pk}/", at.url())).status_code == 404
    dora.post(f"/e/{at.encounter.pk}/map/", {"tap": at.tap(), "change": "reveal picture"})
    for client, url in list_seats(at):
        assert find_image(client, url)
    assert "The picture of the ground comes into view." in text(at.pip.get(at.url("me/saw/")))


@pytest.mark.parametrize(
    ("data", "given", "words"),
    [
        (b"no picture", {}, "This file is not a picture"),
        (b"", {}, "Choose a picture first"),
        (paint(), {"width": "wide"}, "is not a width"),
        (paint(), {"width": "0"}, "more than 0"),
        (paint(), {"x.corner": "left"}, "is not a place"),
    ],
)
def test_a_wrong_picture_or_place_is_said_and_changes_nothing(
    dora: Client, at: At, data: bytes, given: dict[str, str], words: str
) -> None:
    assert words in text(place(dora, at, data, **given))
    assert Encounter.objects.get(pk=at.encounter.pk).map_table == {}
    assert not Picture.objects.exists()


def test_a_picture_is_moved_without_another_file_and_removed(dora: Client, at: At) -> None:
    place(dora, at, paint())
    place(dora, at, width="40")
    dora.post(f"/e/{at.encounter.pk}/prepare/map/", {"lines": "wall 0,0 5,0"})
    assert find_image(dora, f"/e/{at.encounter.pk}/prepare/")[1:] == ("-20", "-10", "40", "30")
    place(dora, at, remove="1")
    assert find_image(dora, f"/e/{at.encounter.pk}/prepare/") == ()
    assert not Picture.objects.exists()


def test_a_copy_has_the_picture_and_a_file_does_not(dora: Client, at: At) -> None:
    place(dora, at, paint())
    encounter = Encounter.objects.get(pk=at.encounter.pk)
    copy = copy_encounter(encounter.campaign.find_owner(), encounter)
    assert find_image(dora, f"/e/{copy.pk}/prepare/")[3:] == ("80", "60")
    assert "[map]" not in export_text(encounter)
