"""Cards of things: the same for all who ask by id, and linked where a thing is named."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from rules.kernel.inputs import Change
from rules.reference import CardKind, list_devices, list_monsters, list_spells, list_weapons, lookup_card
from tests.caching import forget_cached
from tests.encounters.compact import compact
from tests.encounters.seated import At

PART = {"hx-request": "true"}
OPEN = {
    CardKind.SPELL: [each.id for each in list_spells()],
    CardKind.DEVICE: [each.id for each in list_devices()],
    CardKind.WEAPON: [each.id for each in list_weapons()],
}


@pytest.fixture
def rex() -> Iterator[Client]:
    """Yield the browser of Rex, who has no seat and no account, and asks no database."""
    forget_cached()
    yield Client()
    forget_cached()


@pytest.fixture
def hers(at: At) -> Client:
    """Return Dora's browser, signed in."""
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def read(client: Client, address: str) -> str:
    answer = client.get(address, headers=PART)
    assert answer.status_code == 200, address
    return compact(answer.content.decode())


@pytest.mark.parametrize("kind", OPEN)
def test_anybody_reads_every_card_without_the_database(rex: Client, kind: CardKind) -> None:
    for id in OPEN[kind]:
        assert "thing-card" in read(rex, f"/card/{kind}/{id}")


def test_a_card_shows_its_words_six_facts_and_the_segments_it_takes(rex: Client) -> None:
    shown, card = read(rex, "/card/spell/cleric_command"), lookup_card(CardKind.SPELL, "cleric_command")
    assert f'<h2 id="card-name" tabindex="-1">Command</h2><small>{card.sort}</small>' in shown
    assert card.words in shown
    assert all(f"<dt>{each.label}</dt><dd>{each.value}</dd>" in shown for each in card.facts)
    assert shown.count("<dt>") == 6
    assert "1 of the ten segments of a round" in shown


def test_a_long_spell_takes_whole_rounds_and_a_sword_no_segments(rex: Client) -> None:
    assert "the whole round" in read(rex, "/card/spell/cleric_bless")
    assert "10 whole rounds" in read(rex, "/card/spell/cleric_chant")
    assert 'class="ten"' not in read(rex, "/card/weapon/sword_long")


def test_a_potion_that_works_after_a_time_by_dice_takes_at_most_the_longest(rex: Client) -> None:
    assert "up to 5 of the ten segments of a round" in read(rex, "/card/device/potion_speed")


def test_without_script_a_card_is_a_page_of_the_rule_book(rex: Client) -> None:
    answer = rex.get("/card/device/wand_fire.fireball")
    assert answer.status_code == 200
    assert "<h1>Wand of fire: fireball</h1>" in compact(answer.content.decode())


@pytest.mark.parametrize("address", ["/card/spell/teapot", "/card/teapot/dagger", "/card/monster/ogre"])
def test_there_are_no_cards_of_unknown_things_and_of_monsters_for_everybody(rex: Client, address: str) -> None:
    assert rex.get(address, headers=PART).status_code == 404


def test_a_card_says_nothing_of_those_who_have_the_thing(at: At) -> None:
    mine, nobodys = (read(client, "/card/spell/magic_user_web") for client in (at.quill, Client()))
    assert mine == nobodys


def test_the_dm_reads_the_cards_of_monsters_with_their_figures(at: At, hers: Client) -> None:
    url = f"/e/{at.encounter.pk}/monster/"
    for each in list_monsters():
        assert each.plain_name in read(hers, f"{url}{each.id}/")
    assert "<dt>Armor class</dt><dd>5</dd>" in read(hers, f"{url}ogre/")
    assert hers.get(f"{url}teapot/", headers=PART).status_code == 404
    assert at.quill.get(f"{url}ogre/", headers=PART).status_code != 200


