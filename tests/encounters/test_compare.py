"""The comparison of a round at the table.

The DM alone asks for it, at any stop; it uses no die that has not fallen, and stores nothing.
"""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from encounters import services
from encounters.errors import Forbidden, NotFound
from encounters.models import Round
from encounters.selectors import read_view
from encounters.services import games
from rules.compare import Comparison
from rules.compare.dice import OWN
from rules.kernel.dice import FaceKey, draw_face
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY, FAMILY, find_other, find_prefix
from tests.encounters.compact import compact
from tests.encounters.conftest import Table, stored
from tests.encounters.seated import At, prepared_fight
from tests.people import find_viewer

RATS = {"id": "rat", "name": "Rat", "side": "foes", "hp": 4, "weapons": ["spear"], "position": [6, 4], "count": 6}


@pytest.fixture
def hers(at: At) -> Client:
    """Return Dora's browser."""
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def page(client: Client, at: At, rest: str = "round/1/compare/") -> str:
    return compact(client.get(f"/e/{at.encounter.pk}/{rest}").content.decode())


def strike(at: At) -> None:
    """Order Otis to strike the first orc."""
    at.order("otis", action="G", weapon="sword_long", target="orc-1")


def closed(at: At) -> None:
    """Give Otis his order, let everybody else wait, and cast the dice."""
    strike(at)
    services.close(at.dora, at.tap())


def faces(found: Comparison) -> Iterator[tuple[FaceKey, int, str]]:
    for each in found.played:
        for event in each.events:
            for rolled in event.rolls:
                for at, shows in enumerate(rolled.faces):
                    yield (rolled.purpose, rolled.by, rolled.sides, rolled.first + at), shows, rolled.source


def fallen(at: At) -> dict[FaceKey, int]:
    """Return the faces that the table has been shown."""
    return {
        (rolled.purpose, rolled.by, rolled.sides, rolled.first + at): shows
        for event in read_view(at.dora).all_events
        for rolled in event.rolls
        for at, shows in enumerate(rolled.faces)
    }


# What the service gives.


def test_a_round_in_play_is_played_by_every_procedure_that_can(at: At) -> None:
    found = services.compare_round(at.dora, 1)
    assert [each.ruleset.id for each in found.played] == [ANY, *(id for id in FAMILY if id != ANY)]
    assert all(each.state.between_rounds or each.state.ended for each in found.played)


def test_what_was_sealed_is_played_and_what_was_not_waits(at: At) -> None:
    strike(at)
    for each in services.compare_round(at.dora, 1).played:
        letters = {who: declared.action for who, declared in each.state.declared.items()}
        assert letters["otis"] == "G"
        assert {letters.get(who, "C") for who in ("tenser", "jaroo")} == {"C"}


def test_no_die_that_has_not_fallen_is_used(at: At) -> None:
    """Compare at every stop of a round. The true faces to come are known to this test alone."""
    closed(at)
    seeds = Round.objects.get()
    told_apart = 0
    while not read_view(at.dora).state.between_rounds:
        shown = fallen(at)
        for key, shows, source in faces(services.compare_round(at.dora, 1)):
            if key in shown:
                assert shows == shown[key]
            else:
                assert OWN in source.split("+")
                told_apart += shows not in (draw_face(seeds.open_seed, key), draw_face(seeds.dm_seed, key))
        at.step()
    assert told_apart > 5, "dice that are thrown away fall otherwise than those to come"


def test_the_dice_to_come_change_nothing(at: At) -> None:
    strike(at)
    before = list(faces(services.compare_round(at.dora, 1)))
    Round.objects.update(open_seed="another", dm_seed="and another")
    games.forget_all()
    assert list(faces(services.compare_round(at.dora, 1))) == before


def test_other_dice_are_thrown_when_she_asks(at: At) -> None:
    strike(at)
    once = list(faces(services.compare_round(at.dora, 1)))
    assert list(faces(services.compare_round(at.dora, 1))) == once
    assert list(faces(services.compare_round(at.dora, 1, throw=2))) != once


def test_a_round_that_is_over_is_its_own_procedures_as_it_was(at: At) -> None:
    closed(at)
    at.finish()
    seen = [event for event in read_view(at.dora).all_events if event.round == 1]
    own = services.compare_round(at.dora, 1).played[0]
    happened = [(event.kind, event.clock, event.moment) for event in seen if event.kind == "Attacked"]
    assert [(event.kind, event.clock, event.moment) for event in own.events if event.kind == "Attacked"] == happened
    assert own.state.combatants["orc-1"].hp == read_view(at.dora).state.combatants["orc-1"].hp


def test_nothing_of_it_is_stored(at: At) -> None:
    strike(at)
    before, rounds = stored(at.encounter), list(Round.objects.values())
    services.compare_round(at.dora, 1)
    assert stored(at.encounter) == before
    assert list(Round.objects.values()) == rounds


def test_it_never_holds_the_database(at: At) -> None:
    assert not connection.in_atomic_block
    with pytest.raises(RuntimeError, match="must not hold the database"), transaction.atomic():
        services.compare_round(at.dora, 1)


def test_nobody_but_the_dm_is_given_any_of_it(at: At) -> None:
    for seat in at.encounter.campaign.seats.all():
        with pytest.raises(Forbidden):
            services.compare_round(find_viewer(seat), 1)


