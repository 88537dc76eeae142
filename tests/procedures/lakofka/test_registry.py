"""The layer lies over the procedures for which it is registered."""

import pytest

from rules.procedures import UnknownRuleset, lookup_layered, split_layer
from tests.registered import layered_by


def test_a_layer_lies_over_the_procedures_that_it_is_registered_for() -> None:
    bases = " or ".join(split_layer(id)[1] for id in layered_by("lakofka"))
    with pytest.raises(UnknownRuleset, match=f"'lakofka' lies over {bases}, not over 'lakofka'"):
        lookup_layered("lakofka", "lakofka")
