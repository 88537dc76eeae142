"""The expectations of a file are compared with its run, and each difference is in words."""

from collections.abc import Sequence

import pytest

from rules.kernel import events as e
from rules.kernel.order import Because
from rules.scenarios import find_differences
from tests.any_procedure import CLAUSES
from tests.rules.fights import expect, fight, make_run

FIRST, SECOND, OTHER, FORBIDS = CLAUSES[:4]

BLOW = e.Attacked(
    who="otis",
    target="orc-1",
    weapon="sword_long",
    routine=1,
    mode="melee",
    needed=13,
    face=15,
    hit=True,
    round=1,
    clock=3,
    segment=4,
    moment=1,
    clauses=(FIRST, SECOND),
)
BACK = e.Attacked(
    who="orc-1",
    target="otis",
    weapon="axe_battle",
    routine=1,
    mode="melee",
    needed=15,
    face=2,
    hit=False,
    round=1,
    clock=3,
    segment=3,
    moment=1,
)
LATER = e.Attacked(
    who="orc-2",
    target="otis",
    weapon="axe_battle",
    routine=1,
    mode="melee",
    needed=15,
    face=2,
    hit=False,
    round=1,
    clock=5,
    segment=5,
    moment=2,
)
SLEEP = e.SpellCompleted(who="tenser", spell="magic_user_sleep", targets=("orc-1", "orc-2"), round=1, clock=6, moment=3)
MOVED = e.Moved(who="tenser", to=(-1050, 0), feet=20, round=1, clock=7, moment=4)
SHAKEN = e.MoraleChecked(who="foes", needed=7, face=9, result="falls back", round=1, clock=8)
NO = e.Refused(who="tenser", clause=FORBIDS, reason="has no spell in memory", round=1)
HAPPENED = (BLOW, BACK, LATER, SLEEP, MOVED, SHAKEN, NO)


def found(*lines: str, events: Sequence[e.Event] = HAPPENED) -> list[str]:
    return find_differences(make_run(fight(expect(*lines)), *events))


HOLDS = [
    'order = ["otis strikes orc-1", "orc-2 strikes otis", "tenser moves"]',
    'order = ["EncounterOpened", "otis strikes", "Refused tenser"]',
    'orders = [["otis strikes orc", "tenser casts"], ["orc-1 strikes otis", "orc-2 strikes otis"]]',
    'together = [["otis strikes orc-1", "orc-1 strikes otis"]]',
    'count = { "orc strikes otis" = 2, "otis flees" = 0 }',
    f'refused = ["{FORBIDS}"]',
    'events = [{ kind = "Attacked", who = "otis", needed = 13, hit = true, segment = 4 }]',
    f'events = [{{ kind = "Attacked", clauses = ["{SECOND}"] }}]',
    'events = [{ kind = "Moved", segment = 7 }]',
    'events = [{ kind = "MoraleChecked", side = "foes", face = 9 }]',
    'never = [{ kind = "MoraleChecked", side = "party" }]',
    'never = [{ kind = "Moved", segment = 6 }]',
    'events = [{ kind = "SpellCompleted", target = "orc-2" }]',
    'events = [{ kind = "SpellCompleted", target = ["orc-1", "orc-2"] }]',
    'events = [{ kind = "SpellCompleted", targets = ["orc-1", "orc-2"] }]',
    'events = [{ kind = "Moved", to = [-10.5, 0] }]',
    'events = [{ kind = "Attacked", perceived_by = ["public"] }]',
    'never = [{ kind = "Attacked", who = "orc-1", hit = true }, { kind = "Slain" }]',
    f'never = [{{ kind = "Attacked", who = "otis", clauses = ["{OTHER}"] }}]',
]


@pytest.mark.parametrize("line", HOLDS)
def test_an_expectation_that_holds_gives_no_difference(line: str) -> None:
    assert found(line) == []


