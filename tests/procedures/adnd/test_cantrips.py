"""A second cantrip in the same round: timed by some procedures, not offered by others."""

from dataclasses import replace

import pytest

from rules.kernel.forms import Field, OneOf
from rules.kernel.inputs import BeginRound
from rules.procedures import get_ruleset, split_layer
from tests.any_procedure import FAMILY
from tests.rules.players import hand, prepare_combatant, spell


def chosen(fields: list[Field], *values: str) -> list[Field]:
    """Return the fields that are left to fill in after these choices."""
    for value in values:
        one = next(field for field in fields if isinstance(field, OneOf))
        option = next(each for each in one.choices if each.value == value)
        fields = list(option.then() if option.then is not None else ())
    return fields


@pytest.mark.parametrize("ruleset", [id for id in FAMILY if not split_layer(id)[1]])
def test_a_second_cantrip_is_offered_where_it_is_timed(ruleset: str) -> None:
    snap = replace(spell(1), id="snap", cantrip=True)
    tenser = prepare_combatant("tenser", "party", spells=(snap, replace(snap, id="sting")))
    table = hand([tenser, prepare_combatant("orc", "foes")], {}, {}, ruleset=ruleset)
    table.game.submit(BeginRound())
    while (asked := next((each for each in table.state.open if each.question == "declare"), None)) is None:
        table.step()
    form = get_ruleset(ruleset).questions["declare"].form(table.state, replace(asked, who="tenser"))
    assert form is not None
    labels = [field.label for field in chosen(list(form.fields), "D", "spell", "snap")]
    kinds = [kind.__name__ for kind in get_ruleset(ruleset).events]
    assert ("A second cantrip" in labels) is ("CantripTimed" in kinds)
