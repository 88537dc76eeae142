"""The rows of the DM's strip fit into a third of the window, whatever they stand for."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.screens.dm.dm_view import DmView, read_dm_view
from encounters.screens.dm.regions import build_strip
from encounters.screens.strip.desk_rows import BUDGETS, DeskRow, DeskStrip
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.any_procedure import ANY
from tests.encounters.compact import compact
from tests.encounters.dm_browser import HTMX, Hers
from tests.encounters.seated import At

PARTY = ("Otis", "Tenser", "Jaroo", "Ydra", "Serten", "Morwen", "Aldo", "Pip", "Torvald", "Brunhild")
KINDS = ("Goblin", "Ogre", "Wolf", "Gnoll")
LAPTOP = "d"
"""The budget of a window 768 pixels high."""


def list_shown(desk: DeskStrip, budget: str) -> list[DeskRow]:
    """Return the rows that stand in a budget."""
    return [row for row in desk.rows if not row.within or budget in row.within]


def measure(rows: list[DeskRow]) -> int:
    return sum(row.height for row in rows)


def open_fight(party: int, foes: int, kinds: int = 1, side: str = "party", **more: Any) -> At:
    """Return a fight of so many, in round 1; ``side`` is the name of the party's side."""
    dora = User.objects.create_user("dora", password="ten segments")
    notes = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    encounter = services.create_encounter(dora, "Hall of the Broken Pillar", ANY, None, notes)
    at = At(encounter, build_dm_viewer(encounter))
    for n, name in enumerate(PARTY[:party]):
        services.put_combatant(
            at.dora,
            {"id": name.lower(), "name": name, "side": side, "class": "fighter", "level": 5, "hp": 40, "ac": 4,
             "weapons": ["sword_long"], "position": [0, 6 * n]},
        )  # fmt: skip
    for n in range(foes):
        name = f"{KINDS[n % kinds]} {n // kinds + 1}"
        services.put_combatant(
            at.dora,
            {"id": name.lower().replace(" ", "-"), "name": name, "side": "foes", "hd": "3", "hp": 20, "ac": 6,
             "weapons": ["axe_battle"], "position": [20 + 6 * (n % 3), 6 * (n // 3)], **more},
        )  # fmt: skip
    services.open_encounter(at.dora)
    at.begin()
    return at


def order_all(at: At) -> None:
    """Have everybody close with somebody of the other side, and close orders."""
    sides = {who: each.side for who, each in at.state.combatants.items()}
    for n, question in enumerate(each for each in at.state.open if each.question == "declare"):
        others = [who for who, side in sides.items() if side != sides[question.who]]
        given = {"action": "E", "how": "close", "target": others[n % len(others)]}
        services.answer(at.dora, at.tap(), question.token, given)
    services.close(at.dora, at.tap())


def read(at: At) -> DeskStrip:
    view: DmView = read_dm_view(at.dora)
    return build_strip(view)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("party", "foes", "kinds"), [(4, 1, 1), (4, 20, 4), (10, 30, 4), (5, 14, 2)])
def test_rows_fit_every_budget_at_every_stage(party: int, foes: int, kinds: int) -> None:
    at = open_fight(party, foes, kinds)

    def check() -> None:
        desk = read(at)
        everybody = sorted(at.state.combatants)
        for sign, budget in BUDGETS.items():
            rows = list_shown(desk, sign)
            least = 20 * (party + 1)
            assert measure(rows) <= max(budget, least), sign
            assert sorted(who for row in rows for who in row.lane.who) == everybody

    check()
    order_all(at)
    check()
    at.step_to(2)
    check()
    services.rule(at.dora, at.tap(), [Change(who, "asleep", "yes") for who in list(at.state.combatants)[-3:]])
    check()


@pytest.mark.django_db(transaction=True)
def test_few_rows_stand_alone_and_the_party_comes_first() -> None:
    at = open_fight(2, 3, 3)
    rows = list_shown(read(at), LAPTOP)
    assert [row.lane.name for row in rows] == ["Otis", "Tenser", "Goblin 1", "Ogre 1", "Wolf 1"]
    assert [row.is_last for row in rows] == [False, True, False, False, False]
    assert {row.height for row in rows} == {26}
    assert all(row.within == "" for row in read(at).rows)


@pytest.mark.django_db(transaction=True)
def test_a_party_of_another_name_is_the_party_all_the_same() -> None:
    desk = read(open_fight(2, 3, 3, side="company"))
    assert desk.strip.corner == "2 of the party, 3 foes left"
    assert [row.is_last for row in list_shown(desk, LAPTOP)] == [False, True, False, False, False]


@pytest.mark.django_db(transaction=True)
def test_alike_foes_that_do_the_same_share_a_row_with_a_box_a_head() -> None:
    at = open_fight(4, 12)
    for question in [each for each in at.state.open if at.state.combatants[each.who].side == "foes"]:
        services.answer(at.dora, at.tap(), question.token, {"action": "E", "how": "close", "target": "otis"})
    services.close(at.dora, at.tap())
    services.rule(at.dora, at.tap(), [Change("goblin-2", "hp", "5")])
    rows = [row for row in list_shown(read(at), LAPTOP) if row.lane.token.side == "foes"]
    assert [(row.lane.name, row.count) for row in rows] == [("Goblins 1-12", "11 unhurt, 1 hurt")]
    assert rows[0].lane.what == "close with Otis"
    assert len(rows[0].boxes) == 12
    assert rows[0].short == "12 of 12"


@pytest.mark.django_db(transaction=True)
def test_foes_that_are_out_share_a_row_only_where_there_is_no_room() -> None:
    at = open_fight(4, 12, 4)
    order_all(at)
    out = ["goblin-1", "ogre-1", "wolf-1", "goblin-2"]
    services.rule(at.dora, at.tap(), [Change(who, "asleep", "yes") for who in out[:3]])
    services.rule(at.dora, at.tap(), [Change(out[3], "dead", "yes")])
    desk = read(at)
    joined = next(row for row in desk.rows if row.lane.what == "3 asleep, 1 dead")
    assert (joined.lane.name, joined.is_low) == ("4 foes", True)
    assert LAPTOP in joined.within
    assert "g" not in joined.within
    alone = next(row for row in list_shown(desk, "g") if row.lane.who == ("ogre-1",))
    assert alone.lane.what == "asleep"


@pytest.mark.django_db(transaction=True)
def test_each_row_opens_its_combatants() -> None:
    at = open_fight(2, 2)
    hers = Hers(at, at.encounter.campaign.find_owner())  # type: ignore[arg-type]  # a table of the same names
    text = compact(hers.page())
    strip = text.partition('<section id="strip"')[2].partition("</section>")[0]
    assert f'href="{hers.url}who/#who-otis"' in strip
    assert re.search(r'data-who="otis"[^>]*title="Otis', strip)
    assert "<b>40</b> of 40" in strip
    assert 'id="who-otis"' not in text
    assert 'id="who-otis"' in hers.page("who/")
    part = compact(hers.client.get(f"{hers.url}who/", **HTMX).content.decode())  # type: ignore[arg-type]
    assert part.startswith('<section id="roster"')
    assert 'id="who-otis"' in part
    assert 'id="several"' not in text
    bar = compact(hers.client.get(f"{hers.url}who/?bar=1", **HTMX).content.decode())  # type: ignore[arg-type]
    assert bar.startswith('<section id="selection"')
    assert 'id="several"' in bar


@pytest.mark.django_db(transaction=True)
def test_a_row_says_that_its_combatants_are_hidden() -> None:
    at = open_fight(2, 2, hidden=True)
    assert [row.is_hidden for row in list_shown(read(at), LAPTOP)] == [False, False, True, True]
