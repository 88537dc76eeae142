"""E: a task without an attack."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from rules.kernel.deeds import Deed, Wording
from rules.kernel.effects import Answer
from rules.kernel.file_words import Raw
from rules.kernel.forms import Choice, Number, OneOf, Text
from rules.kernel.frozen import frozen
from rules.kernel.order_keys import Count, FlagOnce, TypedText, WeaponId, make_enum_key
from rules.kernel.state import Combatant, State
from rules.kernel.terms import SEGMENTS, Action
from rules.kernel.visibility import PLAIN
from rules.procedures.adnd.deed_types import Numbering, Task, TaskKind
from rules.procedures.adnd.orders.base import AdndDeclaration, ReadyingTask, count_segments_done
from rules.procedures.adnd.orders.form import Fields, OrderForm, OrderRules
from rules.procedures.adnd.stored_tasks import read_task_kind

NOTHING = "no"
"""The choice to draw no weapon."""
UNTOLD = "something"
"""The words of a task of which nothing is told."""
KINDS: Mapping[TaskKind, str] = {
    TaskKind.DRAW: "Draw something",
    TaskKind.DROP: "Drop something",
    TaskKind.GEAR: "Handle gear, open or close",
    TaskKind.OTHER: "Something else",
}
"""The kinds of tasks, in the words of the form."""


@frozen
class DoTask(AdndDeclaration):
    """A task without an attack: to open a door, to draw a weapon."""

    action = Action.MOVE.value
    how = "task"
    deed = Task
    label = "Do something else"
    is_readying = True
    may_follow_task = True

    task: TypedText = ""
    draw: WeaponId = ""
    """The weapon that is drawn, or ``NOTHING``. "" in older logs, where the words of the task name it."""
    segments: Count = 1
    """The segments that it takes."""
    peek: FlagOnce = False
    """The combatant looks out from cover and ducks back."""
    kind: Annotated[TaskKind, PLAIN, make_enum_key(TaskKind)] = TaskKind.OTHER

    @classmethod
    def list_fields(cls, form: OrderForm, state: State, me: Combatant) -> Fields:
        return [
            Text("task", "What", 80),
            build_kind_field(),
            build_draw_field(me),
            Number("segments", "Segments it takes", 1, 100, optional=True),
            OneOf("peek", "Duck back", [Choice("yes", "Yes"), Choice("no", "No")], optional=True, unsaid="no"),
            *form.list_further_fields(state, me, "E", "task"),
        ]

    @property
    def what(self) -> str:
        return self.task

    @property
    def drawn(self) -> str:
        """Return the weapon that is drawn; "" for none."""
        return self.draw if self.draw != NOTHING else ""

    @classmethod
    def rank_keys(cls, keys: Raw) -> int:
        return 3 if "task" in keys or "draw" in keys or ("peek" in keys and "to" not in keys) else 0

    @classmethod
    def complete_answer(cls, answer: dict[str, object], deed: Raw, me: Combatant) -> None:
        super().complete_answer(answer, deed, me)
        if "peek" in deed:
            answer.setdefault("task", "peek")

    @classmethod
    def read_fields(cls, answer: Answer, me: Combatant) -> dict[str, Any]:
        """Return the fields, with the words of the task, its kind, and the weapon that is drawn.

        An answer that says nothing of drawing, or of the kind, is of an older form or a scenario file: its words tell.
        """
        words = str(answer.get("task") or "")
        draw = str(answer.get("draw") or me.find_weapon_drawn(words) or NOTHING)
        task = words or (f"draw {draw}" if draw != NOTHING else UNTOLD)
        fields = super().read_fields(answer, me)
        kind = fields.get("kind") or read_task_kind(task)
        if not words and draw != NOTHING:
            kind = TaskKind.DRAW
        return {**fields, "task": task, "draw": draw, "kind": kind}

    def describe_alone(self, wording: Wording) -> str:
        if not self.drawn or self.task == f"draw {self.drawn}":
            return wording.quote(self.task)
        return f"draw {wording.weapon(self.who, self.drawn)}, {wording.quote(self.task)}"

    def describe_task(self) -> ReadyingTask:
        """Return it as a task before an act: to drop something takes no segment."""
        at_once = self.segments == 1 and self.kind is TaskKind.DROP
        return ReadyingTask(self.task, 0 if at_once else self.segments, self.drawn)

    def list_named(self) -> dict[str, Any]:
        return {"task": self.task, "draw": self.drawn}

    def build_deeds(self, state: State, numbering: Numbering) -> Iterator[Deed]:
        left = max(1, self.segments - count_segments_done(state.combatants[self.who], self.task))
        if left <= SEGMENTS:
            yield self.build_numbered(state, numbering, number=left, timed=True)
        else:
            yield self.build_numbered(state, numbering, id=f"{self.who}:working", number=None, standing=True)

    def build_in_surprise(self, state: State, id: str, numbering: Numbering, rules: OrderRules) -> Iterator[Deed]:
        yield self.build_deed(id)


def build_kind_field() -> OneOf:
    """Return the field for the kind of a task."""
    choices = [Choice(kind.value, label) for kind, label in KINDS.items()]
    return OneOf("kind", "What kind", choices, optional=True, unsaid=TaskKind.OTHER.value)


def build_draw_field(me: Combatant) -> OneOf:
    """Return the field for the weapon that a combatant draws; natural weapons are not drawn."""
    carried = [each for each in me.stat_block.gear.weapons if not each.natural and each.id != "fist"]
    choices = [Choice(NOTHING, "Nothing"), *(Choice(each.id, each.name) for each in carried)]
    return OneOf("draw", "Draw a weapon", choices, optional=True, unsaid=NOTHING)
