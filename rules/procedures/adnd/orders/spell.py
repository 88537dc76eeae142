"""D: the casting of a spell."""

from collections.abc import Iterator
from dataclasses import field
from typing import ClassVar

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, DeedWords, Wording
from rules.kernel.file_words import Raw
from rules.kernel.foresight import UNKNOWN, Foresight
from rules.kernel.forms import Choice, Field, OneOf
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Goal, SpellId
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS
from rules.procedures.adnd.deed_types import Numbering
from rules.procedures.adnd.orders.base import (
    Discharge,
    Lack,
    Means,
    OrderedDeed,
    Pace,
    count_segments_done,
    describe_aim,
)
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules, build_aim_field, defer, describe_segments


@frozen
class Casting(OrderedDeed):
    """A part of the casting of a spell."""

    succeeds_by: ClassVar[tuple[type[e.Event], ...]] = (e.SpellCompleted,)
    fails_by = (e.SpellSpoiled,)

    order: "Cast" = field(kw_only=True)

    @property
    def words(self) -> DeedWords:
        return super().words._replace(spell=self.order.spell)

    def describe(self, wording: Wording) -> str:
        return wording.spell(self.who, self.order.spell) + self.describe_targets(wording, " on")


@frozen
class Completion(Casting):
    """The completion of a spell; the casting of one that outlasts the round."""

    kind = "spell"
    group = DeedGroup.SPELL

    cantrip: int = 0
    """Which of two cantrips it is: 1 or 2; 0: neither."""


@frozen
class CastingSegment(Casting):
    """A segment of surprise spent on a spell that it does not complete."""

    kind = "spell"
    role = "casting"
    group = DeedGroup.SPELL


@frozen
class Cast(Discharge):
    """The casting of a spell."""

    how = "spell"
    deed = Completion
    label = "Cast a spell"
    takes_many = True

    spell: SpellId = ""
    to: Goal = None
    """The place at which the spell is aimed, or puts down its caster."""

    @classmethod
    def find_lack(cls, state: State, me: Combatant) -> Lack | None:
        return None if me.spells else (Means.SPELL, "has no spell in memory")

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        choices = []
        for id in dict.fromkeys(me.spells):
            spell = me.spell(id)
            if spell is None:
                continue
            also = form.list_further_cantrip_fields(state, me, id) if spell.cantrip else []
            fields: list[Field] = [form.build_targets_field(state, me, "spell"), build_aim_field(spell), *also]
            fields += form.list_further_fields(state, me, "D", "spell") if not also else ()
            price = describe_segments(spell.casting)
            choices.append(Choice(id, spell.name, price, form.forbid_spell(state, me, spell), defer(fields)))
        return [OneOf("spell", "Spell", choices)]

    @property
    def what(self) -> str:
        return self.spell

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        return 2 if "spell" in keys else 0

    def describe_alone(self, wording: Wording) -> str:
        return wording.spell(self.who, self.spell) + self.describe_targets(wording) + describe_aim(self.to)

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        me = state.combatants[self.who]
        spell = me.spell(self.spell)
        assert spell is not None
        left = max(1, spell.casting - count_segments_done(me, spell.id))
        if left <= SEGMENTS:
            yield self.build_numbered(state, numbering, number=left, timed=True, cantrip=1 if self.then else 0)
        else:
            yield self.build_numbered(state, numbering, id=f"{self.who}:casting", number=None, standing=True)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield the completion of the spell, or the segment spent on a longer one."""
        me = state.combatants[self.who]
        spell = me.spell(self.spell)
        assert spell is not None
        if count_segments_done(me, spell.id) + 1 < spell.casting:
            yield CastingSegment(id, self.who, self.targets, order=self)
        else:
            yield self.build_deed(id)

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        """Return that the target is beyond the spell's range, and too far to be touched."""
        spell = state.combatants[self.who].spell(self.spell)
        if spell is None or spell.range is None or gap * 100 <= max(spell.range, 50) * state.setting.inch:
            return UNKNOWN
        return Foresight("out of range", "is out of range of the spell.", "cast anyway")
