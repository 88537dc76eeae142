"""Crucible at the table.

Counts below nought, ready missiles, the free round, and each question in its combatant's turn.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Input, Round
from encounters.scenario_files import copy_encounter
from encounters.screens.prepare.rules import RulesForm
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.dice import draw_face
from rules.kernel.events import SegmentBegan
from rules.kernel.inputs import Change
from tests.any_procedure import find_other
from tests.encounters.seated import FOES, PARTY, At, text, words

QUICK = 3
"""What Tenser's dexterity takes from his count."""

BOW = {"id": "bow", "missile": {"rate": 2, "ready": True}, "damage": "1d6"}


def seed(**wanted: int) -> str:
    """Return a seed by which the sides roll these faces for initiative."""
    rolled = (f"weir-{n}" for n in range(10_000))
    return next(
        each for each in rolled if all(draw_face(each, ("initiative", s, 12, 0)) == f for s, f in wanted.items())
    )


def prepared(start: str = "melee", **options: object) -> At:
    """Return the fight under Crucible, everybody seated.

    Tenser is quick, Otis has an arrow on the string.
    """
    dora = User.objects.create_user("dora", password="ten segments")
    notes: dict[str, object] = {"start": start, "distance_ft": 10}
    chosen = {f"crucible.{name}": value for name, value in options.items()}
    encounter = services.create_encounter(dora, "The weir", "crucible", chosen, notes)
    ready: dict[str, dict[str, object]] = {"otis": {"weapons": ["sword_long", BOW]}, "tenser": {"reaction": QUICK}}
    for definition in (*PARTY, *FOES):
        services.put_combatant(build_dm_viewer(encounter), {**definition, **ready.get(str(definition["id"]), {})})
    at = At(encounter, build_dm_viewer(encounter))
    at.sit()
    services.open_encounter(at.dora)
    return at


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return a fight in which the party rolled 1, the foes 4: Tenser's count is -2.

    Otis has shot before the dice.
    """
    at = prepared()
    given = {"open_seed": seed(party=1, foes=4), "dm_seed": "dm"}
    Round.objects.create(encounter=at.encounter, number=1, attempt=1, **given)
    services.begin_round(at.dora, at.tap())
    return at


def shoot(at: At) -> None:
    """Loose the arrow on the string, though Pip is warned; the orcs' replies take their default."""
    at.answer(at.pip, "otis", choice="shoot")
    at.answer(at.pip, "otis", action="D", how="shoot", weapon="bow", target="orc-1")
    assert "You have been warned: shooting here draws an attack of opportunity by Orc 1 and Orc 2." in words(
        at.pip.get(at.url("me/"), {"who": "otis"})
    )
    at.answer(at.pip, "otis", choice="keep")
    while not any(each.question == "next" for each in at.state.open):
        services.close(at.dora, at.tap())


def hers(at: At) -> Client:
    """Return Dora's browser."""
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def head(response: Any) -> str:
    """Return the head of the columns of the strip."""
    return text(response).partition('class="strip-head"')[2].partition("</ol>")[0]


def test_a_ready_missile_is_asked_for_before_the_dice(at: At) -> None:
    page = words(at.pip.get(at.url("me/"), {"who": "otis"}))
    assert "A missile that is ready may go before initiative. Your missile is ready" in page
    assert "Otis: shoot before initiative?" in words(hers(at).get(f"/e/{at.encounter.pk}/"))


def test_an_order_is_done_when_it_has_happened_and_not_before(at: At) -> None:
    def otis() -> str:
        return words(at.pip.get(at.url("me/"), {"who": "otis"}))

    at.answer(at.pip, "otis", choice="shoot")
    at.answer(at.pip, "otis", action="D", how="shoot", weapon="bow", target="orc-1")
    at.answer(at.pip, "otis", choice="keep")
    assert [each.question for each in at.state.open] == ["opportunity", "opportunity"]
    assert "Happening now." in otis()  # the orcs are asked whether they strike first
    while not any(each.question == "next" for each in at.state.open):
        services.close(at.dora, at.tap())
    assert "Done." in otis()