def test_a_combatants_card_has_its_own_numbers_for_the_dm(at: At, hers: Client) -> None:
    services.rule(at.dora, at.tap(), [Change("orc-1", "hp", 3), Change("orc-1", "ac", 4)])
    url = f"/e/{at.encounter.pk}/combatant/"
    shown = read(hers, f"{url}orc-1/card/")
    assert '<h2 id="card-name" tabindex="-1">Orc 1</h2><small>Orc, monster, man-sized</small>' in shown
    assert "<dt>Armor class</dt><dd>4</dd>" in shown
    assert "<dt>Hit points</dt><dd>3 of 5</dd>" in shown
    assert "<li>Hit dice 1, about 4 hit points. Morale: 50 %.</li>" in shown
    assert "<dt>Hits AC 0</dt><dd>19 or more</dd>" in shown
    assert "<dt>Experience</dt><dd>15</dd>" in shown
    assert hers.get(f"{url}teapot/card/", headers=PART).status_code == 404
    assert at.quill.get(f"{url}orc-1/card/", headers=PART).status_code != 200


def test_the_dm_decides_what_a_foe_that_no_table_has_is_worth(at: At, hers: Client) -> None:
    shown = read(hers, f"/e/{at.encounter.pk}/combatant/shaman/card/")
    assert "<dt>Experience</dt><dd>the DM decides</dd>" in shown
    assert "<dt>Attacks</dt><dd>club</dd>" in shown


def test_a_players_character_is_worth_nothing_to_the_party(at: At, hers: Client) -> None:
    assert "Experience" not in read(hers, f"/e/{at.encounter.pk}/combatant/otis/card/")


def test_each_name_of_the_roster_opens_its_card(at: At, hers: Client) -> None:
    url = f"/e/{at.encounter.pk}/"
    page = compact(hers.get(f"{url}who/").content.decode())
    for who, name in (("orc-1", "Orc 1"), ("shaman", "Shaman"), ("otis", "Otis")):
        assert f'<a class="thing" data-card href="{url}combatant/{who}/card/">{name}</a>' in page


def test_names_on_the_sheet_open_cards_and_what_no_table_holds_has_none(at: At) -> None:
    sheet = compact(at.quill.get(at.url("me/sheet/")).content.decode())
    assert f'<a class="thing" data-card href="{at.url("me/card/spell/magic_user_web/")}">Web</a>' in sheet
    assert '<a class="thing" data-card href="/card/weapon/dagger">dagger</a>, speed factor 2' in sheet
    assert "<b>Long words</b>" in sheet
    assert "card/spell/long_words" not in sheet


def test_a_spell_of_the_order_form_has_its_card_beside_it(at: At) -> None:
    form = compact(at.quill.get(at.url("me/"), {"answer.action": "D"}).content.decode())
    own = at.url("me/card/spell/magic_user_sleep/")
    assert f'<a class="card-of" data-card href="{own}" aria-label="What is Sleep?">' in form
    assert 'href="/card/weapon/dagger"' in form


def test_an_own_spell_has_what_is_left_of_it_for_the_sixth_fact(at: At) -> None:
    shown = read(at.quill, at.url("me/card/spell/magic_user_sleep/"))
    assert "<dt>Yours</dt><dd>1 left</dd></div></dl>" in shown
    assert shown.count("<dt>") == 6
    assert "<li>Needs: words, gestures, materials.</li>" in shown


def test_an_own_spell_that_is_cast_is_spent(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("tenser", "spells", ["magic_user_web"])])
    assert "<dt>Yours</dt><dd>spent</dd>" in read(at.quill, at.url("me/card/spell/magic_user_sleep/"))


def test_what_another_has_is_not_counted_on_ones_card(at: At) -> None:
    theirs, everybodys = (
        read(at.pip, address) for address in (at.url("me/card/spell/magic_user_sleep/"), "/card/spell/magic_user_sleep")
    )
    assert theirs == everybodys
    assert "Yours" not in theirs


@pytest.mark.parametrize("rest", ["spell/teapot", "teapot/dagger", "monster/orc"])
def test_no_card_of_ones_own_is_of_an_unknown_thing_or_a_monster(at: At, rest: str) -> None:
    assert at.pip.get(at.url(f"me/card/{rest}/"), headers=PART).status_code == 404


def test_a_combatants_page_leads_the_dm_to_the_cards_of_its_things_and_kind(at: At, hers: Client) -> None:
    url = f"/e/{at.encounter.pk}/"
    shaman, orc = (compact(hers.get(f"{url}combatant/{who}/").content.decode()) for who in ("shaman", "orc-1"))
    assert 'data-card href="/card/spell/cleric_hold_person"' in shaman
    assert 'data-card href="/card/weapon/club"' in shaman
    assert f'data-card href="{url}combatant/orc-1/card/"' in orc
