"""Likely options in the DM's composer, where each chooses in his beat."""

from html import unescape

import pytest

from encounters import seats, services
from encounters.screens.dm.offers import OrderOffer
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.procedures.dew.options import OptionChosen
from tests.encounters.test_offers import Desk, begun


@pytest.fixture
def duel(transactional_db: None) -> Desk:
    """Bran, Cora and Dain by Dew's sequence, in the first beat."""
    return begun("dew")


def labels(found: list[OrderOffer]) -> list[tuple[str, str, str]]:
    return [(each.letter, each.label, each.note) for each in found]


def test_in_his_beat_each_is_offered_a_blow_the_way_to_his_foe_and_to_pass(duel: Desk) -> None:
    ((who, found),) = duel.offered().items()
    assert (who, labels(found)) == (
        "bran",
        [
            ("1A+1", "Attack Cora with the great axe", ""),
            ("1", "Close on Cora", ""),
            ("0", "Pass", ""),
        ],
    )


def test_an_option_that_is_offered_is_chosen_as_it_was_said(duel: Desk) -> None:
    (found,) = duel.offered().values()
    assert "Apply" in duel.seal(found[0])
    chosen = [each for each in read_view(build_dm_viewer(duel.encounter)).all_events if isinstance(each, OptionChosen)]
    assert [(each.who, each.option, each.params["target"]) for each in chosen] == [("bran", "attack", "cora")]


def test_one_who_is_not_alert_may_become_so_and_a_blow_is_offered_again(duel: Desk) -> None:
    seen: dict[str, list[tuple[str, str, str]]] = {}
    for beat in range(12):
        chooses = next(((who, found) for who, found in duel.offered().items() if found), None)
        if chooses is not None:
            seen.setdefault(chooses[0], []).extend(labels(chooses[1]))
            duel.seal(chooses[1][0])
        else:
            services.close(build_dm_viewer(duel.encounter), f"beat-{beat}")
    assert any(note == "as last time" for found in seen.values() for _, _, note in found)
    assert ("0", "Pass and become alert", "") in seen["dain"]


def test_options_are_offered_to_the_dm_for_those_whom_nobody_plays(duel: Desk) -> None:
    page = unescape(duel.client.get(f"/e/{duel.encounter.pk}/").content.decode())
    assert "Likely options" in page
    joined = seats.join(duel.encounter.code, "Pip", "player")
    seats.give(build_dm_viewer(duel.encounter), "bran", joined.seat.pk)
    assert "Likely options" not in duel.client.get(f"/e/{duel.encounter.pk}/").content.decode()
