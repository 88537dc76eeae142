"""The layer lies over the procedures for which it is registered."""

import pytest

from rules.procedures import UnknownRuleset, list_rulesets, lookup_layered, split_layer
from rules.scenarios import library
from tests.registered import layered_by


def test_a_layer_lies_over_the_procedures_that_it_is_registered_for() -> None:
    bases = " or ".join(split_layer(id)[1] for id in layered_by("lakofka"))
    with pytest.raises(UnknownRuleset, match=f"'lakofka' lies over {bases}, not over 'lakofka'"):
        lookup_layered("lakofka", "lakofka")


def test_a_file_over_a_procedure_that_is_gone_is_not_in_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    files = library.find_scenario_files("lakofka")
    gone = layered_by("lakofka")[-1]
    monkeypatch.setattr(library, "list_rulesets", lambda: [id for id in list_rulesets() if id != gone])
    left = library.find_scenario_files.__wrapped__("lakofka")
    assert left.keys() < files.keys()
