"""C: waiting for what others do, or for nothing."""

from collections.abc import Iterator
from typing import Any

from rules.kernel.deeds import Deed, Wording
from rules.kernel.forms import OneOf, Several
from rules.kernel.frozen import evolve, frozen
from rules.kernel.state import Combatant, State
from rules.kernel.terms import Action
from rules.procedures.adnd.deed_types import Numbering, Wait
from rules.procedures.adnd.orders.base import AdndDeclaration, as_order
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules


@frozen
class Await(AdndDeclaration):
    """Waiting, for what others do or for nothing; the steps that follow are done then."""

    action = Action.AWAIT.value
    deed = Wait

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [
            form.build_target_field(state, me, "C", "", optional=True, label="Who do you wait for?"),
            Several(
                "with", "Add another action", lambda: [OneOf("action", "Then", form.list_letters_after(state, me))]
            ),
        ]

    def describe_alone(self, wording: Wording) -> str:
        return "await" + self.describe_targets(wording, "")

    def list_named(self) -> dict[str, Any]:
        return {"targets": self.targets[:1]}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        """Yield the deeds that are held until the other has acted, or the waiting alone."""
        if not self.then or not self.targets:
            yield from super().build_deeds(state, numbering)
            return
        for held in self.then:
            for deed in as_order(held).build_deeds(state, numbering):
                yield evolve(deed, held_for=self.targets[0], slot=None)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield from ()
