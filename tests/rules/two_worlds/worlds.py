"""Worlds: a fight as data, and the same fight with one secret otherwise.

Pip plays Otis, Quill plays Tenser, Sam watches; the DM plays everybody else. Foes have ids that no name tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.kernel.dice import KeyedDice
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.inputs import MakeRuling
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import Setting
from rules.reference import list_monsters
from rules.statblocks import build_stat_blocks
from tests.rules.random_play import KINDS, Entry, drawn_options
from tests.rules.relations.fights import Names
from tests.rules.stat_block_fields import change_stat_block

OWN = {"pip": ("otis",), "quill": ("tenser",), "sam": ()}
"""Who may sit at the table, and what they play."""

SEATS = (("pip", "quill"), ("pip", "sam"))

LURKER = "varrak"
"""The combatant that nobody but the DM knows of."""

FOES = (("xarn", "Guard 3"), ("yeth", "Hooded Stranger"), ("zhur", "Guard 8"))
PUBLIC_NAMES = ("Guard 3", "Hooded Stranger", "Wolf 2", "Masked One")
CASTERS = tuple(kind for kind in KINDS if "spells" in kind)
CASTER_KINDS = ("cleric", "druid", "magic_user", "illusionist")
"""Kinds that show when their spells begin."""


@dataclass(frozen=True)
class World:
    """A fight that can be played.

    ``rulings`` are said after so many inputs of the table. ``answers``: ``sealed`` is whose first answer that others
    wait for is another one than they would give.
    """

    seed: int
    opening: e.EncounterOpened
    rounds: int
    names: Names = field(default_factory=Names)
    rulings: Mapping[int, MakeRuling] = field(default_factory=dict)
    sealed: str = ""
    other_answer: bool = False
    hidden_seed: str = "dm"
    seats: tuple[str, ...] = ("pip", "quill")
    """Who sits at the table: without Quill the DM plays Tenser."""
    quiet: bool = False
    """Whether the hidden one does nothing to others."""
    orders: Mapping[str, Answer] = field(default_factory=dict)
    """The first orders that the DM gives some combatants."""
    typed: tuple[str, ...] = ()
    """The texts that players type, wherever an answer has room for one; they look for such answers."""

    def dice(self, round: int, attempt: int) -> "WorldDice":
        """Return the dice of a round."""
        return WorldDice(self, f"{self.seed}|{round}|{attempt}")

    @property
    def stat_blocks(self) -> Mapping[str, StatBlock]:
        """Return the combatants by their ids."""
        return {each.id: each for each in self.opening.stat_blocks}

    def with_stat_blocks(self, *stat_blocks: StatBlock) -> "World":
        """Return the same world with other combatants."""
        return replace(self, opening=replace(self.opening, stat_blocks=stat_blocks))

    def changed(self, who: str, **changes: Any) -> "World":
        """Return the same world with one combatant otherwise."""
        stat_blocks = (
            change_stat_block(each, **changes) if each.id == who else each for each in self.opening.stat_blocks
        )
        return self.with_stat_blocks(*stat_blocks)


@dataclass(frozen=True)
class WorldDice:
    """Dice that fall alike whatever the combatants are called.

    Their commitments depend on no seed: they are not compared.
    """

    world: World
    stem: str

    def draw(self, roll: Roll, n: int) -> Rolled:
        by = self.world.names.back(roll.by)
        keyed = KeyedDice(f"{self.stem}|open", f"{self.stem}|{self.world.hidden_seed}")
        drawn = keyed.draw(replace(roll, by=by), n)
        return drawn if by == roll.by else replace(drawn, by=roll.by)

    def reveal_seed(self) -> str:
        return f"{self.stem}|open"

    def get_commitments(self) -> tuple[str, str]:
        return "", ""


def table_options(rng: Random) -> dict[str, object]:
    """Return random options of what the table shows to each viewer."""
    return {
        "table.foe_hp": rng.choice(["words", "hidden"]),
        "table.party_hp": rng.choice(["words", "hidden", "numbers"]),
        "table.show_needed": rng.choice(["dm", "dm", "owner"]),
        "table.hidden_acts": rng.choice(["show", "ask"]),
    }


def family_world(rng: Random, seed: int, ruleset: str) -> World:
    """Return a fight by a procedure of the AD&D family."""
    setting = rng.choice(list(Setting))
    gap = rng.choice([5, 5, 8, 30])
    party = [("otis", "Otis"), ("tenser", "Tenser")]
    foes = [*rng.sample(FOES, rng.choice([1, 2, 2])), (LURKER, rng.choice(PUBLIC_NAMES))]
    entries = [_entry(rng, id, name, "party", 0) for id, name in party]
    entries += [_entry(rng, id, name, "foes", gap) for id, name in foes]
    rng.shuffle(entries)
    stat_blocks = tuple(stat_block for each in entries for stat_block in build_stat_blocks(each, setting=setting))
    specs = drawn_options(ruleset)
    options = {key: rng.choice(spec.choices) for key, spec in specs.items() if rng.random() < 0.1}
    notes: dict[str, object] = {"start": rng.choice(["melee", "melee", "surprise", "encounter"]), "distance_ft": gap}
    if rng.random() < 0.5:
        notes["reaction"] = "hostile"
    opening = e.EncounterOpened(
        ruleset=ruleset, version="test", setting=setting.value, options={**options, **table_options(rng)},
        notes=notes, stat_blocks=stat_blocks,
    )  # fmt: skip
    world = World(seed, opening, 2 if rng.random() < 0.1 else 1, quiet=rng.random() < 0.6, seats=rng.choice(SEATS))
    return _with_few_missiles(world, Random(f"{seed}|{ruleset}|missiles"))


def _with_few_missiles(world: World, rng: Random) -> World:
    """Return the same world, in which somebody has but a few missiles now and then."""
    for each in world.opening.stat_blocks:
        weapons = (weapon.missile for weapon in each.gear.weapons if weapon.missile is not None)
        counted = {missile.ammunition: rng.randint(1, 3) for missile in weapons if rng.random() < 0.4}
        if counted:
            world = world.changed(each.id, charges=(*each.gear.charges, *counted.items()))
    return world


def _entry(rng: Random, id: str, name: str, side: str, at: int) -> Entry:
    entry: Entry = dict(rng.choice(CASTERS if rng.random() < 0.25 else KINDS))
    if side == "foes" and rng.random() < 0.3:
        listed = rng.choice(list_monsters())
        entry = {"monster": listed.id} | ({} if listed.natural else {"weapons": ["sword_long", "bow_short"]})
    entry.update(id=id, name=name, side=side, played=side == "party", position=[at, rng.choice([0, 0, 3, 12])])
    if rng.random() < 0.4 and "monster" not in entry:
        entry["hp"] = rng.randint(3, 14)
    return entry | ({"hidden": True} if id == LURKER else {})
