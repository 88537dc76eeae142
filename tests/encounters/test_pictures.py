"""Pictures of combatants: uploaded by Dora, shown to those who perceive the combatant."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from encounters import services
from encounters.errors import Invalid
from encounters.models import Picture
from encounters.pictures import PictureBook, cut_picture, shrink_picture
from encounters.scenario_files import copy_encounter
from encounters.viewers import Role, Viewer
from tests.encounters.dm_browser import Hers
from tests.encounters.seated import At, prepared_fight, words

PLACE = "51.5 N, 0.1 W"
ADDRESS = re.compile(r'(?:src|href)="(/[te]/[^"]+/picture/\w+/)"')


def draw(size: tuple[int, int] = (400, 300), kind: str = "PNG") -> bytes:
    """Return a picture that tells where it was taken."""
    exif = Image.Exif()
    exif[0x010E] = PLACE
    written = BytesIO()
    Image.new("RGB", size, "red").save(written, kind, exif=exif)
    return written.getvalue()


@pytest.fixture
def at(transactional_db: None) -> At:
    at = prepared_fight()
    at.sit()
    return at


@pytest.fixture
def hers(at: At) -> Hers:
    return Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names


def upload(hers: Hers, who: str, data: bytes, **more: str) -> tuple[int, str]:
    return hers.post(f"picture-of/{who}/", {"picture": SimpleUploadedFile("p.png", data), **more})


def list_addresses(client: Client, at: At, page: str = "me/") -> set[str]:
    """Return the addresses of pictures on a page of the table."""
    return set(ADDRESS.findall(client.get(at.url(page), follow=True).content.decode()))


def find_address(at: At, who: str, role: Role, seat: int | None = None) -> str:
    """Return the address of a picture below the table's, signed as an audience has it."""
    *_, signed, _ = PictureBook(Viewer(at.encounter.pk, role, seat), at.encounter.code).find_address(who).split("/")
    return at.url(f"picture/{signed}/")


# What is stored.


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_cut_to_a_square_without_what_stood_beside_it(kind: str) -> None:
    for written, side in zip(cut_picture(draw(kind=kind)), (256, 64), strict=True):
        with Image.open(BytesIO(written)) as cut:
            assert (cut.format, cut.size) == ("WEBP", (side, side))
            assert not cut.getexif()
        assert PLACE.encode() not in written


@pytest.mark.parametrize("wrong", ["broken", "svg", "cut off", "too many pixels", "too many bytes"])
def test_what_is_no_picture_is_not_stored(hers: Hers, wrong: str) -> None:
    data = {
        "broken": b"GIF89a but no picture",
        "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "cut off": draw()[:200],
        "too many pixels": draw((8000, 6000)),
        "too many bytes": b"x" * 9_000_000,
    }
    status, text = upload(hers, "orc", data[wrong])
    assert (status, "picture" in text) == (400, True)
    assert not Picture.objects.exists()


def test_a_file_is_chosen_first_and_a_combatant_is_there(hers: Hers) -> None:
    assert hers.post("picture-of/orc/")[0] == 400
    assert upload(hers, "nobody", draw())[0] == 404
    assert not Picture.objects.exists()


def test_a_copy_and_a_trial_keep_the_pictures(hers: Hers, at: At) -> None:
    upload(hers, "orc", draw())
    copy = copy_encounter(at.encounter.campaign.find_owner(), at.encounter)
    trial = services.try_alone(at.dora, at.tap())
    assert [list(each.pictures.values_list("who", flat=True)) for each in (copy, trial)] == [["orc"], ["orc"]]


# Who is shown it.


def test_dora_sees_a_picture_in_preparing_and_in_play_and_removes_it(hers: Hers, at: At) -> None:
    upload(hers, "orc", draw())
    (address,) = set(ADDRESS.findall(hers.page("prepare/")))
    services.open_encounter(at.dora)
    assert address in hers.page()
    shown = hers.client.get(address)
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/webp")
    assert shown["Cache-Control"] == "private, max-age=604800"
    assert hers.client.get(f"{address}large/").status_code == 200
    hers.post("picture-of/orc-1/", {"remove": "1", "group": "orc"})
    assert not ADDRESS.search(hers.page())
    assert hers.client.get(address).status_code == 404


def test_who_perceives_a_combatant_is_shown_its_picture(hers: Hers, at: At) -> None:
    upload(hers, "orc", draw())
    upload(hers, "otis", draw())
    at.begin()
    for client, page in ((at.pip, "me/"), (at.quill, "watch/"), (at.sam, "watch/")):
        found = list_addresses(client, at, page)
        assert len(found) == 2
        assert {client.get(each).status_code for each in found} == {200}


def test_nobody_is_shown_a_picture_of_one_they_have_not_perceived(hers: Hers, at: At) -> None:
    at.begin()
    upload(hers, "canary", draw())
    assert ADDRESS.search(hers.page())
    for client in (at.pip, at.quill, at.sam):
        for page in ("me/", "watch/", "me/sheet/", "me/saw/"):
            assert "picture" not in client.get(at.url(page), follow=True).content.decode()


def test_an_address_serves_only_those_to_whom_it_was_given(hers: Hers, at: At) -> None:
    upload(hers, "canary", draw())
    upload(hers, "orc", draw())
    at.begin()
    (pips,) = list_addresses(at.pip, at)
    absent = at.quill.get(at.url(f"picture/{'0' * 40}/"))
    for address in (pips, find_address(at, "canary", Role.DM), at.url("picture/canary/")):
        answered = at.quill.get(address)
        assert (answered.status_code, words(answered)) == (404, words(absent))
    assert Client().get(pips).status_code == 302


def test_a_combatant_that_is_revealed_brings_its_picture(hers: Hers, at: At) -> None:
    upload(hers, "canary", draw())
    at.begin()
    assert not list_addresses(at.sam, at, "watch/")
    hers.post("several/", {"who": "canary", "hidden": "no"})
    (address,) = list_addresses(at.sam, at, "watch/")
    assert at.sam.get(address).status_code == 200


def test_only_dora_uploads(at: At) -> None:
    for client in (at.pip, at.sam):
        client.post(f"/e/{at.encounter.pk}/picture-of/orc/", {"picture": SimpleUploadedFile("p.png", draw())})
    assert not Picture.objects.exists()


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = draw((4001, 4000))
    monkeypatch.setattr(Image.Image, "load", lambda *_: pytest.fail("the pixels are read"))
    for make in (cut_picture, shrink_picture):
        with pytest.raises(Invalid, match="at most 16 million pixels"):
            make(data)
