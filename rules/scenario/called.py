"""Other names and measures that files may use: those of the clause catalogue, for what events and forms hold otherwise.

Files are written from the catalogue. Where an event keeps a thing under another name (`from` is no name in Python), or
in hundredths of an inch where files write inches, the catalogue's way is understood too.
"""

from collections.abc import Mapping

Raw = Mapping[str, object]

FIELDS: Mapping[str, Mapping[str, str]] = {
    "EnChanged": {"from": "old", "to": "new"},
    "RangeChanged": {"from": "old", "to": "new"},
    "BreakageWorked": {"roll": "face"},
    "Damaged": {"total": "amount"},
    "Ruled": {"reason": "what", "text": "note"},
}
"""Fields of event kinds by the catalogue's names."""

INCHES: Mapping[str, tuple[str, ...]] = {
    "Allowance": ("base", "chase", "result"),
    "Moved": ("length",),
    "TracesRevealed": ("traces",),
    "TraceStep": ("positions",),
    "MovementEnded": ("position",),
}
"""Fields that hold hundredths of an inch: files write inches, or the hundredths as events print them."""

RULINGS: Mapping[str, str] = {
    "fall": "fallen",
    "falls": "fallen",
    "drop": "dropped",
    "drops": "dropped",
    "break": "broken",
    "range": "pair_range",
    "damage": "damaged",
    "end_movement": "ends_movement",
    "hp": "en",
}
"""Rulings that a ruleset knows by another name, where it does not know them by this one."""


def wanted_event(entry: Raw) -> Raw:
    """An event of [expect] by the names that events have. Points lost to a blow are Damaged, of the pool they leave."""
    kind, hurt = str(entry.get("kind")), entry.get("why") == "damage"
    if kind == "BdChanged" or (kind == "EnChanged" and hurt):
        rest = {name: value for name, value in entry.items() if name not in ("why", "from", "to")}
        start, left = entry.get("from"), entry.get("to")
        if isinstance(start, int) and isinstance(left, int):
            rest["amount"] = start - left
        return {**rest, **({} if left is None else {"left": left}), "kind": "Damaged", "pool": kind[:2].upper()}
    names = FIELDS.get(kind, {})
    return {names.get(name, name): value for name, value in entry.items()}


def ruling(what: str, known: tuple[str, ...]) -> str:
    """The name of a ruling among those that are known; as it is where it has no other."""
    own = RULINGS.get(what, what)
    return own if what not in known and own in known else what
