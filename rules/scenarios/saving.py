"""The saving of a fight that was played as the text of a scenario file, to report a fault."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.documents import MOST_BYTES
from rules.kernel.frozen import frozen
from rules.kernel.record import Record
from rules.scenarios.fight_events import OF_TAKE_BACKS, find_unlike_event, list_stored_events, write_expectations
from rules.scenarios.fight_tables import FileTable, PreparedTables, list_tables
from rules.scenarios.lines import ScenarioError
from rules.scenarios.parse import parse_scenario
from rules.scenarios.play import ScenarioRun, play_scenario
from rules.scenarios.script import Script
from rules.scenarios.secrets import drop_combatants, is_naming, list_outlines, list_unmet, remove_words

HEAD = (
    "# A fight as it was played. `manage.py resolve FILE` plays it again and prints what happens;\n"
    "# with --check it says what differs from [expect], which is what happened at the table.\n"
)
FILE = "fight.toml"


class Unsavable(ValueError):
    """A fight that no scenario file can play again, with the reason."""


@frozen
class SavedFight:
    """A fight as a file."""

    text: str
    unlike: str = ""
    """What the file plays otherwise by these rules, in words; "" where it plays everything alike."""


def save_fight(
    opening: e.EncounterOpened, records: Sequence[Record], prepared: PreparedTables, note: str = ""
) -> SavedFight:
    """Return a fight as the text of a scenario file, which is read and played before.

    It expects what it gives now: a log of an earlier version may cite otherwise. Where it goes another way, it expects
    what was stored.
    ``records`` is the whole log from its first input on; ``note`` says what was expected. Raises Unsavable.
    """
    tables = list_tables(opening, records, prepared)
    script = read_tables(tables)
    stored = list_stored_events(opening, records)
    expected: Sequence[e.Event] = [each.event for each in stored]
    try:
        played = play_scenario(script).events
        unlike = find_unlike_event(played, stored)
        expected = expected if unlike else played
    except ScenarioError as error:
        unlike = str(error)
    remarks = [note, f"By the rules that saved it, it goes otherwise: {unlike}"] if unlike else [note]
    return SavedFight(write_file(tables, expected, script, remarks), unlike)


def save_without_secrets(opening: e.EncounterOpened, records: Sequence[Record], note: str = "") -> SavedFight:
    """Return a fight as a file without what people typed and combatants the party never met.

    A combatant stays, under a neutral name, if the fight would go another way without it: the file says so. Raises
    Unsavable, also where the fight would go another way without what was typed.
    """
    tables = list_tables(opening, records, PreparedTables())
    run = play_tables(tables)
    unmet = list_unmet(run)
    gone = _find_needless(tables, run, unmet)
    cleaned = remove_words(drop_combatants(tables, gone), run)
    played = play_tables(cleaned.tables)
    same = {new: new for new in cleaned.ids.values()}
    if list_outlines(played.events, same) != list_outlines(run.events, cleaned.ids, _add_sides(run, gone)):
        raise Unsavable("the fight goes another way without the words that people typed")
    remarks = [note, "Names and words that people typed are left out."]
    if kept := len(unmet) - len(gone):
        why = "without them the fight goes another way"
        remarks.append(f"Combatants that the party never met, and that stay because {why}: {kept}.")
    return SavedFight(write_file(cleaned.tables, played.events, played.script, remarks))


def _find_needless(tables: Sequence[FileTable], run: ScenarioRun, unmet: Sequence[str]) -> list[str]:
    """Return the combatants that the fight does not need: all at once, or one by one."""
    if unmet and _is_same_without(tables, run, unmet):
        return list(unmet)
    gone: list[str] = []
    for each in unmet[:MOST_TRIED] if len(unmet) > 1 else ():
        if _is_same_without(tables, run, [*gone, each]):
            gone.append(each)
    return gone


MOST_TRIED = 10
"""The most combatants that are left out one by one: each takes a replay."""


def _is_same_without(tables: Sequence[FileTable], run: ScenarioRun, gone: Sequence[str]) -> bool:
    left = drop_combatants(tables, gone)
    if is_naming(left, gone):
        return False
    try:
        played = play_tables(left)
    except Unsavable:
        return False
    names = {each: each for each in (*run.script.roster.mobs, *run.script.roster.sides)}
    return list_outlines(played.events, names) == list_outlines(run.events, names, _add_sides(run, gone))


def _add_sides(run: ScenarioRun, gone: Sequence[str]) -> list[str]:
    """Return combatants, and the sides that nobody else fights on."""
    sides = {side for who, side in run.script.roster.side_of.items() if who not in gone}
    return [*gone, *(side for side in run.script.roster.sides if side not in sides)]


def read_tables(tables: Sequence[FileTable]) -> Script:
    """Read the fight of these tables. Raises Unsavable."""
    try:
        return parse_scenario(_write_tables(tables), FILE)
    except ScenarioError as error:
        raise Unsavable(str(error)) from error


def play_tables(tables: Sequence[FileTable]) -> ScenarioRun:
    """Play the fight of these tables. Raises Unsavable."""
    try:
        return play_scenario(read_tables(tables))
    except ScenarioError as error:
        raise Unsavable(str(error)) from error


def write_file(
    tables: Sequence[FileTable], events: Sequence[e.Event], script: Script, remarks: Sequence[str] = ()
) -> str:
    """Return the text of a file with these tables, which expects these events. Raises Unsavable."""
    comments = "".join(f"# {line}\n" for each in remarks for line in each.splitlines())
    text = f"{HEAD}{comments}\n{_write_tables(tables)}\n"
    kept = [event for event in events if event.kind not in OF_TAKE_BACKS]
    return text + write_expectations(kept, script.roster, MOST_BYTES - len(text.encode()) - ROOM_FOR_ORDER)


ROOM_FOR_ORDER = 20_000
"""The bytes that are kept for what is expected besides events."""


def _write_tables(tables: Sequence[FileTable]) -> str:
    text = "\n".join(table.write() for table in tables)
    if (size := len(text.encode())) > MOST_BYTES - ROOM_FOR_ORDER:
        raise Unsavable(f"the fight is too long: its file would have {size:,} bytes, and {MOST_BYTES:,} are allowed")
    return text
