"""The reaches of Lakofka's rules: those of the procedure under them."""

from collections.abc import Iterator

from rules.kernel import events as e
from tests.rules.reaches.checking import Claim, Exemption, Point


def find_claims(point: Point) -> Iterator[Claim]:
    """Yield nothing: the procedure under it finds what is claimed."""
    yield from ()


def is_thrown_in_charge(point: Point, claim: Claim) -> bool:
    """Return whether a weapon is thrown in a charge."""
    return isinstance(point.event, e.Attacked) and "LAKOFKA.8.3" in point.event.clauses


EXEMPTIONS = [
    Exemption("LAKOFKA.8.3", "a charger throws as the text's own example does", is_thrown_in_charge),
]

EXEMPTED = (("lakofka", EXEMPTIONS[0].name, "lakofka/8.3.other_weapon.toml"),)
