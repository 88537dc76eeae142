"""Counts of random fights with one secret: compared to the end, or where it came out.

``python -m tests.rules.two_worlds.counting [FIGHTS]`` prints the counts of every procedure.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from rules.procedures import list_rulesets
from tests.rules.two_worlds.comparing import Verdict, compared
from tests.rules.two_worlds.secrecy import random_world
from tests.rules.two_worlds.secrets import SECRETS, Make


@dataclass
class Tally:
    """Fights counted by their kind of secret.

    ``outs`` counts the outcomes by which secrets came out.
    """

    to_the_end: Counter[str] = field(default_factory=Counter)
    came_out: Counter[str] = field(default_factory=Counter)
    outs: Counter[str] = field(default_factory=Counter)
    secrets: dict[str, bool] = field(default_factory=dict)
    things: int = 0
    problems: list[str] = field(default_factory=list)


def verdict_of(make: Make, seed: int, ruleset: str) -> Verdict:
    """Return the result of one secret in one random fight."""
    return compared(make(random_world(seed, ruleset), Random(seed)))


def tallied(ruleset: str, seeds: Iterable[int]) -> Tally:
    """Compare the fights of these seeds, each with the secret whose turn it is."""
    tally = Tally()
    for seed in seeds:
        make = SECRETS[seed % len(SECRETS)]
        verdict = verdict_of(make, seed, ruleset)
        secret, what = verdict.pair.secret, verdict.pair.what
        tally.secrets[secret] = True
        if verdict.problem:
            tally.problems.append(f"{ruleset}, seed {seed}, {make.__name__} {what}: {verdict.problem}")
        elif not verdict.same and verdict.sealed and not verdict.out.startswith("EncounterOpened"):
            tally.problems.append(f"{ruleset}, seed {seed}, {make.__name__} {what}: nothing was compared")
        if verdict.sealed:
            (tally.came_out if verdict.out else tally.to_the_end)[secret] += 1
            tally.things += verdict.same
        if verdict.out:
            tally.outs[f"{secret}: {verdict.out}"] += 1
    return tally


def main() -> None:
    """Print the counts."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for ruleset in list_rulesets():
        tally = tallied(ruleset, range(fights))
        lines = [f"{ruleset}: {tally.things} things shown alike in {fights} fights"]
        lines += [
            f"  {secret}: {tally.to_the_end[secret]} to the end, {tally.came_out[secret]} until it came out"
            for secret in tally.secrets
        ]
        lines += [f"    {out}: {count}" for out, count in tally.outs.most_common()]
        sys.stdout.write("\n".join([*lines, *tally.problems]) + "\n")


if __name__ == "__main__":
    main()
