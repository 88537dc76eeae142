"""The command `python -m tests.rules.two_trees CHECKOUT`: compares random fights.

This checkout plays the fights and writes down their inputs. The other one replays them with its own code, in a process
of its own. What they show to every viewer is compared, up to the first fight that differs.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO

from tests.rules.projection import door
from tests.rules.projection.differing import show_difference
from tests.rules.projection.projecting import digest
from tests.rules.recorded import record, replay
from tests.server import ROOT

Line = dict[str, str]
"""What a process says of a fight."""

WAITING = 8
"""Fights that one side may be ahead of the other."""


def main(argv: Sequence[str]) -> int:
    """Compare, or be one of the two processes; 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.two_trees", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT, help="the other checkout")
    parser.add_argument("--fights", type=int, default=2000, help="how many fights")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--procedure", choices=door.RULESETS, help="fights of this procedure only")
    parser.add_argument("--dm-alone", action="store_true", help="compare what the DM is shown: all that was decided")
    parser.add_argument("--record-there", action="store_true", help="play there and replay here")
    parser.add_argument("--document", type=Path, help="compare this recorded fight only")
    parser.add_argument("--process", choices=PROCESSES, help=argparse.SUPPRESS)
    chosen = parser.parse_args(argv)
    if chosen.process:
        return PROCESSES[chosen.process](chosen)
    if chosen.document:
        return compare_document(chosen.document.read_text(encoding="utf-8"), chosen.checkout)
    return compare(chosen)


def fights(chosen: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Yield the procedure and seed of each fight: every procedure in turn."""
    procedures = [chosen.procedure] if chosen.procedure else list(door.RULESETS)
    for number in range(chosen.first, chosen.first + chosen.fights):
        yield procedures[number % len(procedures)], number


# The processes of the two checkouts. Each writes a line of JSON for a fight.


def _record(chosen: argparse.Namespace) -> int:
    """Play fights: what they are called, the digest of what they show, and their documents."""
    for procedure, seed in fights(chosen):
        fight = record(procedure, seed, dm_alone=chosen.dm_alone)
        _write({"name": fight.name, "digest": digest(fight.lines), "document": json.dumps(fight.document)})
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    """Replay the documents that come in, a line each: the digest of what they show."""
    for line in sys.stdin:
        _write({"digest": digest(replay(json.loads(line), dm_alone=chosen.dm_alone))})
    return 0


def _show(chosen: argparse.Namespace) -> int:
    """Replay the document that comes in: all that it shows."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(*replay(json.loads(sys.stdin.read())), sep="\n")
    return 0


PROCESSES = {"record": _record, "replay": _replay, "show": _show}


def _write(line: dict[str, str]) -> None:
    print(json.dumps(line), flush=True)


# Comparing.


def compare(chosen: argparse.Namespace) -> int:
    """Play the fights in both checkouts; show where the first that differs does."""
    here, there = (chosen.checkout, ROOT) if chosen.record_there else (ROOT, chosen.checkout)
    shown = ["--dm-alone"] if chosen.dm_alone else []
    arguments = [f"--fights={chosen.fights}", f"--first={chosen.first}", *shown]
    arguments += [f"--procedure={chosen.procedure}"] if chosen.procedure else []
    number = 0
    with ExitStack() as stack:
        recorder = stack.enter_context(_process(here, "record", *arguments))
        replayer = stack.enter_context(_process(there, "replay", *shown))
        stack.callback(_end, recorder, replayer)
        for number, (played, replayed) in enumerate(_pairs(recorder, replayer), 1):
            if played["digest"] != replayed["digest"]:
                print(f"Fight {played['name']} differs, after {number - 1} that do not.")
                print(f"Its document: {_keep(played['document'])}")
                return compare_document(played["document"], chosen.checkout) or _unsteady()
            if number % 100 == 0:
                print(f"{number} fights are equal", flush=True)
        if recorder.wait() or number != chosen.fights:
            raise SystemExit("a process ended before the last fight")
    print(f"All {number} fights are equal.")
    return 0


def compare_document(document: str, checkout: Path) -> int:
    """Print where a fight's projections by two checkouts part; return 1 if they do, else 0."""
    here, there = (_projection(each, document) for each in (ROOT, checkout))
    found = show_difference(here, there, "here", str(checkout))
    print(found or "Replayed, this fight is equal in both.")
    return 1 if found else 0


def _unsteady() -> int:
    print("It differed as it was played: what it shows is not the same each time, or not when it is replayed.")
    return 1


def _pairs(recorder: "subprocess.Popen[str]", replayer: "subprocess.Popen[str]") -> Iterator[tuple[Line, Line]]:
    """Yield what both said of each fight."""
    waiting: Queue[Line | None] = Queue(WAITING)
    assert replayer.stdin is not None
    Thread(target=_hand_on, args=(_out(recorder), replayer.stdin, waiting), daemon=True).start()
    while (played := waiting.get()) is not None:
        answer = _out(replayer).readline()
        if not answer:
            raise SystemExit(f"replaying {played['name']} ended the process; its document: {_keep(played['document'])}")
        yield played, json.loads(answer)


def _hand_on(source: IO[str], to: IO[str], waiting: "Queue[Line | None]") -> None:
    """Give each fight that was played to the process that replays it."""
    for line in source:
        played = json.loads(line)
        # First this, so that a thread that waits for its answer finds that the process has ended.
        waiting.put(played)
        to.write(played["document"] + "\n")
        to.flush()
    waiting.put(None)
    to.close()


def _process(checkout: Path, process: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start a process with the code of a checkout."""
    return subprocess.Popen(
        _command(process, *arguments), cwd=checkout, env=_environ(), text=True, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def _projection(checkout: Path, document: str) -> list[str]:
    done = subprocess.run(
        _command("show"), cwd=checkout, env=_environ(), input=document, check=True, stdout=subprocess.PIPE, text=True,
        encoding="utf-8",
    )  # fmt: skip
    return done.stdout.splitlines()


def _command(process: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.rules.two_trees", f"--process={process}", *arguments]


def _environ() -> dict[str, str]:
    """Return our environment, without a path to the code of another checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def _keep(document: str) -> Path:
    """Write a document where it can be replayed from."""
    mark = hashlib.sha256(document.encode()).hexdigest()[:8]
    kept = Path(tempfile.gettempdir()) / f"fight-{mark}.json"
    kept.write_text(document, encoding="utf-8")
    return kept


def _out(process: "subprocess.Popen[str]") -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def _end(*processes: "subprocess.Popen[str]") -> None:
    for process in processes:
        process.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
