"""`manage.py compare FILE`: the same fight, declarations and faces under each procedure, side by side."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.compare import Cell, Comparison, Played, Row, comparable, compare, fight_of_run, is_own
from rules.compare.telling import Teller
from rules.management.reading import UnreadableFile, read_file
from rules.ruleset import Ruleset, UnknownRuleset, get_ruleset
from rules.scenario import Run, ScenarioError, parse, play, shown, words


class Command(BaseCommand):
    """Compares procedures without a database."""

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
        """Play the file by its own ruleset, whose dice carry over, and then by each."""
        run = _played(options["file"])
        asked = [id.strip() for id in options["rulesets"].split(",") if id.strip()]
        try:
            rulesets = [get_ruleset(id) for id in dict.fromkeys(asked)] or comparable(run.ruleset)
        except UnknownRuleset as error:
            raise CommandError(str(error)) from error
        found = compare(fight_of_run(run), rulesets)
        lines = text_lines(run, found) if options["format"] == "text" else json_lines(found)
        for line in lines:
            self.stdout.write(line)
        if not found.played:
            raise CommandError("none of these procedures can play this fight")


def _played(file: str) -> Run:
    try:
        return play(parse(read_file(file), file))
    except (UnreadableFile, ScenarioError) as error:
        raise CommandError(str(error)) from error


# Text.


def text_lines(run: Run, found: Comparison) -> Iterator[str]:
    """The rounds of each procedure in short forms, then what differs, then what did not carry over."""
    yield f"# {run.script.file}: {run.script.title}"
    yield from (f"# {unfit_words(each)}" for each in found.unfit)
    width = max((len(each.ruleset.id) for each in found.played), default=0)
    for nth, each in enumerate(found.played):
        yield from _strip(each, nth, found, width)
    teller = Teller()
    if len(found.played) > 1:
        yield f"# {len(found.differences)} differences, {len(found.alike)} deeds alike"
    for number, row in enumerate(found.differences, 1):
        yield f"{number}. round {row.keys[0].round}, {teller.title(row)}"
        for each, cell in zip(found.played, row.cells, strict=True):
            yield f"   {each.ruleset.id:{width}}  {_cell(teller, row, cell)}"
    for each in found.played:
        yield from (f"# {each.ruleset.id}, round {note.round}: {teller.note(note)}" for note in each.notes)


def unfit_words(ruleset: Ruleset) -> str:
    """Why a procedure is left out."""
    return f"{ruleset.title} cannot play this fight: it has other figures and declarations"


def _cell(teller: Teller, row: Row, cell: Cell) -> str:
    own = "  [own die]" if cell.own_die else ""
    return " ".join([teller.cell(row, cell) + own, *cell.clauses])


def _strip(each: Played, nth: int, found: Comparison, width: int) -> Iterator[str]:
    """A line a round: column by column what happens, with the numbers of the differences."""
    marked: dict[tuple[int, str, int | None, int | None], list[int]] = {}
    for place, numbers in found.places(nth).items():
        marked.setdefault((place.round, place.who, place.clock, place.moment), []).extend(numbers)
    rounds: dict[int, dict[int | None, list[str]]] = {}
    dice: dict[int, list[str]] = {}
    for event in each.events:
        columns = rounds.setdefault(event.round, {})
        for rolled in event.rolls:
            if is_own(rolled):
                faces = f"{rolled.purpose} {rolled.by} {rolled.dice} {list(rolled.faces)}"
                dice.setdefault(event.round, []).append(faces)
        if event.clock is not None and shown(event):
            numbers = marked.get((event.round, shown(event)[0][0], event.clock, event.moment), [])
            told = words(event) + (f" ({', '.join(map(str, sorted(set(numbers))))})" if numbers else "")
            columns.setdefault(event.clock, []).append(told)
    for round, columns in rounds.items():
        told = "; ".join(f"{clock}: {', '.join(said)}" for clock, said in columns.items())
        yield f"{each.ruleset.id:{width}}  round {round}  {told or 'nothing'}"
        if round in dice:
            yield f"{'':{width}}  own dice: {'; '.join(dice[round])}"


# JSON.


def json_lines(found: Comparison) -> Iterator[str]:
    """One object a line: every procedure, every row, every note; ``kind`` says which."""
    yield from (_line(kind="unfit", ruleset=each.id, text=unfit_words(each)) for each in found.unfit)
    for each in found.played:
        own = [rolled for event in each.events for rolled in event.rolls if is_own(rolled)]
        dice = [[rolled.purpose, rolled.by, rolled.dice, list(rolled.faces)] for rolled in own]
        yield _line(kind="played", ruleset=each.ruleset.id, title=each.ruleset.title, cut=each.cut, own_dice=dice)
    yield from _rows(found, "difference", found.differences)
    yield from _rows(found, "alike", found.alike)
    teller = Teller()
    for each in found.played:
        for note in each.notes:
            yield _line(kind="note", ruleset=each.ruleset.id, round=note.round, who=note.who, text=teller.note(note))


def _rows(found: Comparison, kind: str, rows: Sequence[Row]) -> Iterator[str]:
    teller = Teller()
    for number, row in enumerate(rows, 1):
        cells = {
            each.ruleset.id: {
                "text": teller.cell(row, cell),
                "clauses": list(cell.clauses),
                "own_die": cell.own_die,
                "clock": cell.outcome.clock,
                "relation": cell.relation,
            }
            for each, cell in zip(found.played, row.cells, strict=True)
        }
        yield _line(kind=kind, number=number, round=row.keys[0].round, about=teller.title(row), cells=cells)


def _line(**fields: Any) -> str:
    return json.dumps(fields, sort_keys=True, ensure_ascii=False)
