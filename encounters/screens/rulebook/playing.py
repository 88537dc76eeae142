"""Fights of the library, played in memory and shown as a log.

They use neither the database nor chance, so that a fight is the same each time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from encounters.narration import drop_repeated_notes
from encounters.narration.columns import name_column
from encounters.narration.names import describe_deed, name_choice, name_of, name_option
from encounters.narration.questions import write_title
from encounters.narration.voice import ScreenVoice
from encounters.screens.log_lines import LogGroup, LogLine, build_line, group_lines
from rules.api import (
    TABLE_OPTIONS,
    Because,
    ClauseId,
    Deed,
    OpenQuestion,
    OptionSpec,
    ScenarioRun,
    State,
    TableOption,
    find_differences,
    index_clauses,
    list_catalogues,
    load_catalogue,
    load_library_script,
    play_scenario,
)
from rules.api import events as e

HELD = 64
"""The number of played fights that a process keeps."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of a played fight."""

    title: str
    """"" for the opening."""
    groups: Sequence[LogGroup]


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option whose value is not its default."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class LibraryFight:
    """A fight of the library, played."""

    file: str
    title: str
    clause: ClauseId
    """The clause whose lines are marked; "" for none."""
    rounds: Sequence[PlayedRound]
    as_expected: bool
    """It comes out as its file expects."""
    options: Sequence[ChosenOption]
    sides: Sequence[str]
    """The names of the combatants, by side."""


@lru_cache(HELD)
def play_fight(file: str, clause: ClauseId = "") -> LibraryFight:
    """Play a file of the library and return its rounds; lines that cite ``clause`` are marked.

    For an example those of the clause that it illustrates are marked, too. Raises UnknownId for an unknown file.
    """
    run = play_scenario(load_library_script(file))
    rounds = [
        PlayedRound(f"Round {number}" if number > 0 else "", list(group_lines(run.state, told)))
        for number, told in _Telling(run, clause).list_rounds()
    ]
    return LibraryFight(
        file=file,
        title=run.script.title,
        clause=clause,
        rounds=[each for each in rounds if each.groups],
        as_expected=not find_differences(run),
        options=_list_choices(run.script.options),
        sides=_list_sides(run.state),
    )


def _list_choices(given: Mapping[str, object]) -> list[ChosenOption]:
    """Return the options whose values differ from their defaults."""
    options: dict[str, OptionSpec | TableOption] = {**TABLE_OPTIONS}
    for id in list_catalogues():
        options |= load_catalogue(id).options
    return [
        ChosenOption(name_option(options[key]), name_choice(options[key], value))
        for key, value in given.items()
        if value != options[key].default
    ]


@dataclass
class _Telling:
    """The lines of a run, event by event, with those that only the clause's page needs."""

    run: ScenarioRun
    clause: ClauseId
    deeds: dict[tuple[int, str], Deed] = field(default_factory=dict)
    """The deeds so far, by round and id."""
    reasons: set[tuple[int, str]] = field(default_factory=set)
    """The rounds and texts of the reasons given so far."""

    @cached_property
    def marked(self) -> frozenset[ClauseId]:
        """Return the clauses whose lines are marked: with an example the clause that it illustrates."""
        known = index_clauses().get(self.clause)
        illustrated = known.example_of if known is not None else ""
        return frozenset(each for each in (self.clause, illustrated) if each)

    def list_rounds(self) -> Iterator[tuple[int, list[tuple[e.Event, list[LogLine]]]]]:
        """Yield the events of each round with their lines, without the opening of the encounter."""
        shown = [event for event in self.run.events if not isinstance(event, e.EncounterOpened)]
        for number, events in groupby(shown, key=lambda event: event.round):
            yield number, [(event, list(self.build_lines(event))) for event in drop_repeated_notes(events)]

    def build_lines(self, event: e.Event) -> Iterator[LogLine]:
        """Yield the lines of an event; a line that cites the clause is marked.

        Answers by default have no line of their own.
        """
        cites = not self.marked.isdisjoint(event.clauses)
        line = None if _is_default(event) else build_line(self.run.state, event)
        if line is not None:
            yield replace(line, cites=cites)
        elif isinstance(event, e.MomentBegan):
            yield from self.build_reasons(event)
        elif cites:
            yield LogLine(narrate_untold(self.run.state, event, self.deeds), event, clauses=event.clauses, cites=True)
        if isinstance(event, e.AgendaChanged):
            self.deeds |= {(event.round, each.id): each for each in event.deeds}

    def build_reasons(self, event: e.MomentBegan) -> Iterator[LogLine]:
        """Yield the precedences of a moment that the clause gives, each once a round."""
        for each in event.because:
            text = narrate_reason(self.run.state, event, each, self.deeds)
            if not self.marked.isdisjoint(each.clauses) and (event.round, text) not in self.reasons:
                self.reasons.add((event.round, text))
                yield LogLine(text, event, clauses=each.clauses, note=each.numbers, cites=True)


