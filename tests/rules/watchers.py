"""A made fight and its viewers: Pip plays Otis, Quill Tenser, Sam watches, Dora is the DM."""

from collections.abc import Iterable, Sequence
from typing import Any

from rules.kernel import events as e
from rules.kernel.codec import encode_text
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog, build_viewer_log
from rules.kernel.stat_block import Device, Psionic, Spell, StatBlock, Weapon, WeaponBlow
from rules.kernel.terms import Save
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block

DORA = Viewpoint(dm=True)
PIP = Viewpoint(characters=("otis",))
QUILL = Viewpoint(characters=("tenser",))
SAM = Viewpoint()
WATCHERS = {"dora": DORA, "pip": PIP, "quill": QUILL, "sam": SAM}

SWORD = Weapon("sword", "Long sword", (WeaponBlow("sword", "1d8", "1d12"),), 350, speed_factor=5)
AXE = Weapon("axe", "Battle axe", (WeaponBlow("axe", "1d8", "1d8"),), 400, speed_factor=7)
SLEEP = Spell("sleep", "Sleep", 1)
BLESS = Spell("bless", "Bless", 10)
HEX = Spell("withering_hex", "Withering Hex", 6)
WAND = Device("bone_wand", "Bone Wand")


def prepare_combatant(id: str, name: str, side: str, **more: Any) -> StatBlock:
    """Return a combatant standing at a place of its own."""
    given = {"hit_points": 20, "armor_class": 4, "position": (100, 100), "weapons": (SWORD, AXE), **more}
    return make_stat_block(id=id, name=name, side=side, **given)


OTIS = prepare_combatant(
    "otis", "Otis", "party", kind="ranger", played=True, spells=(BLESS,), saves=((Save.SPELL, 13),)
)
TENSER = prepare_combatant("tenser", "Tenser", "party", kind="magic_user", played=True, spells=(SLEEP,))
JAROO = prepare_combatant("jaroo", "Jaroo", "party", kind="cleric", played=True)
SHAMAN = prepare_combatant(
    "witch", "Shaman", "foes", kind="cleric", spells=(HEX,), devices=(WAND,), psionic=Psionic(71, 73, (), ())
)
LURKER = prepare_combatant("orc-1", "Orc 1", "foes", kind="orc", mob="orc", hidden=True, position=(7771, 7773))
ORC = prepare_combatant("orc-2", "Orc 2", "foes", kind="orc", mob="orc", hit_points=27)
THIRD = prepare_combatant("orc-3", "Orc 3", "foes", kind="orc", mob="orc")
SPY = prepare_combatant("doppelganger", "Bran", "foes", kind="doppelganger", hidden=True)
STAT_BLOCKS = (OTIS, TENSER, JAROO, SHAMAN, LURKER, ORC, THIRD, SPY)


def opened(stat_blocks: Sequence[StatBlock] = STAT_BLOCKS, **options: object) -> e.EncounterOpened:
    """Return the opening; options of the table by their names after the dot."""
    chosen = {f"table.{name}": value for name, value in options.items()}
    return e.EncounterOpened(ruleset=ANY, version="1", options=chosen, stat_blocks=tuple(stat_blocks))


def watch(viewpoint: Viewpoint, *events: e.Event, opening: e.EncounterOpened | None = None) -> ViewerLog:
    """Return the view of a log, each event after the opening from an input of its own."""
    log = [opening or opened(), *events]
    return build_viewer_log((event, viewpoint, position) for position, event in enumerate(log))


def last(viewpoint: Viewpoint, *events: e.Event, opening: e.EncounterOpened | None = None) -> tuple[e.Event, ...]:
    """Return what a viewer is shown of the last of the events."""
    before = watch(viewpoint, *events[:-1], opening=opening)
    return before.see(events[-1], len(events))


def the_last(viewpoint: Viewpoint, *events: e.Event, opening: e.EncounterOpened | None = None) -> Any:
    """Return the one event that a viewer is shown of the last of the events."""
    (shown,) = last(viewpoint, *events, opening=opening)
    return shown


def text(viewer_log: ViewerLog) -> str:
    """Return everything a viewer was sent and knows, as it is sent."""
    return "\n".join([*map(encode_text, viewer_log.shown), encode_text(viewer_log.state)])


def texts(events: Iterable[e.Event]) -> str:
    """Return events as they are sent."""
    return "\n".join(map(encode_text, events))
