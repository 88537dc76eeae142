"""A button or a link, as templates/components/act.html reads it."""

from typing import Any

Act = dict[str, Any]


def link(label: str, href: str, **more: Any) -> Act:
    """A link. ``more``: icon, key, tone, small, name."""
    return {"label": label, "href": href, **more}


def post(label: str, action: str, **more: Any) -> Act:
    """A form of one button. ``more``: hidden (name and value pairs), icon, key, tone, small, next, disabled, name.

    ``form``: no form of its own, but a button of the page's form of this id, which is sent along.
    """
    return {"label": label, "action": action, **more}
