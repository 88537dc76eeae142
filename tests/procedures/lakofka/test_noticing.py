"""Rule 10: what the DM says has come about, who learns of it, and who does not."""

import pytest

from rules.kernel import events as e
from rules.kernel.game import BadInput
from rules.kernel.inputs import BeginRound, Change, MakeRuling
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.terms import DM
from rules.procedures import get_ruleset, split_layer
from rules.procedures.lakofka.events import Noticed, Observed
from tests.registered import layered_by
from tests.rules.players import Hand, bow, hand, prepare_combatant, sword

FIRST = layered_by("lakofka")[0]
BASE = split_layer(FIRST)[1]
HORN = Change(DM, "event", "a horn is blown")
MIND = ("otis", "change")
SHOOT = {"action": "D", "how": "shoot", "weapon": "bow", "target": "orc"}


def table(face: int, ruleset: str = FIRST) -> Hand:
    """Return a table at which Otis is to shoot at an orc in the fourth segment.

    The die of observation shows this face.
    """
    stat_blocks = [
        prepare_combatant("otis", "party", played=True, weapons=(bow(),)),
        prepare_combatant("orc", "foes", weapons=(sword(),), position=(6000, 0)),
    ]
    faces = {("observation", "otis"): [face], ("initiative", "party"): [5], ("initiative", "foes"): [4]}
    here = hand(stat_blocks, {"otis": SHOOT}, faces, ruleset=ruleset)
    here.game.submit(BeginRound())
    while here.state.stage != "segments" or here.state.clock is None:
        here.step()
    return here


def played_on(here: Hand) -> list[e.Event]:
    while not here.state.between_rounds:
        here.step()
    return here.game.list_live_events()


def noticed(events: list[e.Event]) -> Noticed:
    found = [event for event in events if isinstance(event, Noticed) and event.who == "otis"]
    assert len(found) == 1
    return found[0]


def test_whoever_notices_is_told_and_asked_by_the_dm_s_own_words() -> None:
    here = table(20)
    here.game.submit(MakeRuling((HORN,), "from the hill"))
    events = played_on(here)
    notice = noticed(events)
    assert (notice.who, notice.notices, notice.what, notice.target) == ("otis", True, "a horn is blown", "")
    assert notice.perceived_by == ("otis",)
    asked = [event for event in events if isinstance(event, e.Asked) and event.question == "change"]
    assert ("otis", "a horn is blown") in [(event.who, event.facts["happening"]) for event in asked]


def test_whoever_does_not_notice_learns_nothing_and_throws_no_die_that_he_sees() -> None:
    here = table(1)
    here.game.submit(MakeRuling((HORN,), "from the hill"))
    events = played_on(here)
    missed = noticed(events)
    assert (missed.notices, missed.perceived_by) == (False, (DM,))
    assert [rolled.hidden for rolled in missed.rolls] == [True]
    assert [event for event in events if "otis" in event.perceived_by and "horn" in str(event)] == []
    otis = ViewerLog(Viewpoint(characters=("otis",)))
    shown = [each for event in events for each in otis.see(event)]
    assert [event for event in shown if isinstance(event, Noticed) or "horn" in str(event)] == []
    assert [event for event in events if isinstance(event, e.Asked) and (event.who, event.question) == MIND] == []


def test_what_the_dm_says_has_come_about_is_no_ruling_that_others_see() -> None:
    here = table(1)
    here.game.submit(MakeRuling((HORN,), "from the hill"))
    ruled = [event for event in here.game.list_live_events() if isinstance(event, e.Ruled)]
    assert [event.perceived_by for event in ruled] == [(DM,)]


def test_it_is_said_once_and_may_be_said_again() -> None:
    here = table(20)
    here.game.submit(MakeRuling((HORN,), "from the hill"))
    here.step()
    while not any(each.question == "next" for each in here.state.open):
        here.step()
    here.game.submit(MakeRuling((HORN,), "again"))
    events = played_on(here)
    assert [event.clock for event in events if isinstance(event, Observed) and event.what] == [2, 3]


@pytest.mark.parametrize("words", ["", None, 3, "x" * 121])
def test_what_comes_about_is_said_in_words(words: object) -> None:
    here = table(20)
    with pytest.raises(BadInput):
        here.game.submit(MakeRuling((Change("orc", "event", words),), "no"))


@pytest.mark.parametrize("who", ["otis", DM])
def test_only_the_ten_rules_ask_who_notices(who: str) -> None:
    assert "event" not in get_ruleset(BASE).rulings.of_combatants
    here = table(20, BASE)
    with pytest.raises(BadInput, match="cannot be ruled"):
        here.game.submit(MakeRuling((Change(who, "event", "a horn is blown"),), "no"))
