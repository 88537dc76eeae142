"""`manage.py compare FILE`: compare one fight under several procedures."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.compare import (
    Cell,
    Comparison,
    ComparisonRow,
    PlayedFight,
    compare_procedures,
    has_unshared_face,
    list_comparable,
    make_fight_of_run,
)
from rules.compare.describing import DifferenceDescriber
from rules.kernel.procedure import Procedure
from rules.management.files import UnreadableFile, read_file
from rules.procedures import UnknownRuleset, get_ruleset
from rules.scenarios import ScenarioError, ScenarioRun, describe_event, parse_scenario, play_scenario


class Command(BaseCommand):
    """Compare procedures without a database."""

    help = "Play a scenario file by several procedures and print what differs, and by which clauses."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a scenario file (TOML)")
        parser.add_argument(
            "--rulesets", default="", help="these only, with commas between; the first is compared with"
        )
        parser.add_argument(
            "--format", choices=["text", "jsonl"], default="text", help="text, or one JSON object a line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the file by its own ruleset, then by each chosen one with the same dice."""
        run = _play_file(options["file"])
        asked = [id.strip() for id in options["rulesets"].split(",") if id.strip()]
        try:
            rulesets = [get_ruleset(id) for id in dict.fromkeys(asked)] or list_comparable(run.ruleset)
        except UnknownRuleset as error:
            raise CommandError(str(error)) from error
        found = compare_procedures(make_fight_of_run(run), rulesets)
        lines = render_text(run, found) if options["format"] == "text" else render_json(found)
        for line in lines:
            self.stdout.write(line)
        if not found.played:
            raise CommandError("none of these procedures can play this fight")


def _play_file(file: str) -> ScenarioRun:
    try:
        return play_scenario(parse_scenario(read_file(file), file))
    except (UnreadableFile, ScenarioError) as error:
        raise CommandError(str(error)) from error


# Text.


def render_text(run: ScenarioRun, found: Comparison) -> Iterator[str]:
    """Yield a comparison as lines of text.

    Each procedure's rounds come first, in short forms, then the differences, then the notes.
    """
    yield f"# {run.script.file}: {run.script.title}"
    yield from (f"# {explain_unfit(each)}" for each in found.unfit)
    width = max((len(each.ruleset.id) for each in found.played), default=0)
    for nth, each in enumerate(found.played):
        yield from _render_rounds(each, nth, found, width)
    describer = DifferenceDescriber()
    if len(found.played) > 1:
        yield f"# {len(found.differences)} differences, {len(found.alike)} deeds alike"
    for number, row in enumerate(found.differences, 1):
        yield f"{number}. round {row.keys[0].round}, {describer.describe_row(row)}"
        for each, cell in zip(found.played, row.cells, strict=True):
            yield f"   {each.ruleset.id:{width}}  {_render_cell(describer, row, cell)}"
    for each in found.played:
        yield from (f"# {each.ruleset.id}, round {note.round}: {describer.describe_note(note)}" for note in each.notes)


def explain_unfit(ruleset: Procedure) -> str:
    """Return the reason why a procedure is left out."""
    return f"{ruleset.title} cannot play this fight: it has other combatants and declarations"


def _render_cell(describer: DifferenceDescriber, row: ComparisonRow, cell: Cell) -> str:
    own = "  [own die]" if cell.own_die else ""
    return " ".join([describer.describe_cell(row, cell) + own, *cell.clauses])


def _render_rounds(fight: PlayedFight, nth: int, found: Comparison, width: int) -> Iterator[str]:
    """Yield a line for each round of a fight: events by column, with numbers of differences."""
    marked: dict[tuple[int, str, int | None, int | None], list[int]] = {}
    for place, numbers in found.find_places(nth).items():
        marked.setdefault((place.round, place.who, place.clock, place.moment), []).extend(numbers)
    rounds: dict[int, dict[int | None, list[str]]] = {}
    dice: dict[int, list[str]] = {}
    for event in fight.events:
        columns = rounds.setdefault(event.round, {})
        for rolled in event.rolls:
            if has_unshared_face(rolled):
                faces = f"{rolled.purpose} {rolled.by} {rolled.dice} {list(rolled.faces)}"
                dice.setdefault(event.round, []).append(faces)
        if event.clock is not None and (forms := event.list_short_forms()):
            numbers = marked.get((event.round, forms[0][0], event.clock, event.moment), [])
            text = describe_event(event) + (f" ({', '.join(map(str, sorted(set(numbers))))})" if numbers else "")
            columns.setdefault(event.clock, []).append(text)
    for round, columns in rounds.items():
        line = "; ".join(f"{clock}: {', '.join(texts)}" for clock, texts in columns.items())
        yield f"{fight.ruleset.id:{width}}  round {round}  {line or 'nothing'}"
        if round in dice:
            yield f"{'':{width}}  own dice: {'; '.join(dice[round])}"


# JSON.


def render_json(found: Comparison) -> Iterator[str]:
    """Yield one JSON object a line for every procedure, row and note; ``kind`` tells them apart."""
    yield from (_to_json(kind="unfit", ruleset=each.id, text=explain_unfit(each)) for each in found.unfit)
    for each in found.played:
        own = [rolled for event in each.events for rolled in event.rolls if has_unshared_face(rolled)]
        dice = [[rolled.purpose, rolled.by, rolled.dice, list(rolled.faces)] for rolled in own]
        yield _to_json(kind="played", ruleset=each.ruleset.id, title=each.ruleset.title, cut=each.cut, own_dice=dice)
    yield from _render_rows(found, "difference", found.differences)
    yield from _render_rows(found, "alike", found.alike)
    describer = DifferenceDescriber()
    for each in found.played:
        for note in each.notes:
            yield _to_json(
                kind="note", ruleset=each.ruleset.id, round=note.round, who=note.who, text=describer.describe_note(note)
            )


def _render_rows(found: Comparison, kind: str, rows: Sequence[ComparisonRow]) -> Iterator[str]:
    describer = DifferenceDescriber()
    for number, row in enumerate(rows, 1):
        cells = {
            each.ruleset.id: {
                "text": describer.describe_cell(row, cell),
                "clauses": list(cell.clauses),
                "own_die": cell.own_die,
                "clock": cell.outcome.clock,
                "relation": cell.relation,
            }
            for each, cell in zip(found.played, row.cells, strict=True)
        }
        yield _to_json(
            kind=kind, number=number, round=row.keys[0].round, about=describer.describe_row(row), cells=cells
        )


def _to_json(**fields: Any) -> str:
    return json.dumps(fields, sort_keys=True, ensure_ascii=False)
