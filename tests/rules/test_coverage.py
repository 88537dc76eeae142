"""A clause is covered when a passing scenario lists it and the run shows it."""

from collections.abc import Sequence

import pytest

from rules.catalogue import load_catalogue
from rules.kernel import events as e
from rules.kernel.order import Because
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.scenarios import find_differences
from rules.scenarios.coverage import Evidence, find_evidence, make_report
from tests.any_procedure import ANY
from tests.rules.fights import FIELD, declare, expect, fight, make_run, run

COUNTED = tuple(make_report(load_catalogue(ANY), []).shown)
CLAUSE, ALL = COUNTED[0], len(COUNTED)
"""A clause that counts, and how many do."""

LISTING = FIELD.replace('title = "At the ford"', f'clauses = ["{CLAUSE}"]')

OTIS = Blow("otis:1", "otis", ("orc-1",), weapon="sword_long")
AGAIN = Blow("otis:2", "otis", ("orc-1",), weapon="sword_long", routine=2)
ORC = Blow("orc-1:1", "orc-1", ("otis",), weapon="axe_battle")
SLEEP = Completion("tenser:spell", "tenser", ("orc-1",), order=Cast("tenser", spell="magic_user_sleep"))
AGENDA = e.AgendaChanged(deeds=(OTIS, AGAIN, ORC, SLEEP), round=1)


def began(*deeds: str, because: Sequence[Because] = ()) -> e.MomentBegan:
    return e.MomentBegan(deeds=deeds, because=tuple(because), round=1)


def because(first: str, relation: str, then: str, clause: str = CLAUSE) -> Because:
    return Because(first, relation, then, (clause,))


def blow(who: str, target: str, moment: int, *clauses: str) -> e.Attacked:
    return e.Attacked(
        who=who, target=target, weapon="x", routine=1, mode="melee", needed=10, face=1, hit=False, round=1,
        moment=moment, clauses=clauses,
    )  # fmt: skip


def shown(*events: e.Event, wanted: Sequence[str], field: str = LISTING) -> list[str]:
    """Return the ways in which these events and expectations show CLAUSE."""
    played = make_run(fight(expect(*wanted), field=field), *events)
    assert find_differences(played) == []
    return [each.how for each in find_evidence(played)]


INITIATIVE = e.InitiativeRolled(side="party", face=3, number=3, round=1, clauses=(CLAUSE,))


def test_an_event_that_is_wanted_with_the_clause_names_it() -> None:
    named = f'events = [{{ kind = "InitiativeRolled", clauses = ["{CLAUSE}"] }}]'
    assert shown(INITIATIVE, wanted=[named]) == ["InitiativeRolled cites it"]


def test_a_clause_that_the_file_does_not_list_is_not_shown_by_it() -> None:
    named = f'events = [{{ kind = "InitiativeRolled", clauses = ["{CLAUSE}"] }}]'
    assert shown(INITIATIVE, wanted=[named], field=FIELD) == []


def test_a_clause_that_is_only_listed_is_not_shown() -> None:
    assert shown(blow("otis", "orc-1", 1), wanted=['order = ["otis strikes orc-1"]']) == []


def test_an_event_that_cites_it_shows_nothing_where_nobody_expects_the_event() -> None:
    assert shown(INITIATIVE, blow("otis", "orc-1", 1), wanted=['order = ["otis strikes orc-1"]']) == []


def test_an_event_wanted_without_the_clause_does_not_name_it() -> None:
    assert shown(INITIATIVE, wanted=['events = [{ kind = "InitiativeRolled", side = "party" }]']) == []


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ('order = ["InitiativeRolled party"]', "InitiativeRolled party"),
        ('orders = [["otis strikes orc-1"]]', "otis strikes orc-1"),
        ('count = { "otis strikes" = 1 }', "otis strikes"),
        ('together = [["otis strikes", "orc-1 strikes"]]', "otis strikes"),
    ],
)
def test_a_short_form_shows_what_the_event_that_meets_it_cites(line: str, form: str) -> None:
    events = (INITIATIVE, blow("otis", "orc-1", 1, CLAUSE), blow("orc-1", "otis", 1))
    assert shown(*events, wanted=[line]) == [f'"{form}" cites it']


