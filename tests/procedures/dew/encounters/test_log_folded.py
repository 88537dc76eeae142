"""Folded lines of the DM's log: the same in a row, and EN blow by blow, open to all."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from encounters import demo, services
from encounters.screens.dm.dm_view import read_dm_view
from encounters.screens.dm.log import build_log
from encounters.screens.log_lines import LogGroup, LogLine, build_line, fold_lines
from encounters.viewers import build_dm_viewer
from rules.kernel import events as e
from rules.kernel.state import State
from rules.procedures.dew.blows import EnChanged
from rules.procedures.dew.passing import Passed
from rules.scenarios.library import load_library_script
from rules.scenarios.play import play_scenario
from tests.encounters.compact import compact

RUN = play_scenario(load_library_script("dew/two_rounds.toml"))


def lines_of(state: State, events: Iterable[e.Event]) -> list[LogLine]:
    """Return the lines of events, as the log has them before they are folded."""
    found = [(n, build_line(state, event)) for n, event in enumerate(events)]
    return [replace(line, n=n) for n, line in found if line is not None]


def spends(who: str, old: int, new: int, *clauses: str, why: str = "blow") -> EnChanged:
    return EnChanged(who=who, old=old, new=new, why=why, clauses=clauses)


def told(*events: e.Event) -> list[tuple[str, str, list[str]]]:
    """Return each folded line: its text, its note, and what it opens to."""
    shown = fold_lines(RUN.state, lines_of(RUN.state, events))
    return [(each.text, each.note, [line.text for line in each.folded]) for each in shown]


def test_en_that_goes_blow_by_blow_is_added_up() -> None:
    (line,) = told(spends("bran", 20, 19), spends("bran", 19, 17), spends("bran", 17, 16))
    assert line == (
        "Bran spends 4 EN, 16 left.",
        "in 3 steps",
        ["Bran spends 1 EN, 19 left.", "Bran spends 2 EN, 17 left.", "Bran spends 1 EN, 16 left."],
    )


@pytest.mark.parametrize(
    "other",
    [
        spends("cora", 19, 18),
        spends("bran", 19, 18, why="spell"),
        spends("bran", 19, 22),
        spends("bran", 15, 14),
        Passed(who="bran"),
    ],
)
def test_anothers_en_or_for_another_reason_or_after_harm_is_a_line_of_its_own(other: e.Event) -> None:
    shown = told(spends("bran", 20, 19), other)
    assert [opens for _, _, opens in shown] == [[], []]


def test_what_is_said_in_the_same_words_is_one_line_with_all_clauses() -> None:
    passes = [Passed(who="dain", clauses=(clause,)) for clause in ("DEW.1.2.1e", "DEW.1.2.1f", "DEW.1.2.1e")]
    assert told(*passes) == [("Dain passes.", "3 times", ["Dain passes."] * 3)]
    (line,) = fold_lines(RUN.state, lines_of(RUN.state, passes))
    assert (line.clauses, line.n) == (("DEW.1.2.1e", "DEW.1.2.1f"), 2)


def test_what_was_ruled_or_taken_back_stands_by_itself() -> None:
    lines = lines_of(RUN.state, [spends("bran", 20, 19), spends("bran", 19, 18)])
    for state in ("ruled", "back"):
        assert len(fold_lines(RUN.state, [replace(each, state=state) for each in lines])) == 2


def test_in_a_whole_fight_nothing_is_left_out_and_the_sums_are_right() -> None:
    lines = lines_of(RUN.state, RUN.events)
    shown = fold_lines(RUN.state, lines)
    assert any(each.folded for each in shown)
    assert [line for each in shown for line in each.folded or [each]] == lines
    for each in shown:
        kept = each.folded or [each]
        assert {clause for line in kept for clause in line.clauses} == set(each.clauses)
        assert [die for line in kept for die in line.dice] == list(each.dice)


def test_the_log_opens_a_folded_line_to_all_of_them() -> None:
    events = [spends("bran", 20, 19, "DEW.1i"), spends("bran", 19, 18, "DEW.1j")]
    groups = [LogGroup("1", "", tuple(fold_lines(RUN.state, lines_of(RUN.state, events))))]
    page = compact(render_to_string("screens/dm/log.html", {"log": {"acts": [], "groups": groups}}))
    details = page.partition('<details class="folded" data-keep="fold-0">')[2].partition("</ol></details>")[0]
    assert re.findall("<p>([^<]*)</p>", details) == [
        "Bran spends 2 EN, 18 left.", "Bran spends 1 EN, 19 left.", "Bran spends 1 EN, 18 left.",
    ]  # fmt: skip
    assert details.count("1i") >= 1
    assert 'data-entry="1"' in page
    assert re.findall(r"/rule/(DEW[^\"]*)", page) == ["DEW.1i", "DEW.1j", "DEW.1i", "DEW.1j"]


@pytest.mark.usefixtures("transactional_db")
def test_the_dms_log_of_a_fight_is_folded() -> None:
    _, encounter = demo.make_demo("dew")
    services.begin_round(build_dm_viewer(encounter), "begun")
    for tap in range(60):
        state = read_dm_view(build_dm_viewer(encounter)).state
        if state.between_rounds:
            break
        services.close(build_dm_viewer(encounter), f"tap-{tap}")
    lines = [line for group in build_log(read_dm_view(build_dm_viewer(encounter))).groups for line in group.lines]
    texts = [(line.text, getattr(line.of, "who", "")) for line in lines]
    assert [one for one, other in itertools.pairwise(texts) if one == other] == []
