"""Events as older versions wrote them, in the shape that their kinds have now."""

from collections.abc import Mapping
from typing import Any

ONE_SEGMENT = "one segment"


def updated(data: object) -> object:
    """Return the JSON object of an event with the fields that its kind has now.

    ``cost`` of MindChanged and Warned was said in words, which are ``what`` now. A Warned that said what an act would
    draw named the one who was told in ``who``, and the one who threatened in ``target``.
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
