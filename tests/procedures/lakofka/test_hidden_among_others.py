"""One who is hidden changes nothing that is shown of the others, by Lakofka's ten rules."""

import pytest

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.registered import layered_by
from tests.rules.hidden import ORC, OTIS, SNEAK, asked_of_otis, round_of
from tests.rules.stat_block_fields import change_stat_block

LAYERED = layered_by("lakofka")[0]


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_parry_the_blow_of_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    strikes = change_stat_block(SNEAK, hidden=hidden)
    events = round_of(
        LAYERED, OTIS, strikes, ORC, orders={"sneak": {"action": "G", "weapon": "sword", "target": "otis"}}
    )
    assert any(isinstance(event, e.Attacked) and event.who == "sneak" for event in events)
    assert ("parry" in asked_of_otis(events)) is asked


@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_nobody_is_asked_to_keep_off_one_who_is_hidden(hidden: bool, asked: bool) -> None:
    grapples: Answer = {"action": "G", "weapon": "sword", "mode": "grapple", "target": "otis"}
    events = round_of(LAYERED, OTIS, change_stat_block(SNEAK, hidden=hidden), ORC, orders={"sneak": grapples})
    assert any(event.kind in ("Attacked", "Thwarted") for event in events)
    assert ("thwart" in asked_of_otis(events)) is asked


@pytest.mark.parametrize("way", [{"weapon": "sword"}, {"weapon": "sword", "mode": "grapple"}])
@pytest.mark.parametrize(("hidden", "asked"), [(False, True), (True, False)])
def test_the_dm_s_own_do_not_defend_against_one_of_another_side_who_is_hidden(
    way: Answer, hidden: bool, asked: bool
) -> None:
    stranger = change_stat_block(SNEAK, side="strangers", hidden=hidden)
    orders: dict[str, Answer] = {"sneak": {"action": "G", "target": "orc", **way}}
    events = round_of(LAYERED, OTIS, stranger, ORC, orders=orders)
    about = [event for event in events if isinstance(event, e.Asked) and event.who == "orc"]
    assert any(event.question in ("parry", "thwart") for event in about) is asked
