"""Changes to a fight that no clause counts."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from rules.kernel.effects import Answer
from rules.kernel.stat_block import StatBlock
from rules.procedures import get_ruleset
from rules.statblocks import build_stat_blocks
from tests.rules.relations.fights import SIDES, Fight, Names
from tests.rules.stat_block_fields import change_stat_block

STRANGERS = ("rufus", "burne")
SIDE_DIE = 6
"""The initiative die of those who go by the die of their side."""
FAR = 3000
"""So many feet from everybody else do strangers stand."""


def renamed(fight: Fight, rng: Random) -> Fight:
    """Everybody has another name, and those come in another order by the alphabet."""
    names = [f"n{at}" for at in range(len(fight.ids))]
    rng.shuffle(names)
    return replace(fight, names=Names(dict(zip(fight.ids, names, strict=True))))


def interleaved(fight: Fight, rng: Random) -> Fight:
    """Mix the sides otherwise in the roster; each keeps its own order."""
    order = [each.side for each in fight.stat_blocks]
    rng.shuffle(order)
    waiting = {side: fight.of_side(side) for side in fight.sides()}
    return replace(fight, stat_blocks=tuple(waiting[side].pop(0) for side in order))


def reordered(fight: Fight, rng: Random) -> Fight:
    """Put the roster in any other order."""
    return replace(fight, stat_blocks=tuple(rng.sample(fight.stat_blocks, len(fight.stat_blocks))))


def mirrored(fight: Fight, rng: Random) -> Fight:
    """Make the party the foes, and the foes the party."""
    return replace(fight, names=Names({SIDES[0]: SIDES[1], SIDES[1]: SIDES[0]}))


# Strangers.

ENTRY: Mapping[str, object] = {
    "class": "fighter", "level": 3, "hp": 500, "ac": -9, "weapons": ["sword_long", "bow_long"],
    "spells": [{"id": "song", "casting": "3 segments"}], "devices": [{"id": "flute", "activation": 4}],
}  # fmt: skip

ALONE: tuple[Answer, ...] = (
    {"action": "E", "how": "task", "task": "dig", "segments": 1},
    {"action": "E", "how": "task", "task": "dig", "segments": 8},
    {"action": "D", "how": "spell", "spell": "song"},
    {"action": "D", "how": "device", "device": "flute"},
    {"action": "C"},
    {"action": "E", "how": "move", "to": [FAR * 100 + 900, FAR * 100]},
    {"action": "B"},
)
"""Orders of a stranger that concern nobody."""

EACH_OTHER: tuple[Answer, ...] = (
    {"action": "G", "weapon": "sword_long", "target": STRANGERS[1]},
    {"action": "D", "how": "shoot", "weapon": "bow_long", "target": STRANGERS[1]},
)
"""Orders of a stranger that concern nobody but the other one."""


def joined(fight: Fight, rng: Random) -> Fight:
    """Add one or two more, so far away that nobody minds them, nor they anybody but each other."""
    side = rng.choice(SIDES)
    others = (SIDES[1 - SIDES.index(side)],) if rng.random() < 0.4 else ()
    order = rng.choice(EACH_OTHER if others else ALONE)
    answers = dict(fight.answers)
    for round in range(1, fight.rounds + 1):
        answers[(round, "declare", STRANGERS[0], "{}", 1)] = order
        answers[(round, "declare", STRANGERS[1], "{}", 1)] = {**EACH_OTHER[0], "target": STRANGERS[0]}
    roster = list(fight.stat_blocks)
    for at, each in enumerate((side, *others)):
        roster.insert(rng.randint(0, len(roster)), stranger(fight, STRANGERS[at], each, at))
    return replace(fight, stat_blocks=tuple(roster), answers=answers)


def awaited(fight: Fight, rng: Random) -> Fight:
    """Add one more of a side, so far away that nobody minds, who awaits."""
    side = rng.choice(SIDES)
    return replace(fight, stat_blocks=(*fight.stat_blocks, stranger(fight, STRANGERS[0], side, 0)))


def stranger(fight: Fight, id: str, side: str, at: int) -> StatBlock:
    """Return a combatant far off, equal for initiative and surprise to one of its side.

    That is the first who rolls no die alone: a die of its own might tie with the other side's. Where by option every
    better chance against surprise counts, the stranger has none of its own.
    """
    entry = {**ENTRY, "id": id, "side": side, "position": [FAR + 3 * at, FAR]}
    members = fight.of_side(side)
    like = next((each for each in members if each.attack.initiative_die == SIDE_DIE), members[0])
    (stat_block,) = build_stat_blocks(entry, setting=fight.setting)
    stacks = any(value for key, value in fight.options.items() if key.endswith(".surprise_reduction_stacks"))
    surprised = stat_block.surprise.surprised if stacks else like.surprise.surprised
    return change_stat_block(
        stat_block, initiative_die=like.attack.initiative_die, surprised=surprised, surprises=like.surprise.surprises,
        reaction=like.attack.reaction, attacking=like.attack.attacking,
    )  # fmt: skip


# Steps, dice, silence.


def stepped(fight: Fight, rng: Random) -> Fight:
    """Have everybody who acts take a step of no length before, where that is allowed."""
    return replace(fight, stepping=True)


def put_in_place(fight: Fight, rng: Random) -> Fight:
    """Have the DM put everybody where they stand."""
    return replace(fight, ruled=True)


def won_by(fight: Fight, rng: Random) -> Fight:
    """Have the same side win by much more or by much less."""
    faces = dict(fight.faces)
    for (round, purpose, side), face in fight.faces.items():
        other = next(
            (shown for key, shown in fight.faces.items() if key[:2] == (round, purpose) and key[2] != side), face
        )
        if purpose == "initiative" and face != other:
            faces[(round, purpose, side)] = 6 if face > other else 1
    return replace(fight, faces=faces)


def spelled_out(fight: Fight, rng: Random) -> Fight:
    """Write out what was left unanswered, and the default of every option left out."""
    specs = get_ruleset(fight.ruleset).options
    options = {key: fight.options.get(key, spec.default) for key, spec in specs.items()}
    return replace(fight, options=options, outspoken=True)


UNSAID = {"mode": "strike", "peek": "no", "prepared": "no", "segments": 1}
"""What a part of an order means where it is left out."""


def shortened(fight: Fight, rng: Random) -> Fight:
    """Leave out what an order would mean without it."""
    return replace(fight, answers={key: said and _short(said) for key, said in fight.answers.items()})


def _short(said: Answer) -> Answer:
    kept = {key: value for key, value in said.items() if key not in UNSAID or UNSAID[key] != value}
    if isinstance(further := kept.get("with"), list):
        kept["with"] = [_short(each) for each in further]
    return kept


def said_otherwise(fight: Fight, rng: Random) -> Fight:
    """Make all the changes of wording and place that no clause counts."""
    for change in (renamed, interleaved, put_in_place, spelled_out, shortened):
        fight = change(fight, rng)
    return fight
