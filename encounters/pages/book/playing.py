"""A fight of the library played in memory, as a log shows it: no database, no chance, the same each time."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from encounters.forms.rules import option_words
from encounters.pages.book.untold import Deeds, untold, why
from encounters.pages.book.words import value_words
from encounters.pages.dm.lines import Line, grouped, line_of
from rules import events as e
from rules.clauses import CATALOGUES, all_clauses, catalogue
from rules.scenario import Run, differences, play
from rules.scenario.library import library_script
from rules.state import Deed, State
from rules.terms import ClauseId

HELD = 64
"""Fights that a process keeps as they were played."""


@lru_cache(HELD)
def fight(file: str, clause: ClauseId = "") -> dict[str, Any]:
    """A file of the library, played: its rounds, what rests on the clause marked. Raises UnknownId for no such file.

    Whoever reads it must not change it: it is kept for the next who asks.
    """
    run = play(library_script(file))
    rounds = [
        {"title": f"Round {number}" if number else "The opening", "groups": list(grouped(run.state, told))}
        for number, told in _by_round(run, clause)
    ]
    known = all_clauses()
    return {
        "file": file,
        "title": run.script.title,
        "clause": clause,
        "rounds": [each for each in rounds if each["groups"]],
        "clauses": [each for each in run.script.clauses if each in known],
        "as_expected": not differences(run),
        "options": _options(run.script.options),
        "sides": _sides(run.state),
    }


def _options(given: Mapping[str, object]) -> list[dict[str, str]]:
    """The options that a file sets otherwise than by default."""
    specs = {key: spec for id in CATALOGUES for key, spec in catalogue(id).options.items()}
    return [
        {"title": option_words(key), "value": value_words(value)}
        for key, value in given.items()
        if key not in specs or value != specs[key].default
    ]


def _by_round(run: Run, clause: ClauseId) -> Iterator[tuple[int, list[tuple[e.Event, list[Line]]]]]:
    for number, told in groupby(_told(run, clause), key=lambda row: row[0].round):
        if number >= 0:
            yield number, list(told)


def _told(run: Run, clause: ClauseId) -> Iterator[tuple[e.Event, list[Line]]]:
    """Each event with its lines: its sentence, and why the moment came when it did where that is by the clause."""
    deeds: dict[tuple[int, str], Deed] = {}
    for event in run.events:
        if isinstance(event, e.AgendaChanged):
            deeds |= {(event.round, each.id): each for each in event.deeds}
        yield event, list(_lines_of(run.state, event, clause, deeds))


def _lines_of(state: State, event: e.Event, clause: ClauseId, deeds: Deeds) -> Iterator[Line]:
    cites = bool(clause) and clause in event.clauses
    line = line_of(state, event)
    if line is not None:
        yield {**line, "cites": cites}
    elif isinstance(event, e.MomentBegan):
        for each in event.because:
            if clause in each.clauses:
                text = why(state, event, each, deeds)
                yield {"text": text, "note": each.numbers, "clauses": each.clauses, "cites": True}
    elif cites:
        yield {"text": untold(state, event, deeds), "clauses": event.clauses, "cites": True}


def _sides(state: State) -> list[dict[str, Any]]:
    found: dict[str, list[str]] = {}
    for each in state.combatants.values():
        found.setdefault(each.side, []).append(each.name)
    return [{"side": side.replace("_", " "), "names": ", ".join(names)} for side, names in found.items()]
