"""Magic that relocates: its place is asked, shown to those who perceive the user, and kept."""

from collections.abc import Sequence

import pytest

from rules.kernel import events as e
from rules.kernel.battlefield import measure_distance
from rules.kernel.forms import Field, OneOf, PlaceField
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import build_viewer_log
from rules.kernel.state import OpenQuestion
from rules.procedures import get_ruleset
from rules.scenarios import parse_scenario, play_scenario

HELM = """
ruleset = "addict"
title = "Tenser's helm"
unscripted = "low"
[encounter]
start = "melee"
[[combatant]]
id = "tenser"
side = "party"
class = "magic_user"
level = 9
hp = 20
position = [0, 0]
spells = ["magic_user_dimension_door", "magic_user_web"]
devices = [{ id = "helm", relocation = true }, { id = "wand", activation = 1 }]
[[combatant]]
id = "orc"
side = "foes"
monster = "orc"
position = [100, 0]
[[ruling]]
round = 1
who = "tenser"
what = "range"
value = ["orc", 40]
[[declare]]
round = 1
who = "tenser"
action = "D"
device = "helm"
to = [95, 0]
"""


def test_a_ruled_range_holds_no_more_once_magic_has_put_him_elsewhere() -> None:
    assert measure_distance(play_scenario(parse_scenario(HELM, "helm.toml")).state, "tenser", "orc") == 500


HIDDEN = (
    HELM
    + """
[[ruling]]
round = 1
who = "tenser"
what = "hidden"
"""
)


@pytest.mark.parametrize(("text", "landings"), [(HELM, 1), (HIDDEN, 0)])
@pytest.mark.parametrize("viewpoint", [Viewpoint(characters=("orc",)), Viewpoint()])
def test_the_place_is_shown_to_those_who_perceive_the_user(text: str, landings: int, viewpoint: Viewpoint) -> None:
    run = play_scenario(parse_scenario(text, "helm.toml"))
    seen = build_viewer_log((event, viewpoint, position) for position, event in enumerate(run.events)).shown
    assert sum(isinstance(each, e.Moved) for each in seen) == landings
    assert sum(isinstance(each, e.Moved) for each in run.events) == 1


def place_of(thing: str, how: str) -> PlaceField:
    """Return the field for a place that this spell or device opens in Tenser's order."""
    run = play_scenario(parse_scenario(HELM, "helm.toml"))
    ruleset = get_ruleset("addict")
    form = ruleset.questions["declare"].form(run.state, OpenQuestion("1", 0, "declare", "tenser", {}))
    assert form is not None
    fields: Sequence[Field] = form.fields
    for value in ("D", how, thing):
        choice = fields[0]
        assert isinstance(choice, OneOf)
        fields = next(each for each in choice.choices if each.value == value).then()
    return next(each for each in fields if isinstance(each, PlaceField))


@pytest.mark.parametrize(("thing", "how"), [("helm", "device"), ("magic_user_dimension_door", "spell")])
def test_the_order_asks_where_magic_that_relocates_lands(thing: str, how: str) -> None:
    assert place_of(thing, how).label.startswith("Where do you land?")


@pytest.mark.parametrize(("thing", "how"), [("wand", "device"), ("magic_user_web", "spell")])
def test_of_other_magic_it_asks_at_what_place_it_is_aimed(thing: str, how: str) -> None:
    assert place_of(thing, how).label == "Where?"
