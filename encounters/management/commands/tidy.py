"""`manage.py tidy`: what nobody needs any more, shown or deleted."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from encounters.services.tidying import FEWEST_DAYS, Untidy, find_untidy, tidy

MOST_NAMED = 10
"""The most rows of a kind that are named."""


class Command(BaseCommand):
    """Show, or with --yes delete, what nobody has needed for a long time."""

    help = (
        "Show what nobody has needed for so many days: trials, ended fights of one evening, seats never used, "
        "invitations. --yes deletes it. Nothing of a campaign with a name goes but such seats and invitations."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=365, help="how long nobody has needed it; by default a year")
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--dry-run", action="store_true", help="show it and delete nothing: what is done anyway")
        chosen.add_argument("--yes", action="store_true", help="delete it")

    def handle(self, *args: Any, **options: Any) -> None:
        days, now = options["days"], timezone.now()
        if days < FEWEST_DAYS:
            raise CommandError(f"Nothing is deleted after fewer than {FEWEST_DAYS} days.")
        found = [each for each in find_untidy(now, days) if each.rows.exists()]
        for each in found:
            self.stdout.write(write_line(each))
        if not found:
            self.stdout.write("There is nothing to tidy away.")
        elif options["yes"]:
            tidy(now, days)
            self.stdout.write("Deleted.")
        else:
            self.stdout.write(f"Nothing was deleted. `{settings.MANAGE} tidy --days {days} --yes` deletes it.")


def write_line(untidy: Untidy) -> str:
    """Return the line of a kind of rows: how many, and the first by name."""
    count = untidy.rows.count()
    names = [str(row) for row in untidy.rows[:MOST_NAMED]] if untidy.has_names else []
    more = [f"{count - MOST_NAMED} more"] if names and count > MOST_NAMED else []
    return f"{count} {untidy.what}" + (f": {', '.join([*names, *more])}" if names else "")
