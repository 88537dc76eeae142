"""D: the casting of a spell."""

from collections.abc import Iterator

from rules.kernel.foresight import UNKNOWN, Foresight
from rules.kernel.frozen import frozen
from rules.kernel.state import Deed, Place, State, Wording, become, evolve
from rules.kernel.terms import SEGMENTS
from rules.kernel.visibility import Open
from rules.procedures.adnd.deed_types import CastingSegment, Completion, Wait
from rules.procedures.adnd.orders.base import Discharge, Pace, count_segments_done, describe_aim
from rules.procedures.adnd.orders.numbering import Numbering, OrderRules


@frozen
class Cast(Discharge):
    """The casting of a spell."""

    how = "spell"

    spell: Open[str] = ""
    to: Open[Place | None] = None
    """The place at which the spell is aimed, or puts down its caster."""

    @property
    def what(self) -> str:
        return self.spell

    def describe_alone(self, wording: Wording) -> str:
        return wording.spell(self.who, self.spell) + self.describe_targets(wording) + describe_aim(self.to)

    def as_deed(self, plain: Deed) -> Deed:
        return become(plain, Completion, spell=self.spell, to=self.to)

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        me = state.combatants[self.who]
        spell = me.spell(self.spell)
        assert spell is not None
        left = max(1, spell.casting - count_segments_done(me, spell.id))
        for deed in super().build_deeds(state, numbering):
            if left <= SEGMENTS:
                yield evolve(deed, number=left, timed=True, cantrip=1 if self.then else 0)
            else:
                yield evolve(deed, id=f"{self.who}:casting", number=None, standing=True, to=None)

    def build_in_surprise(self, state: State, plain: Wait, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        """Yield the completion of the spell, or the segment spent on a longer one."""
        me = state.combatants[self.who]
        spell = me.spell(self.spell)
        assert spell is not None
        if count_segments_done(me, spell.id) + 1 < spell.casting:
            yield become(plain, CastingSegment, spell=spell.id)
        else:
            yield self.as_deed(plain)

    def foresee_at(self, state: State, gap: int, pace: Pace, unit: str) -> Foresight:
        """Return that the target is beyond the spell's range, and too far to be touched."""
        spell = state.combatants[self.who].spell(self.spell)
        if spell is None or spell.range is None or gap * 100 <= max(spell.range, 50) * state.setting.inch:
            return UNKNOWN
        return Foresight("out of range", "is out of range of the spell.", "cast anyway")
