"""Making a fight in which a relation fails as small as it can be."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.kernel.effects import Answer
from tests.rules.relations.fights import Fight, dropped
from tests.rules.stat_block_fields import change_stat_block, read_field

Fails = Callable[[Fight], bool]


def shrunk(fight: Fight, fails: Fails) -> Fight:
    """Return the smallest fight that still fails: fewer combatants, answers and options."""
    while True:
        smaller = next((each for each in simpler(fight) if _fails(each, fails)), None)
        if smaller is None:
            return fight
        fight = smaller


def _fails(fight: Fight, fails: Fails) -> bool:
    try:
        return len(fight.sides()) > 1 and fails(fight)
    except Exception:  # a fight that cannot be played is another fault than the one that is looked for
        return False


def simpler(fight: Fight) -> Iterator[Fight]:
    """Yield fights that are simpler by one thing."""
    for stat_block in fight.stat_blocks:
        yield dropped(fight, [stat_block.id])
    if fight.rounds > 1:
        yield replace(fight, rounds=1)
    for name in fight.options:
        yield replace(fight, options={other: value for other, value in fight.options.items() if other != name})
    for key, answer in fight.answers.items():
        if answer is not None:
            yield replace(fight, answers={other: said for other, said in fight.answers.items() if other != key})
            if "with" in answer:
                shorter: Answer = {part: value for part, value in answer.items() if part != "with"}
                yield replace(fight, answers={**fight.answers, key: shorter})
    for at, stat_block in enumerate(fight.stat_blocks):
        for plain in (
            {"hit_points": 90}, {"reaction": 0, "attacking": 0}, {"hasted": False}, {"psionic": None},
            {"played": True},
        ):  # fmt: skip
            if any(read_field(stat_block, key) != value for key, value in plain.items()):
                stat_blocks = list(fight.stat_blocks)
                stat_blocks[at] = change_stat_block(stat_block, **plain)
                yield replace(fight, stat_blocks=tuple(stat_blocks))


def described(fight: Fight) -> str:
    """Return a fight in a few lines, for the person who looks into its failure."""
    lines = [f"{fight.ruleset} seed {fight.seed} {fight.setting.value} {dict(fight.notes)} {dict(fight.options)}"]
    for each in fight.stat_blocks:
        place = each.start.position and tuple(feet / 100 for feet in each.start.position)
        lines.append(
            f"  {each.id} {each.side} {each.creature.kind} {each.creature.level} at {place}"
            f" hp {each.defence.hit_points} routines {each.attack.routines}"
            f" dex {each.attack.reaction}/{each.attack.attacking} {[weapon.id for weapon in each.gear.weapons]}"
        )
    lines += [
        f"  {key[0]} {key[1]} {key[2]} {key[3]}: {said}" for key, said in fight.answers.items() if said is not None
    ]
    lines += [f"  die {key}: {face}" for key, face in fight.faces.items() if key[0] <= fight.rounds]
    return "\n".join(lines)
