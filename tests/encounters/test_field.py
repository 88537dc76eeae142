"""The field as each viewer has it.

It is the fold of what the viewer was shown; a combatant put elsewhere is a ruling.
"""

import re

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.log_reader import find_view
from encounters.models import Input
from encounters.screens.battle_map.build import build_battle_map, list_lines, list_relocations, list_trails
from encounters.screens.battle_map.distances import Distances
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.regions import build_map as dm_field
from encounters.selectors import read_view
from encounters.viewers import Role, Viewer
from rules.kernel import events as e
from rules.kernel.frozen import evolve
from rules.kernel.inputs import Change
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At, prepared_fight, text


@pytest.fixture
def at(transactional_db: None) -> At:
    """Everybody is seated, the fight is opened; the one who is hidden stands forty feet away."""
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    return at


@pytest.fixture
def hers(table: Table, dora: User) -> Hers:
    return Hers(table, dora)


def doras(at: At) -> BattleMap:
    return dm_field(read_dm_view(at.dora))


def sams(at: At) -> BattleMap:
    sight = find_view(Viewer(at.encounter.pk, Role.SPECTATOR))
    return build_battle_map(sight.state, sight.standing)


def names(drawn: BattleMap) -> list[str]:
    return [combatant.name for combatant in drawn.combatants]


def rule(at: At, who: str, what: str, value: object) -> None:
    services.rule(at.dora, at.tap(), [Change(who, what, value)], "so it is")


def test_the_dm_sees_everybody_and_a_spectator_those_who_are_seen(at: At) -> None:
    assert names(doras(at)) == ["Otis", "Tenser", "Jaroo", "Orc 1", "Orc 2", "Shaman", "Canaryhidden"]
    assert names(sams(at)) == ["Otis", "Tenser", "Jaroo", "Orc 1", "Orc 2", "Shaman"]


def test_nothing_tells_of_one_who_is_hidden(at: At) -> None:
    before = sams(at)
    rule(at, "canary", "moved", [4000, -900])
    after = sams(at)
    assert after.view_box == before.view_box
    assert [spot.words for spot in after.spots] == [spot.words for spot in before.spots]
    assert doras(at).view_box != before.view_box
    for client, page in ((at.sam, "watch/"), (at.pip, "me/"), (at.quill, "me/")):
        html = text(client.get(at.url(page)))
        assert "Canary" not in html
        assert len(re.findall(r'class="\s*ft ', html)) == 6
        assert 'data-n="7"' not in html


def test_who_can_be_seen_no_more_is_off_the_field_with_his_way(at: At) -> None:
    rule(at, "orc-2", "moved", [60, 0])
    at.begin()
    services.close(at.dora, at.tap())
    while not any(isinstance(entry, e.Moved) and entry.who == "orc-2" for entry in read_view(at.dora).all_events):
        at.step()
    assert any(trail.side == "foes" for trail in sams(at).trails)
    rule(at, "orc-2", "hidden", True)
    assert "Orc 2" not in names(sams(at))
    assert [trail for trail in sams(at).trails if trail.side == "foes"] == []
    assert not any("Orc 2" in line.words for line in sams(at).lines)


def test_the_dm_reads_when_a_charge_arrives_and_others_only_that_it_comes(at: At) -> None:
    rule(at, "orc-2", "moved", [100, 0])
    at.begin()
    services.close(at.dora, at.tap())
    while not any(line.kind == "charge" for line in doras(at).lines):
        at.step()
    (known,), (seen,) = doras(at).lines, sams(at).lines
    assert re.fullmatch(r"Orc 2 charges Otis, arrives in segment \d+", known.words)
    assert known.tick
    assert (seen.words, seen.tick) == ("Orc 2 charges Otis", "")


def test_shots_and_spells_are_drawn_in_the_column_that_is_played(at: At) -> None:
    at.begin()
    services.close(at.dora, at.tap())
    state = evolve(at.state, clock=3)
    shot = e.Attacked(
        who="otis", target="orc-1", weapon="bow_long", routine=1, mode="missile", needed=10, face=12, hit=True,
        round=1, clock=3,
    )  # fmt: skip
    blow = e.Attacked(
        who="jaroo", target="orc-1", weapon="mace_foot", routine=1, mode="melee", needed=10, face=12, hit=True,
        round=1, clock=3,
    )  # fmt: skip
    web = e.SpellCompleted(who="tenser", spell="magic_user_web", targets=("orc-2", "shaman"), round=1, clock=3)
    shown = dict(state.combatants)
    drawn = list(list_lines(state, [shot, blow, web], shown))
    assert [line.words for line in drawn] == [
        "Otis shoots at Orc 1", "Tenser casts web on Orc 2", "Tenser casts web on Shaman",
    ]  # fmt: skip
    assert list(list_lines(evolve(state, clock=4), [shot, blow, web], shown)) == []
    without = {who: each for who, each in shown.items() if who != "shaman"}
    assert len(list(list_lines(state, [shot, web], without))) == 2


