"""Who comes later, and who comes hurt: what preparing says beside a figure, and what becomes of it in the fight."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.errors import Bad
from encounters.models import Encounter
from encounters.party import last_party
from encounters.selectors import game_view
from encounters.viewers import cookie_name, cookie_value, dm, seated
from rules.inputs import Change

OTIS = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "hp": 20, "played": True}
TENSER = {"id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "hp": 8, "played": True}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 5}
GHOUL = {"id": "ghoul", "name": "Ixquaril", "side": "foes", "monster": "ghoul", "wave": 2, "count": 2}


@pytest.fixture
def hers(dora: User) -> Client:
    client = Client()
    client.force_login(dora)
    return client


def prepared(dora: User, *definitions: Any, ruleset: str = "addict") -> Encounter:
    """A fight with these in it, not opened yet."""
    made = services.create_encounter(dora, "The weir", ruleset, {}, {"start": "melee", "reaction": "hostile"})
    for each in definitions:
        services.put_combatant(dm(made), each)
    return made


def play_round(encounter: Encounter, tap: str) -> None:
    """Open the next round, and close whatever is asked to its end."""
    services.begin_round(dm(encounter), f"{tap}-begin")
    for number in range(100):
        if game_view(dm(encounter)).state.between_rounds:
            return
        services.close(dm(encounter), f"{tap}-{number}")
    raise AssertionError("the round does not end")


def hidden(encounter: Encounter) -> list[str]:
    return [each.id for each in game_view(dm(encounter)).state.combatants.values() if each.hidden]


# Waves.


def test_a_wave_is_hidden_until_its_round_begins(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(dm(encounter))
    play_round(encounter, "one")
    assert hidden(encounter) == ["ghoul-1", "ghoul-2"]
    services.begin_round(dm(encounter), "two")
    assert hidden(encounter) == []


def test_nobody_learns_of_a_wave_before_it_comes(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    joined = seats.join(encounter.code, "Pip", "player")
    pip = Client()
    pip.cookies[cookie_name(encounter.pk)] = cookie_value(joined.seat, joined.token)
    services.open_encounter(dm(encounter))
    seats.pick(seated(joined.seat), "otis")
    play_round(encounter, "one")

    def everything() -> str:
        pages = [pip.get(f"/t/{encounter.code}/{page}").content.decode() for page in ("me/", "me/saw/", "watch/")]
        return json.dumps([repr(each) for each in game_view(seated(joined.seat)).events]) + "".join(pages)

    assert "Ixquaril" not in everything()
    assert "ghoul" not in everything()
    assert "waves" not in everything()
    services.begin_round(dm(encounter), "two")
    assert "Ixquaril" in everything()


def test_taking_the_round_back_hides_nothing_twice_and_shows_nothing_twice(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(dm(encounter))
    play_round(encounter, "one")
    encounter.refresh_from_db()
    before = encounter.position
    services.begin_round(dm(encounter), "two")
    services.take_back(dm(encounter), "back", before)
    assert hidden(encounter) == ["ghoul-1", "ghoul-2"]
    services.begin_round(dm(encounter), "two-again")
    assert hidden(encounter) == []


def test_the_dm_may_show_or_hide_them_as_he_likes(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(dm(encounter))
    services.rule(dm(encounter), "show", [Change("ghoul-1", "hidden", "no")], "they are heard")
    play_round(encounter, "one")
    assert hidden(encounter) == ["ghoul-2"]
    services.begin_round(dm(encounter), "two")
    assert hidden(encounter) == []


def test_the_page_of_preparing_and_the_roster_say_when_they_come(dora: User, hers: Client) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    assert "hidden to round 2" in hers.get(f"/e/{encounter.pk}/prepare/").content.decode()
    services.open_encounter(dm(encounter))
    assert "hidden to round 2" in hers.get(f"/e/{encounter.pk}/").content.decode()


@pytest.mark.parametrize("wrong", [{"wave": 0}, {"wave": "two"}, {"wave": True}, {"left": 21}, {"left": -11}])
def test_what_cannot_be_is_refused(dora: User, wrong: dict[str, object]) -> None:
    with pytest.raises(Bad) as caught:
        prepared(dora, {**OTIS, **wrong})
    assert caught.value.field in wrong


def test_a_wave_and_what_is_left_are_written_by_hand(dora: User, hers: Client) -> None:
    encounter = prepared(dora, OTIS, ORC)
    row = encounter.combatants.first()
    assert row is not None
    page = f"/e/{encounter.pk}/prepare/{row.pk}/"
    given = {"id": "otis", "name": "Otis", "side": "party", "class_": "ranger", "hp": "20", "left": "7", "wave": "3"}
    assert hers.post(page, given).status_code == 303
    row.refresh_from_db()
    assert (row.definition["left"], row.definition["wave"]) == (7, 3)
    assert hers.post(page, {**given, "left": "30"}).status_code == 400


def test_a_fighter_of_dews_sequence_comes_later_too(dora: User, hers: Client) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0]}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0], "wave": 2}
    encounter = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    for each in (bran, cora):
        services.put_combatant(dm(encounter), each)
    row = encounter.combatants.last()
    assert row is not None
    assert 'name="wave" value="2"' in hers.get(f"/e/{encounter.pk}/prepare/{row.pk}/").content.decode()
    services.open_encounter(dm(encounter))
    assert hidden(encounter) == ["cora"]


# Hit points carried over.


def test_what_is_left_is_ruled_at_the_opening_and_stands_in_the_log(dora: User, hers: Client) -> None:
    encounter = prepared(dora, {**OTIS, "left": 7}, ORC)
    assert "7 of 20 hp" in hers.get(f"/e/{encounter.pk}/prepare/").content.decode()
    services.open_encounter(dm(encounter))
    otis = game_view(dm(encounter)).state.combatants["otis"]
    assert (otis.hp, otis.figure.hit_points) == (7, 20)
    assert "Carried over." in hers.get(f"/e/{encounter.pk}/").content.decode()
    assert "open, before the first round" in hers.get("/").content.decode()
    assert services.begin_round(dm(encounter), "one").events


def test_the_last_party_comes_as_the_fight_left_it(dora: User, hers: Client) -> None:
    first = prepared(dora, {**OTIS, "position": [3, 4]}, TENSER, ORC)
    services.open_encounter(dm(first))
    services.rule(dm(first), "hurt", [Change("otis", "hp", 11), Change("tenser", "hp", -10)], "the orc")
    services.rule(dm(first), "dead", [Change("tenser", "dead", "yes")], "the orc")
    party = last_party(dora, "crucible")
    assert party is not None
    assert (party.title, party.dead) == ("The weir", ("Tenser",))
    second = prepared(dora, ORC, ruleset="crucible")
    assert "Last party" in hers.get(f"/e/{second.pk}/prepare/").content.decode()
    text = hers.post(f"/e/{second.pk}/prepare/add/", {"party": "last"}, follow=True).content.decode()
    assert "Tenser died in The weir" in text
    came = [row.definition for row in second.combatants.all()][1:]
    assert came == [{**OTIS, "left": 11}]
    assert "Last party" not in text
    assert hers.post(f"/e/{second.pk}/prepare/add/", {"party": "last"}).status_code == 400


def test_nobody_elses_party_comes_and_none_of_another_kind(dora: User) -> None:
    rex = User.objects.create_user("rex-the-dm")
    theirs = prepared(rex, OTIS, ORC)
    services.open_encounter(dm(theirs))
    assert last_party(dora, "addict") is None
    mine = prepared(dora, OTIS, ORC)
    assert last_party(dora, "addict") is None
    trial = services.try_alone(dm(mine), "try")
    assert last_party(dora, "addict") is None
    services.throw_away(dm(trial))
    services.open_encounter(dm(mine))
    assert last_party(dora, "dew") is None
    assert last_party(dora, "lakofka") is not None


def test_dews_fighters_come_with_what_is_left_of_their_endurance(dora: User) -> None:
    bran = {"id": "bran", "name": "Bran", "side": "party", "dew": {"like": "bran"}, "position": [0, 0], "played": True}
    cora = {"id": "cora", "name": "Cora", "side": "foes", "dew": {"like": "cora"}, "position": [3, 0]}
    first = services.create_encounter(dora, "A duel", "dew", {}, {"start": "combat"})
    for each in (bran, cora):
        services.put_combatant(dm(first), each)
    services.open_encounter(dm(first))
    services.rule(dm(first), "hurt", [Change("bran", "en", 3)], "the road")
    party = last_party(dora, "dew")
    assert party is not None
    second = services.create_encounter(dora, "Again", "dew", {}, {"start": "combat"})
    for definition in (*party.definitions, cora):
        services.put_combatant(dm(second), definition)
    services.open_encounter(dm(second))
    again = game_view(dm(second)).state.combatants["bran"]
    assert again.dew is not None
    assert again.figure.dew is not None
    assert again.dew.en == 3 < again.figure.dew.en_max
