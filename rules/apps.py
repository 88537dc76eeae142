"""The rules as a Django app: management commands, and procedures that a setting adds."""

from django.apps import AppConfig
from django.conf import settings

from rules.procedures import register


class RulesConfig(AppConfig):
    """The Django configuration of the rules."""

    name = "rules"

    def ready(self) -> None:
        """Register the procedures that the setting PROCEDURES adds to those of this project."""
        for id, place in settings.PROCEDURES.items():
            register(id, place)
