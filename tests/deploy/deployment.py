"""A site as `deploy/` sets it up, with all that it runs on.

nginx, two processes of the site, a PostgreSQL and a Redis are our own.
The files of `deploy/` are used as they are, but for folders, ports and the place of the certificate.
"""

import http.client
import json
import os
import pwd
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.deploy.proxies import DEPLOY, HOME, Nginx
from tests.server import PATIENCE, ROOT, clean_environ
from tests.services import PrivatePostgres, PrivateRedis, free_port

CODE = ("campaigns", "combat_site", "deploy", "encounters", "rules", "static", "templates", "tests", "manage.py")


class Deployment:
    """The site, its versions in folders, and what it runs on."""

    def __init__(self, folder: Path, postgres: PrivatePostgres, redis: PrivateRedis) -> None:
        self.folder, self.postgres, self.redis = folder, postgres, redis
        self.port = free_port()
        self.nginx = Nginx(folder, self.port)
        self.url = self.nginx.url
        own = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url, "PUBLIC_URL": self.url}
        own["VAR_DIR"] = read_variables()["VAR_DIR"].replace(HOME, str(folder))
        assert own.keys() == read_variables().keys()
        self.environ = clean_environ(LOG_LEVEL="WARNING", **own)
        self.variables = folder / "ten-segments.env"
        self.variables.write_text("".join(f"{name}='{value}'\n" for name, value in own.items()))
        self.log = (folder / "site.log").open("ab")
        self.listening = socket.create_server(("127.0.0.1", self.port), backlog=128)
        self.supervisor: subprocess.Popen[bytes] | None = None

    # Versions.

    def add_version(self, version: str) -> Path:
        """Copy the checkout to the folder of a version, and have it say that version."""
        folder = self.folder / version
        for name in CODE:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, folder)
        (folder / ".venv").symlink_to(sys.prefix)
        (folder / "combat_site" / "version.py").write_text(f'"""The version."""\n\nVERSION = "{version}"\n')
        return folder

    def begin_upgrade(self, version: str) -> subprocess.Popen[str]:
        """Start `deploy/upgrade.sh`, which puts a version into use."""
        reload = f"kill -HUP {self.supervisor.pid}" if self.supervisor else "true"
        user = pwd.getpwuid(os.geteuid()).pw_name
        environ = {**clean_environ(), "ENVIRONMENT": str(self.variables), "RELOAD": reload, "SERVED_BY": user}
        command = ["sh", str(self.folder / version / "deploy" / "upgrade.sh"), str(self.folder / version)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environ, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def upgrade(self, version: str, wait: Callable[[], None] = lambda: None) -> None:
        """Put a version into use; call `wait` again and again until every process serves it."""
        before = self.list_processes() if self.supervisor else []
        begun = self.begin_upgrade(version)
        while begun.poll() is None:
            wait()
        assert begun.stdout is not None
        assert begun.returncode == 0, begun.stdout.read()
        begun.stdout.close()
        deadline = time.monotonic() + 2 * PATIENCE
        while before and (set(before) & set(self.list_processes()) or len(self.list_processes()) != len(before)):
            assert time.monotonic() < deadline, self.read_logs()
            wait()

    # Processes.

    def start(self) -> None:
        """Start the site and nginx, and wait until one can play."""
        self.start_service()
        self.nginx.start()
        deadline = time.monotonic() + PATIENCE
        while self.read_version() is None:
            assert self.supervisor is not None
            assert self.supervisor.poll() is None, self.read_logs()
            assert time.monotonic() < deadline, self.read_logs()
            time.sleep(0.1)

    def start_service(self) -> None:
        """Start what the unit of systemd starts."""
        self.supervisor = subprocess.Popen(
            read_command(self.folder),
            cwd=self.folder,
            env=self.environ,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            close_fds=False,
            preexec_fn=self._hand_over,
        )

    def stop_service(self) -> None:
        """End it as systemd does."""
        if self.supervisor is not None:
            self.supervisor.send_signal(signal.SIGTERM)
            self.supervisor.wait(60)
            self.supervisor = None

    def stop(self) -> None:
        """End nginx and the site."""
        self.nginx.stop()
        self.stop_service()
        self.listening.close()
        self.log.close()

    def list_processes(self) -> list[int]:
        """Return the numbers of the processes that serve."""
        assert self.supervisor is not None
        children = Path(f"/proc/{self.supervisor.pid}/task/{self.supervisor.pid}/children").read_text().split()
        lines = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in children}
        return [number for number, line in lines.items() if b"spawn_main" in line]

    def read_version(self) -> str | None:
        """Return the version that a process says, past nginx; None while none answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            line.request("GET", "/livez", headers={"Host": "127.0.0.1"})
            answer = line.getresponse()
            said: dict[str, Any] = json.loads(answer.read())
            return str(said["version"]) if answer.status == 200 else None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            line.close()

    def read_logs(self) -> str:
        """Return what the processes and nginx wrote."""
        return "".join(each.read_text() for each in self.folder.glob("*.log"))

    def run_program(self, module: str, *arguments: str) -> Any:
        """Run a program of the tests beside the site; return what it printed, read as JSON."""
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            check=False,
            cwd=ROOT,
            env={**self.environ, "DJANGO_SETTINGS_MODULE": "combat_site.settings"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    def _hand_over(self) -> None:
        """Give the listening socket the number that systemd gives it."""
        os.dup2(self.listening.fileno(), 3)
        os.set_inheritable(3, True)


def read_unit(name: str) -> Mapping[str, str]:
    """Return the settings of a unit of systemd in `deploy/`, without comments."""
    text = (DEPLOY / name).read_text().replace("\\\n", " ")
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def read_command(folder: Path) -> list[str]:
    """Return the command of the service, with this folder for that of the versions."""
    return shlex.split(read_unit("ten-segments.service")["ExecStart"].replace(HOME, str(folder)))


def read_variables() -> dict[str, str]:
    """Return the variables of `deploy/ten-segments.env`."""
    return dict(re.findall(r"^(\w+)='(.*)'$", (DEPLOY / "ten-segments.env").read_text(), re.MULTILINE))
