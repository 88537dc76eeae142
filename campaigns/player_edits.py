"""The values that players may change on their own sheets, with a switch for each kind."""

from collections.abc import Mapping, Sequence

from campaigns.models import CampaignState

SWITCHES: Mapping[str, Sequence[str]] = {
    "edits_notes": ("sheet.notes",),
    "edits_carried": ("sheet.gear", "sheet.coins"),
    "edits_hit_points": ("left",),
    "edits_supplies": ("definition.charges", "cast"),
}
"""The paths that each switch, a column of CampaignState, lets players change, with all that is within them."""

ASKABLE = (
    *(path for paths in SWITCHES.values() for path in paths),
    "definition.hp",
    "definition.level",
    "experience",
)
"""The paths whose values a player may ask a DM for, with all that is within them."""


def find_switch(path: str) -> str:
    """Return the switch that lets players change the value at a path; "" for none."""
    return next((switch for switch, paths in SWITCHES.items() if any(_is_inside(path, each) for each in paths)), "")


def may_player_change(state: CampaignState, path: str) -> bool:
    """Return whether players may change the value at a path of their own characters."""
    switch = find_switch(path)
    return bool(switch) and bool(getattr(state, switch))


def may_player_ask(state: CampaignState, path: str) -> bool:
    """Return whether players may ask a DM for another value at a path that is locked."""
    return not may_player_change(state, path) and any(_is_inside(path, each) for each in ASKABLE)


def _is_inside(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}.")
