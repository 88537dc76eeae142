"""`manage.py demo`: a fight to try things with."""

from typing import Any

from django.core.management.base import BaseCommand

from encounters.demo import make_demo


class Command(BaseCommand):
    """Make the demo fight, once."""

    help = "Make the demo fight, ready to run; nothing is changed where it is there already."

    def handle(self, *args: Any, **options: Any) -> None:
        user, encounter = make_demo()
        self.stdout.write(f"“{encounter.title}” is {user.get_username()}'s, join code {encounter.code}.")
