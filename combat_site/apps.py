"""The site as a Django app, so that its checks run with every command."""

from django.apps import AppConfig
from django.core.checks import register


class CombatSiteConfig(AppConfig):
    """Registers the check that keeps a table in one piece."""

    name = "combat_site"
    verbose_name = "Ten Segments"

    def ready(self) -> None:
        from combat_site.processes import check_one_process

        register(check_one_process)
