"""`make bench`: the speed on this machine, in one run.

Read the ratios; nothing here fails for being slow.
"""

import argparse

from rules.procedures import list_rulesets
from tests.load import http_speed, long_speed, paired_speed, push_speed, rules_speed, sockets_speed, tables_speed

PARTS = ("rules", "http", "sockets", "long", "push", "tables")


def main() -> None:
    """Print what was asked for; everything when nothing was named."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measure of the rules takes")
    parser.add_argument("--against", metavar="COMMIT", help="only rules: paired with an earlier commit")
    parser.add_argument("--procedure", nargs="+", default=[], choices=list_rulesets(), help="--against: these alone")
    parser.add_argument("--runs", type=int, default=paired_speed.RUNS, help="--against: pairs of processes")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if chosen.against is not None:
        if chosen.parts not in ([], ["rules"]):
            parser.error("only the rules are measured against an earlier commit")
        paired_speed.report(chosen.against, chosen.seconds, chosen.procedure, chosen.runs)
        return
    parts = chosen.parts or PARTS
    if "rules" in parts:
        rules_speed.report(chosen.seconds)
    if "http" in parts:
        http_speed.report()
    if "sockets" in parts:
        sockets_speed.report()
    if "long" in parts:
        long_speed.report()
    if "push" in parts:
        push_speed.report()
    if "tables" in parts:
        tables_speed.report()


if __name__ == "__main__":
    main()
