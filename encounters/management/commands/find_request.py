"""`manage.py find_request`: what the request with an id did at a table."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from encounters.models import Input


class Command(BaseCommand):
    """Print the inputs that came of a request; the log has its other lines."""

    help = "Print the inputs that came of the request with this id, which the page of an error or the log names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar="ID", help="the id of the request")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each input."""
        found = Input.objects.filter(request_id=options["id"]).select_related("encounter", "seat")
        for row in found.order_by("encounter", "position"):
            by = row.seat.name if row.seat else "the DM"
            fight = f"{row.encounter_id} {row.encounter.title}"
            at = f"{row.made_at:%Y-%m-%d %H:%M:%S} UTC"
            self.stdout.write(f"{fight}: input {row.position}, {row.payload['type']}, by {by}, at {at}")
        if not found:
            self.stdout.write("No input came of this request: nothing was recorded at a table.")
