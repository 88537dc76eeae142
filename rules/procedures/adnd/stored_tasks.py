"""Tasks of earlier forms and of files: their words say of what kind they are."""

from collections.abc import Mapping

from rules.kernel.stored_forms import Data
from rules.procedures.adnd.deed_types import TaskKind

_GEAR = ("sheathe", "wear", "remove", "switch", "fetch", "open", "close", "pick up")
_VERBS = {"draw": TaskKind.DRAW, "drop": TaskKind.DROP, **dict.fromkeys(_GEAR, TaskKind.GEAR)}


def read_task_kind(words: str) -> TaskKind:
    """Return the kind of a task from the verb with which its words begin."""
    return next((kind for verb, kind in _VERBS.items() if words.startswith(f"{verb} ")), TaskKind.OTHER)


def convert_task(fields: Data) -> Data:
    """Return the fields of an order for a task in version 9: it has a kind."""
    return {**fields, "kind": read_task_kind(str(fields.get("task", ""))).value}


def convert_question(fields: Data) -> Data:
    """Return the fields of a question in version 9: a task to go on with has a kind."""
    facts = fields.get("facts")
    begun = facts.get("going_on") if isinstance(facts, Mapping) else None
    if not isinstance(facts, Mapping) or not isinstance(begun, Mapping) or begun.get("how") != "task":
        return fields
    return {**fields, "facts": {**facts, "going_on": convert_task(dict(begun))}}