def test_a_round_that_was_not_played_is_missing(at: At) -> None:
    with pytest.raises(NotFound):
        services.compare_round(at.dora, 2)


def test_a_ruleset_of_no_family_stands_alone_and_the_others_say_so(table: Table) -> None:
    """Play the toy, which shares nothing with any other ruleset."""
    table.begin()
    found = services.compare_round(table.dora, 1)
    assert [each.ruleset.id for each in found.played] == ["toy"]
    assert [each.id for each in found.unfit] == [id for id in list_rulesets() if id != "toy"]


# The page.


def test_she_opens_it_at_any_stop(hers: Client, at: At) -> None:
    assert "The round stands at <b>orders</b>" in page(hers, at)
    closed(at)
    while not at.state.between_rounds:
        text = page(hers, at)
        assert [id for id in FAMILY if f">{get_ruleset(id).title}</h2>" not in text] == []
        at.step()
    assert "as it was played" in page(hers, at)


def test_the_run_page_and_the_replay_lead_to_it(hers: Client, at: At) -> None:
    address = f'href="/e/{at.encounter.pk}/round/1/compare/"'
    assert address in page(hers, at, "")
    assert address in page(hers, at, "round/1/")


def find_marked(text: str) -> set[str]:
    """Return the numbers on the strips of a page."""
    return {number for note in re.findall(r'<svg class="diff.*?<text[^>]*>([\d ]+)<', text) for number in note.split()}


def test_every_difference_stands_under_its_number_in_the_table_and_on_a_strip(hers: Client, at: At) -> None:
    closed(at)
    text = page(hers, at)
    found = services.compare_round(at.dora, 1)
    told = [f'<b class="nr">{number}</b>' in text for number in range(1, len(found.differences) + 1)]
    marked = find_marked(text)
    assert told
    assert all(told)
    assert {str(number) for number in range(1, len(told) + 1)} - marked == set()


def test_members_of_a_mob_have_the_numbers_of_their_deeds_on_the_lane_they_share(transactional_db: None) -> None:
    at = prepared_fight()
    services.put_combatant(at.dora, RATS)
    at.sit()
    at.begin()
    services.order_group(at.dora, at.tap(), [f"rat-{n}" for n in range(1, 7)], "attack")
    closed(at)
    hers = Client()
    hers.force_login(at.encounter.campaign.find_owner())
    # What one procedure rolls by itself is other dice for every encounter: one throw after another is tried.
    for throw in range(1, 20):
        rows = enumerate(services.compare_round(at.dora, 1, throw=throw).differences, 1)
        of_rats = {str(n) for n, row in rows if any(key.who.startswith("rat") for key in row.keys)}
        if of_rats:
            break
    assert of_rats
    assert of_rats <= find_marked(page(hers, at, f"round/1/compare/?throw={throw}"))


def test_clauses_of_both_sides_lead_to_the_rule_book(hers: Client, at: At) -> None:
    closed(at)
    text = page(hers, at).partition('id="differences"')[2]
    cited = [id for id in FAMILY if f'href="/rule/{find_prefix(id)}.' in text]
    assert ANY in cited
    assert len({find_prefix(id) for id in cited}) > 1


def test_she_chooses_whom_to_set_beside_it(hers: Client, at: At) -> None:
    other = find_other()
    text = page(hers, at, f"round/1/compare/?with={other}")
    assert f'id="by-1">{get_ruleset(other).title}</h2>' in text
    assert [id for id in FAMILY if id != other and f'id="by-1">{get_ruleset(id).title}</h2>' in text] == []
    assert 'id="by-2"' not in text
    assert "Nothing to set beside it" in page(hers, at, "round/1/compare/?with=none")


@pytest.mark.parametrize("query", ["?with=chess", "?throw=x", "?throw=-1", "?throw=99999999999999999999", "?with="])
def test_nonsense_in_the_address_is_no_matter(hers: Client, at: At, query: str) -> None:
    assert hers.get(f"/e/{at.encounter.pk}/round/1/compare/{query}").status_code == 200


def test_a_round_that_never_was_is_not_found(hers: Client, at: At) -> None:
    assert hers.get(f"/e/{at.encounter.pk}/round/7/compare/").status_code == 404


def test_a_fight_in_preparation_has_nothing_to_compare(transactional_db: None) -> None:
    draft = prepared_fight()
    client = Client()
    client.force_login(draft.encounter.campaign.find_owner())
    assert client.get(f"/e/{draft.encounter.pk}/round/1/compare/").status_code == 404
    assert "Compare" not in client.get(f"/e/{draft.encounter.pk}/", follow=True).content.decode()


# Who may.


def test_players_spectators_and_strangers_get_nothing_of_it(at: At) -> None:
    closed(at)
    at.finish()
    address = f"/e/{at.encounter.pk}/round/1/compare/"
    rex = Client()
    rex.force_login(User.objects.create_user("rex", password="nobody"))
    assert rex.get(address).status_code == 404
    for client in (Client(), at.pip, at.quill, at.sam):
        answer = client.get(address)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/sign-in/")
    for client in (rex, Client(), at.pip, at.quill, at.sam):
        assert get_ruleset(find_other()).title not in client.get(address).content.decode()
