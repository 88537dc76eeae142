"""`manage.py resolve FILE...`: play scenario files, and print or check their events."""

import io
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.kernel.events import Event
from rules.management.files import UnreadableFile, read_file
from rules.scenarios import ScenarioError, ScenarioRun, find_differences, parse_scenario, play_scenario
from rules.scenarios.play import UnknownViewer, reveal_run
from rules.scenarios.short_forms import format_json_line, format_text_line

FORMATS: dict[str, Callable[[Event], str]] = {"text": format_text_line, "jsonl": format_json_line}


class Command(BaseCommand):
    """Play scenario files without a database."""

    help = "Play scenario files and print their events, one a line."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file (TOML)")
        parser.add_argument("--ruleset", default="", help="play by this ruleset instead of the file's own")
        parser.add_argument("--format", choices=list(FORMATS), default="text", help="text, or one JSON object a line")
        parser.add_argument(
            "--viewer", default="dm", help="dm, public, a side or a combatant: only what that viewer sees"
        )
        parser.add_argument("--check", action="store_true", help="compare with [expect]; exit 1 if anything differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play every file, even after one that cannot be run."""
        for stream in (sys.stdout, sys.stderr):
            # The same bytes whatever the terminal's own letters are.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        work = self._check if options["check"] else self._print
        try:
            failed = [file for file in options["files"] if not self._try(work, file, options)]
        except BrokenPipeError:
            # The reader closed the pipe: write nothing more, not even when Python flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if failed:
            raise CommandError(f"{len(failed)} of {len(options['files'])} failed: {', '.join(failed)}")

    def _try(self, work: Callable[[ScenarioRun, dict[str, Any]], bool], file: str, options: dict[str, Any]) -> bool:
        try:
            return work(play_scenario(parse_scenario(read_file(file), file, ruleset=options["ruleset"])), options)
        except (UnreadableFile, ScenarioError, UnknownViewer) as error:
            self.stderr.write(str(error))
        return False

    def _print(self, run: ScenarioRun, options: dict[str, Any]) -> bool:
        if len(options["files"]) > 1 and options["format"] == "text":
            self.stdout.write(f"# {run.script.file}: {run.script.title}")
        for event in reveal_run(run, options["viewer"]):
            self.stdout.write(FORMATS[options["format"]](event))
        return True

    def _check(self, run: ScenarioRun, options: dict[str, Any]) -> bool:
        found = find_differences(run)
        for difference in found:
            self.stdout.write(f"{run.script.file}: {difference}")
        if not found:
            self.stdout.write(f"{run.script.file}: as expected")
        return not found
