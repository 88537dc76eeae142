"""The rulings that the DM's form offers and reads."""

import pytest

from encounters.screens.dm.forms import RulingForm
from encounters.screens.log_lines import build_line
from rules.kernel import events as e
from rules.kernel.inputs import Change
from rules.kernel.terms import DM
from tests.any_procedure import ANY
from tests.registered import layered_by
from tests.rules.players import hand, prepare_combatant

EVENT = {"what": "event", "value": " a horn is blown ", "note": "on the hill"}


def ruling(ruleset: str, who: str) -> RulingForm:
    state = hand([prepare_combatant("otis", "party"), prepare_combatant("orc", "foes")], {}, {}, ruleset=ruleset).state
    return RulingForm({**EVENT, "who": who}, state=state)


@pytest.mark.parametrize("ruleset", layered_by("lakofka"))
@pytest.mark.parametrize("who", ["orc", DM])
def test_by_the_ten_rules_the_dm_says_what_has_come_about(ruleset: str, who: str) -> None:
    form = ruling(ruleset, who)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["change"] == Change(who, "event", "a horn is blown")
    assert form.fields["value"].help_text == "what happens, in a few words"


def test_nobody_asks_who_notices_by_other_rules() -> None:
    form = ruling(ANY, DM)
    assert not form.is_valid()
    assert list(form.errors) == ["what"]


@pytest.mark.parametrize("who", ["orc", DM])
def test_what_happens_is_told_in_the_words_of_the_dm(who: str) -> None:
    ruleset = layered_by("lakofka")[0]
    state = hand([prepare_combatant("otis", "party"), prepare_combatant("orc", "foes")], {}, {}, ruleset=ruleset).state
    line = build_line(state, e.Ruled(who=who, what="event", new="a bell rings."))
    assert line is not None
    assert line.text == "A bell rings."
