"""More than the most combatants of a fight are refused in words, before anybody is built."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import newcomers, services
from encounters.errors import Invalid
from encounters.models import Combatant, Encounter, Input
from encounters.scenario_files import copy_encounter, import_text
from encounters.services import preparing
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Arrive
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY
from tests.encounters.conftest import Table
from tests.encounters.dm_browser import Hers

WORDS = "A fight has at most 400 combatants"
HUNDRED = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "count": 100}
TEXT = "100 orcs: AC 6, MV 9, HD 1, hp 5, D 1-8"
FILE = f'ruleset = "{ANY}"\n' + "".join(
    f'[[combatant]]\nid = "orc{n}"\nside = "foes"\nmonster = "orc"\ncount = 100\n' for n in range(5)
)


@pytest.fixture
def full(dora: User) -> Encounter:
    """Return a fight in preparation with as many as there may be."""
    encounter = services.create_encounter(dora, "A host", ANY)
    hundreds = [{**HUNDRED, "id": f"orc{n}", "name": f"Orc {'ABCD'[n]}"} for n in range(4)]
    services.add_combatants(build_dm_viewer(encounter), hundreds)
    return encounter


@pytest.fixture
def _nobody_is_built(full: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "build_stat_blocks", lambda *_, **__: pytest.fail("somebody is built"))


ADDING: tuple[Callable[[Encounter], object], ...] = (
    lambda full: services.put_combatant(build_dm_viewer(full), {**HUNDRED, "id": "ogre", "count": 1}),
    lambda full: services.add_combatants(build_dm_viewer(full), [{**HUNDRED, "id": "ogre"}]),
    lambda full: services.put_combatant(build_dm_viewer(full), {**HUNDRED, "id": "orc0"}, _make_smaller(full)),
)


def _make_smaller(full: Encounter) -> int:
    """Put Otis in the place of one orc, and return the number of the row of the other orcs."""
    row = full.combatants.all()[0]
    row.definition = {**row.definition, "count": 99}
    row.save()
    full.combatants.create(order=9, definition={"id": "otis", "side": "party", "class": "ranger"})
    return row.pk


@pytest.mark.usefixtures("_nobody_is_built")
@pytest.mark.parametrize("add", ADDING)
def test_no_more_are_prepared(full: Encounter, add: Callable[[Encounter], object]) -> None:
    with pytest.raises(Invalid, match=WORDS):
        add(full)


def test_a_paste_of_too_many_says_so(hers: Client, full: Encounter) -> None:
    answer = hers.post(f"/e/{full.pk}/add/paste/", {"text": TEXT, "side": "foes", "add": "all"})
    assert (answer.status_code, WORDS in answer.content.decode()) == (400, True)
    assert full.combatants.count() == 4


def test_a_search_that_adds_too_many_says_so(hers: Client, full: Encounter) -> None:
    answer = hers.post(f"/e/{full.pk}/add/pick/", {"add": "orc.4", "side": "foes"})
    assert (answer.status_code, WORDS in answer.content.decode()) == (400, True)


def test_an_imported_file_of_too_many_is_refused(dora: User) -> None:
    with pytest.raises(Invalid, match="a fight has at most 400 combatants"):
        import_text(dora, FILE, "host.toml")
    assert not Encounter.objects.exists()


def test_a_fight_that_was_larger_before_is_neither_copied_nor_opened_but_made_smaller(
    hers: Client, full: Encounter
) -> None:
    row = Combatant.objects.create(encounter=full, order=9, definition={**HUNDRED, "id": "ogre", "count": 50})
    with pytest.raises(Invalid, match=WORDS):
        copy_encounter(full.campaign.find_owner(), full)
    assert WORDS in hers.post(f"/e/{full.pk}/copy/", follow=True).content.decode()
    with pytest.raises(Invalid, match=WORDS):
        services.open_encounter(build_dm_viewer(full))
    services.put_combatant(build_dm_viewer(full), {**HUNDRED, "id": "ogre", "count": 20}, row.pk)
    row.refresh_from_db()
    assert row.definition["count"] == 20


def test_in_play_no_more_arrive(table: Table, dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hers = Hers(table, dora)
    come = [build_stat_blocks({**HUNDRED, "id": f"o{n}"}) for n in range(4)]
    with pytest.raises(Invalid, match=WORDS):
        services.submit(table.dora, "direct", Arrive(tuple(each for hundred in come for each in hundred)))
    monkeypatch.setattr(preparing, "build_stat_blocks", lambda *_, **__: pytest.fail("somebody is built"))
    four = "\n\n".join(f"100 {kind}: AC 6, MV 9, HD 1, hp 5, D 1-8" for kind in ("orcs", "ogres", "rats", "bats"))
    status, words = hers.post("add/paste/", {"text": four, "side": "foes", "add": "all", "tap": "paste"})
    assert (status, WORDS in words, Input.objects.count()) == (400, True, 0)


def test_those_known_are_counted_once_for_all_who_come(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    note = newcomers._note

    def count(last: newcomers.Last, id: str, name: str) -> None:
        seen.append(id)
        note(last, id, name)

    monkeypatch.setattr(newcomers, "_note", count)
    known = build_stat_blocks(HUNDRED)
    named = newcomers.name_newcomers([HUNDRED, {"id": "Ogre"}, {"id": "Ogre"}, {**HUNDRED, "count": 2}], known)
    assert [(each["id"], each["name"], each.get("first")) for each in named] == [
        ("orc", "Orc", 101),
        ("ogre", "Ogre", None),
        ("ogre-2", "Ogre 2", None),
        ("orc", "Orc", 201),
    ]
    assert len(seen) == 102
