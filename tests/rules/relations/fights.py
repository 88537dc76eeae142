"""Fights to compare: combatants, options, dice and answers, as data that can be changed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random
from typing import Any, TypeVar

from rules.kernel import events as e
from rules.kernel.dice import build_typed_roll
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import Setting
from rules.statblocks import build_stat_blocks
from tests.any_procedure import FAMILY
from tests.registered import find_module
from tests.rules.random_play import KINDS, Entry, drawn_options

Key = tuple[object, ...]
"""Which question: round, its name, who is asked, what it is about, and which of these it is."""

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Names:
    """Other names for combatants and sides: ``of`` renames, ``back`` undoes that."""

    given: Mapping[str, str] = field(default_factory=dict)

    def of(self, thing: Thing) -> Thing:
        """Return the same with the new names."""
        return _renamed(thing, self.given) if self.given else thing

    def back(self, thing: Thing) -> Thing:
        """Return the same with the old names."""
        return _renamed(thing, {new: old for old, new in self.given.items()}) if self.given else thing


def _renamed(thing: Any, names: Mapping[str, str]) -> Any:
    if isinstance(thing, str):
        return re.sub(r"[a-z0-9]+", lambda found: names.get(found[0], found[0]), thing)
    if isinstance(thing, tuple | list):
        return type(thing)(_renamed(each, names) for each in thing)
    if isinstance(thing, Mapping):
        return {_renamed(key, names): _renamed(value, names) for key, value in thing.items()}
    return thing


@dataclass(frozen=True)
class Fight:
    """A fight that can be played again, changed in one respect.

    ``faces`` are given dice: by round, purpose and roller; the others follow from the ``seed``.
    ``answers`` are what was said; None where the table kept silent. ``names`` are other names than those
    by which dice and answers are known. ``outspoken``: what is not said is answered with its default. ``ruled``: the DM
    puts everybody where they stand before each round. ``stepping``: each who acts is ordered to go to where they stand
    before, where that is allowed. ``trusted``: orders were allowed once, and are not looked at again.
    """

    ruleset: str
    seed: int
    stat_blocks: tuple[StatBlock, ...]
    options: Mapping[str, object]
    notes: Mapping[str, object]
    setting: Setting
    rounds: int = 1
    faces: Mapping[tuple[int, str, str], int] = field(default_factory=dict)
    answers: Mapping[Key, Answer | None] = field(default_factory=dict)
    names: Names = Names()
    outspoken: bool = False
    ruled: bool = False
    stepping: bool = False
    trusted: bool = False

    def opening(self) -> e.EncounterOpened:
        """Return the event that opens it."""
        return e.EncounterOpened(
            ruleset=self.ruleset, version="test", setting=self.setting.value, options=self.options,
            notes=self.names.of(self.notes),
            stat_blocks=tuple(
                replace(each, id=self.names.of(each.id), side=self.names.of(each.side)) for each in self.stat_blocks
            ),
        )  # fmt: skip

    def dice(self, round: int, attempt: int) -> "CarriedDice":
        """Return the dice of a round."""
        return CarriedDice(self, round)

    @property
    def ids(self) -> list[str]:
        """Return the ids of the combatants, by which dice and answers are kept."""
        return [each.id for each in self.stat_blocks]

    def sides(self) -> list[str]:
        """Return the sides, in roster order."""
        return list(dict.fromkeys(each.side for each in self.stat_blocks))

    def of_side(self, side: str) -> list[StatBlock]:
        """Return the combatants of a side."""
        return [each for each in self.stat_blocks if each.side == side]


@dataclass(frozen=True)
class CarriedDice:
    """Dice that fall alike whatever the combatants are called and in whatever order they roll.

    A face depends on round, purpose, roller, and which die of the roll it is; not on how often was rolled before:
    only the roster says who rolls first of two in one moment.
    """

    fight: Fight
    round: int

    def draw(self, roll: Roll, n: int) -> Rolled:
        by = self.fight.names.back(roll.by)
        given = self.fight.faces.get((self.round, roll.purpose, by))
        if given is not None:
            return build_typed_roll(roll, (min(given, roll.sides),) * roll.count, n, "scripted")
        stem = f"{self.fight.seed}|{self.round}|{roll.purpose}|{by}|{roll.sides}"
        faces = tuple(_face(f"{stem}|{at}", roll.sides) for at in range(roll.count))
        return build_typed_roll(roll, faces, n, "scripted")

    def reveal_seed(self) -> str:
        return ""

    def get_commitments(self) -> tuple[str, str]:
        return "", ""


def _face(stem: str, sides: int) -> int:
    return int.from_bytes(blake2b(stem.encode(), digest_size=8).digest(), "big") % sides + 1


# Fights at random.

CAST = ("otis", "tenser", "jaroo", "elmo", "kobort", "turuk", "zert", "lareth", "falrinth")
SIDES = ("party", "foes")
CASTERS = tuple(kind for kind in KINDS if "spells" in kind)


def random_fight(seed: int, ruleset: str) -> Fight:
    """Return a fight of 3 to 9 combatants, whose sides often tie, most of it within reach."""
    rng = Random(f"{seed}|{ruleset}")
    if ruleset not in FAMILY:
        own = find_module(ruleset, "relations")
        assert own is not None, f"{ruleset} has no tests/procedures/{ruleset}/relations.py"
        fight: Fight = own.random_fight(rng, seed)
        return fight
    setting = rng.choice(list(Setting))
    gap = rng.choice([5, 5, 5, 8, 30, 60])
    entries = [random_entry(rng, id, at, gap) for at, id in enumerate(CAST[: rng.choice([3, 4, 4, 5, 5, 6, 7, 9])])]
    stat_blocks = tuple(stat_block for entry in entries for stat_block in build_stat_blocks(entry, setting=setting))
    rounds = 2 if rng.random() < 0.25 else 1
    options: dict[str, object] = {}
    if rng.random() < 0.4:
        specs = drawn_options(ruleset)
        options = {key: rng.choice(spec.choices) for key, spec in specs.items() if rng.random() < 0.15}
    return Fight(
        ruleset=ruleset, seed=seed, stat_blocks=stat_blocks, options=options,
        notes=random_notes(rng, gap), setting=setting, rounds=rounds, faces=tied_faces(rng, rounds),
    )  # fmt: skip


def random_entry(rng: Random, id: str, at: int, gap: int) -> Entry:
    """Return a combatant of a kind of the random fights, at its side's front or near it."""
    entry: Entry = dict(rng.choice(CASTERS if rng.random() < 0.25 else KINDS))
    entry.update(id=id, side=SIDES[at % 2] if at < 2 else rng.choice(SIDES), played=at % 2 == 0)
    if rng.random() < 0.4:
        entry["hp"] = rng.randint(1, 12)
    entry["position"] = [0 if entry["side"] == SIDES[0] else gap, 0]
    if rng.random() < 0.3:
        entry["position"] = [rng.randrange(-20, 30), rng.randrange(-20, 20)]
    return entry


