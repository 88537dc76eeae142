"""A: avoiding the fight."""

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, DeedWords, Wording
from rules.kernel.file_words import Raw
from rules.kernel.forms import Choice, OneOf, PlaceField
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Goal, KeyKind, OrderKey
from rules.kernel.state import Combatant, State
from rules.kernel.terms import Action
from rules.kernel.visibility import PLAIN
from rules.procedures.adnd.deed_types import Numbering
from rules.procedures.adnd.orders.base import AdndDeclaration, OrderedDeed
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules

AVOIDING = (
    ("flee", "Flee"),
    ("fall_back", "Fall back fighting"),
    ("disengage", "Disengage"),
    ("surrender", "Surrender"),
)
"""The ways of avoiding, with their words."""


@frozen
class Flight(OrderedDeed):
    """Avoiding the fight: flight, falling back, surrender."""

    kind = "flee"
    group = DeedGroup.FLIGHT
    succeeds_by = (e.Fled, e.Surrendered)

    order: "Avoid" = field(kw_only=True)

    @property
    def words(self) -> DeedWords:
        return super().words._replace(mode=self.order.way)

    def describe(self, wording: Wording) -> str:
        return self.order.way.replace("_", " ") + self.describe_targets(wording)


@frozen
class Avoid(AdndDeclaration):
    """Avoiding the fight: flight, falling back, surrender."""

    action = Action.AVOID.value
    deed = Flight

    avoid: Annotated[str, PLAIN, OrderKey(KeyKind.CHOICE, tuple(way for way, _ in AVOIDING))] = ""
    """The way of avoiding the fight: flee, fall_back, surrender and the like."""
    to: Goal = None
    """The place to go to; None: away from the foes."""

    @property
    def way(self) -> str:
        """Return the way of avoiding; flight where none is named."""
        return self.avoid or "flee"

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        def build_way(value: str, label: str) -> Choice:
            def list_way_fields() -> Fields:
                return [
                    PlaceField("to", "Where?", optional=True),
                    *form.list_further_fields(state, me, "A", value),
                ]

            return form.build_way(state, me, "A", value, label, list_way_fields)

        return [OneOf("avoid", "How", [build_way(value, label) for value, label in AVOIDING])]

    @classmethod
    def complete_answer(cls, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        super().complete_answer(answer, deed, me)
        answer.setdefault("avoid", "flee")

    def describe_alone(self, wording: Wording) -> str:
        return (self.avoid or "avoid").replace("_", " ")

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield self.build_deed(id)
