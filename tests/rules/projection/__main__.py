"""The command `python -m tests.rules.projection FILE...`: prints what every viewer is shown.

FILE is a scenario file, by its name in the library ("<procedure>/VII.B.toml"). Without one, the digest of every file
is compared with the stored one. Exits 1 where anything differs.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rules.projection import door
from tests.rules.projection.differing import show_difference
from tests.rules.projection.digests import DIGESTS, play_file, read_digests, run_digest, run_lines, write_digests
from tests.server import ROOT


def main(argv: Sequence[str]) -> int:
    """Do what was asked for; 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.projection", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a scenario file, by its name in the library")
    parser.add_argument("--write", action="store_true", help="store the digest of every file")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="show the first difference from that checkout")
    chosen = parser.parse_args(argv)
    if unknown := [name for name in chosen.files if name not in door.library_files()]:
        parser.error(f"not in the library: {', '.join(unknown)}")
    if chosen.write:
        DIGESTS.write_text(write_digests(_all_digests()), encoding="utf-8")
        return 0
    if chosen.against is not None:
        return compare_trees(chosen.files or changed_files(), chosen.against)
    if chosen.files:
        for name in chosen.files:
            print(*run_lines(play_file(name)), sep="\n")
        return 0
    return report(changed_files())


def changed_files() -> list[str]:
    """Return the files whose digest differs, is stored without a file, or is not stored."""
    stored = read_digests(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    now = _all_digests()
    return [name for name in sorted(stored | now) if stored.get(name) != now.get(name)]


def report(changed: Sequence[str]) -> int:
    """Print the files whose projection changed; 1 where there are any."""
    for name in changed:
        print(f"{name}: what is shown of it has changed")
    return 1 if changed else 0


def compare_trees(names: Sequence[str], checkout: Path) -> int:
    """Print the first difference of each file from another checkout; return 1 for any, else 0."""
    differ = 0
    for name in names:
        here, there = _projected(name, ROOT), _projected(name, checkout)
        if found := show_difference(here, there, "here", str(checkout)):
            differ = 1
            print(f"# {name}", found, sep="\n")
    return differ


def _projected(name: str, checkout: Path) -> list[str]:
    """Return the projection of a file by a checkout, or the error where it cannot be played."""
    command = [sys.executable, "-m", "tests.rules.projection", name]
    done = subprocess.run(command, cwd=checkout, check=False, capture_output=True, text=True, encoding="utf-8")
    return done.stdout.splitlines() if done.returncode == 0 else done.stderr.splitlines()[-1:]


def _all_digests() -> dict[str, str]:
    return {name: run_digest(play_file(name)) for name in door.library_files()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
