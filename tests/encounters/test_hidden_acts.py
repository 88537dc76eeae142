"""A hidden combatant that acts shows itself, or the DM is asked whether it does."""

import json

from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
from tests.people import find_viewer

OTIS = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "hp": 40, "played": True}
ORC = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 9}
SNEAK = {
    "id": "sneak", "name": "Sneak", "side": "foes", "class": "fighter", "level": 9, "hp": 20, "hidden": True,
    "weapons": ["bow_long"],
}  # fmt: skip
SHOOTS = {"action": "D", "how": "shoot", "weapon": "bow_long", "target": "otis"}


def fought(dora: User, **options: str) -> tuple[Encounter, int]:
    """Play a round in which the sneak shoots at Otis.

    Returns the encounter and the seat of Otis' player.
    """
    notes = {"start": "melee", "reaction": "hostile"}
    encounter = services.create_encounter(dora, "The weir", ANY, options, notes)
    services.add_combatants(build_dm_viewer(encounter), (OTIS, ORC, SNEAK))
    joined = seats.join(encounter.code, "Pip", "player")
    seats.pick(find_viewer(joined.seat), "otis")
    services.open_encounter(build_dm_viewer(encounter))
    services.begin_round(build_dm_viewer(encounter), "begin")
    question = next(each for each in read_view(build_dm_viewer(encounter)).state.open if each.who == "sneak")
    services.answer(build_dm_viewer(encounter), "shoot", question.token, SHOOTS)
    for number in range(30):
        state = read_view(build_dm_viewer(encounter)).state
        if state.between_rounds or any(deed.who == "sneak" for deed in state.done):
            break
        services.close(build_dm_viewer(encounter), f"close-{number}")
    return encounter, joined.seat.pk


def seen_by_otis(encounter: Encounter, seat: int) -> list[str]:
    viewer = find_viewer(encounter.campaign.seats.get(pk=seat))
    return [type(event).__name__ for event in read_view(viewer).all_events if getattr(event, "who", "") == "sneak"]


def test_an_act_shows_its_doer_before_it_is_seen(dora: User) -> None:
    encounter, seat = fought(dora)
    assert not read_view(build_dm_viewer(encounter)).state.combatants["sneak"].hidden
    assert seen_by_otis(encounter, seat)[:2] == ["Appeared", "Attacked"]
    kinds = [type(event).__name__ for event in read_view(build_dm_viewer(encounter)).all_events]
    assert kinds.index("Revealed") == kinds.index("Attacked") - 1


def test_nobody_is_hurt_by_somebody_who_stays_unseen_without_the_dms_word(dora: User, client: Client) -> None:
    encounter, seat = fought(dora, **{"table.hidden_acts": "ask"})
    assert read_view(build_dm_viewer(encounter)).state.combatants["sneak"].hidden
    shown = json.dumps([repr(event) for event in read_view(find_viewer(encounter.campaign.seats.get(pk=seat))).events])
    assert "sneak" not in shown
    client.force_login(dora)
    assert "Sneak acted from hiding" in client.get(f"/e/{encounter.pk}/").content.decode()
    assert client.post(f"/e/{encounter.pk}/show/", {"tap": "show", "who": "sneak"}).status_code == 303
    assert not read_view(build_dm_viewer(encounter)).state.combatants["sneak"].hidden
    assert "acted from hiding" not in client.get(f"/e/{encounter.pk}/").content.decode()


def test_what_harms_nobody_shows_nobody(dora: User) -> None:
    encounter = services.create_encounter(dora, "The weir", ANY, {}, {"start": "melee", "reaction": "hostile"})
    services.add_combatants(build_dm_viewer(encounter), (OTIS, ORC, SNEAK))
    services.open_encounter(build_dm_viewer(encounter))
    services.begin_round(build_dm_viewer(encounter), "begin")
    for number in range(30):
        if read_view(build_dm_viewer(encounter)).state.between_rounds:
            break
        services.close(build_dm_viewer(encounter), f"close-{number}")
    assert read_view(build_dm_viewer(encounter)).state.combatants["sneak"].hidden