def cast(at: At) -> None:
    """Tenser begins his web on his count, -2; it is complete on 0."""
    shoot(at)
    at.step()
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")


def test_a_spell_that_is_being_cast_is_not_done(at: At) -> None:
    cast(at)
    assert "Your web on Orc 1 comes in count 0. A hit before that may spoil it." in words(at.quill.get(at.url("me/")))
    play_to(at, 3)
    assert "Done." in words(at.quill.get(at.url("me/")))


def test_a_spell_that_was_spoiled_is_said_to_be_lost(at: At) -> None:
    cast(at)
    services.rule(at.dora, at.tap(), [Change("tenser", "held", True)])
    play_to(at, 3)
    assert "Lost: your spell was spoiled." in words(at.quill.get(at.url("me/")))


def test_what_is_shot_before_the_dice_has_a_column_of_its_own(at: At) -> None:
    shoot(at)
    assert 'data-look="ready"' in head(hers(at).get(f"/e/{at.encounter.pk}/"))
    assert 'data-look="ready"' in head(at.sam.get(at.url("watch/")))


def test_columns_go_from_the_lowest_count_to_twelve(at: At) -> None:
    shoot(at)
    at.step()
    for page in (hers(at).get(f"/e/{at.encounter.pk}/"), at.sam.get(at.url("watch/"))):
        assert all(f'data-look="{count}"' in head(page) for count in range(1 - QUICK, 13))
        assert 'data-look="-3"' not in head(page)


def test_a_count_below_nought_is_named_everywhere(at: At) -> None:
    shoot(at)
    at.step()
    assert "Your turn, count -2" in words(at.quill.get(at.url("me/")))
    assert "Round 1, count -2" in words(at.sam.get(at.url("watch/")))
    assert "Count -2" in words(hers(at).get(f"/e/{at.encounter.pk}/"))
    assert "running, round 1, count -2" in words(hers(at).get("/e/"))
    at.answer(at.quill, action="D", how="spell", spell="magic_user_web", target="orc-1")
    assert "Tenser begins a spell" in words(at.sam.get(at.url("round/1/"), {"at": "-2"}))
    assert "Count -2" in words(hers(at).get(f"/e/{at.encounter.pk}/round/1/?at=-2"))


def test_nobody_is_asked_while_another_has_his_turn(at: At) -> None:
    shoot(at)
    at.step()
    pip = words(at.pip.get(at.url("me/"), {"who": "jaroo"}))
    assert "What will you do" not in pip
    assert "You are next: count 1" in pip


def test_the_dm_acts_for_the_others_on_their_count(at: At) -> None:
    shoot(at)
    play_to(at, 4)
    page = words(hers(at).get(f"/e/{at.encounter.pk}/"))
    assert "Whose turn it is 0 of 4 in." in page
    assert "Do this" not in page  # the first step is the letter
    assert "Next count" in page


def play_to(at: At, count: int) -> None:
    """Play by defaults until this count is played."""
    while at.state.clock is None or at.state.clock < count:
        if any(each.question == "next" and not each.sealed for each in at.state.open):
            at.step()
        else:
            services.close(at.dora, at.tap())


@pytest.mark.parametrize(
    ("start", "options"),
    [("melee", {}), ("surprise", {"individual_surprise": True}), ("melee", {"individual_rolls": True})],
)
def test_every_page_answers_at_every_stop(transactional_db: None, start: str, options: dict[str, object]) -> None:
    at = prepared(start, **options)
    dora, base = hers(at), f"/e/{at.encounter.pk}/"
    while at.state.round < 1:
        services.begin_round(at.dora, at.tap())
        while not at.state.between_rounds:
            for rest in ("", "why/", "take-back/", "close/", "ruling/", "combatant/tenser/"):
                assert dora.get(base + rest).status_code == 200, rest
            for client in (at.pip, at.quill):
                assert all(client.get(at.url(rest)).status_code == 200 for rest in ("me/", "me/sheet/", "me/saw/"))
            assert at.sam.get(at.url("watch/")).status_code == 200
            if any(each.question == "next" and not each.sealed for each in at.state.open):
                at.step()
            else:
                services.close(at.dora, at.tap())
    counts = [event.clock for event in read_view(at.dora).all_events if isinstance(event, SegmentBegan)]
    assert counts
    last = max(at.state.round, 0)
    assert dora.get(f"{base}round/{last}/?at={counts[-1]}").status_code == 200
    assert at.sam.get(at.url(f"round/{last}/?at={counts[-1]}")).status_code == 200
    assert "segment" not in words(at.sam.get(at.url("watch/")))


