"""The update of events that older versions wrote to the fields that their kinds have now."""

from collections.abc import Mapping
from typing import Any

ONE_SEGMENT = "one segment"


def update_fields(data: object) -> object:
    """Return the JSON object of an event with the fields that its kind has now.

    ``cost`` of MindChanged and Warned once held the words that are ``what`` now. A Warned about the risk of an act
    named the combatant who was warned in ``who``, and the combatant who threatened in ``target``.
    """
    if not isinstance(data, Mapping) or data.get("kind") not in ("MindChanged", "Warned"):
        return data
    words = data.get("cost")
    if not isinstance(words, str):
        return data
    fields: dict[str, Any] = {**data, "cost": int(words == ONE_SEGMENT), "what": "" if words == ONE_SEGMENT else words}
    if data["kind"] == "Warned" and fields["what"] and data.get("target"):
        fields.update(who=data["target"], target=data.get("who"))
    return fields
