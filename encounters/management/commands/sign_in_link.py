"""`manage.py sign_in_link`: makes another one-time link when a DM's first was used or lost."""

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.demo import DM_NAME
from encounters.sign_in import make_token


class Command(BaseCommand):
    """Print a link that signs a DM in, once."""

    help = "Print a one-time link that signs a DM in on this machine; it is good for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=DM_NAME)

    def handle(self, *args: Any, **options: Any) -> None:
        user = get_user_model().objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"nobody is called {options['username']}")
        self.stdout.write(link_for(user))


def link_for(user: Any) -> str:
    """Return the link with this machine's own address.

    The window that shows it is on this machine, whatever its network is.
    """
    host = "127.0.0.1" if settings.HOST in ("", "0.0.0.0", "::") else settings.HOST
    own = settings.PUBLIC_URL.rstrip("/") or f"http://{host}:{settings.PORT}"
    return f"{own}/sign-in/{make_token(user)}/"