def _is_default(event: e.Event) -> bool:
    """Return whether a question was closed with its default; a file need not answer those."""
    return isinstance(event, e.Answered) and event.by == "default"


def _list_sides(state: State) -> list[str]:
    found: dict[str, list[str]] = {}
    for each in state.combatants.values():
        found.setdefault(each.side, []).append(each.name)
    return [", ".join(names) for names in found.values()]


Deeds = Mapping[tuple[int, str], Deed]
"""The deeds of a fight by round and id."""


def narrate_untold(state: State, event: e.Event, deeds: Deeds) -> str:
    """Return the sentence for an event that a log omits."""
    said = _SAID.get(type(event))
    if said is not None:
        return said(state, event, deeds)
    voice = ScreenVoice(state)
    own = voice.write_plain(event.narrate_in_rulebook(voice))
    if own:
        return own
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in event.kind).strip()
    return f"{words.capitalize()}."


def narrate_reason(state: State, event: e.MomentBegan, because: Because, deeds: Deeds) -> str:
    """Return one precedence of a moment: "Otis: sword on Orc before Orc: axe on Otis."."""
    relation = "together with" if because.relation == "together" else because.relation
    return (
        f"{_name_deed(state, event, because.deed, deeds)} {relation} {_name_deed(state, event, because.other, deeds)}."
    )


def _name_deed(state: State, event: e.Event, id: str, deeds: Deeds) -> str:
    deed = deeds.get((event.round, id))
    return f"{name_of(state, deed.who)}: {describe_deed(state, deed)}" if deed is not None else id


def _narrate_asked(state: State, event: e.Asked, deeds: Deeds) -> str:
    asked = OpenQuestion(event.id, event.epoch, event.question, event.who, event.facts, event.clauses)
    return f"Asked: {write_title(state, asked)}"


def _narrate_surprised(state: State, event: e.SideSurprised, deeds: Deeds) -> str:
    return f"Not surprised: the {event.side.replace('_', ' ')}."


def _narrate_segment(state: State, event: e.SegmentBegan, deeds: Deeds) -> str:
    words = name_column(state, event.clock or 0, event.round)
    return f"{words[:1].upper()}{words[1:]} begins."


def _narrate_dropped(state: State, event: e.PrecedenceDropped, deeds: Deeds) -> str:
    first, then = (_name_deed(state, event, id, deeds) for id in (event.first, event.then))
    relation = "together with" if event.together else "before"
    return f"Dropped, because it contradicts what is stronger: {first} {relation} {then}."


def _narrate_agenda(state: State, event: e.AgendaChanged, deeds: Deeds) -> str:
    return "What is to come is set."


_SAID: dict[type[e.Event], Callable[[State, Any, Deeds], str]] = {
    e.Asked: _narrate_asked,
    e.SideSurprised: _narrate_surprised,
    e.SegmentBegan: _narrate_segment,
    e.PrecedenceDropped: _narrate_dropped,
    e.AgendaChanged: _narrate_agenda,
}
