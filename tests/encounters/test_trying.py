"""Dora's trial of a round, alone.

It is a copy of what she prepares; nobody else reaches it, and nothing of it is kept.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services, times
from encounters.demo import NOTES
from encounters.demo_cast import list_cast
from encounters.errors import Conflict, Invalid, NotFound
from encounters.models import Combatant, Encounter, Event, Input, Round, SeatHold
from encounters.selectors import list_seats, read_view
from encounters.viewers import build_dm_viewer
from rules.procedures import get_ruleset, list_rulesets
from tests.any_procedure import ANY
from tests.encounters.compact import compact
from tests.people import let_sit

Prepare = Callable[[str], Encounter]


@pytest.fixture
def prepare(dora: User) -> Prepare:
    def prepare(ruleset: str = ANY) -> Encounter:
        """Prepare the demo fight by a procedure, and do not open it."""
        rules = get_ruleset(ruleset)
        made = services.create_encounter(dora, "The weir", ruleset, {}, {**NOTES, "start": rules.starts[-1]})
        services.add_combatants(build_dm_viewer(made), list_cast(rules))
        return made

    return prepare


def trials() -> int:
    return Encounter.objects.exclude(trial_of=None).count()


def facts(encounter: Encounter) -> list[object]:
    """Return everything that the table keeps of an encounter."""
    return [
        *Encounter.objects.filter(pk=encounter.pk).values_list(),
        *(list(kind.objects.filter(encounter=encounter).values_list()) for kind in (Combatant, SeatHold, Round)),
        *encounter.campaign.seats.values_list(),
        *(list(kind.objects.filter(encounter=encounter).values_list()) for kind in (Input, Event)),
    ]


# A round, by every procedure.


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_whole_round_is_played_alone_by_every_procedure(prepare: Prepare, ruleset: str) -> None:
    encounter = prepare(ruleset)
    before = facts(encounter)
    trial = build_dm_viewer(services.try_alone(build_dm_viewer(encounter), "try"))
    for tap in range(300):
        state = read_view(trial).state
        if state.between_rounds:
            break
        if any(each.awaited and not each.sealed and each.question != "next" for each in state.open):
            services.order_all(trial, f"tap-{tap}")
        else:
            services.close(trial, f"tap-{tap}")
    assert read_view(trial).state.between_rounds
    assert facts(encounter) == before
    assert services.throw_away(trial) == encounter.pk
    assert facts(encounter) == before
    assert trials() == 0


def test_orders_for_all_are_given_to_both_sides_at_one_tap(prepare: Prepare) -> None:
    trial = build_dm_viewer(services.try_alone(build_dm_viewer(prepare(ANY)), "try"))
    services.order_all(trial, "orders")
    state = read_view(trial).state
    assert len(state.declared) == len(state.combatants)
    assert "declare" not in [each.question for each in state.open]
    with pytest.raises(Conflict, match="Nothing is asked"):
        services.order_all(trial, "again")


def test_there_are_no_orders_for_all_in_earnest(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    services.open_encounter(build_dm_viewer(encounter))
    services.begin_round(build_dm_viewer(encounter), "begin")
    with pytest.raises(NotFound):
        services.order_all(build_dm_viewer(encounter), "orders")
    with pytest.raises(NotFound):
        services.throw_away(build_dm_viewer(encounter))
    for act in ("orders", "throw-away"):
        assert hers.post(f"/e/{encounter.pk}/{act}/").status_code == 404
    assert "Orders for all" not in hers.get(f"/e/{encounter.pk}/").content.decode()
    assert Encounter.objects.filter(pk=encounter.pk).exists()


# What is missing is said.


def test_what_cannot_be_opened_cannot_be_tried_and_says_why(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    encounter.combatants.filter(definition__side="foes").delete()
    with pytest.raises(Invalid, match="two sides"):
        services.try_alone(build_dm_viewer(encounter), "try")
    answer = hers.post(f"/e/{encounter.pk}/prepare/try/")
    assert (answer.status_code, trials()) == (400, 0)
    assert "A fight has two sides" in answer.content.decode()


# Nobody else reaches it.


class Others:
    """The people who are not Dora.

    Nobody at all, another DM, and two who sit at the table that is being prepared.
    """

    def __init__(self, encounter: Encounter, trial: Encounter) -> None:
        self.clients = {name: Client() for name in ("nobody", "rex", "pip", "sam")}
        self.clients["rex"].force_login(User.objects.create_user("rex-the-dm"))
        for name, kind in (("pip", "player"), ("sam", "spectator")):
            joined = seats.join(encounter.code, name, kind)
            let_sit(self.clients[name], joined)


def said(answer: Any) -> str:
    """Return a page without the tokens made for each request and the code that was typed."""
    return re.sub(r"\b(?:[A-Za-z0-9]{64}|[2-9A-Z]{6}|[2-9A-Z]{3}-[2-9A-Z]{3})\b", "", answer.content.decode())


PAGES = (
    "",
    "prepare/",
    "join/",
    "why/",
    "dice/1/",
    "round/1/",
    "round/1/compare/",
    "combatant/otis/",
    "export/",
    "delete/",
)
ACTS = ("orders/", "throw-away/", "next/", "answer/", "round/", "copy/", "open/", "prepare/try/", "door/", "code/")


def test_a_stranger_a_player_and_a_spectator_find_nothing(prepare: Prepare) -> None:
    encounter = prepare(ANY)
    trial = services.try_alone(build_dm_viewer(encounter), "try")
    here, nowhere = f"/e/{trial.pk}/", f"/e/{trial.pk + 1000}/"
    for client in Others(encounter, trial).clients.values():
        for ways, send in ((PAGES, client.get), (ACTS, client.post)):
            for rest in ways:
                found, other = send(here + rest), send(nowhere + rest)
                assert found.status_code in (302, 404), rest
                assert (found.status_code, said(found)) == (other.status_code, said(other)), rest
    assert trials() == 1


def test_the_code_of_its_campaign_does_not_lead_there(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    people = Others(encounter, encounter).clients.values()
    pages = ("", "me/", "watch/", "round/1/", "dice/1/")
    before = [[said(each.get(f"/t/{encounter.code}/{page}")) for page in pages] for each in (hers, *people)]
    trial = services.try_alone(build_dm_viewer(encounter), "try")
    after = [[said(each.get(f"/t/{trial.code}/{page}")) for page in pages] for each in (hers, *people)]
    assert after == before
    for rest in ("join/", "door/", "code/"):
        assert hers.get(f"/e/{trial.pk}/{rest}").status_code in (404, 405)
        assert hers.post(f"/e/{trial.pk}/{rest}").status_code in (404, 405)
    assert list(list_seats(trial.pk)) == []


def test_its_own_page_offers_no_seat_and_says_what_it_is(prepare: Prepare, hers: Client) -> None:
    trial = services.try_alone(build_dm_viewer(prepare(ANY)), "try")
    text = hers.get(f"/e/{trial.pk}/").content.decode()
    assert "Trial: nothing is saved." in text
    assert "joinchip" not in text
    assert trial.code not in text


# It goes away.


def test_trying_again_begins_anew(prepare: Prepare) -> None:
    encounter = prepare(ANY)
    first = services.try_alone(build_dm_viewer(encounter), "try")
    second = services.try_alone(build_dm_viewer(encounter), "try-again")
    assert not Encounter.objects.filter(pk=first.pk).exists()
    assert (second.trial_of, trials()) == (encounter, 1)
    with pytest.raises(Conflict):
        services.try_alone(build_dm_viewer(second), "try-the-trial")


def test_it_stays_while_its_encounter_is_looked_at_elsewhere(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    assert hers.get("/e/").content.decode().count("The weir") == 5  # its name, and what may be done with it
    page = compact(hers.get(f"/e/{encounter.pk}/", follow=True).content.decode())
    assert f'href="{there}">Back to the trial' in page
    hers.get(f"/e/{encounter.pk}/export/")
    assert hers.get(there).status_code == 200
    assert hers.post(f"{there}orders/").status_code == 303


def test_the_list_takes_away_what_was_left_lying_for_a_day(prepare: Prepare, hers: Client) -> None:
    rex = User.objects.create_user("rex-the-dm")
    theirs = services.create_encounter(rex, "His", ANY)
    for definition in list_cast(get_ruleset(ANY)):
        services.put_combatant(build_dm_viewer(theirs), definition)
    old, new = prepare(ANY), prepare(ANY)
    for each in (old, new, theirs):
        trial = services.try_alone(build_dm_viewer(each), f"try-{each.pk}")
        hours = 23 if each == new else 25
        Encounter.objects.filter(pk=trial.pk).update(created=times.now() - timedelta(hours=hours))
    hers.get("/e/")
    assert {each.trial_of for each in Encounter.objects.exclude(trial_of=None)} == {new, theirs}
    assert Encounter.tables.filter(pk__in=[old.pk, new.pk]).count() == 2


def test_opening_or_deleting_the_encounter_takes_its_trial_away(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    services.try_alone(build_dm_viewer(encounter), "try")
    services.open_encounter(build_dm_viewer(encounter))
    assert trials() == 0
    other = prepare(ANY)
    services.try_alone(build_dm_viewer(other), "try-other")
    hers.post(f"/e/{other.pk}/delete/")
    assert trials() == 0


def test_by_the_pages_from_preparing_and_back(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    assert "Try a round alone" in hers.get(f"/e/{encounter.pk}/prepare/").content.decode()
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    assert "Orders for all" in hers.get(there).content.decode()
    assert hers.post(f"{there}orders/").status_code == 303
    assert "Orders for all" not in hers.get(there).content.decode()
    assert hers.post(f"{there}throw-away/")["Location"] == f"/e/{encounter.pk}/prepare/"


@pytest.mark.parametrize("rest", ["", "why/", "round/1/"])
def test_a_page_of_it_that_is_still_open_leads_back_with_a_word(prepare: Prepare, hers: Client, rest: str) -> None:
    encounter = prepare(ANY)
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    again = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    answer = hers.get(f"{there}{rest}")
    assert (answer.status_code, answer["Location"]) == (303, f"/e/{encounter.pk}/prepare/")
    text = compact(hers.get(answer["Location"]).content.decode())
    assert "That trial is over. A trial lasts a day" in text
    assert f'href="{again}">Back to the trial' in text


def test_what_is_pressed_in_it_when_it_is_gone_leads_back_with_a_word(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    hers.post(f"/e/{encounter.pk}/open/")
    answer = hers.post(f"{there}orders/", HTTP_HX_REQUEST="true")
    assert answer["HX-Redirect"] == f"/e/{encounter.pk}/prepare/"
    assert "That trial is over" in hers.get(answer["HX-Redirect"], follow=True).content.decode()


def test_a_trial_of_what_is_deleted_leads_nowhere_and_another_browser_knows_of_none(
    prepare: Prepare, hers: Client
) -> None:
    encounter = prepare(ANY)
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    services.throw_away(build_dm_viewer(Encounter.objects.get(trial_of=encounter)))
    other = Client()
    other.force_login(encounter.campaign.find_owner())
    assert (hers.get(there).status_code, other.get(there).status_code) == (303, 404)
    hers.post(f"/e/{encounter.pk}/delete/")
    assert hers.get(there).status_code == 404


def test_a_page_says_what_becomes_of_it_when_it_is_a_trial(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    there = hers.post(f"/e/{encounter.pk}/prepare/try/")["Location"]
    assert 'data-gone="This trial is over."' in hers.get(there).content.decode()
    hers.post(f"/e/{encounter.pk}/open/")
    assert "data-gone" not in hers.get(f"/e/{encounter.pk}/").content.decode()


def test_it_is_gone_for_htmx_too(prepare: Prepare, hers: Client) -> None:
    encounter = prepare(ANY)
    trial = services.try_alone(build_dm_viewer(encounter), "try")
    answer = hers.post(f"/e/{trial.pk}/throw-away/", HTTP_HX_REQUEST="true")
    assert answer["HX-Redirect"] == f"/e/{encounter.pk}/prepare/"
