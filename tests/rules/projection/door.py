"""All that the projection and the comparison of checkouts import of the rules.

What is done here with the rules' own shapes is all that has to follow when they change.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rules.kernel.codec import decode_input, encode_input
from rules.kernel.dice import KeyedDice
from rules.kernel.events import EncounterOpened, Event
from rules.kernel.forms import Choice, Field, Form
from rules.kernel.game import BadInput, Game, Record
from rules.kernel.inputs import Arrive, Input
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.state import Combatant
from rules.kernel.terms import Setting
from rules.procedures import get_all_kinds, list_rulesets
from rules.scenarios import ScenarioRun, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from rules.statblocks import build_stat_blocks
from tests.registered import gather

__all__ = [
    "BadInput", "EncounterOpened", "Event", "Field", "Form", "Game", "Input", "Choice", "RULESETS", "Record",
    "ScenarioRun", "SeededDice", "ViewerLog", "Viewpoint", "asked_form", "deed_owner", "event_fields", "form_word",
    "game_log", "game_viewers", "library_files", "open_setup", "opened_fields", "parse_scenario", "play_scenario",
    "read_field", "read_input", "run_viewers", "standing", "write_input",
]  # fmt: skip

RULESETS = list_rulesets()

STANDINGS = gather("shown", "standing")
"""What procedures show of the standing of a combatant, besides what all show: tests/procedures/<name>/shown.py."""


FORM_WORDS = {"refusal": "barred", "limits": "bounds"}
"""Fields of the form's classes that have another name in what is shown, as in older checkouts."""

INPUT_WORDS = {"MakeRuling": "Rule"}
"""Inputs that have another name in the documents of fights, so that older checkouts can read them."""


# Events and the state.


def event_fields() -> dict[str, tuple[set[str], ...]]:
    """Return for every event kind the field names of each of its classes."""
    return {kind: ({each.name for each in fields(event)},) for kind, event in get_all_kinds().items()}


def read_field(event: Event, name: str) -> object:
    """Return a field of an event, or of its details; None where there is no such field."""
    if hasattr(event, name):
        return getattr(event, name)
    return getattr(getattr(event, "details", None), name, None)


def asked_form(viewer_log: ViewerLog, event: Event) -> Form | None:
    """Return the form of the question that an event asks of a viewer; None for any other event."""
    if event.kind != "Asked":
        return None
    asked: Any = event
    return viewer_log.build_question_form(f"{asked.id}~{asked.epoch}")


def opened_fields(option: Choice) -> Sequence[Field]:
    """Return the fields that an option leads on to, where it may be chosen."""
    return option.then() if option.refusal is None else ()


def form_word(name: str) -> str:
    """Return the name under which a field of the form's classes is shown."""
    return FORM_WORDS.get(name, name)


def deed_owner(deed: str) -> str:
    """Return the combatant whose deed this is, by the deed's id."""
    return deed.partition(":")[0]


def standing(combatant: Combatant) -> dict[str, object]:
    """Return a combatant's hit points, place and conditions."""
    known: dict[str, object] = {
        "hp": combatant.hp,
        "place": combatant.place,
        "conditions": [[each.name, each.until] for each in combatant.conditions],
    }
    for of_procedure in STANDINGS:
        known |= of_procedure(combatant)
    return known


# Scenario files.


def library_files() -> dict[str, Path]:
    """Return every file of the library by its name: "<procedure>/VII.B.toml"."""
    return dict(find_scenario_files())


def run_viewers(run: ScenarioRun) -> dict[str, Viewpoint]:
    """Return the DM, each side of a scenario, and the public."""
    roster = run.script.roster
    return list_viewpoints({side: roster.list_members(side) for side in roster.sides})


def list_viewpoints(sides: Mapping[str, tuple[str, ...]]) -> dict[str, Viewpoint]:
    """Return the DM, a viewer who plays all of a side for each side, and the public."""
    players = {f"side {side}": Viewpoint(characters=characters) for side, characters in sides.items()}
    return {"dm": Viewpoint(dm=True), **players, "public": Viewpoint()}


# Games.


def game_log(game: Game) -> list[tuple[Event, int]]:
    """Return every event of a game with the position of its input, those taken back included."""
    return [(game.opening, 0), *((event, record.position) for record in game.records for event in record.events)]


def game_viewers(game: Game) -> dict[str, Viewpoint]:
    """Return the DM, each side of a game with all who ever arrived, and the public."""
    arrived = [
        stat_block
        for record in game.records
        if isinstance(record.input, Arrive)
        for stat_block in record.input.stat_blocks
    ]
    stat_blocks = {stat_block.id: stat_block.side for stat_block in (*game.opening.stat_blocks, *arrived)}
    sides = dict.fromkeys(stat_blocks.values())
    return list_viewpoints({side: tuple(id for id, own in stat_blocks.items() if own == side) for side in sides})


# Setups and inputs as documents.


@dataclass(frozen=True)
class SeededDice:
    """The dice of a fight at random: every round and attempt has two seeds of its own."""

    seed: int

    def __call__(self, round: int, attempt: int) -> KeyedDice:
        return KeyedDice(f"{self.seed}|{round}|{attempt}|open", f"{self.seed}|{round}|{attempt}|dm")


def open_setup(setup: Mapping[str, Any]) -> EncounterOpened:
    """Return the event that opens a fight, from its ruleset, options, notes and combatants."""
    setting = Setting(setup["setting"])
    stat_blocks = [
        stat_block for entry in setup["combatants"] for stat_block in build_stat_blocks(entry, setting=setting)
    ]
    return EncounterOpened(
        ruleset=setup["ruleset"], version="test", setting=setting.value, options=setup["options"],
        notes=setup["notes"], stat_blocks=tuple(stat_blocks),
    )  # fmt: skip


def write_input(given: Input, newcomers: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return an input as JSON.

    Combatants who arrive are written as the tables they were made of, by id.
    """
    if isinstance(given, Arrive):
        entries = [newcomers[each.id] for each in given.stat_blocks]
        return {"type": "Arrive", "combatants": entries, "note": given.note}
    data = encode_input(given)
    return {**data, "type": INPUT_WORDS.get(data["type"], data["type"])}


def read_input(data: Mapping[str, Any], setting: str) -> Input:
    """Return the input that was written."""
    if data["type"] != "Arrive":
        names = {word: name for name, word in INPUT_WORDS.items()}
        return decode_input({**data, "type": names.get(data["type"], data["type"])})
    return Arrive(tuple(_arriving(data["combatants"], setting)), data["note"])


def _arriving(entries: list[Mapping[str, Any]], setting: str) -> Iterator[Any]:
    for entry in entries:
        yield from build_stat_blocks(entry, setting=Setting(setting))
