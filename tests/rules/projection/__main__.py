"""The command `python -m tests.rules.projection [FILE...]`: compares with what was stored.

FILE is a scenario file, by its name in the library ("<procedure>/VII.B.toml"); without one every file is played. Exits
1 where anything differs.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence

from tests.rules.projection import door
from tests.rules.projection.differing import leave_out, show_difference
from tests.rules.projection.stored import folder_of, play_file, read_shown, run_lines, run_text, store_shown


def main(argv: Sequence[str]) -> int:
    """Do what was asked for; 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.projection", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a scenario file, by its name in the library")
    parser.add_argument("--print", action="store_true", help="print what every viewer is shown of the files")
    parser.add_argument("--without", metavar="TEXT", default="", help="compare without the lines that contain this")
    parser.add_argument("--write", action="store_true", help="store what is shown of every file")
    chosen = parser.parse_args(argv)
    if unknown := [name for name in chosen.files if name not in door.library_files()]:
        parser.error(f"not in the library: {', '.join(unknown)}")
    names = chosen.files or sorted(door.library_files())
    if chosen.write:
        for folder in sorted({folder_of(name) for name in names}):
            store_shown(folder)
        return 0
    if chosen.print:
        for name in names:
            print(*run_lines(play_file(name)), sep="\n")
        return 0
    return show_changed(names, chosen.without)


def show_changed(names: Iterable[str], without: str) -> int:
    """Print the first difference of each file from what is stored; return 1 for any, else 0.

    Lines that contain ``without`` are left out, so that what is known to change hides nothing else.
    """
    found = 0
    for name in names:
        stored, now = read_shown(folder_of(name)).get(name, ""), run_text(play_file(name))
        mine, theirs = (leave_out(text.splitlines(), without) for text in (stored, now))
        if difference := show_difference(mine, theirs, "stored", "now"):
            found = 1
            print(f"# {name}", difference, sep="\n")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