DIFFERS = [
    (
        'order = ["orc-2 strikes otis", "otis strikes orc-1"]',
        'order: "otis strikes orc-1" does not come after "orc-2 strikes otis", only before',
    ),
    ('order = ["otis strikes orc-2"]', 'order: "otis strikes orc-2" does not come'),
    (
        'order = ["otis strikes orc-1", "otis strikes orc-1"]',
        'order: "otis strikes orc-1" does not come after "otis strikes orc-1", only before',
    ),
    (
        'orders = [["otis strikes orc"], ["tenser moves", "tenser casts"]]',
        'orders: "tenser casts" does not come after "tenser moves", only before',
    ),
    (
        'together = [["otis strikes orc-1", "orc-2 strikes otis"]]',
        'together: no moment has "otis strikes orc-1", "orc-2 strikes otis"'
        ' (by round and moment: "otis strikes orc-1" 1.1; "orc-2 strikes otis" 1.2)',
    ),
    (
        'together = [["otis strikes orc-1", "otis strikes orc"]]',
        'together: no moment has "otis strikes orc-1", "otis strikes orc"'
        ' (by round and moment: "otis strikes orc-1" 1.1; "otis strikes orc" 1.1)',
    ),
    (
        'together = [["Refused", "Refused"]]',
        'together: no moment has "Refused", "Refused" (by round and moment: "Refused" 1.-; "Refused" 1.-)',
    ),
    ('count = { "orc strikes otis" = 3 }', 'count: "orc strikes otis" 2 times, not 3'),
    ("refused = []", f"refused: {FORBIDS} (tenser: has no spell in memory); not nothing"),
    (
        f'refused = ["{FORBIDS}", "{FORBIDS}"]',
        f"refused: {FORBIDS} (tenser: has no spell in memory); not {FORBIDS}, {FORBIDS}",
    ),
    (
        'events = [{ kind = "Attacked", who = "otis", needed = 12, hit = true }]',
        'events: there is no Attacked with who = "otis", needed = 12, hit = true; the nearest has needed = 13',
    ),
    (
        f'events = [{{ kind = "Attacked", who = "orc-2", clauses = ["{FIRST}"] }}]',
        f'events: there is no Attacked with who = "orc-2", clauses = ["{FIRST}"]; the nearest has who = "otis"',
    ),
    (
        f'events = [{{ kind = "Attacked", who = "otis", clauses = ["{OTHER}"] }}]',
        f'events: there is no Attacked with who = "otis", clauses = ["{OTHER}"];'
        f' the nearest has clauses = ["{FIRST}", "{SECOND}"]',
    ),
    (
        'events = [{ kind = "SpellCompleted", target = "otis" }]',
        'events: there is no SpellCompleted with target = "otis"; the nearest has target = ""',
    ),
    ('events = [{ kind = "Slain" }]', "events: there is no Slain; there is no Slain at all"),
    (
        'events = [{ kind = "Attacked", hit = 1 }]',
        "events: there is no Attacked with hit = 1; the nearest has hit = true",
    ),
    (
        'never = [{ kind = "Attacked", who = "orc-2" }]',
        'never: Attacked with who = "orc-2" happens, at 1.5',
    ),
]


@pytest.mark.parametrize(("line", "words"), DIFFERS, ids=[line for line, _ in DIFFERS])
def test_a_difference_names_what_happened_instead(line: str, words: str) -> None:
    assert found(line) == [words]


def test_no_refusal_at_all_is_a_difference_too() -> None:
    assert found(f'refused = ["{FORBIDS}"]', events=[BLOW]) == [f"refused: nothing; not {FORBIDS}"]


def test_every_difference_is_listed_not_only_the_first() -> None:
    assert len(found('order = ["otis flees"]', 'count = { "otis flees" = 1 }', "refused = []")) == 3


def test_records_within_an_event_are_compared_by_the_fields_that_are_named() -> None:
    because = e.MomentBegan(because=(Because("a:1", "before", "b:1", (FIRST,), "2 < 10"),))
    wanted = f'events = [{{ kind = "MomentBegan", because = [{{ deed = "a:1", clauses = ["{FIRST}"] }}] }}]'
    assert found(wanted, events=[because]) == []
    assert found(wanted.replace("a:1", "b:1"), events=[because]) != []


def test_a_fight_that_expects_nothing_is_as_expected() -> None:
    assert find_differences(make_run(fight(), *HAPPENED)) == []
