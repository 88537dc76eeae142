"""The events of a run are printed as text or as JSON, a line each, for one viewer."""

import json

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event
from rules.kernel.order import Because
from rules.scenarios.play import UnknownViewer, reveal_run
from rules.scenarios.short_forms import format_json_line, format_text_line
from tests.rules.fights import declare, roll, run

BLOW = e.Attacked(
    who="otis", target="orc-1", weapon="sword_long", routine=1, mode="melee", needed=13, face=15, hit=True,
    round=1, clock=3, segment=4, moment=1, clauses=("TEXT.VII", "TEXT.VII.A"), working="AC 6",
)  # fmt: skip


def test_a_line_begins_with_round_and_clock_then_the_short_form_then_the_clauses() -> None:
    assert format_text_line(BLOW).startswith("1.3 otis strikes orc-1 TEXT.VII TEXT.VII.A weapon=sword_long ")


def test_what_else_an_event_has_ends_its_line() -> None:
    assert format_text_line(BLOW).endswith('needed=13 face=15 hit=true routines=1 bonus=0 working="AC 6"')


def test_an_event_outside_the_clock_has_a_dash() -> None:
    assert format_text_line(e.InitiativeRolled(side="party", face=4, number=5, round=2)) == (
        "2.- InitiativeRolled party face=4 number=5 mid=false"
    )


def test_a_moment_tells_why_it_is_due() -> None:
    because = (Because("a:1", "before", "b:1", ("TEXT.VII.D",), "2 < 10"),)
    moment = e.MomentBegan(deeds=("a:1", "a:2"), because=because, round=1, clock=4)
    assert format_text_line(moment) == '1.4 MomentBegan deeds=a:1,a:2 because=["a:1 before b:1 2 < 10"]'


def test_no_line_is_broken_by_what_people_wrote() -> None:
    assert "\n" not in format_text_line(e.Ruled(who="otis", what="hp", old=3, new=4, note="one\ntwo"))


def test_a_line_of_json_is_the_whole_event() -> None:
    line = format_json_line(BLOW)
    assert decode_event(json.loads(line)) == BLOW
    assert list(json.loads(line)) == sorted(json.loads(line))


# Who sees what.

PLAYED = run(
    declare("otis", "G", "orc-1"),
    declare("orc", "G", "otis"),
    roll("initiative", "party", 5),
    roll("initiative", "foes", 2),
)


def authors(viewer: str) -> list[str]:
    """Return those whose declarations a viewer is shown."""
    return [event.who for event in reveal_run(PLAYED, viewer) if isinstance(event, e.Declared)]


def test_the_dm_sees_everything_as_it_is() -> None:
    assert tuple(reveal_run(PLAYED, "dm")) == PLAYED.events


def test_a_combatant_sees_his_own_declaration_and_a_side_that_of_all_its_members() -> None:
    assert authors("otis") == ["otis"]
    assert authors("party") == ["otis", "tenser"]
    assert len(authors("orc")) == len(authors("foes")) == 2


def test_the_public_sees_no_declaration_but_the_blows() -> None:
    assert authors("public") == []
    assert len([event for event in reveal_run(PLAYED, "public") if isinstance(event, e.Attacked)]) == 3


def test_an_event_that_only_updates_a_combatant_is_not_shown() -> None:
    assert all(event.perceived_by for viewer in ("public", "otis", "foes") for event in reveal_run(PLAYED, viewer))


def test_a_viewer_who_is_nobody_here_is_refused() -> None:
    with pytest.raises(UnknownViewer, match=r'ford\.toml: no viewer "ottis" \(did you mean otis'):
        list(reveal_run(PLAYED, "ottis"))
