"""The longest chain of imports is found inside a package, in made modules."""

from tests.measure.chains import find_longest_chain, list_packages

IMPORTS = {
    "rules": (),
    "rules.kernel": (),
    "rules.kernel.events": ("rules.kernel.state", "rules.other.far"),
    "rules.kernel.state": ("rules.kernel.terms",),
    "rules.kernel.terms": (),
    "rules.other": (),
    "rules.other.far": ("rules.other.farther",),
    "rules.other.farther": ("rules.other.far",),
}


def test_it_is_the_longest_inside_the_package() -> None:
    found = find_longest_chain(IMPORTS, "rules.kernel")
    assert found == ("rules.kernel.events", "rules.kernel.state", "rules.kernel.terms")


def test_a_circle_is_followed_once() -> None:
    assert len(find_longest_chain(IMPORTS, "rules.other")) == 2


def test_packages_of_the_rules_are_measured_each() -> None:
    measured = list_packages(IMPORTS)
    assert {"rules.kernel", "rules.other"} <= {*measured}
    assert "rules.kernel.events" not in measured
