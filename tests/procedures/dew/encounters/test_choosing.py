"""Choices as spectators see them.

They see that one of the party is choosing: neither who nor what, and nothing of the foes.
"""

import json
import re

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Encounter, Seat
from encounters.scenario_files import import_text
from encounters.viewers import Role, Viewer, build_dm_viewer
from rules.kernel.inputs import Change
from tests.encounters.seated import At, text, words
from tests.people import sit
from tests.procedures.dew.encounters.test_field_traces import BRANS, CORAS, FIGHT

TOLD = "A choice is being made."


@pytest.fixture
def at(transactional_db: None) -> At:
    """Bran of the party, Cora and Dain of the foes are asked for their traces; Sam watches."""
    encounter = import_text(User.objects.create_user("dora-dew"), FIGHT, "square.toml")
    table = At(Encounter.objects.get(pk=encounter.pk), build_dm_viewer(encounter))
    services.open_encounter(table.dora)
    table.encounter.refresh_from_db()
    sit(table.pip, table.encounter.campaign, "Pip", ["bran"])
    sit(table.sam, table.encounter.campaign, "Sam", kind="spectator")
    services.begin_round(table.dora, table.tap())
    return table


class Screen:
    """An audience as the hub keeps it, and what it publishes of choices."""

    def __init__(self, at: At, name: str) -> None:
        seat = Seat.objects.get(campaign=at.encounter.campaign, name=name)
        self.at = at
        self.audience = ConnectedAudience(Viewer(at.encounter.pk, Role(seat.kind), seat.pk, seat.name))
        self.look()

    def look(self) -> str | None:
        """Return what is published of choices now, if anything."""
        seat_state = read_seat_states(self.at.encounter.pk).get(self.audience.viewer.seat_id or 0)
        frame = json.loads(self.audience.read(read_log(self.at.encounter.pk), seat_state) or "{}")
        found = re.search(r'<(\w+) id="choosing".*?</\1>', frame.get("html") or frame.get("beside") or "", re.DOTALL)
        return found[0] if found is not None else None


def brans_trace(at: At) -> None:
    at.order("bran", command="trace", cease_alert="yes", vertices=BRANS)


def watched(at: At) -> str:
    return text(at.sam.get(at.url("watch/")))


def test_the_table_screen_says_so_while_one_of_the_party_is_asked(at: At) -> None:
    assert TOLD in watched(at)
    brans_trace(at)
    assert TOLD not in watched(at)


def test_that_only_foes_are_asked_is_told_nobody(at: At) -> None:
    brans_trace(at)
    screen = Screen(at, "Sam")
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    assert screen.look() is None
    assert TOLD not in watched(at)


def test_it_is_pushed_when_a_choice_begins_and_when_it_is_made(at: At) -> None:
    screen = Screen(at, "Sam")
    brans_trace(at)
    made = screen.look()
    assert made is not None
    assert TOLD not in made
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    at.order("dain", command="stand")
    begun = screen.look()
    assert begun is not None
    assert TOLD in begun
    assert screen.look() is None, "what has not changed is not said again"


def test_an_event_that_changes_no_choice_pushes_nothing_of_choices(at: At) -> None:
    screen = Screen(at, "Sam")
    before = screen.audience.at
    services.rule(at.dora, at.tap(), [Change("bran", "moved", [1, 1])])
    assert screen.look() is None
    assert screen.audience.at > before


def test_nothing_else_is_in_what_is_pushed(at: At) -> None:
    screen = Screen(at, "Sam")
    brans_trace(at)
    pushed = [screen.look() or ""]
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    at.order("dain", command="stand")
    pushed.append(screen.look() or "")
    words = [re.sub(r"<[^>]*>", "", frame).strip() for frame in pushed]
    assert words == ["", TOLD]
    assert [name for name in ("bran", "cora", "dain", "trace", "1.37") if name in "".join(pushed).lower()] == []


def test_one_of_the_party_who_is_out_of_sight_chooses_unnoticed(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("bran", "hidden", True)], secret=True)
    assert any(each.who == "bran" for each in at.state.open)
    assert TOLD not in watched(at)


def test_players_are_told_which_of_the_party_chooses(transactional_db: None) -> None:
    party = FIGHT.replace('side = "foes"\nplayed', 'side = "party"\nplayed')
    encounter = import_text(User.objects.create_user("dora-dew"), party, "square.toml")
    at = At(Encounter.objects.get(pk=encounter.pk), build_dm_viewer(encounter))
    services.open_encounter(at.dora)
    at.encounter.refresh_from_db()
    sit(at.pip, at.encounter.campaign, "Pip", ["bran"])
    services.begin_round(at.dora, at.tap())
    brans_trace(at)
    assert words(at.pip.get(at.url("me/"))).count("Cora is choosing.") == 1
    at.order("cora", command="trace", cease_alert="yes", vertices=CORAS)
    assert "is choosing" not in words(at.pip.get(at.url("me/")))


def test_players_are_told_by_their_own_questions(at: At) -> None:
    screen = Screen(at, "Pip")
    brans_trace(at)
    assert screen.look() is None
    assert TOLD not in text(at.pip.get(at.url("me/")))
