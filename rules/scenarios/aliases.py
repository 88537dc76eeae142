"""The clause catalogue's names for fields, measures and rulings, which files may use.

Files are written from the catalogue. An event may have another name (`from` is reserved in Python) or hundredths of
an inch. Both ways are understood.
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
"""Fields that hold hundredths of an inch. Files may write inches or hundredths."""

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
"""Other names of rulings, used if the procedure does not know the written one."""


def normalize_event(entry: Raw) -> Raw:
    """Return an event of [expect] with the names that events have.

    A loss to a blow, as EnChanged or BdChanged, becomes Damaged with the pool that it leaves.
    """
    kind, hurt = str(entry.get("kind")), entry.get("why") == "damage"
    if kind == "BdChanged" or (kind == "EnChanged" and hurt):
        rest = {name: value for name, value in entry.items() if name not in ("why", "from", "to")}
        start, left = entry.get("from"), entry.get("to")
        if isinstance(start, int) and isinstance(left, int):
            rest["amount"] = start - left
        return {**rest, **({} if left is None else {"left": left}), "kind": "Damaged", "pool": kind[:2].upper()}
    names = FIELDS.get(kind, {})
    return {names.get(name, name): value for name, value in entry.items()}


def resolve_ruling_name(what: str, known: tuple[str, ...]) -> str:
    """Return the known name of a ruling; the name itself if it has no other."""
    own = RULINGS.get(what, what)
    return own if what not in known and own in known else what
