"""The ``[map]`` table of a scenario file, in the plane's unit."""

from collections.abc import Mapping
from dataclasses import replace

from rules.kernel.map_plan import NO_PLAN, FeatureKind, MapPlan, add_feature, read_point
from rules.statblocks.fields import Fields

MAP_KINDS = {"walls": FeatureKind.WALL, "doors": FeatureKind.DOOR, "rough": FeatureKind.ROUGH}
"""The kinds of features by the keys of the table."""

FEATURE_KEYS = ("points", "open", "hidden")


def read_map_plan(table: Mapping[str, object], where: str = "map") -> MapPlan:
    """Return the plan of a ``[map]`` table.

    An entry is a list of points, or a table with ``points`` and true or false for ``open`` and ``hidden``. Raises
    BadEntry that names the key.
    """
    fields = Fields(table, tuple(MAP_KINDS), where)
    plan = NO_PLAN
    for key, kind in MAP_KINDS.items():
        entries = table.get(key, [])
        if not isinstance(entries, list | tuple):
            raise fields.make_error(key, "must be a list")
        for nth, entry in enumerate(entries, 1):
            plan = _with_entry(plan, kind, entry, fields, key, nth)
    return plan


def _with_entry(plan: MapPlan, kind: FeatureKind, entry: object, fields: Fields, key: str, nth: int) -> MapPlan:
    inner = fields.make_inner(key, entry if isinstance(entry, Mapping) else {"points": entry}, FEATURE_KEYS)
    try:
        points = inner.table.get("points")
        if not isinstance(points, list | tuple):
            raise ValueError("the points are a list")
        read = [read_point(each) for each in points]
        feature = add_feature(plan, kind, read, inner.table.get("open"), inner.table.get("hidden"))
    except ValueError as error:
        raise fields.make_error(key, f"{kind} {nth}: {error}") from error
    return replace(plan, features=(*plan.features, feature))
