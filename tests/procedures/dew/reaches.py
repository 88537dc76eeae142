"""The reaches of Dew: of each mode of a weapon, in ranges of pairs."""

from collections.abc import Iterator

from rules.kernel.terms import HUNDREDTHS
from rules.procedures.dew.attack import AttackDeclared
from rules.procedures.dew.ranges import get_range
from tests.rules.reaches.checking import Claim, Exemption, Point


def find_claims(point: Point) -> Iterator[Claim]:
    """Yield what an event claims of reaches."""
    event = point.event
    if isinstance(event, AttackDeclared):
        apart = get_range(point.state, event.who, event.target)
        assert event.range == apart
        yield Claim(event.who, event.target, event.limit * HUNDREDTHS, apart * HUNDREDTHS)


EXEMPTIONS: list[Exemption] = []
