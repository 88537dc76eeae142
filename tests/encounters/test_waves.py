"""Combatants who come later, or hurt.

What preparing says beside each, and what becomes of it in the fight.
"""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.errors import Invalid
from encounters.models import Encounter
from encounters.party import find_last_party
from encounters.scenario_files import export_text, import_text
from encounters.selectors import read_view
from encounters.services.campaigns import make_campaign
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from rules.procedures import list_rulesets
from tests.any_procedure import ANY, FAMILY, find_other
from tests.people import find_viewer, let_sit

OTIS = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "hp": 20, "played": True}
TENSER = {"id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "hp": 8, "played": True}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 5}
GHOUL = {"id": "ghoul", "name": "Ixquaril", "side": "foes", "monster": "ghoul", "wave": 2, "count": 2}


@pytest.fixture
def hers(dora: User) -> Client:
    client = Client()
    client.force_login(dora)
    return client


def prepared(dora: User, *definitions: Any, ruleset: str = ANY) -> Encounter:
    """Return a fight with these combatants in it, not opened yet."""
    made = services.create_encounter(dora, "The weir", ruleset, {}, {"start": "melee", "reaction": "hostile"})
    services.add_combatants(build_dm_viewer(made), definitions)
    return made


def play_round(encounter: Encounter, tap: str, order: dict[str, Any] | None = None) -> None:
    """Open a round, give the party's first this order, and close all that is asked to its end."""
    services.begin_round(build_dm_viewer(encounter), f"{tap}-begin")
    if order is not None:
        services.close(build_dm_viewer(encounter), f"{tap}-foes", "orc")
        state = read_view(build_dm_viewer(encounter)).state
        question = next(each for each in state.open if each.who == next(iter(state.combatants)))
        assert services.answer(build_dm_viewer(encounter), f"{tap}-order", question.token, order).refusal is None
    for number in range(100):
        if read_view(build_dm_viewer(encounter)).state.between_rounds:
            return
        services.close(build_dm_viewer(encounter), f"{tap}-{number}")
    raise AssertionError("the round does not end")


def coming(encounter: Encounter) -> list[str]:
    return [stat_block.id for stat_block in read_view(build_dm_viewer(encounter)).state.coming]


def arrived(encounter: Encounter) -> list[str]:
    return list(read_view(build_dm_viewer(encounter)).state.combatants)


# Waves.


def test_a_wave_comes_with_its_round(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(build_dm_viewer(encounter))
    play_round(encounter, "one")
    assert coming(encounter) == ["ghoul-1", "ghoul-2"]
    services.begin_round(build_dm_viewer(encounter), "two")
    assert coming(encounter) == []


def test_nobody_learns_of_a_wave_before_it_comes(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    joined = seats.join(encounter.code, "Pip", "player")
    pip = Client()
    let_sit(pip, joined)
    services.open_encounter(build_dm_viewer(encounter))
    seats.pick(find_viewer(joined.seat), "otis")
    play_round(encounter, "one")

    def everything() -> str:
        pages = [pip.get(f"/t/{encounter.code}/{page}").content.decode() for page in ("me/", "me/saw/", "watch/")]
        return json.dumps([repr(each) for each in read_view(find_viewer(joined.seat)).all_events]) + "".join(pages)

    assert "Ixquaril" not in everything()
    assert "ghoul" not in everything()
    assert "waves" not in everything()
    services.begin_round(build_dm_viewer(encounter), "two")
    assert "Ixquaril" in everything()


def test_taking_the_round_back_takes_the_wave_back(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(build_dm_viewer(encounter))
    play_round(encounter, "one")
    encounter.refresh_from_db()
    before = encounter.position
    services.begin_round(build_dm_viewer(encounter), "two")
    services.take_back(build_dm_viewer(encounter), "back", before)
    assert coming(encounter) == ["ghoul-1", "ghoul-2"]
    services.begin_round(build_dm_viewer(encounter), "two-again")
    assert coming(encounter) == []


def test_the_dm_may_bring_a_combatant_in_before(dora: User, hers: Client) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(build_dm_viewer(encounter))
    posted = hers.post(f"/e/{encounter.pk}/bring-in/", {"tap": "now", "who": "ghoul-1"})
    assert posted.status_code == 303
    assert (coming(encounter), arrived(encounter)) == (["ghoul-2"], ["otis", "orc", "ghoul-1"])
    assert hers.post(f"/e/{encounter.pk}/bring-in/", {"tap": "again", "who": "ghoul-1"}).status_code == 409
    play_round(encounter, "one")
    services.begin_round(build_dm_viewer(encounter), "two")
    assert arrived(encounter) == ["otis", "orc", "ghoul-1", "ghoul-2"]


def test_a_player_whose_character_comes_later_reads_when(dora: User) -> None:
    encounter = prepared(dora, OTIS, {**TENSER, "wave": 2}, ORC)
    joined = seats.join(encounter.code, "Pip", "player")
    pip = Client()
    let_sit(pip, joined)
    seats.pick(find_viewer(joined.seat), "tenser")
    services.open_encounter(build_dm_viewer(encounter))
    assert "Tenser arrives in round 2" in pip.get(f"/t/{encounter.code}/me/").content.decode()
    play_round(encounter, "one")
    services.begin_round(build_dm_viewer(encounter), "two")
    services.close(build_dm_viewer(encounter), "foes", "orc")
    page = pip.get(f"/t/{encounter.code}/me/").content.decode()
    assert "arrives in round" not in page
    assert any(each.who == "tenser" for each in read_view(find_viewer(joined.seat)).state.open)


def test_who_comes_later_in_play_waits_for_that_round(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC)
    services.open_encounter(build_dm_viewer(encounter))
    services.bring_in_combatants(build_dm_viewer(encounter), "more", [GHOUL])
    play_round(encounter, "one")
    assert coming(encounter) == ["ghoul-1", "ghoul-2"]
    services.begin_round(build_dm_viewer(encounter), "two")
    assert coming(encounter) == []


def test_the_page_of_preparing_and_the_roster_say_when_they_come(dora: User, hers: Client) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    assert "from round 2" in hers.get(f"/e/{encounter.pk}/prepare/").content.decode()
    services.open_encounter(build_dm_viewer(encounter))
    assert "arrives in round 2" in hers.get(f"/e/{encounter.pk}/who/").content.decode()


def test_who_is_hidden_late_or_hurt_is_so_in_the_exported_file_too(dora: User) -> None:
    definitions = [
        {**OTIS, "left": 7, "devices": ["wand_fire"], "charges": {"wand_fire": 12}},
        {**ORC, "hidden": True},
        GHOUL,
    ]
    exported = export_text(prepared(dora, *definitions))
    again = import_text(dora, exported, "weir.toml")
    assert [row.definition for row in again.combatants.all()] == definitions


@pytest.mark.parametrize("wrong", [{"wave": 0}, {"wave": "two"}, {"wave": True}, {"left": 21}, {"left": -11}])
def test_what_cannot_be_is_refused(dora: User, wrong: dict[str, object]) -> None:
    with pytest.raises(Invalid) as caught:
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


def test_who_has_not_arrived_is_asked_for_nothing_and_strikes_nobody(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(build_dm_viewer(encounter))
    services.begin_round(build_dm_viewer(encounter), "one")
    state = read_view(build_dm_viewer(encounter)).state
    assert [each.who for each in state.open] == ["orc"]
    assert list(state.combatants) == ["otis", "orc"]


def test_a_fight_goes_on_while_a_wave_is_to_come(dora: User) -> None:
    encounter = prepared(dora, OTIS, ORC, GHOUL)
    services.open_encounter(build_dm_viewer(encounter))
    services.rule(build_dm_viewer(encounter), "slain", [Change("orc", "hp", -10)], "a boulder")
    play_round(encounter, "one")
    assert read_view(build_dm_viewer(encounter)).state.ended == ""
    play_round(encounter, "two")
    assert read_view(build_dm_viewer(encounter)).state.combatants["ghoul-1"].present


def test_a_side_that_comes_later_rolls_nothing_before(dora: User) -> None:
    rats = {"id": "rat", "name": "Rat", "side": "vermin", "monster": "orc", "wave": 2}
    encounter = prepared(dora, OTIS, ORC, rats)
    services.open_encounter(build_dm_viewer(encounter))
    play_round(encounter, "one")
    seen = read_view(build_dm_viewer(encounter))
    assert seen.state.sides == ("party", "foes")
    assert not any("vermin" in repr(event) for event in seen.all_events[1:])
    services.begin_round(build_dm_viewer(encounter), "two")
    assert read_view(build_dm_viewer(encounter)).state.sides == ("party", "foes", "vermin")


# Hit points carried over.


def test_what_is_left_is_there_from_the_opening(dora: User, hers: Client) -> None:
    encounter = prepared(dora, {**OTIS, "left": 7}, ORC)
    assert "7 of 20" in hers.get(f"/e/{encounter.pk}/prepare/").content.decode()
    services.open_encounter(build_dm_viewer(encounter))
    otis = read_view(build_dm_viewer(encounter)).state.combatants["otis"]
    assert (otis.hp, otis.stat_block.defence.hit_points) == (7, 20)
    assert "open, before the first round" in hers.get("/e/").content.decode()
    assert services.begin_round(build_dm_viewer(encounter), "one").events


def test_others_see_how_hurt_somebody_comes_as_the_table_shows_hit_points(dora: User) -> None:
    encounter = prepared(dora, OTIS, {**ORC, "left": 2}, {**ORC, "id": "lurker", "left": 1, "hidden": True})
    joined = seats.join(encounter.code, "Pip", "player")
    services.open_encounter(build_dm_viewer(encounter))
    seats.pick(find_viewer(joined.seat), "otis")
    seen = read_view(find_viewer(joined.seat))
    orc = next(each for each in seen.state.combatants.values() if each.side == "foes")
    assert (orc.hp, orc.stat_block.defence.hit_points) == (2, 4)
    assert len(seen.state.combatants) == 2
    assert "lurker" not in json.dumps([repr(each) for each in seen.all_events])
    assert not any(type(event).__name__ in ("Ruled", "Damaged") for event in seen.all_events)


def test_the_last_party_comes_as_the_fight_left_it(dora: User, hers: Client) -> None:
    first = prepared(dora, {**OTIS, "position": [3, 4]}, TENSER, ORC)
    services.open_encounter(build_dm_viewer(first))
    services.rule(build_dm_viewer(first), "hurt", [Change("otis", "hp", 11), Change("tenser", "hp", -10)], "the orc")
    services.rule(build_dm_viewer(first), "dead", [Change("tenser", "dead", "yes")], "the orc")
    party = find_last_party(make_campaign(dora), find_other())
    assert party is not None
    assert (party.title, party.dead) == ("The weir", ("Tenser",))
    second = prepared(dora, ORC, ruleset=find_other())
    assert "Last party" in hers.get(f"/e/{second.pk}/prepare/").content.decode()
    text = hers.post(f"/e/{second.pk}/prepare/party/", {"party": "last"}, follow=True).content.decode()
    assert "Tenser died in The weir" in text
    came = [row.definition for row in second.combatants.all()][1:]
    assert came == [{**OTIS, "left": 11}]
    assert "Last party" not in text
    assert hers.post(f"/e/{second.pk}/prepare/party/", {"party": "last"}).status_code == 400


def test_spells_that_were_cast_and_charges_that_were_used_do_not_come_back(dora: User, hers: Client) -> None:
    jaroo: dict[str, Any] = {
        "id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 5, "hp": 20, "played": True,
        "spells": ["cleric_bless", "cleric_bless", "cleric_command"],
        "devices": ["wand_fire.fireball", "potion_healing", "ring_invisibility"], "charges": {"wand_fire": 9},
    }  # fmt: skip
    first = prepared(dora, jaroo, {**ORC, "hp": 90})
    services.open_encounter(build_dm_viewer(first))
    for number, order in enumerate(
        (
            {"how": "spell", "spell": "cleric_bless", "target": ["jaroo"]},
            {"how": "device", "device": "wand_fire.fireball", "target": ["orc"]},
            {"how": "device", "device": "potion_healing", "target": ["jaroo"]},
        )
    ):
        play_round(first, f"round-{number}", {"action": "D", **order})
    state = read_view(build_dm_viewer(first)).state
    assert dict(state.combatants["jaroo"].charges) == {"potion_healing": 0, "wand_fire": 7}
    party = find_last_party(make_campaign(dora), ANY)
    assert party is not None
    assert party.definitions[0]["spells"] == ["cleric_bless", "cleric_command"]
    assert party.definitions[0]["devices"] == ["wand_fire.fireball", "ring_invisibility"]
    assert party.definitions[0]["charges"] == {"wand_fire": 7}
    second = prepared(dora, ORC)
    text = hers.post(f"/e/{second.pk}/prepare/party/", {"party": "last"}, follow=True).content.decode()
    assert "Jaroo has spent in The weir: Bless, Potion of healing, 2 of 9 charges of the wand fire." in text


def test_what_is_used_up_cannot_be_used_again(dora: User) -> None:
    drinker = {**OTIS, "devices": ["potion_healing"]}
    encounter = prepared(dora, drinker, {**ORC, "hp": 90})
    services.open_encounter(build_dm_viewer(encounter))
    drinks = {"action": "D", "how": "device", "device": "potion_healing", "target": ["otis"]}
    play_round(encounter, "one", drinks)
    services.begin_round(build_dm_viewer(encounter), "two")
    services.close(build_dm_viewer(encounter), "foes", "orc")
    question = next(each for each in read_view(build_dm_viewer(encounter)).state.open if each.who == "otis")
    refused = services.answer(build_dm_viewer(encounter), "again", question.token, drinks).refusal
    assert refused is not None
    assert refused.reason == "has no charges left in it"


def test_charges_are_written_by_hand(dora: User, hers: Client) -> None:
    encounter = prepared(dora, OTIS, ORC)
    row = encounter.combatants.first()
    assert row is not None
    page = f"/e/{encounter.pk}/prepare/{row.pk}/"
    given = {"id": "otis", "name": "Otis", "side": "party", "class_": "ranger", "hp": "20", "devices": "wand_fire"}
    assert hers.post(page, {**given, "charges": "wand_fire 12"}).status_code == 303
    row.refresh_from_db()
    assert row.definition["charges"] == {"wand_fire": 12}
    assert "wand of fire 12" in hers.get(page).content.decode()
    assert hers.post(page, {**given, "charges": "wand of fire 11"}).status_code == 303
    row.refresh_from_db()
    assert row.definition["charges"] == {"wand_fire": 11}
    assert hers.post(page, {**given, "charges": "wand_fire twelve"}).status_code == 400
    assert hers.post(page, {**given, "charges": "wand_ice 3"}).status_code == 400


def test_nobody_elses_party_comes_and_none_of_another_kind(dora: User) -> None:
    rex = User.objects.create_user("rex-the-dm")
    theirs = prepared(rex, OTIS, ORC)
    services.open_encounter(build_dm_viewer(theirs))
    assert find_last_party(make_campaign(dora), ANY) is None
    mine = prepared(dora, OTIS, ORC)
    assert find_last_party(make_campaign(dora), ANY) is None
    trial = services.try_alone(build_dm_viewer(mine), "try")
    assert find_last_party(make_campaign(dora), ANY) is None
    services.throw_away(build_dm_viewer(trial))
    services.open_encounter(build_dm_viewer(mine))
    others = [id for id in list_rulesets() if id not in (*FAMILY, "toy")]
    assert [id for id in others if find_last_party(make_campaign(dora), id) is not None] == []
    assert [id for id in FAMILY if find_last_party(make_campaign(dora), id) is None] == []
