"""The rules as a Django app: management commands, and procedures of other packages."""

from collections.abc import Iterator
from importlib.metadata import entry_points

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from rules.procedures import list_rulesets, register

GROUP = "ten_segments.procedures"
"""The group of entry points by which a package offers a procedure: `id = "package.module:Class"`."""


class RulesConfig(AppConfig):
    """The Django configuration of the rules."""

    name = "rules"

    def ready(self) -> None:
        """Register the procedures of other packages, then those of the setting PROCEDURES."""
        for id, place in read_entry_points():
            register(id, place)
        for id, place in settings.PROCEDURES.items():
            register(id, place)


def read_entry_points() -> Iterator[tuple[str, str]]:
    """Yield the id and the place of each procedure that an installed package offers.

    Raises ImproperlyConfigured where an id is taken: a package must not replace a procedure of which fights are stored.
    """
    taken = {*list_rulesets()}
    for found in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        if found.name in taken:
            raise ImproperlyConfigured(f"“{found.value}” offers “{found.name}”, but there is a procedure of that id.")
        taken.add(found.name)
        yield found.name, found.value
