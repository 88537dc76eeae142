"""Likely orders in the DM's composer.

Each opens the last step filled in, and what is sealed is what it said.
"""

from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from encounters import demo, services
from encounters.models import Encounter, Round
from encounters.narration.voice import name_order
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.offers import MOST, OrderOffer, encode_answer, list_offers
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.kernel.state import State
from rules.procedures import get_ruleset
from tests.any_procedure import ANY, FAMILY

SEED = "duel-4"
"""Dice by which, in the duel, one who attacks may attack again."""


class Ticked(HTMLParser):
    """The fields that a form on a page would send as it stands: hidden, and ticked."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        each = dict(attrs)
        name = each.get("name") or ""
        if tag == "input" and name.startswith("answer.") and (each.get("type") == "hidden" or "checked" in each):
            self.sent.setdefault(name, []).append(each.get("value") or "")


@dataclass
class Desk:
    """Dora's demo fight in its first round, and her browser."""

    encounter: Encounter
    client: Client

    def offered(self) -> dict[str, list[OrderOffer]]:
        """Return what is offered for each combatant whose order is awaited."""
        desk = read_dm_view(build_dm_viewer(self.encounter))
        forms = [(question, desk.build_form(question)) for question in desk.awaited]
        return {each.who: list_offers(desk, each, form) for each, form in forms if form is not None}

    def seal(self, offer: OrderOffer) -> str:
        """Open the offer, seal what stands there, and return the page on which it stood."""
        page = self.client.get(offer.href).content.decode()
        token = parse_qs(urlsplit(offer.href).query)["for"][0]
        answer = self.client.post(f"/e/{self.encounter.pk}/answer/", {"token": token, **Ticked(page).sent})
        assert answer.status_code == 303
        return unescape(page)

    @property
    def state(self) -> State:
        return read_view(build_dm_viewer(self.encounter)).state


@pytest.fixture(params=[id for id in FAMILY if get_ruleset(id).orders])
def desk(transactional_db: None, request: pytest.FixtureRequest) -> Desk:
    return begun(request.param)


def begun(ruleset: str) -> Desk:
    user, encounter = demo.make_demo(ruleset)
    Round.objects.create(encounter=encounter, number=1, attempt=1, open_seed=SEED, dm_seed=SEED)
    services.begin_round(build_dm_viewer(encounter), "begun")
    client = Client()
    client.force_login(user)
    return Desk(encounter, client)


def test_what_is_offered_is_sealed_as_it_was_said(desk: Desk) -> None:
    for who, found in desk.offered().items():
        assert 1 <= len(found) <= MOST
        assert "Seal this order" in desk.seal(found[0])
        sealed = name_order(desk.state, desk.state.declared[who])
        assert found[0].label.lower() == sealed.lower()


def test_each_is_offered_what_he_is_armed_for(transactional_db: None) -> None:
    first = {who: found[0].label for who, found in begun(ANY).offered().items()}
    assert first["orc-1"] == "Charge Serten"
    assert first["orc-3"] == "Short bow at Otis"
    assert first["shaman"] == "Hold person on Otis"


def test_the_order_of_the_last_round_stands_first(transactional_db: None) -> None:
    table = begun(ANY)
    viewer = build_dm_viewer(table.encounter)
    token = next(each.token for each in table.state.open if each.who == "orc-1")
    services.answer(viewer, "far-off", token, {"action": "G", "weapon": "spear", "mode": "strike", "target": "tenser"})
    for n in range(60):
        if not table.state.between_rounds:
            services.close(viewer, f"closed-{n}")
    services.begin_round(viewer, "again")
    first = table.offered()["orc-1"][0]
    assert (first.letter, first.note) == ("G", "as last round")
    assert first.label.endswith("on Tenser")


def test_who_has_come_near_by_a_charge_is_offered_a_blow_first(transactional_db: None) -> None:
    table = begun(ANY)
    viewer = build_dm_viewer(table.encounter)
    token = next(each.token for each in table.state.open if each.who == "orc-4")
    services.answer(viewer, "charged", token, {"action": "E", "how": "charge", "target": "otis"})
    for n in range(60):
        if not table.state.between_rounds:
            services.close(viewer, f"closed-{n}")
    services.begin_round(viewer, "again")
    assert table.offered()["orc-4"][0].letter == "G"


def test_nothing_is_offered_beside_an_order_that_is_begun(transactional_db: None) -> None:
    table = begun(ANY)
    token = next(each.token for each in table.state.open if each.who == "orc-1")
    address = f"/e/{table.encounter.pk}/?for={token}"
    assert "Likely orders" in table.client.get(address).content.decode()
    assert "Likely orders" not in table.client.get(f"{address}&answer.action=G").content.decode()


def test_players_are_offered_their_likely_orders(transactional_db: None) -> None:
    table = begun(ANY)
    player = Client()
    player.post(f"/t/{table.encounter.code}/", {"name": "Pip", "characters": ["otis"]})
    services.close(build_dm_viewer(table.encounter), "closed")
    page = player.get(f"/t/{table.encounter.code}/me/").content.decode()
    assert "Likely orders" in page.partition('id="ask"')[2]


def test_an_answer_is_posted_by_the_names_of_its_fields() -> None:
    answer = {"action": "D", "to": [1250, -300], "target": ["a", "b"], "steps": [{"action": "E", "task": None}], "n": 2}
    assert encode_answer(answer) == {
        "answer.action": ["D"],
        "answer.to.x": ["12.5"],
        "answer.to.y": ["-3"],
        "answer.target": ["a", "b"],
        "answer.steps.0.action": ["E"],
        "answer.n": ["2"],
    }


# Where each chooses in his beat.
