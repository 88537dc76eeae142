"""`manage.py add_dm NAME`: makes a DM, who signs in by a one-time link."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.management.commands.sign_in_link import find_served_address, make_link


class Command(BaseCommand):
    """Make a DM, and print a link that signs them in, once."""

    help = "Make a DM, and print a one-time link that signs them in; it is good for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="NAME")
        parser.add_argument("--email", default="", help="where a link is sent if the DM forgets a password")
        parser.add_argument(
            "--runs-site",
            action="store_true",
            help="the DM sees the copies of everything and the admin pages; also for one who is there already",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = find_dm(options["username"]) if options["runs_site"] else None
        user = user or add_dm(options["username"], options["email"])
        name = user.get_username()
        if options["runs_site"]:
            user.is_staff = user.is_superuser = True
            user.save(update_fields=["is_staff", "is_superuser"])
            self.stdout.write(f"{name} runs this site: a DM’s name at the top of the pages leads to the copies.")
        lines = [
            f"{name} can run fights here, and signs in once by",
            f"  {make_link(user, find_served_address())}",
            f"There {name} can set a password. Another link: `{settings.MANAGE} sign_in_link {name}`.",
        ]
        self.stdout.write("\n".join(lines))


def find_dm(name: str) -> User | None:
    """Return the DM of this name; None where there is none."""
    return User.objects.filter(username__iexact=User.normalize_username(name.strip())).first()


def add_dm(name: str, email: str = "") -> User:
    """Make a DM without a password.

    Raises CommandError for a name that is taken or cannot be one.
    """
    name = User.normalize_username(name.strip())
    if taken := find_dm(name):
        raise CommandError(
            f"There is a DM called {taken.username} already. `{settings.MANAGE} sign_in_link {taken.username}` prints "
            "a link for them. For somebody else, choose another name."
        )
    user = User(username=name, email=User.objects.normalize_email(email))
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError as problem:
        raise CommandError(" ".join(problem.messages)) from problem
    user.save()
    return user
