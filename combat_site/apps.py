"""The site as a Django app, so that its system checks run with every command."""

from django.apps import AppConfig
from django.core.checks import register


class CombatSiteConfig(AppConfig):
    """The app, which registers the checks of processes and of proxies."""

    name = "combat_site"
    verbose_name = "Ten Segments"

    def ready(self) -> None:
        from combat_site.processes import check_one_process
        from combat_site.proxies import check_proxies

        register(check_one_process)
        register(check_proxies)
