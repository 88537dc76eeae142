"""Buttons and links, as the template components/act.html reads them."""

from typing import Any

Act = dict[str, Any]


def link(label: str, href: str, **more: Any) -> Act:
    """Return a link. ``more`` may hold icon, key, tone, small, name."""
    return {"label": label, "href": href, **more}


def post(label: str, action: str, **more: Any) -> Act:
    """Return a form of one button.

    ``more`` may hold hidden (pairs of name and value), icon, key, tone, small, next, disabled, name and form. With
    ``form`` it is a button of the page's form of that id instead, which is posted with it.
    """
    return {"label": label, "action": action, **more}