def test_how_far_a_stranger_goes_and_shoots_is_not_known(at: At) -> None:
    known = {combatant.name: {ring.kind for ring in combatant.rings} for combatant in doras(at).combatants}
    seen = {combatant.name: {ring.kind for ring in combatant.rings} for combatant in sams(at).combatants}
    assert known["Otis"] >= {"reach", "move"}
    assert set(map(frozenset, seen.values())) == {frozenset({"reach"})}


def test_only_the_dm_has_combatants_by_the_hand(at: At) -> None:
    assert all(combatant.handle for combatant in doras(at).combatants)
    assert not any(combatant.handle for combatant in sams(at).combatants)
    for client, page in ((at.sam, "watch/"), (at.pip, "me/")):
        assert not {"data-handle", "data-put"} & set(re.findall(r"data-\w+", text(client.get(at.url(page)))))


def test_without_places_distances_are_said(hers: Hers) -> None:
    state = hers.state
    assert all(each.stat_block.start.position is None for each in state.combatants.values())
    services.rule(hers.table.dora, "far", [Change("otis", "range", ["orc-1", 35])], "as we said")
    state = hers.state
    assert ("Orc 1", "35") in Distances(state, state.combatants).list_gaps("otis")
    page = hers.page()
    assert "35 ft to Orc 1" in page
    assert {sign for sign in ("data-map", "data-across", "data-tools") if sign in page} == set(), (
        "there is no empty map"
    )


def test_who_is_put_somewhere_brings_places_to_the_table(hers: Hers) -> None:
    hers.post("put/", {"who": "otis", "x": "12.5", "y": "-3", "note": "by the weir"}, **HTMX)
    assert "12.5 across, -3 down" in hers.page()


def test_a_ruled_distance_goes_before_the_places_where_it_is_measured(at: At) -> None:
    assert [combatant.ruled for combatant in sams(at).combatants] == [()] * 6
    rule(at, "otis", "range", ["orc-1", 35])
    assert sams(at).combatants[0].ruled == ((4, "35"),)
    assert doras(at).inches == (("indoors", 10), ("outdoors", 30))


# A combatant is put elsewhere.


def test_a_combatant_that_was_dragged_is_put_there_by_a_ruling(hers: Hers) -> None:
    given = {"who": "otis", "x": "12.5", "y": "-3", "note": "he slipped"}
    status, html = hers.post("put/", given, **HTMX)
    assert status == 200
    assert hers.state.combatants["otis"].place == (1250, -300)
    ruled = next(each for each in read_view(hers.table.dora).all_events if isinstance(each, e.Ruled))
    assert (ruled.who, ruled.what, ruled.note) == ("otis", "moved", "he slipped")
    assert 'data-from="12.5, -3"' in html
    assert "moved to 12.5, -3 ft." in html
    assert hers.post("put/", given | {"x": "13"})[0] == 303


@pytest.mark.parametrize(
    "wrong",
    [{"note": "n" * 501}, {"x": ""}, {"y": "far"}, {"x": "1e3"}, {"who": "nobody"}, {"who": ""}],
)
def test_what_is_no_such_ruling_changes_nothing(hers: Hers, wrong: dict[str, str]) -> None:
    before, count = hers.state.combatants["otis"].place, Input.objects.count()
    status, _ = hers.post("put/", {"who": "otis", "x": "1", "y": "2", "note": "why"} | wrong, **HTMX)
    assert 400 <= status < 500
    assert (hers.state.combatants["otis"].place, Input.objects.count()) == (before, count)


def test_a_tap_puts_a_combatant_there_once(hers: Hers) -> None:
    given = {"who": "otis", "x": "1", "y": "2", "note": "why", "tap": "same"}
    hers.post("put/", given, **HTMX)
    count = Input.objects.count()
    hers.post("put/", given, **HTMX)
    assert Input.objects.count() == count


def test_players_put_nobody_anywhere(at: At) -> None:
    before = at.state
    address = f"/e/{at.encounter.pk}/put/"
    for client in (at.pip, at.sam):
        answer = client.post(address, {"who": "otis", "x": "1", "y": "2", "note": "why"})
        assert answer.status_code in (302, 403)
    assert at.state == before


def test_who_is_carried_off_by_magic_has_gone_no_way_but_is_seen_to_land(at: At) -> None:
    at.begin()
    services.close(at.dora, at.tap())
    state = evolve(at.state, clock=2)
    away = e.Moved(who="tenser", to=(9500, 400), feet=101, relocated=True, round=1, clock=2)
    walk = e.Moved(who="tenser", to=(9500, 900), feet=5, round=1, clock=3)
    log = [*read_view(at.dora).all_events, away, walk]
    (trail,) = [each for each in list_trails(state, log, dict(state.combatants)) if each.who == "Tenser"]
    assert trail.corners == ((9500, 400), (9500, 900))
    (line,) = list_relocations(state, log, dict(state.combatants))
    assert (line.start, line.end) == ((-600, 400), (9500, 400))
    assert line.words == "Tenser lands at 95, 4, carried by magic"
    unseen = {who: each for who, each in state.combatants.items() if who != "tenser"}
    assert list(list_relocations(state, log, unseen)) == []
