"""A real server: uvicorn in its own process, which can be killed and started again."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from combat_site.variables import NAMED

ROOT = Path(__file__).resolve().parent.parent

OURS = (*NAMED, "DJANGO_SETTINGS_MODULE")
"""The variables that settings read: a developer's own must not reach a test."""

SITE_FOLDER = "TEN_SEGMENTS_SITE_FOLDER"
"""The variable with the folder of what the workers of a run need but once; each fills one of its own without it."""

PATIENCE = 120
"""Seconds a server may take to become ready, or to end by itself, on a machine that does much else besides."""


def clean_environ(**ours: str) -> dict[str, str]:
    """Return this process's environment with exactly these of our variables.

    No copies are made by themselves, unless the variable is named.
    """
    return {**{name: value for name, value in os.environ.items() if name not in OURS}, "COPIES": "0", **ours}


def run_manage(*arguments: str, environ: Mapping[str, str], root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run manage.py and return how it ended."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, check=False, cwd=root, env=dict(environ), capture_output=True, text=True)


def manage(*arguments: str, environ: Mapping[str, str], root: Path = ROOT) -> str:
    """Run manage.py and return what it printed; raises AssertionError where it fails."""
    done = run_manage(*arguments, environ=environ, root=root)
    if done.returncode:
        raise AssertionError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def url_of(database: Mapping[str, Any]) -> str:
    """Return the DATABASE_URL of an entry of DATABASES, to share a test's database."""
    if database["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{database['NAME']}"
    user = quote(str(database["USER"]), safe="")
    password = f":{quote(str(database['PASSWORD']), safe='')}" if database["PASSWORD"] else ""
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}{password}@{quote(str(database['HOST']), safe='')}{port}/{database['NAME']}"


@dataclass
class Server:
    """uvicorn on `host`:`port` with `environ`; what it prints goes to `log`."""

    port: int
    environ: Mapping[str, str]
    log: Path
    host: str = "127.0.0.1"
    root: Path = ROOT
    """The checkout that it runs."""
    options: tuple[str, ...] = ()
    """More options of uvicorn."""
    asked: str = "/readyz"
    """The path that answers 200 once it has started."""
    process: Any = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Return its address on this machine."""
        return self.url_at("127.0.0.1")

    def url_at(self, address: str) -> str:
        """Return its address by another name of this machine."""
        return f"http://{address}:{self.port}"

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a command of manage.py beside it, and return what it printed."""
        return manage(*arguments, environ={**self.environ, **variables}, root=self.root)

    def start(self) -> None:
        """Start it and wait until it says that one can play."""
        self.process = self._launch()
        deadline = time.monotonic() + PATIENCE
        while not self._ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it as an operator would."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Cut the power and start again, on the same port and database."""
        self.kill()
        self.start()

    def _launch(self) -> Any:
        """Start its process, and return it."""
        command = [sys.executable, "-m", "uvicorn", "combat_site.asgi:application", "--host", self.host]
        command += [
            "--port",
            str(self.port),
            "--ws-max-size",
            "65536",
            "--timeout-graceful-shutdown",
            "3",
            *self.options,
        ]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, cwd=self.root, env=dict(self.environ), stdout=log, stderr=log)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(10)
        self.process = None

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}{self.asked}", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
