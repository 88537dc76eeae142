"""`manage.py rebuild_declarations`: make the index of declarations again from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from encounters.errors import Unreadable
from encounters.models import Encounter
from encounters.services.declarations import rebuild_declarations


class Command(BaseCommand):
    """Make the index of declarations of every fight again."""

    help = "Make the index of declarations again from the logs. Exits 1 if a fight cannot be read; its index stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="only the fights of these numbers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each fight; each is locked by itself."""
        opened = Encounter.objects.exclude(state=Encounter.State.PREPARING).order_by("pk")
        chosen = opened.filter(pk__in=options["numbers"]) if options["numbers"] else opened
        unreadable = 0
        for number in list(chosen.values_list("pk", flat=True)):
            with transaction.atomic():
                encounter = Encounter.objects.select_for_update().filter(pk=number).first()
                if encounter is None:
                    continue
                try:
                    count = rebuild_declarations(encounter)
                except Unreadable as problem:
                    unreadable += 1
                    self.stdout.write(f"{number} {encounter.title}: cannot be read: {problem.reason}")
                else:
                    self.stdout.write(f"{number} {encounter.title}: {count} declarations")
        if unreadable:
            raise CommandError(f"{unreadable} fights cannot be read. See docs/operations.md.")
