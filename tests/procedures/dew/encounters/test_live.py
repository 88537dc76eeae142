"""A fight by Dew at the table: Dora imports and runs it, Pip plays Bran, Sam watches."""

from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Encounter
from encounters.scenario_files import export_text, import_text
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.form_fields import BadAnswer
from rules.procedures import get_ruleset
from rules.scenarios.library import find_scenario_files
from tests.encounters.seated import At
from tests.people import sit

FIGHT = find_scenario_files()["dew/two_rounds.toml"].read_text(encoding="utf-8")
PLAYED = FIGHT.replace('id = "bran"\n', 'id = "bran"\nplayed = true\n')


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("dora-dew")


@pytest.fixture
def encounter(user: User) -> Encounter:
    return import_text(user, PLAYED, "two_rounds.toml")


@pytest.fixture
def table(encounter: Encounter) -> At:
    return At(encounter, build_dm_viewer(encounter))


def test_what_was_imported_can_be_exported_and_imported_again(encounter: Encounter, user: User) -> None:
    text = export_text(encounter)
    assert 'dew = {like = "bran"}' in text
    assert export_text(import_text(user, text, "again.toml")) == text


def test_a_combatant_without_attributes_is_named_before_the_fight_begins(encounter: Encounter) -> None:
    services.put_combatant(build_dm_viewer(encounter), {"id": "orc", "side": "foes", "monster": "orc"})
    with pytest.raises(Invalid, match="Orc has none of the attributes"):
        services.open_encounter(build_dm_viewer(encounter))


def answer_something(table: At, rng: Random) -> None:
    """Answer one of the open questions as Dora, or close them all."""
    state = read_view(table.dora).state
    waiting = [each for each in state.open if not each.sealed]
    if not waiting:
        return
    question = rng.choice(waiting)
    form = get_ruleset("dew").questions[question.question].form(state, question)
    assert form is not None
    try:
        services.answer(table.dora, table.tap(), question.token, form.draw_random(rng))
    except BadAnswer:
        services.close(table.dora, table.tap())


def test_every_page_shows_the_fight_from_its_preparing_on(table: At, user: User) -> None:
    dora, rng = Client(), Random(1)
    dora.force_login(user)
    hers = f"/e/{table.encounter.pk}/"
    assert dora.get(f"{hers}prepare/").status_code == 200
    services.open_encounter(table.dora)
    sit(table.pip, table.encounter.campaign, "Pip", ["bran"])
    sit(table.sam, table.encounter.campaign, "Sam", kind="spectator")
    for _ in range(2):
        services.begin_round(table.dora, table.tap())
        while not read_view(table.dora).state.between_rounds:
            pages = [dora.get(hers), table.pip.get(table.url("me/")), table.sam.get(table.url("watch/"))]
            assert [page.status_code for page in pages] == [200, 200, 200]
            for _ in range(4):
                answer_something(table, rng)
    assert "initiative" in dora.get(hers).content.decode()