def test_another_event_of_the_same_form_does_not_show_it() -> None:
    events = (blow("otis", "orc-1", 1), blow("otis", "orc-1", 2, CLAUSE))
    assert shown(*events, wanted=['order = ["otis strikes orc-1"]']) == []


# Order.

OTIS_FIRST = (
    AGENDA,
    began("otis:1", because=[because("otis:1", "before", "orc-1:1")]),
    blow("otis", "orc-1", 1, CLAUSE),
    began("orc-1:1"),
    blow("orc-1", "otis", 2),
)


def test_a_precedence_is_shown_where_the_file_expects_that_order() -> None:
    assert shown(*OTIS_FIRST, wanted=['order = ["otis strikes orc-1", "orc-1 strikes otis"]']) == [
        "otis:1 before orc-1:1 by it"
    ]


def test_a_blow_that_cites_what_ordered_it_does_not_show_the_order_by_itself() -> None:
    assert shown(*OTIS_FIRST, wanted=['order = ["otis strikes orc-1"]']) == []
    assert shown(*OTIS_FIRST, wanted=['count = { "otis strikes" = 1, "orc-1 strikes" = 1 }']) == []


def test_the_two_in_different_chains_say_nothing_of_each_other() -> None:
    assert shown(*OTIS_FIRST, wanted=['orders = [["otis strikes orc-1"], ["orc-1 strikes otis"]]']) == []


def test_a_precedence_is_shown_as_well_by_the_moment_of_the_later_deed() -> None:
    events = (
        AGENDA,
        began("otis:1"),
        blow("otis", "orc-1", 1),
        began("orc-1:1", because=[because("otis:1", "before", "orc-1:1")]),
        blow("orc-1", "otis", 2, CLAUSE),
    )
    assert shown(*events, wanted=['order = ["otis strikes orc-1", "orc-1 strikes otis"]']) != []


def test_another_deed_of_the_same_combatant_does_not_show_it() -> None:
    events = (
        AGENDA,
        began("otis:1", because=[because("otis:1", "before", "otis:2")]),
        blow("otis", "orc-1", 1),
        began("orc-1:1"),
        blow("orc-1", "otis", 2),
        began("otis:2"),
        blow("otis", "orc-1", 3),
    )
    assert shown(*events, wanted=['order = ["otis strikes orc-1", "orc-1 strikes otis"]']) == []
    assert shown(*events, wanted=['order = ["otis strikes", "orc-1 strikes", "otis strikes"]']) != []


TOGETHER = (
    AGENDA,
    began("otis:1", "orc-1:1", because=[because("otis:1", "together", "orc-1:1")]),
    blow("otis", "orc-1", 1, CLAUSE),
    blow("orc-1", "otis", 1, CLAUSE),
)


def test_together_is_shown_only_where_the_file_expects_them_together() -> None:
    both = '"otis strikes orc-1", "orc-1 strikes otis"'
    assert shown(*TOGETHER, wanted=[f"together = [[{both}]]"]) == ["otis:1 together orc-1:1 by it"]
    assert shown(*TOGETHER, wanted=[f"order = [{both}]"]) == []


def test_a_blow_before_a_spell_is_shown_by_the_spell_it_spoils() -> None:
    events = (
        AGENDA,
        began("orc-1:1", because=[because("orc-1:1", "before", "tenser:spell")]),
        blow("orc-1", "otis", 1),
        e.SpellSpoiled(who="tenser", spell="magic_user_sleep", deed="tenser:spell", round=1, moment=1),
    )
    assert shown(*events, wanted=['order = ["orc-1 strikes otis", "tenser loses magic_user_sleep"]']) == [
        "orc-1:1 before tenser:spell by it"
    ]


# What forbids.


def test_a_refusal_that_is_expected_shows_its_clause() -> None:
    refusal = e.Refused(who="otis", clause=CLAUSE, reason="no", clauses=(CLAUSE,))
    assert shown(refusal, wanted=[f'refused = ["{CLAUSE}"]']) == ["a refusal by it"]
    assert shown(refusal, wanted=['count = { "otis strikes" = 0 }']) == []


