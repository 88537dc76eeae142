"""The settings of each procedure have the types that the choices in its catalogue have."""

import sys
from collections.abc import Mapping
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from rules.catalogue import RuleText
from rules.kernel.options import OptionSpec
from rules.kernel.state import State
from rules.kernel.terms import Setting
from rules.procedures import get_ruleset, list_rulesets

for ruleset in list_rulesets():
    get_ruleset(ruleset)

TEXTS: dict[str, RuleText[object]] = {
    name: text
    for name, module in sorted(sys.modules.items())
    if name.endswith("options")
    and name.startswith("rules.procedures.")
    and isinstance(text := vars(module).get("TEXT"), RuleText)
}


def fits(kind: object, spec: OptionSpec) -> bool:
    """Return whether a type holds every value of an option, and no other that it could say."""
    if get_origin(kind) is Literal:
        return get_args(kind) == spec.choices and spec.reads is None
    open_text = kind is not str or spec.reads is not None
    return open_text and all(type(choice) is kind for choice in (spec.default, *spec.choices))


@pytest.mark.parametrize("module", TEXTS)
def test_every_setting_has_the_type_of_its_choices(module: str) -> None:
    text = TEXTS[module]
    types = get_type_hints(text.settings_class)
    wrong = [key for key, spec in text.options.items() if not fits(types[key.partition(".")[2]], spec)]
    assert wrong == []


def state_with(options: Mapping[str, object]) -> State:
    """Return the state of a fight without combatants that has these options."""
    return State(list_rulesets()[0], options, Setting.INDOORS, {}, ())


@pytest.mark.parametrize("module", TEXTS)
def test_a_setting_follows_a_changed_option(module: str) -> None:
    text = TEXTS[module]
    spec = next(spec for spec in text.options.values() if spec.choices[-1] != spec.default)
    name = spec.key.partition(".")[2]
    for value in (spec.choices[-1], spec.default, spec.choices[-1]):
        assert getattr(text.get_settings(state_with({spec.key: value})), name) == value
    assert getattr(text.get_settings(state_with({})), name) == spec.default
