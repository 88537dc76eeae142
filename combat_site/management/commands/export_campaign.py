"""`manage.py export_campaign FILE`: one campaign or fight, for another installation."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from combat_site.copies.files import CopyError
from combat_site.copies.moving import export_campaign, list_names
from encounters.models import Campaign, Encounter


class Command(BaseCommand):
    """Write one campaign, or one fight, to a file."""

    help = "Write one campaign, or one fight, with all that belongs to it to FILE, without secrets of people."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--campaign", metavar="NUMBER", type=int, help="as in its address: /c/NUMBER/")
        parser.add_argument("--fight", metavar="NUMBER", type=int, help="as in its address: /e/NUMBER/")

    def handle(self, *args: Any, **options: Any) -> None:
        fight = find_fight(options["fight"]) if options["fight"] else None
        campaign = fight.campaign if fight else find_campaign(options["campaign"])
        try:
            manifest = export_campaign(campaign, options["file"], fight)
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{options['file']}: {manifest.contents}.")
        self.stdout.write(
            f"`{settings.MANAGE} import_campaign {options['file']} --owner NAME` adds it to another table."
        )


def find_fight(number: int) -> Encounter:
    """Return a fight. Raises CommandError where there is none."""
    found = Encounter.tables.select_related("campaign").filter(pk=number).first()
    if found is None:
        raise CommandError(f"There is no fight {number}. Its number stands in its address: /e/NUMBER/.")
    return found


def find_campaign(number: int | None) -> Campaign:
    """Return a campaign, the only one where none is named. Raises CommandError."""
    named = Campaign.objects.exclude(name="")
    found = list(named if number is None else Campaign.objects.filter(pk=number))
    if len(found) != 1:
        listed = f" They are:\n{list_names(named)}" if named else " There is none with a name."
        raise CommandError(f"Name a campaign by --campaign NUMBER, or a fight by --fight NUMBER.{listed}")
    return found[0]