LOST = e.DeedLost(who="otis", deed="otis:2", cause="x", round=1, clauses=(CLAUSE,))


def test_a_deed_lost_by_it_is_shown_where_the_file_says_that_it_never_comes() -> None:
    never = ['never = [{ kind = "Attacked", who = "otis", target = "orc-1" }]']
    assert shown(AGENDA, LOST, wanted=never) == ["otis:2 is lost by it, and never comes off"]


def test_a_deed_lost_by_it_is_shown_where_the_file_counts_one_fewer() -> None:
    counted = ['count = { "otis strikes orc-1" = 1 }']
    assert shown(AGENDA, blow("otis", "orc-1", 1), LOST, wanted=counted) == [
        'otis:2 is lost by it, and is not counted in "otis strikes orc-1"'
    ]


@pytest.mark.parametrize(
    "line",
    [
        'never = [{ kind = "Attacked", who = "orc-1" }]',
        'never = [{ kind = "SpellCompleted", who = "otis" }]',
        'never = [{ kind = "Attacked", who = "otis", target = "orc-2" }]',
        'count = { "otis shoots orc-1" = 0 }',
        'count = { "otis strikes orc-2" = 0 }',
    ],
)
def test_what_could_not_have_been_that_deed_does_not_show_it(line: str) -> None:
    assert shown(AGENDA, LOST, wanted=[line]) == []


def test_a_spell_spoiled_by_it_is_shown_where_it_never_completes() -> None:
    spoiled = e.SpellSpoiled(who="tenser", spell="magic_user_sleep", deed="tenser:spell", round=1, clauses=(CLAUSE,))
    never = ['never = [{ kind = "SpellCompleted", spell = "magic_user_sleep" }]']
    assert shown(AGENDA, spoiled, wanted=never) == ["tenser:spell is lost by it, and never comes off"]


# The report.


def test_moments_are_numbered_as_their_events_are() -> None:
    played = run(declare("otis", "G", "orc-1"), declare("orc", "G", "otis"))
    moments = [at for at, event in enumerate(played.events) if isinstance(event, e.MomentBegan)]
    assert [played.events[at + 1].moment for at in moments] == list(range(1, len(moments) + 1))


def test_a_report_counts_every_clause_and_names_what_nothing_shows() -> None:
    made = make_report(load_catalogue(ANY), [Evidence(CLAUSE, "a.toml", "x"), Evidence(CLAUSE, "b.toml", "y")])
    assert made.build_summary() == f"{ANY.upper()}: {ALL} clauses, 1 covered ({100 // ALL}%)"
    assert [each.file for each in made.shown[CLAUSE]] == ["a.toml", "b.toml"]
    assert CLAUSE not in made.uncovered
    assert len(made.uncovered) == ALL - 1


def test_only_a_full_hundred_is_called_that() -> None:
    everything = [Evidence(id, "a.toml", "x") for id in COUNTED]
    percent = (ALL - 1) * 100 // ALL
    assert percent < 100
    assert make_report(load_catalogue(ANY), everything[:-1]).build_summary().endswith(f"{ALL - 1} covered ({percent}%)")
    assert make_report(load_catalogue(ANY), everything).build_summary().endswith(f"{ALL} covered (100%)")


EXAMPLE = next(each for each in load_catalogue(ANY).clauses.values() if each.kind == "example")


def test_an_example_is_shown_where_the_clause_that_it_illustrates_is() -> None:
    field = LISTING.replace(CLAUSE, EXAMPLE.id)
    cited = e.InitiativeRolled(side="party", face=3, number=3, round=1, clauses=(EXAMPLE.example_of,))
    named = f'events = [{{ kind = "InitiativeRolled", clauses = ["{EXAMPLE.example_of}"] }}]'
    found = [f"an example of {EXAMPLE.example_of}: InitiativeRolled cites it"]
    assert shown(cited, wanted=[named], field=field) == found
    assert shown(cited, wanted=['events = [{ kind = "InitiativeRolled" }]'], field=field) == []
