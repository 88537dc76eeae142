"""The Django app for fights at a table."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate


class EncountersConfig(AppConfig):
    """The app, which follows deleted sessions and migrations by Django's signals."""

    name = "encounters"

    def ready(self) -> None:
        from django.contrib.sessions.models import Session

        from encounters.live.doorbell import ring_when_signed_out

        post_delete.connect(ring_when_signed_out, sender=Session, dispatch_uid="ring when signed out")
        post_migrate.connect(_tell_unreadable, sender=self, dispatch_uid="tell unreadable")


def _tell_unreadable(**given: Any) -> None:
    # What reads fights is loaded after a migration, not with every command.
    from encounters.verifying import tell_unreadable

    tell_unreadable(**given)