def random_notes(rng: Random, gap: int) -> dict[str, object]:
    """Mostly in melee at once; sometimes surprise comes before it."""
    notes: dict[str, object] = {"start": rng.choice(["melee", "melee", "melee", "surprise", "encounter"])}
    notes["distance_ft"] = gap
    if notes["start"] != "melee":
        notes["reaction"] = "hostile"
        if rng.random() < 0.3:
            notes["surprised"] = [rng.choice(SIDES)]
    return notes


def tied_faces(rng: Random, rounds: int) -> dict[tuple[int, str, str], int]:
    """Initiative for both sides; the same for both in four rounds of ten."""
    faces: dict[tuple[int, str, str], int] = {}
    for round in range(1, rounds + 1):
        one, other = rng.randint(1, 6), rng.randint(1, 6)
        tied = rng.random() < 0.4
        faces |= {(round, "initiative", "party"): one, (round, "initiative", "foes"): one if tied else other}
    return faces


def dropped(fight: Fight, who: Sequence[str]) -> Fight:
    """Return the fight without these combatants, and without what concerns them."""
    answers = {
        key: said for key, said in fight.answers.items() if not any(each in f"{key} {said}" for each in who)
    }  # fmt: skip
    return replace(fight, stat_blocks=tuple(each for each in fight.stat_blocks if each.id not in who), answers=answers)
