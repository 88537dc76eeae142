"""The three actions in the declare form: costs, actions left, deeds that may follow."""

from collections.abc import Mapping, Sequence

import pytest

from rules.catalogue import index_clauses
from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer, Field, Form, OneOf, Several
from rules.kernel.inputs import BeginRound, Change, MakeRuling
from rules.kernel.stat_block import Device, Spell
from rules.procedures import get_ruleset, lookup_layered, split_layer
from rules.scenarios import parse_scenario
from rules.scenarios.lines import ScenarioError
from tests.registered import layered_by
from tests.rules.players import Hand, hand, prepare_combatant, sword

MOVE = {"action": "E", "how": "move", "to": [0, 500]}
WARD = {"action": "D", "how": "spell", "spell": "ward"}
GEM = {"action": "D", "how": "device", "device": "gem"}
STRIKE = {"action": "G", "weapon": "sword", "target": "orc"}

FIRST = layered_by("lakofka")[0]
BOTH = pytest.mark.parametrize("ruleset", layered_by("lakofka"))


def table(ruleset: str) -> Hand:
    """Return a table at which Tenser, beside an orc, is asked to declare."""
    tenser = prepare_combatant(
        "tenser", "party", played=True, weapons=(sword(),), spells=(Spell("ward", "Ward", 1),),
        devices=(Device("gem", "Gem"), Device("horn", "Horn"), Device("lens", "Lens")),
    )  # fmt: skip
    here = hand([tenser, prepare_combatant("orc", "foes", weapons=(sword(),))], {}, {}, ruleset=ruleset)
    here.game.submit(BeginRound())
    while not any(each.who == "tenser" for each in here.state.open):
        here.step()
    return here


def form(ruleset: str) -> Form:
    """Return the declare form of Tenser."""
    here = table(ruleset)
    question = next(each for each in here.state.open if each.who == "tenser")
    made = get_ruleset(ruleset).questions["declare"].form(here.state, question)
    assert made is not None
    return made


def counts(ruleset: str, answer: Answer) -> Mapping[str, tuple[int, int | None]]:
    return {each.of: (each.used, each.left) for each in form(ruleset).count_usage(answer)}


@BOTH
def test_before_anything_is_said_everything_is_left(ruleset: str) -> None:
    nothing = {"actions": (0, 3), "spells": (0, 1), "devices": (0, 2), "attacks": (0, 1)}
    assert counts(ruleset, {}) == nothing
    assert counts(ruleset, {"action": "D"}) == nothing


@BOTH
def test_what_is_left_follows_the_path_chosen_so_far(ruleset: str) -> None:
    assert counts(ruleset, MOVE)["actions"] == (1, 2)
    assert counts(ruleset, {**MOVE, "with": [WARD]}) == {
        "actions": (2, 1), "spells": (1, 0), "devices": (0, 1), "attacks": (0, 1)
    }  # fmt: skip
    assert counts(ruleset, {**MOVE, "with": [WARD, STRIKE]})["attacks"] == (1, 0)


@BOTH
def test_a_refusal_names_its_rule(ruleset: str) -> None:
    asked = form(ruleset)
    assert asked.find_refusal({**MOVE, "with": [WARD, GEM]}) is None
    refused: dict[str, Answer] = {
        "LAKOFKA.0.1": {**MOVE, "with": [WARD, GEM, STRIKE]},
        "LAKOFKA.1.1": {**WARD, "with": [WARD]},
        "LAKOFKA.2.1": {**STRIKE, "with": [MOVE, STRIKE]},
        "LAKOFKA.5.2": {**GEM, "with": [{**GEM, "device": "horn"}, WARD]},
    }
    for clause, answer in refused.items():
        refusal = asked.find_refusal(answer)
        assert refusal is not None
        assert refusal.clause == clause


def one(fields: Sequence[Field], name: str) -> OneOf:
    found = next(each for each in fields if each.name == name)
    assert isinstance(found, OneOf)
    return found


@BOTH
def test_each_way_of_acting_says_what_it_costs(ruleset: str) -> None:
    letters = {option.value: option for option in one(form(ruleset).fields, "action").choices}
    assert letters["G"].price == "1 action, one attack"
    ways = {option.value: option.price for option in one(letters["E"].then(), "how").choices}
    assert ways == dict.fromkeys(("close", "charge", "charge_to", "move", "task"), "1 action")


@BOTH
def test_the_next_step_is_offered_by_what_came_before(ruleset: str) -> None:
    letters = {option.value: option for option in one(form(ruleset).fields, "action").choices}
    swords = one(letters["G"].then(), "weapon").choices
    further = next(field for field in swords[0].then() if isinstance(field, Several))
    then = {option.value: option for option in one(further.list_next_fields(STRIKE, []), "action").choices}
    assert then["E"].refusal is None
    refusal = then["G"].refusal
    assert refusal is not None
    assert refusal.clause == "LAKOFKA.2.1"


def further(answer: Answer) -> dict[str, str]:
    """Return the clause that forbids each letter of a further deed after this, or ""."""
    letters = {option.value: option for option in one(form(FIRST).fields, "action").choices}
    ways = {option.value: option for option in one(letters[str(answer["action"])].then(), "how").choices}
    several = next(field for field in ways[str(answer["how"])].then() if isinstance(field, Several))
    done = answer.get("with", ())
    assert isinstance(done, list)
    options = one(several.list_next_fields({**answer, "with": []}, done), "action").choices
    return {option.value: option.refusal.clause if option.refusal else "" for option in options}


TASK = {"action": "E", "how": "task", "task": "light a torch"}


def test_with_no_action_left_every_letter_is_closed() -> None:
    one_left, none_left = further({**TASK, "with": [TASK]}), further({**TASK, "with": [TASK, TASK]})
    # Who has no spear is refused that by the text that the ten rules lie over.
    assert one_left.pop("F") == none_left.pop("F") in index_clauses()
    assert one_left == {"A": "", "D": "", "E": "", "G": ""}
    assert none_left == dict.fromkeys("ADEG", "LAKOFKA.0.1")


def test_what_is_free_stays_open_with_no_action_left() -> None:
    """6.2: the second half of a short move costs nothing."""
    letters = further({**MOVE, "with": [TASK, TASK]})
    assert letters["E"] == ""
    assert letters["G"] == "LAKOFKA.0.1"


def test_an_intention_names_only_whom_one_sees() -> None:
    """10.1: an orc behind the wall is not among those who can be struck at."""
    here = table(FIRST)
    here.game.submit(MakeRuling((Change("orc", "hidden", "yes"),), "behind the wall"))
    asked = next(each for each in here.state.open if each.who == "tenser")
    made = get_ruleset(FIRST).questions["declare"].form(here.state, asked)
    assert made is not None
    with pytest.raises(BadAnswer, match="'orc' cannot be chosen"):
        made.find_refusal(STRIKE)


def test_a_layer_is_named_by_what_it_lies_over() -> None:
    bases = [split_layer(id)[1] for id in layered_by("lakofka")]
    assert [lookup_layered("lakofka", base) for base in bases] == list(layered_by("lakofka"))
    assert [get_ruleset(id).catalogues for id in layered_by("lakofka")] == [("lakofka", base) for base in bases]


def test_a_file_that_lays_it_over_another_is_refused() -> None:
    with pytest.raises(ScenarioError, match='"over"'):
        parse_scenario('ruleset = "lakofka"\nover = "crucible"\n', "over.toml")
