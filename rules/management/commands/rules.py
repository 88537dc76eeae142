"""`manage.py rules coverage [RULESET]`: list the clauses that scenarios show or leave out."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.catalogue import list_catalogues, load_catalogue
from rules.management.files import UnreadableFile, read_file
from rules.procedures import list_rulesets
from rules.scenarios import ScenarioError, find_differences, parse_scenario, play_scenario
from rules.scenarios.coverage import Evidence, Report, find_evidence, make_report
from rules.scenarios.library import find_scenario_files


class Command(BaseCommand):
    """Report on the rules without a database."""

    help = "coverage: print every clause of a catalogue and the scenario that shows it."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["coverage"], help="what to print")
        parser.add_argument("ruleset", nargs="?", choices=list_catalogues(), help="one catalogue; all when left out")
        parser.add_argument("--path", help="a folder with scenario files; those of the rules when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the reports. Fails for a procedure with a clause that nothing shows."""
        files = _list_files(Path(options["path"])) if options["path"] else find_scenario_files()
        found = [each for name, file in files.items() for each in self._play(file, name)]
        chosen = [options["ruleset"]] if options["ruleset"] else list_catalogues()
        reports = [make_report(load_catalogue(id), found) for id in chosen]
        for each in reports:
            self._print(each)
        lacking = [each for each in reports if each.uncovered and each.catalogue.id in list_rulesets()]
        if lacking:
            raise CommandError(", ".join(f"{each.catalogue.id}: {len(each.uncovered)} uncovered" for each in lacking))

    def _play(self, file: Path, name: str) -> list[Evidence]:
        """Return the evidence of a file; none unless it runs and meets its expectations."""
        try:
            run = play_scenario(parse_scenario(read_file(str(file)), name))
        except (ScenarioError, UnreadableFile) as error:
            self.stderr.write(f"not counted: {error}")
            return []
        differing = find_differences(run)
        if differing:
            self.stderr.write(f"not counted: {name}: {differing[0]}")
            return []
        return find_evidence(run)

    def _print(self, found: Report) -> None:
        width = max(len(clause) for clause in found.shown)
        for clause, shown in found.shown.items():
            first = f"{shown[0].file}: {shown[0].how}" if shown else "UNCOVERED"
            more = f" (and {len(shown) - 1} more)" if len(shown) > 1 else ""
            mode = found.catalogue.clauses[clause].mode
            self.stdout.write(f"{clause:{width}}  {mode:6}  {first}{more}")
        self.stdout.write(found.build_summary())


def _list_files(folder: Path) -> Mapping[str, Path]:
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}")
    return {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*.toml"))}
