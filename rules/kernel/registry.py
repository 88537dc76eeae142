"""The registry: the procedures in the order in which they are offered, and their code.

The kernel names none and imports none. ``rules.procedures`` registers those of this project when it is imported, as
``rules.api`` does; a setting or a test may register more. Their code is imported when each is first asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TypeVar

from rules.kernel.deeds import DECLARATION_KINDS, DEED_KINDS, DEED_STATUSES, Declaration, Deed, DeedStatus
from rules.kernel.frozen import frozen
from rules.kernel.own import OWN_KINDS, Own, OwnDetails, Sheet
from rules.kernel.procedure import Procedure

Thing = TypeVar("Thing")


class UnknownRuleset(ValueError):
    """A lookup of a procedure with an unknown id."""


@frozen
class RegistryEntry:
    """A procedure that can be asked for."""

    place: str
    """Its module and the name of its class, with a colon between."""
    layer: str = ""
    base: str = ""
    """The layer that it is, and the procedure under the layer; empty where it is no layer."""


_entries: dict[str, RegistryEntry] = {}
_loaded: dict[str, Procedure] = {}


def register(id: str, place: str, over: str = "") -> None:
    """Offer a procedure, whose code stands at "package.module:Class".

    ``over`` is the procedure that a layer lies over. The id of a layer begins with its name: "layer" or "layer/base".
    """
    _entries[id] = RegistryEntry(place, id.partition("/")[0] if over else "", over)
    _loaded.pop(id, None)


def unregister(id: str) -> None:
    """Remove a procedure from the offer."""
    del _entries[id]
    _loaded.pop(id, None)


def list_rulesets() -> tuple[str, ...]:
    """Return the ids of the procedures that exist, in the order in which they are offered."""
    return tuple(_entries)


def list_modules() -> tuple[str, ...]:
    """Return the modules of the procedures, each once, in the order of the offer."""
    return tuple(dict.fromkeys(entry.place.partition(":")[0] for entry in _entries.values()))


def get_ruleset(id: str) -> Procedure:
    """Return the procedure with this id. Raises UnknownRuleset."""
    found = _loaded.get(id)
    if found is None:
        found = _loaded[id] = _load(id)
    return found


def _load(id: str) -> Procedure:
    entry = _entries.get(id)
    if entry is None:
        raise UnknownRuleset(f"no ruleset is called '{id}': there are {', '.join(_entries)}")
    return _load_class(id, entry)()


def _load_class(id: str, entry: RegistryEntry) -> type[Procedure]:
    """Return the class of a procedure.

    The class of a layer is a new class, derived from the layer's and its base's in this order.
    """
    module, _, name = entry.place.partition(":")
    found: type[Procedure] = getattr(import_module(module), name)
    if not entry.base:
        return found
    base = _load_class(entry.base, _entries[entry.base])
    if not base.may_be_base:
        raise TypeError(f"no layer can lie over {base.title}")
    return type(f"{found.__name__}Over{base.__name__}", (found, base), {"id": id})


def split_layer(id: str) -> tuple[str, str]:
    """Return the layer and the procedure under it; the id itself and "" where it is no layer."""
    entry = _entries.get(id)
    return (entry.layer, entry.base) if entry is not None and entry.layer else (id, "")


def lookup_layered(layer: str, base: str) -> str:
    """Return the id of the procedure that is this layer over that base.

    Raises UnknownRuleset.
    """
    bases = {entry.base: id for id, entry in _entries.items() if entry.layer == layer}
    if base not in bases:
        raise UnknownRuleset(f"'{layer}' lies over {' or '.join(bases) or 'no other ruleset'}, not over '{base}'")
    return bases[base]


def lookup_own_kind(name: str) -> type[Own] | None:
    """Return the type of own state with this name; None where there is none."""
    return _look_up(OWN_KINDS, name)


def lookup_details_kind(name: str) -> type[OwnDetails] | None:
    """Return the class of details of events with this name; None where there is none."""
    found = lookup_own_kind(name)
    return found if found is not None and issubclass(found, OwnDetails) else None


def lookup_declaration_kind(name: str) -> type[Declaration] | None:
    """Return the class of declarations with this name; None where there is none."""
    return _look_up(DECLARATION_KINDS, name)


def lookup_deed_kind(name: str) -> type[Deed] | None:
    """Return the class of deeds with this name; None where there is none."""
    return _look_up(DEED_KINDS, name)


def lookup_deed_status(name: str) -> type[DeedStatus] | None:
    """Return the status of deeds with this name; None where there is none."""
    return _look_up(DEED_STATUSES, name)


def _look_up(known: Mapping[str, type[Thing]], name: str) -> type[Thing] | None:
    """Return the class that is known by a name, or None once all procedures are loaded."""
    if name not in known:
        for id in _entries:
            get_ruleset(id)
    return known.get(name)


def lookup_sheet_kind(name: str) -> type[Sheet] | None:
    """Return the type of sheet with this name; None where there is none."""
    return next((kind for kind, _ in _list_own_sheets() if kind.__name__ == name), None)


ReadSheet = Callable[[Mapping[str, object], str], Sheet]
"""Return the sheet of a combatant, from its entry and the entry's name in messages."""


def list_sheet_readers() -> Mapping[str, ReadSheet]:
    """Return the readers of sheets, by the key under which each sheet stands in an entry."""
    return {kind.key: ruleset.read_sheet for kind, ruleset in _list_own_sheets()}


def _list_own_sheets() -> Iterator[tuple[type[Sheet], Procedure]]:
    for ruleset in map(get_ruleset, _entries):
        if ruleset.own_sheet is not None:
            yield ruleset.own_sheet, ruleset
