"""`manage.py restore FILE`: brings back a copy, whole or not at all."""

import os
from pathlib import Path
from sqlite3 import Error as SqliteError
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from combat_site.copies.files import TABLE, CopyError, read_key, write_counts
from combat_site.copies.kept import Reason, keep_copy
from combat_site.copies.making import count_stored
from combat_site.copies.restoring import Ready, prepare, require_alone, write_over
from combat_site.secret_key import replace_key


class Command(BaseCommand):
    """Bring back a copy, into this database or instead of what is in it."""

    help = "Bring back what `backup` copied to FILE, whole or not at all. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--replace", action="store_true", help="put it in the place of what is stored here")
        parser.add_argument("--with-key", action="store_true", help="take the secret key of the file, too")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with prepare(options["file"]) as ready:
                self.restore(ready, options["file"], replace=options["replace"], with_key=options["with_key"])
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        except (OSError, SqliteError, DatabaseError) as problem:
            raise CommandError(f"Nothing was changed: {problem}") from problem
        call_command("verify", stdout=self.stdout, stderr=self.stderr)

    def restore(self, ready: Ready, file: Path, *, replace: bool, with_key: bool) -> None:
        """Write a copy over what is stored, where that is wanted. Raises CopyError."""
        if ready.manifest.kind != TABLE:
            raise CopyError(f"{file} holds one campaign. `import_campaign` adds it. Nothing was changed.")
        require_alone()
        key = read_key(file) if with_key else ""
        if with_key and not key:
            raise CopyError(f"{file} holds no secret key: it was made without --with-key. Nothing was changed.")
        if key and os.environ.get("SECRET_KEY"):
            raise CopyError("The secret key here is that of SECRET_KEY. Unset it, or leave --with-key out.")
        lost = count_stored()
        if lost and not replace:
            words = write_counts(lost)
            raise CopyError(f"This database has {words}. Add --replace to lose them. Nothing was changed.")
        if lost and settings.COPIES:
            self.stdout.write(f"A copy of what was here before: {keep_copy(Reason.RESTORE)}")
        call_command("migrate", verbosity=0)
        write_over(ready)
        if key:
            replace_key(settings.VAR / "secret-key", key)
        made = ready.manifest.made_at
        self.stdout.write(f"Restored the copy of {made.day} {made:%B %Y, %H:%M} UTC: {ready.manifest.contents}.")
