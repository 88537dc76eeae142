"""The projection: every kind and field is listed, without the fields of the code alone."""

import json
from typing import Any

import pytest

from rules.catalogue import load_catalogue
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.dice import KeyedDice
from rules.kernel.effects import Rolled
from rules.kernel.order import Because
from rules.procedures.adnd.deed_types import Blow
from tests.any_procedure import ANY
from tests.rules.projection import door
from tests.rules.projection.differing import differing_fields, leave_out, show_difference
from tests.rules.projection.fields import KINDS
from tests.rules.projection.listing import COMMON, Listed
from tests.rules.projection.projecting import UnlistedKind, project, project_event, project_view
from tests.rules.projection.stored import run_lines, run_text
from tests.rules.watchers import DORA, PIP, SAM, WATCHERS, opened

CLASSES = [(kind, names) for kind, each in door.event_fields().items() for names in each]

FALL = e.Ruled(who="otis", what="falls")
WOUND = e.Damaged(
    round=1, clock=2, segment=3, moment=1, who="otis", by="orc-2", amount=4, left=16, clauses=("TEXT.VII",),
    rolls=(Rolled("damage", "orc-2", 1, 8, (4,), hidden=True),),
)  # fmt: skip
WALK = e.Moved(who="otis", to=(500, 700), feet=10)


def names_of(listed: Listed) -> tuple[str, ...]:
    return (*listed.contract, *listed.further, *listed.deeds, *listed.inside)


def lines(viewpoint: door.Viewpoint, *events: e.Event) -> list[dict[str, Any]]:
    """Return what a viewer is shown of the events, after the opening."""
    opening = [(opened(), 0)]
    before = len(list(project_view(opening, viewpoint)))
    log = [*opening, *((event, at) for at, event in enumerate(events, 1))]
    return [json.loads(line) for line in project_view(log, viewpoint)][before:]


# The list of fields.


@pytest.mark.parametrize(("kind", "names"), CLASSES, ids=[kind for kind, _ in CLASSES])
def test_every_field_of_an_event_kind_is_listed_once(kind: str, names: set[str]) -> None:
    listed = names_of(KINDS[kind])
    assert len(listed) == len(set(listed))
    assert names - set(COMMON) - set(listed) == set()


@pytest.mark.parametrize(("kind", "names"), CLASSES, ids=[kind for kind, _ in CLASSES])
def test_every_kind_has_its_contract_fields(kind: str, names: set[str]) -> None:
    assert set(KINDS[kind].contract) - names == set()


def test_only_kinds_that_exist_are_listed() -> None:
    assert set(KINDS) - set(door.event_fields()) == set()


def test_a_kind_that_is_not_listed_cannot_be_projected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KINDS, "Damaged")
    with pytest.raises(UnlistedKind, match="Damaged"):
        project_event(WOUND)


# What is projected.


def test_the_dm_is_shown_the_event_and_then_how_its_combatant_stands() -> None:
    wound, otis = lines(DORA, WOUND)
    assert {name: wound[name] for name in ("kind", "who", "by", "amount", "left", "clock", "segment", "clauses")} == {
        "kind": "Damaged", "who": "otis", "by": "orc-2", "amount": 4, "left": 16, "clock": 2, "segment": 3,
        "clauses": ["TEXT.VII"],
    }  # fmt: skip
    assert wound["rolls"] == [{"by": "orc-2", "dice": "1d8", "faces": [4], "purpose": "damage", "source": "seed"}]
    assert otis == {"combatant": "otis", "standing": {"hp": 16, "place": [100, 100], "conditions": []}}


def test_a_viewer_is_shown_what_that_viewer_may_see() -> None:
    wound, _ = lines(SAM, WOUND)
    assert "rolls" not in wound
    assert wound["by"] != "orc-2"


def test_place_and_conditions_are_followed() -> None:
    _, walked, _, fallen, *_ = lines(PIP, WALK, FALL)
    assert walked["standing"]["place"] == [500, 700]
    assert [name for name, _ in fallen["standing"]["conditions"]] == ["helpless"]


def test_what_nobody_perceives_is_not_shown() -> None:
    hidden = e.Moved(who="orc-1", to=(1, 1), feet=3, perceived_by=("dm",))
    assert (len(lines(DORA, hidden)), lines(PIP, hidden)) == (2, [])


def test_the_shapes_of_the_code_are_no_part_of_it() -> None:
    agenda = e.AgendaChanged(deeds=(Blow("otis:1", "otis", number=3),), why="declared")
    text = json.dumps([project_event(opened()), project_event(agenda)])
    assert "otis" not in text
    assert "declared" in text


