"""`manage.py demo`: makes the demo fight, to try things with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from encounters.demo import RULESET, make_demo
from rules.api import list_rulesets


class Command(BaseCommand):
    """Make the demo fight, once."""

    help = "Make the demo fight, ready to run; nothing is changed where it is there already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--ruleset",
            choices=list_rulesets(),
            default=RULESET,
            help="the procedure it is played by",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user, encounter = make_demo(options["ruleset"])
        self.stdout.write(f"“{encounter.title}” is {user.get_username()}'s, join code {encounter.code}.")
