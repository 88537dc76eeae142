"""`manage.py verify`: read, fold and replay every stored fight."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from encounters.models import Encounter
from encounters.verifying import FoundState, find_strays, verify_fight


class Command(BaseCommand):
    """Read every fight as it is stored, and play its inputs again by the present rules."""

    help = (
        "Read, fold and replay every stored fight, and look for rows that refer to nothing. Exits 1 if a fight cannot "
        "be read or such a row is found; writes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="only the fights of these numbers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each fight, and then how many were found in each state."""
        opened = Encounter.objects.exclude(state=Encounter.State.PREPARING).order_by("pk")
        counts = dict.fromkeys(FoundState, 0)
        for encounter in opened.filter(pk__in=options["numbers"]) if options["numbers"] else opened:
            verified = verify_fight(encounter)
            counts[verified.found] += 1
            self.stdout.write(f"{encounter.pk} {encounter.title}: {verified}")
        self.stdout.write("; ".join(f"{count} {found}" for found, count in counts.items()))
        strays = [] if options["numbers"] else find_strays()
        for stray in strays:
            self.stdout.write(stray)
        if strays:
            raise CommandError("Rows refer to what is not there. Restore a copy, or report it. See docs/operations.md.")
        if counts[FoundState.UNREADABLE]:
            raise CommandError("Fights that cannot be read keep everything that was said. See docs/operations.md.")
