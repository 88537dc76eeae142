"""`manage.py import_campaign FILE`: adds a campaign of another installation."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from combat_site.copies.files import CopyError
from combat_site.copies.moving import import_campaign
from combat_site.copies.restoring import prepare
from encounters.management.commands.sign_in_link import explain_nobody


class Command(BaseCommand):
    """Add a campaign, or a fight, that another installation has exported."""

    help = "Add what `export_campaign` wrote to FILE, whole or not at all, also while people play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--owner", metavar="NAME", required=True, help="the DM here who will own it")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError(explain_nobody(options["owner"]))
        try:
            with prepare(options["file"]) as ready:
                made = import_campaign(ready, owner)
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        except (OSError, DatabaseError) as problem:
            raise CommandError(f"Nothing was added: {problem}") from problem
        name = made.name or made.encounters.first()
        self.stdout.write(f"{name} is {owner.get_username()}’s now, with the join code {made.code}.")
        self.stdout.write("Players join by that code again, and take their own names.")
