"""The picture of a character: on its sheet, for its player, in its fights, and nowhere else."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Character, CharacterChange, CharacterPicture
from campaigns.services import carry_over, guests, take_back
from campaigns.services.pictures import save_character_picture
from encounters import services
from encounters.models import Picture
from encounters.scenario_files import copy_encounter
from encounters.viewers import build_dm_viewer
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import accept
from tests.campaigns.test_character_page import MOST_QUERIES, find_owner, make, say
from tests.encounters.compact import compact
from tests.encounters.test_pictures import draw

ADDRESS = re.compile(r'(?:src|href)="(/[ct]/[^"]+/picture/\w+/(?:large/)?)"')


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def otis(group: Group) -> Character:
    """Return Otis, a character of Pip's."""
    return make(group, "Otis", {"class": "ranger", "level": 3}, seat=group.joined["Pip"].seat.pk)


def sheet(character: Character) -> str:
    return f"/c/{character.campaign_id}/character/{character.number}/"


def upload(group: Group, character: Character, data: bytes = b"", **more: str) -> Any:
    given: dict[str, Any] = {"picture": SimpleUploadedFile("p.png", data)} if data else {}
    return group.dora.post(f"{sheet(character)}picture/", {**given, **more})


def find_addresses(client: Client, page: str) -> set[str]:
    return set(ADDRESS.findall(client.get(page, follow=True).content.decode()))


def count_copies(encounter: Any) -> int:
    return Picture.objects.filter(encounter=encounter, who="otis").count()


def test_a_picture_is_saved_replaced_and_removed_on_the_sheet(group: Group, otis: Character) -> None:
    opened = compact(group.dora.get(sheet(otis), {"change": "picture"}).content.decode())
    assert f'action="{sheet(otis)}picture/" enctype="multipart/form-data"' in opened
    assert "Remove picture" not in opened
    answered = upload(group, otis, draw())
    assert (answered.status_code, answered["Location"]) == (303, f"{sheet(otis)}#picture")
    (large,) = (each for each in find_addresses(group.dora, sheet(otis)) if each.endswith("large/"))
    shown = group.dora.get(large)
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/webp")
    assert shown["Cache-Control"] == "private, max-age=604800"
    upload(group, otis, draw(kind="JPEG"))
    assert group.dora.get(large).status_code == 404, "an address is that of one picture"
    assert "Remove picture" in group.dora.get(sheet(otis), {"change": "picture"}).content.decode()
    upload(group, otis, remove="1")
    assert find_addresses(group.dora, sheet(otis)) == set()
    assert not CharacterPicture.objects.exists()
    told = re.findall(r"\d+ \w{3} ([^.]+)\. dora", say(group.dora, otis))
    assert told == ["picture removed", "another picture", "picture added", "made the character"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This file is not a picture. Choose a PNG, JPEG, WebP or GIF"),
        (draw()[:200], "This file is not a picture."),
        (draw((8000, 6000)), "A picture has at most 16 million pixels"),
        (b"x" * 9_000_000, "A picture has at most 8 MB. Make it smaller."),
        (b"", "Choose a picture first."),
    ],
    ids=["svg", "cut off", "too many pixels", "too many bytes", "none"],
)
def test_what_is_no_picture_is_said_at_the_field_and_the_old_one_stays(
    group: Group, otis: Character, data: bytes, said: str
) -> None:
    upload(group, otis, draw())
    before = CharacterPicture.objects.get().version
    answered = upload(group, otis, data)
    page = compact(answered.content.decode())
    assert answered.status_code == 400
    field = page[page.index('<form class="change picture"') :]
    assert said in field[: field.index("</form>")]
    assert CharacterPicture.objects.get().version == before
    assert CharacterChange.objects.filter(character=otis).count() == 2


def test_what_was_removed_meanwhile_is_said(group: Group, otis: Character) -> None:
    answered = upload(group, otis, remove="1")
    assert answered.status_code == 404
    assert "This character has no picture any more." in answered.content.decode()


def test_the_party_shows_it_and_the_phone_of_its_player(group: Group, otis: Character) -> None:
    upload(group, otis, draw())
    assert len(find_addresses(group.dora, f"/c/{group.campaign.pk}/")) == 1
    code = group.campaign.code
    for page in (f"/t/{code}/me/", f"/t/{code}/sheet/1/"):
        (address,) = find_addresses(group.phones["Pip"], page)
        assert group.phones["Pip"].get(address).status_code == 200, page
        assert find_addresses(group.phones["Quill"], page) == set(), page
        assert group.phones["Quill"].get(address).status_code == 404
        assert group.phones["Screen"].get(address).status_code == 404
    assert find_addresses(group.phones["Screen"], f"/t/{code}/watch/") == set()


def test_a_henchman_has_no_address_by_which_a_player_reaches_its_picture(group: Group, otis: Character) -> None:
    nodd = make(group, "Nodd", {"class": "fighter"}, henchman_of=otis.pk)
    upload(group, nodd, draw())
    version = CharacterPicture.objects.get().version
    for phone in group.phones.values():
        for number in (1, 2):
            assert phone.get(f"/t/{group.campaign.code}/sheet/{number}/picture/{version}/").status_code == 404
        assert phone.get(f"{sheet(nodd)}picture/{version}/").status_code == 302, "to sign in"


