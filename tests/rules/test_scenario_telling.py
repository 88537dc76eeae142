"""A run is told as text or as JSON, one line an event, to whoever is to see it."""

import json

import pytest

from rules import events as e
from rules.codec import decode_event
from rules.scenario.telling import json_line, text_line
from rules.scenario.viewing import BadViewer, seen_by
from tests.rules.fights import declare, roll, run

BLOW = e.Attacked(
    who="otis", target="orc-1", weapon="sword_long", routine=1, mode="melee", needed=13, face=15, hit=True,
    round=1, clock=3, segment=4, moment=1, clauses=("ADDICT.VII", "ADDICT.VII.A"), working="AC 6",
)  # fmt: skip


def test_a_line_begins_with_round_and_clock_then_the_short_form_then_the_clauses() -> None:
    assert text_line(BLOW).startswith("1.3 otis strikes orc-1 ADDICT.VII ADDICT.VII.A weapon=sword_long ")


def test_what_else_an_event_has_ends_its_line() -> None:
    assert text_line(BLOW).endswith('needed=13 face=15 hit=true routines=1 bonus=0 working="AC 6"')


def test_an_event_outside_the_clock_has_a_dash() -> None:
    assert text_line(e.InitiativeRolled(side="party", face=4, number=5, round=2)) == (
        "2.- InitiativeRolled party face=4 number=5 mid=false"
    )


def test_a_moment_tells_why_it_is_due() -> None:
    because = (e.Because("a:1", "before", "b:1", ("ADDICT.VII.D",), "2 < 10"),)
    moment = e.MomentBegan(deeds=("a:1", "a:2"), because=because, round=1, clock=4)
    assert text_line(moment) == '1.4 MomentBegan deeds=a:1,a:2 because=["a:1 before b:1 2 < 10"]'


def test_no_line_is_broken_by_what_people_wrote() -> None:
    assert "\n" not in text_line(e.Ruled(who="otis", what="hp", old=3, new=4, note="one\ntwo"))


def test_a_line_of_json_is_the_whole_event() -> None:
    line = json_line(BLOW)
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
    """Whose declarations a viewer is shown."""
    return [event.who for event in seen_by(PLAYED, viewer) if isinstance(event, e.Declared)]


def test_the_dm_sees_everything_as_it_is() -> None:
    assert tuple(seen_by(PLAYED, "dm")) == PLAYED.events


def test_a_figure_sees_his_own_declaration_and_a_side_that_of_all_its_members() -> None:
    assert authors("otis") == ["otis"]
    assert authors("party") == ["otis", "tenser"]
    assert len(authors("orc")) == len(authors("foes")) == 2


def test_the_public_sees_no_declaration_but_the_blows() -> None:
    assert authors("public") == []
    assert len([event for event in seen_by(PLAYED, "public") if isinstance(event, e.Attacked)]) == 3


def test_what_only_brings_a_figure_up_to_date_is_not_told() -> None:
    assert all(event.perceived_by for viewer in ("public", "otis", "foes") for event in seen_by(PLAYED, viewer))


def test_a_viewer_who_is_nobody_here_is_refused() -> None:
    with pytest.raises(BadViewer, match=r'ford\.toml: no viewer "ottis" \(did you mean otis'):
        list(seen_by(PLAYED, "ottis"))