def test_deeds_are_told_by_their_combatants() -> None:
    because = Because("otis:1", "before", "orc-2:surprise", ("TEXT.VII",), "2 < 5")
    began = project_event(e.MomentBegan(deeds=("otis:1", "orc-2:1"), because=(because,)))
    assert began["deeds"] == ["otis", "orc-2"]
    assert began["because"] == [
        {"deed": "otis", "other": "orc-2", "relation": "before", "clauses": ["TEXT.VII"], "numbers": "2 < 5"}
    ]


def test_a_further_field_that_holds_nothing_is_as_one_that_is_not_there() -> None:
    assert "pool" not in project_event(WOUND)
    assert project_event(e.Damaged(who="a", by="", amount=0, left=1, pool="EN"))["pool"] == "EN"


def test_every_viewer_has_a_part() -> None:
    log: list[tuple[door.Event, int]] = [(opened(), 0), (WOUND, 1)]
    named = [line.partition(": ")[0] for line in project(log, WATCHERS)]
    assert list(dict.fromkeys(named)) == ["dora", "pip", "quill", "sam"]


# Files and their texts.


def scenario(face: int) -> door.ScenarioRun:
    file = f"""
    ruleset = "{ANY}"
    unscripted = "low"
    encounter = {{ start = "melee", distance_ft = 5 }}
    combatant = [
      {{ id = "a", side = "party", class = "fighter", hp = 20 }},
      {{ id = "b", side = "foes", class = "fighter", hp = 20 }},
    ]
    declare = [{{ round = 1, who = "a", action = "G", target = "b" }}]
    roll = [{{ round = 1, purpose = "to_hit", by = "a", faces = [{face}] }}]
    """
    return door.play_scenario(door.parse_scenario(file, "made"))


def test_a_run_has_one_text_which_tells_another_fight() -> None:
    assert run_text(scenario(3)) == run_text(scenario(3))
    assert run_text(scenario(3)) != run_text(scenario(4))


def options_shown(viewer: str) -> dict[str, Any]:
    """Return the options in the forms that a viewer is shown, by the choices before."""
    named = [line.partition(": ") for line in run_lines(scenario(3))]
    shown = [json.loads(line) for name, _, line in named if name == viewer and '"option"' in line]
    return {" ".join(each["option"]): each for each in shown}


def test_those_who_are_asked_are_shown_the_form_whole() -> None:
    options = options_shown("side party")
    refusal = options["action=P"]["barred"]
    assert (refusal["reason"], refusal["clause"] in load_catalogue(ANY).clauses) == ("has no psionic powers", True)
    assert "action=G weapon=fist target=b" in options
    assert not any(path.startswith("action=P ") for path in options)


def test_nobody_else_is_shown_a_form() -> None:
    assert options_shown("public") == {}


def test_the_viewers_of_a_file_are_the_dm_each_side_and_the_public() -> None:
    assert door.run_viewers(scenario(3)) == {
        "dm": door.Viewpoint(dm=True),
        "side party": door.Viewpoint(characters=("a",)),
        "side foes": door.Viewpoint(characters=("b",)),
        "public": door.Viewpoint(),
    }


def test_the_first_difference_is_shown_among_its_neighbours() -> None:
    shown = show_difference(["a", "b", "c"], ["a", "x"], "here", "there")
    assert shown.splitlines() == [
        "line 2: - here, + there", "  a", "- b", "- c", "- (nothing more)", "+ x", "+ (nothing more)",
    ]  # fmt: skip
    assert show_difference(["a"], ["a"], "here", "there") == ""


def test_lines_that_contain_a_text_are_left_out() -> None:
    assert leave_out(["a", "guard b", "c"], "guard") == ["a", "c"]
    assert leave_out(["a"], "") == ["a"]


def test_the_fields_that_differ_are_named() -> None:
    found = differing_fields('dm: {"face":3,"hit":false,"who":"a"}', 'dm: {"face":4,"who":"a"}')
    assert list(found) == ["face: 3 -> 4", "hit: false -> null"]
    assert list(differing_fields('dm: {"face":3}', 'public: {"face":4}')) == []


def test_dice_of_a_fight_at_random_have_two_seeds_a_round() -> None:
    dice = door.SeededDice(7)(2, 1)
    assert isinstance(dice, KeyedDice)
    assert dice.get_commitments() != door.SeededDice(7)(3, 1).get_commitments()


def test_the_made_log_is_one_that_the_rules_take() -> None:
    assert fold([opened(), WOUND, WALK, FALL]).combatants["otis"].hp == 16
