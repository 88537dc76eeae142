"""Servers and commands of the site in forks of one process that has loaded it.

Loading takes longer than most of what a test asks of them. The process is multiprocessing's fork server: it imports
this module once, and each fork then takes on the settings of its own environment.
"""

import asyncio
import importlib
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.server import Server

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.loaded"])

LATE = "TEN_SEGMENTS_LATE"
"""The variable with the milliseconds by which a forked server answers late: as a busy machine does, and on purpose.

What a test does before a page is there is found by it.
"""

TICK_SECONDS = 1.0
"""How often a forked server looks for what a command beside it wrote: a served one would take ten seconds."""


class Fork:
    """A function that runs in a fork, to be waited for and ended as a subprocess is."""

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        self.process = FORKS.Process(target=function, args=arguments, daemon=True)
        self.process.start()

    def poll(self) -> int | None:
        """Return its exit code, None while it runs."""
        return self.process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def wait(self, seconds: float | None = None) -> int:
        """Wait until it ends, and return its exit code."""
        self.process.join(seconds)
        code = self.process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("a fork", seconds or 0)
        return code


class ForkedServer(Server):
    """uvicorn in a fork."""

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a command of manage.py beside the server, and return what it printed."""
        with TemporaryDirectory(prefix="command-") as folder:
            out, err = (Path(folder) / name for name in ("out", "err"))
            code = Fork(_command, {**self.environ, **variables}, out, err, arguments).wait()
            if code:
                raise AssertionError(f"manage.py {' '.join(arguments)} failed:\n{out.read_text()}{err.read_text()}")
            return out.read_text()

    def _launch(self) -> Any:
        return Fork(_serve, dict(self.environ), self.log, self.host, self.port)


def _serve(environ: Mapping[str, str], log: Path, host: str, port: int) -> None:
    _take_on(environ, log, log)
    import uvicorn

    from encounters.live import hub

    hub.TICK_SECONDS = TICK_SECONDS
    from combat_site.asgi import application

    options: dict[str, Any] = {"ws_max_size": 65536, "timeout_graceful_shutdown": 3}
    late = int(environ.get(LATE, "0")) / 1000
    uvicorn.run(_answer_late(application, late) if late else application, host=host, port=port, **options)


def _answer_late(application: Any, seconds: float) -> Any:
    """Return the application with this many seconds before each answer; sockets are not slower."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(seconds)
        await application(scope, receive, send)

    return answer


def _command(environ: Mapping[str, str], out: Path, err: Path, arguments: tuple[str, ...]) -> None:
    _take_on(environ, out, err)
    from django.core.management import call_command

    call_command(*arguments)


def _take_on(environ: Mapping[str, str], out: Path, err: Path) -> None:
    """Take on an environment, with the settings that come of it, and print to these files."""
    for path, number in ((out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    os.environ.clear()
    os.environ.update(environ)
    from django.conf import settings
    from django.db import connections

    fresh = importlib.reload(importlib.import_module("combat_site.settings"))
    for name in filter(str.isupper, dir(fresh)):
        setattr(settings, name, getattr(fresh, name))
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    connections.settings["default"].update(fresh.DATABASES["default"])
