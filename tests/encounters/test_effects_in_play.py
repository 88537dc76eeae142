"""Dora changes what a spell does while the fight runs, and nobody else is told."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Forbidden, Invalid
from encounters.models import Encounter, Input, Seat
from rules.kernel.inputs import Change
from rules.kernel.terms import DM
from tests.any_procedure import ANY
from tests.encounters.compact import compact
from tests.encounters.seated import At, text, words
from tests.encounters.test_effects import asked, hers
from tests.people import find_viewer

__all__ = ["asked", "hers"]

TYPED = {"on_0": "failed", "name_0": "webbed (movement -3)", "count": "2", "unit": "round", "why": "A thin web"}
WEB = {
    "magic": ["magic_user_web"],
    "lasts": {"count": 2, "unit": "round"},
    "parts": [{"on": "failed", "name": "webbed", "changes": [{"what": "movement", "by": -3}]}],
}
PAGES = ("me/", "me/sheet/", "me/saw/", "me/saw.txt", "watch/", "rounds/")


def get(at: At, hers: Client, rest: str = "") -> str:
    return unescape(compact(hers.get(f"/e/{at.encounter.pk}/{rest}").content.decode()))


def save(at: At, hers: Client, **given: str) -> Any:
    address = f"/e/{at.encounter.pk}/effects/?magic=magic_user_web"
    return hers.post(address, {"tap": at.tap(), **TYPED, **given}, follow=True)


def restore(at: At, hers: Client, of: str = "magic_user_web") -> Any:
    return hers.post(f"/e/{at.encounter.pk}/effects/restore/", {"tap": at.tap(), "of": of}, follow=True)


def count_inputs(at: At) -> tuple[int, int]:
    return Input.objects.filter(encounter=at.encounter).count(), Encounter.objects.get(pk=at.encounter.pk).position


def list_changed(at: At) -> list[str]:
    return [id for each in at.state.effects for id in each.magic]


def test_it_is_found_from_the_panel_of_rulings_and_from_what_is_proposed(asked: At, hers: Client) -> None:
    assert f'href="/e/{asked.encounter.pk}/effects/"' in get(asked, hers, "ruling/")
    page = get(asked, hers)
    assert f'href="/e/{asked.encounter.pk}/effects/?magic=magic_user_web"' in page
    assert "Change what web does from now on" in page


def test_the_panel_has_a_search_and_the_form_that_the_table_fills_in(asked: At, hers: Client) -> None:
    assert "magic=magic_user_web" in get(asked, hers, "effects/")
    assert "magic=magic_user_haste" in get(asked, hers, "effects/?q=haste")
    form = get(asked, hers, "effects/?magic=magic_user_web")
    assert '<option value="turn" selected' in form
    assert 'value="webbed (movement' in form
    assert hers.get(f"/e/{asked.encounter.pk}/effects/?magic=wishing").status_code == 404


def test_what_is_proposed_from_then_on_follows_the_change(asked: At, hers: Client) -> None:
    shown = unescape(words(save(asked, hers)))
    said = "The DM changes web: webbed (movement -3) on those who did not save, for 2 rounds. A thin web."
    assert said in shown
    assert "Undo" in shown
    assert 'Web: webbed (movement -3"): Orc 1 until round 3.' in shown
    listed = get(asked, hers, "effects/")
    assert "webbed (movement -3) on those who did not save, for 2 rounds" in listed
    assert 'value="webbed (movement -3)"' in get(asked, hers, "effects/?magic=magic_user_web")
    assert said.removesuffix(" A thin web.") in unescape(words(hers.get(f"/e/{asked.encounter.pk}/take-back/")))


def test_it_is_restored_and_undone(asked: At, hers: Client) -> None:
    _, before = count_inputs(asked)
    save(asked, hers)
    assert list_changed(asked) == ["magic_user_web"]
    assert "The DM restores web to what the tables say." in words(restore(asked, hers))
    assert list_changed(asked) == []
    services.undo(asked.dora, asked.tap(), count_inputs(asked)[1])
    assert list_changed(asked) == ["magic_user_web"]
    services.take_back(asked.dora, asked.tap(), before)
    assert list_changed(asked) == []


def test_the_message_is_gone_once_the_fight_goes_on(asked: At, hers: Client) -> None:
    position = str(count_inputs(asked)[1] + 1)
    save(asked, hers)
    assert 'role="alert"' in get(asked, hers, f"?ruled={position}")
    asked.step()
    assert "Undo" not in get(asked, hers, f"?ruled={position}")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name_0": "b%ssed"}, "no name of an effect"),
        ({"name_0": "webbed (AC x2)"}, "does not go with ac"),
        ({"name_0": ""}, "Say what begins"),
        ({"dice": "1e4"}, "1e4"),
        ({"why": "x" * 501}, "at most 500"),
    ],
)
def test_nonsense_is_said_at_its_field_and_nothing_is_done(
    given: dict[str, str], said: str, asked: At, hers: Client
) -> None:
    before = count_inputs(asked)
    answer = save(asked, hers, **given)
    assert answer.status_code == 400
    assert said in unescape(text(answer))
    assert restore(asked, hers).status_code == 400
    assert (count_inputs(asked), asked.state.effects) == (before, ())


def test_several_changes_are_made_together_or_not_at_all(asked: At) -> None:
    hit_points, before = asked.state.combatants["otis"].hp, count_inputs(asked)
    bad = {**WEB, "parts": [{"name": "Webbed!"}]}
    with pytest.raises(Invalid) as refused:
        services.rule(asked.dora, asked.tap(), [Change("otis", "hp", 1), Change(DM, "effect", bad)])
    assert refused.value.field == "value.parts.name"
    assert (asked.state.combatants["otis"].hp, count_inputs(asked)) == (hit_points, before)


def test_a_tap_that_comes_again_changes_it_once(asked: At, hers: Client) -> None:
    save(asked, hers, tap="again")
    before = count_inputs(asked)
    assert save(asked, hers, tap="again").status_code == 200
    assert count_inputs(asked) == before


def test_nobody_else_may_change_it_or_learns_of_it(asked: At, hers: Client) -> None:
    def read_pages() -> list[str]:
        pages = [text(client.get(asked.url(url))) for client in (asked.pip, asked.quill, asked.sam) for url in PAGES]
        return [re.sub(r"[\w-]{20,}", "", page) for page in pages]

    before = read_pages()
    save(asked, hers)
    restore(asked, hers)
    save(asked, hers)
    assert read_pages() == before
    pip = find_viewer(Seat.objects.get(campaign=asked.encounter.campaign, name="Pip"))
    with pytest.raises(Forbidden):
        services.rule(pip, asked.tap(), [Change(DM, "effect", WEB)])
    for client in (asked.pip, asked.sam):
        assert client.get(f"/e/{asked.encounter.pk}/effects/").status_code in (302, 403, 404)
        assert restore(asked, client).status_code in (200, 403, 404)
    assert len(asked.state.effects) == 1


def test_before_the_fight_it_is_changed_in_preparing(dora: User, client: Client) -> None:
    made = services.create_encounter(dora, "The chapel", ANY, {}, {"start": "melee"})
    client.force_login(dora)
    assert client.get(f"/e/{made.pk}/effects/").status_code == 404