def test_a_hidden_henchman_in_a_fight_is_not_shown(group: Group, otis: Character) -> None:
    nodd = make(group, "Nodd", {"class": "fighter"}, henchman_of=otis.pk)
    upload(group, nodd, draw())
    upload(group, otis, draw())
    fight = group.prepare("The mill")
    services.put_combatant(
        build_dm_viewer(fight), {"id": "nodd", "name": "Nodd", "side": "party", "class": "fighter", "hidden": True}
    )
    group.give(fight, "Pip", "otis")
    group.open(fight)
    assert set(fight.pictures.values_list("who", flat=True)) == {"otis", "nodd"}
    code = group.campaign.code
    assert len(find_addresses(group.dora, f"/e/{fight.pk}/") | _list_fight(group.dora, f"/e/{fight.pk}/")) == 2
    assert len(_list_fight(group.phones["Pip"], f"/t/{code}/me/")) == 1, "that of Otis"


def _list_fight(client: Client, page: str) -> set[str]:
    return set(re.findall(r'"(/[te]/[^"]+/picture/\w+/)"', client.get(page, follow=True).content.decode()))


def test_a_fight_has_it_from_its_preparation_on(group: Group, otis: Character) -> None:
    fight = group.prepare("The mill")
    assert count_copies(fight) == 0
    upload(group, otis, draw())
    assert count_copies(fight) == 1
    group.open(fight)
    copy = Picture.objects.get(encounter=fight)
    assert (copy.who, bytes(copy.small), copy.is_copy) == ("otis", bytes(CharacterPicture.objects.get().small), True)
    assert count_copies(group.prepare("The barge")) == 1, "its map shows it before the fight opens"


def test_a_picture_of_the_fight_stays_the_fights(group: Group, otis: Character) -> None:
    fight = group.prepare("The mill")
    services.save_picture(build_dm_viewer(fight), "otis", draw((90, 90)))
    upload(group, otis, draw())
    group.open(fight)
    upload(group, otis, remove="1")
    assert [each.is_copy for each in fight.pictures.all()] == [False]


def test_who_arrives_in_play_brings_its_picture(group: Group, otis: Character) -> None:
    fight = group.prepare("The mill")
    ysolde = make(group, "Ysolde", {"class": "cleric"})
    upload(group, ysolde, draw())
    group.open(fight)
    entry = {"id": "ysolde", "name": "Ysolde", "side": "party", "class": "cleric", "played": True}
    services.bring_in_combatants(build_dm_viewer(fight), "tap-arrives", [entry])
    assert list(fight.pictures.values_list("who", flat=True)) == ["ysolde"]


def test_another_picture_is_the_one_of_every_fight(group: Group, otis: Character) -> None:
    upload(group, otis, draw())
    old, new = group.prepare("The mill"), group.prepare("The barge")
    group.fight(old)
    group.open(new)
    upload(group, otis, draw(kind="JPEG"))
    stored = bytes(CharacterPicture.objects.get().image)
    assert [bytes(each.image) for each in Picture.objects.all()] == [stored, stored]


def test_a_fight_in_play_gets_a_first_picture_too(group: Group, otis: Character) -> None:
    fight = group.prepare("The mill")
    group.open(fight)
    upload(group, otis, draw())
    assert count_copies(fight) == 1


def test_a_removed_picture_is_nowhere(group: Group, otis: Character) -> None:
    upload(group, otis, draw())
    old = group.prepare("The mill")
    group.fight(old)
    again = copy_encounter(group.campaign.find_owner(), old)
    trial = services.try_alone(build_dm_viewer(again), "tap-trial")
    assert [count_copies(each) for each in (old, again, trial)] == [1, 1, 1]
    upload(group, otis, remove="1")
    assert not Picture.objects.exists()
    assert not CharacterPicture.objects.exists()


def test_a_guest_who_goes_home_takes_the_picture_along(group: Group) -> None:
    fight = group.prepare("The mill")
    make(group, "Otis")
    guest = guests.add_guest(find_owner(group), "fighter", 1, "tap-guest-1")
    save_character_picture(find_owner(group), guest.number, draw())
    assert list(fight.pictures.values_list("who", flat=True)) == [guest.key], "it has joined the prepared fight"
    guests.send_guest_home(find_owner(group), guest.number)
    assert not Picture.objects.exists()
    assert not CharacterPicture.objects.exists()


def test_a_character_that_a_take_back_deletes_leaves_no_picture(group: Group) -> None:
    fight = group.prepare("The mill")
    group.fight(fight)
    carry_over(find_owner(group), fight.pk, accept(fight))
    otis = Character.objects.get(key="otis")
    save_character_picture(find_owner(group), otis.number, draw())
    take_back(find_owner(group), fight.pk)
    assert Character.objects.filter(key="otis").exists(), "somebody has changed it since"
    assert not Character.objects.exclude(key="otis").exists()


def test_a_campaign_that_is_deleted_leaves_no_picture(group: Group, otis: Character) -> None:
    upload(group, otis, draw())
    group.prepare("The mill")
    services.delete_campaign(find_owner(group))
    assert not Picture.objects.exists()
    assert not CharacterPicture.objects.exists()


def test_pictures_ask_little_of_the_database(group: Group, otis: Character) -> None:
    for n in range(6):
        upload(group, make(group, f"Hireling {n}"), draw((8, 8)))
    for client, page in (
        (group.dora, f"/c/{group.campaign.pk}/"),
        (group.dora, sheet(otis)),
    ):
        client.get(page)
        with CaptureQueriesContext(connection) as asked:
            client.get(page)
        assert len(asked) <= MOST_QUERIES, (page, [each["sql"] for each in asked.captured_queries])
