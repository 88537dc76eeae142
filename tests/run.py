"""`make test`: `python -m tests.run [--soak] [quick services browser deploy]`.

quick: all but the browser, on SQLite. services: what rests on the database or pushes, on PostgreSQL and Redis. browser:
Chromium against a real server, in processes of its own since it cannot share one with asyncio tests. Each part has
workers whose databases, Redis prefixes and servers are their own. `--soak` is what takes too long for that, and deploy:
the site as the files of `deploy/` set it up.
"""

import argparse
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from types import FrameType
from urllib.parse import quote

from tests import packages, services
from tests.browser.pictures import NO_PICTURES
from tests.server import ROOT, SITE_FOLDER, clean_environ
from tests.soak import SOAK

BROWSER = "browser"
"""The folders of tests that drive Chromium: tests/browser, and of a procedure tests/procedures/<name>/browser."""
DEPLOY = "tests/deploy"
"""The folder of tests that start a whole site: nginx, processes, PostgreSQL and Redis of their own."""
NO_BROWSER = (f"--ignore-glob=*/{BROWSER}", f"--ignore={DEPLOY}")
MOST_WORKERS = 4
"""A machine may count cores that it does not lend us."""


def count_workers() -> int:
    """Return how many processes run tests at once: one for each core, two to four."""
    return min(max(os.cpu_count() or 1, 2), MOST_WORKERS)


WORKERS = ("-n", str(count_workers()), "--dist", "worksteal")
"""Neighbours stay with one worker, which keeps what it has read for them."""


def main(argv: list[str]) -> int:
    """0 when every part passed; no tests at all is a failure too."""
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__)
    parser.add_argument("--soak", action="store_true", help="what takes too long for every test")
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(SOAK_RUN)}; all when none is named")
    chosen = parser.parse_args(argv)
    run = SOAK_RUN if chosen.soak else RUN
    if unknown := set(chosen.parts) - set(run):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, _leave)
    # A shell's background jobs ignore interrupts, and would hand that down to pytest, which is stopped by one.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parts = chosen.parts or tuple(run)
    install_missing(parts)
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as site:
        os.environ[SITE_FOLDER] = site
        failed = [part for part in run if part in parts and run[part]() != 0]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def install_missing(parts: list[str] | tuple[str, ...]) -> None:
    """Before the first test: a browser, and a server program where none answers."""
    wanted: list[str] = []
    if "services" in parts:
        if not (services.named_postgres(os.environ) or services.postgres_answers(services.LOCAL_POSTGRES)):
            wanted += [] if packages.postgresql_programs() else packages.POSTGRESQL
        if not (os.environ.get("REDIS_URL") or services.redis_answers(services.LOCAL_REDIS)):
            wanted += [] if packages.redis_program() else packages.REDIS
    if wanted:
        packages.install(wanted)
    if {"browser", "deploy"} & set(parts) and packages.find_chromium() is None:
        packages.install_chromium()


def _quick() -> int:
    return _pytest("on SQLite", [*NO_BROWSER, *WORKERS])


def _soak_quick() -> int:
    return _pytest("long random runs", [*NO_BROWSER, "-m", "soak", *WORKERS], **{SOAK: "1"})


ALONE = ("live", "postgresql_alone")
"""The marks of the tests that run where PostgreSQL also carries what is pushed."""


def _services(which: tuple[str, ...] = ("storage", "live")) -> int:
    mark = secrets.token_hex(4)
    with ExitStack() as stack:
        postgres = stack.enter_context(services.postgres(os.environ))
        redis = stack.enter_context(services.redis_server(os.environ))
        name = f"ten_segments_{mark}"
        stack.callback(services.drop_databases, postgres, name)
        stack.callback(services.drop_keys, redis, name)
        chosen = [*_find_marked(which), *NO_BROWSER, "-m", " or ".join(which), *WORKERS]
        # A test asks nothing of a commit that outlives a power cut, and makes hundreds.
        url = services.database_named(postgres, name, f"options={quote('-c synchronous_commit=off')}")
        variables = {"DATABASE_URL": url, "REDIS_PREFIX": name}
        failed = _pytest("on PostgreSQL and Redis", chosen, **variables, REDIS_URL=redis)
        pushes = [*_find_marked(ALONE), *NO_BROWSER, "-m", " or ".join(ALONE), *WORKERS]
        return _pytest("on PostgreSQL alone", pushes, **variables) or failed


def _find_marked(marks: tuple[str, ...]) -> list[str]:
    """Return the files with tests of these marks: reading all of them takes ten seconds.

    What asks the database has its mark from tests/conftest.py, by its folder.
    """
    if "database" in marks:
        return []
    text = re.compile(rf"\bmark\.({'|'.join(marks)})\b")
    files = sorted(each for each in (ROOT / "tests").rglob("test_*.py") if text.search(each.read_text()))
    return [str(each.relative_to(ROOT)) for each in files]


def _soak_services() -> int:
    return _services(("database", "storage", "live"))


def _browser(which: str = "not soak", **variables: str) -> int:
    # A story that several tests tell of is played by one worker. The procedures' stories, the longest, come first:
    # of what comes last, one worker would wait for the other.
    folders = [str(each.relative_to(ROOT)) for each in (ROOT / "tests").rglob(BROWSER) if each.is_dir()]
    folders.sort(reverse=True)
    # Each waits for pages half of the time.
    chosen = [*folders, "-m", which, "-n", str(count_workers() + 1), "--dist", "loadscope", "--no-loadscope-reorder"]
    return _pytest("in Chromium", chosen, **{NO_PICTURES: "1", **variables})


def _soak_browser() -> int:
    return _browser("soak", **{SOAK: "1", NO_PICTURES: "0"})


def _soak_deploy() -> int:
    return _pytest("on the files of deploy/", [DEPLOY], **{SOAK: "1", NO_PICTURES: "1"})


RUN = {"quick": _quick, "services": _services, "browser": _browser}
SOAK_RUN = {"quick": _soak_quick, "services": _soak_services, "browser": _soak_browser, "deploy": _soak_deploy}


def _pytest(title: str, arguments: list[str], **variables: str) -> int:
    """Run one pytest in a process and a VAR_DIR of its own; return its exit code."""
    print(f"\n== {title}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as var:
        environ = clean_environ(VAR_DIR=var, **variables)
        process = subprocess.Popen([sys.executable, "-m", "pytest", "-q", *arguments], cwd=ROOT, env=environ)
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                # pytest tidies up on an interrupt, not when it is terminated.
                process.send_signal(signal.SIGINT)
                process.wait(30)


def _leave(number: int, frame: FrameType | None) -> None:
    """Let every `finally` run when we are told to stop."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
