"""Kinds of events by name: the kernel's with those of one or of all procedures."""

from collections.abc import Mapping
from functools import cache

from rules.kernel.events import KERNEL_KINDS, Event
from rules.kernel.own import OWN_KINDS, OwnDetails
from rules.kernel.registry import get_ruleset, list_rulesets


def get_kinds(ruleset: str) -> Mapping[str, type[Event]]:
    """Return the kinds that a fight by this procedure may have. Raises UnknownRuleset."""
    return _add_own(get_ruleset(ruleset).events)


def get_all_kinds() -> Mapping[str, type[Event]]:
    """Return the kinds of all procedures.

    For uses where the fight's procedure is unknown or irrelevant.
    """
    return _add_own(tuple(kind for id in list_rulesets() for kind in get_ruleset(id).events))


def lookup_kind(name: str) -> type[Event] | None:
    """Return the kind of this name; None where neither the kernel nor a procedure has it.

    The procedures are loaded only for a name that is not the kernel's.
    """
    return KERNEL_KINDS.get(name) or get_all_kinds().get(name)


def list_details(kind: str) -> tuple[type[OwnDetails], ...]:
    """Return the classes of details that events of a shared kind may carry."""
    get_all_kinds()
    return tuple(each for each in OWN_KINDS.values() if issubclass(each, OwnDetails) and each.of == kind)


@cache
def _add_own(own: tuple[type[Event], ...]) -> Mapping[str, type[Event]]:
    return {**KERNEL_KINDS, **{kind.kind: kind for kind in own}}
