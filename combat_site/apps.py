"""The site as a Django app, so that its system checks run with every command."""

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import register
from django.db.models.signals import post_migrate

from combat_site.storage import COUNTS


class CombatSiteConfig(AppConfig):
    """The app, which registers the checks of processes, proxies and variables."""

    name = "combat_site"
    verbose_name = "Ten Segments"

    def ready(self) -> None:
        from combat_site.processes import check_one_process
        from combat_site.proxies import check_proxies
        from combat_site.variables import check_variables

        register(check_one_process)
        register(check_proxies)
        register(check_variables)
        if settings.CACHES["default"].get("LOCATION") == COUNTS:
            from combat_site.postgresql.counts import make_table

            post_migrate.connect(make_table, sender=self)
