"""`manage.py backup FILE`: copies everything that is stored to one file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from combat_site.copies.files import CopyError, read_manifest
from combat_site.copies.kept import Reason, keep_copy, keep_copy_of_today
from combat_site.copies.making import make_copy


class Command(BaseCommand):
    """Copy everything that is stored to one file, while people play."""

    help = "Copy everything that is stored to FILE, also while people play. `restore FILE` brings it back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?", help="by default one in the folder of copies")
        parser.add_argument("--night", action="store_true", help="keep the copy of this day, unless there is one")
        parser.add_argument(
            "--with-key",
            action="store_true",
            help="put the secret key in, too: phones know their seats by it on another machine. With such a "
            "file one can sign in as anybody",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["night"]:
            if problem := keep_copy_of_today():
                raise CommandError(problem)
            return
        file: Path | None = options["file"]
        if file is None and options["with_key"]:
            raise CommandError("Name a FILE for --with-key: the copies that are kept here are without the key.")
        try:
            if file is None:
                file = keep_copy(Reason.HAND)
            else:
                make_copy(file, with_key=options["with_key"])
            manifest = read_manifest(file)
        except CopyError as problem:
            raise CommandError(str(problem)) from problem
        key = "the secret key is in it: keep it safe" if manifest.has_key else "without the secret key"
        self.stdout.write(f"{file}: {manifest.contents}; {file.stat().st_size:,} bytes, {key}.")
        self.stdout.write(f"`{settings.MANAGE} restore {file}` brings it back.")
