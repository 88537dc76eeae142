"""`manage.py rules coverage [RULESET]`: which clauses the scenarios show, and which they do not."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.clauses import CATALOGUES, catalogue
from rules.coverage import Evidence, Report, evidence, report
from rules.management.reading import UnreadableFile, read_file
from rules.ruleset import RULESETS
from rules.scenario import ScenarioError, differences, parse, play
from rules.scenario.library import FOLDER


class Command(BaseCommand):
    """Says what is known of the rules, without a database."""

    help = "coverage: print every clause of a catalogue and the scenario that shows it."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["coverage"], help="what to print")
        parser.add_argument("ruleset", nargs="?", choices=list(CATALOGUES), help="one catalogue; all when left out")
        parser.add_argument("--path", default=str(FOLDER), help="the folder with the scenario files")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the reports. Fails where a ruleset that exists has a clause that nothing shows."""
        found = self._play_all(Path(options["path"]))
        chosen = [options["ruleset"]] if options["ruleset"] else list(CATALOGUES)
        reports = [report(catalogue(id), found) for id in chosen]
        for each in reports:
            self._print(each)
        lacking = [each for each in reports if each.uncovered and each.catalogue.id in RULESETS]
        if lacking:
            raise CommandError(", ".join(f"{each.catalogue.id}: {len(each.uncovered)} uncovered" for each in lacking))

    def _play_all(self, folder: Path) -> list[Evidence]:
        if not folder.is_dir():
            raise CommandError(f"there is no folder {folder}")
        found: list[Evidence] = []
        for file in sorted(folder.rglob("*.toml")):
            found.extend(self._play(file, file.relative_to(folder).as_posix()))
        return found

    def _play(self, file: Path, name: str) -> list[Evidence]:
        """What a file shows: nothing, unless it runs and comes out as it expects."""
        try:
            run = play(parse(read_file(str(file)), name))
        except (ScenarioError, UnreadableFile) as error:
            self.stderr.write(f"not counted: {error}")
            return []
        differing = differences(run)
        if differing:
            self.stderr.write(f"not counted: {name}: {differing[0]}")
            return []
        return evidence(run)

    def _print(self, found: Report) -> None:
        width = max(len(clause) for clause in found.shown)
        for clause, shown in found.shown.items():
            first = f"{shown[0].file}: {shown[0].how}" if shown else "UNCOVERED"
            more = f" (and {len(shown) - 1} more)" if len(shown) > 1 else ""
            mode = found.catalogue.clauses[clause].mode
            self.stdout.write(f"{clause:{width}}  {mode:6}  {first}{more}")
        self.stdout.write(found.summary())