# Preparing.


def test_another_ruleset_is_chosen_with_its_own_defaults(dora: User) -> None:
    encounter = services.create_encounter(dora, "A draft", find_other("crucible"))
    client = Client()
    client.force_login(dora)
    form = RulesForm(encounter=encounter, sides=())
    shown = {name: form.initial.get(name) for name in form.fields}
    given = {name: "on" if value is True else str(value) for name, value in shown.items() if value not in (None, False)}
    answer = client.post(
        f"/e/{encounter.pk}/prepare/", {**given, "ruleset": "crucible", "options_of": encounter.ruleset}
    )
    assert answer.status_code == 303
    encounter.refresh_from_db()
    assert (encounter.ruleset, encounter.options) == ("crucible", {})


def test_a_fight_is_copied_with_another_procedure(dora: User) -> None:
    encounter = services.create_encounter(dora, "The weir", find_other("crucible"))
    services.put_combatant(build_dm_viewer(encounter), PARTY[0])
    made = copy_encounter(dora, encounter, "crucible")
    assert (made.title, made.ruleset, made.options) == ("The weir, Crucible", "crucible", {})
    assert made.combatants.count() == 1


def test_arrival_by_charge_is_told_only_where_columns_measure_time(dora: User) -> None:
    client = Client()
    client.force_login(dora)
    for ruleset, told in ((find_other("crucible"), True), ("crucible", False)):
        encounter = services.create_encounter(dora, ruleset, ruleset)
        services.add_combatants(build_dm_viewer(encounter), (PARTY[0], FOES[1]))
        page = words(client.get(f"/e/{encounter.pk}/prepare/"))
        assert "Who reaches whom" in page
        assert ("the segment in which a charge would arrive" in page) is told


# Warned, and engaged.


def test_to_do_it_all_the_same_is_one_tap(at: At) -> None:
    at.answer(at.pip, "otis", choice="shoot")
    at.answer(at.pip, "otis", action="D", how="shoot", weapon="bow", target="orc-1")
    question = next(each for each in at.state.open if each.who == "otis")
    tapped = {"token": at.token(at.pip, "otis"), "tap": "once", "answer.choice": "keep"}
    at.pip.post(at.url("me/answer/") + "?who=otis", tapped)
    assert question.token not in [each.token for each in at.state.open if not each.sealed]


def test_the_dm_says_for_another_in_one_tap_that_it_is_done_all_the_same(at: At) -> None:
    at.answer(at.pip, "otis", choice="shoot")
    at.answer(at.pip, "otis", action="D", how="shoot", weapon="bow", target="orc-1")
    question = next(each for each in at.state.open if each.who == "otis")
    tapped = {"token": question.token, "tap": "once", "answer.choice": "keep"}
    answered = [hers(at).post(f"/e/{at.encounter.pk}/answer/step/", tapped).status_code for _ in range(2)]
    assert question.token not in [each.token for each in at.state.open if not each.sealed]
    assert (answered, Input.objects.filter(tap="once").count()) == ([303, 303], 1)


def test_whoever_is_engaged_is_told_with_whom(at: At) -> None:
    assert "engaged with Orc 1, Orc 2" in words(hers(at).get(f"/e/{at.encounter.pk}/who/"))
    for address in ("me/", "me/sheet/"):
        told = words(at.pip.get(at.url(address), {"who": "otis"}))
        assert "ngaged with Orc 1, Orc 2" in told
        assert "Canary" not in told
