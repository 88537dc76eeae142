"""The time of the DM's "next segment" over http, with 12 combatants.

The reply's own fragments are included.
"""

import http.client
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from tests.load.programs import run_python
from tests.server import ROOT, Server, clean_environ, manage
from tests.services import free_port

ROUNDS = 12
WARM = 2

PREPARE = """
import django; django.setup()
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from encounters import services
from encounters.viewers import build_dm_viewer
from tests.any_procedure import ANY
dora = User.objects.create_user("dora")
encounter = services.create_encounter(dora, "Six against six", ANY, {}, {"start": "melee", "distance_ft": 5})
for number in range(12):
    side, place = ("party", "foes")[number % 2], number // 2
    services.put_combatant(build_dm_viewer(encounter), {
        "id": f"{side}-{place}", "side": side, "class": "fighter", "level": 5, "hp": 10000,
        "weapons": ["sword_long"], "position": [5 * (number % 2), 5 * place],
    })
services.open_encounter(build_dm_viewer(encounter))
browser = Client()
browser.force_login(dora)
print(encounter.pk, f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}")
"""


@dataclass
class Browser:
    """The DM's: one connection kept open, a session and a CSRF token."""

    port: int
    cookie: str
    taps: "count[int]" = field(default_factory=count)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port)
        self.csrf = ""

    def get(self, path: str) -> str:
        """Return a page, and keep its CSRF token."""
        self.line.request("GET", path, headers={"Cookie": self.cookie})
        answer = self.line.getresponse()
        page = answer.read().decode()
        assert answer.status == 200, (answer.status, page[:300])
        made = re.search(r"csrftoken=(\w+)", answer.getheader("Set-Cookie") or "")
        if made:
            self.csrf = made[1]
            self.cookie += f"; csrftoken={self.csrf}"
        return page

    def post(self, path: str, **given: str) -> float:
        """Return the seconds that htmx waits for the reply to a form."""
        body = urlencode({"tap": f"tap-{next(self.taps)}", **given})
        headers = {"Cookie": self.cookie, "X-CSRFToken": self.csrf, "HX-Request": "true"}
        headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/x-www-form-urlencoded"}
        begin = time.perf_counter()
        self.line.request("POST", path, body, headers)
        answer = self.line.getresponse()
        page = answer.read().decode()
        took = time.perf_counter() - begin
        assert answer.status == 200, (answer.status, page[:300])
        return took


@dataclass
class Reader:
    """A process that reads, beside the server, what is open at the table."""

    process: subprocess.Popen[str]

    def open(self) -> list[tuple[str, str, str]]:
        """Question, token and who was asked."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [(question, token, who) for question, token, who in json.loads(self.process.stdout.readline())]


def measure() -> list[float]:
    """Return the seconds of each "next" in order, without those of the first rounds."""
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as folder:
        port = free_port()
        environ = clean_environ(
            VAR_DIR=folder,
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            HOST="127.0.0.1",
            PORT=str(port),
            LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="combat_site.settings",
        )
        manage("migrate", "--verbosity=0", environ=environ)
        manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
        number, cookie = run_python(PREPARE, environ).split()
        server = Server(port, environ, Path(folder) / "server.log")
        server.start()
        try:
            return played(Browser(port, cookie), number, environ)
        finally:
            server.stop()


def played(dora: Browser, number: str, environ: Mapping[str, str]) -> list[float]:
    """Play rounds in which everybody strikes; time every "next" and nothing else."""
    command = [sys.executable, "-m", "tests.load.table_reader", number]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=dict(environ), stdin=pipe, stdout=pipe, text=True) as process:
        table, took = Reader(process), list[float]()
        dora.get(f"/e/{number}/")
        for round_ in range(ROUNDS + WARM):
            dora.post(f"/e/{number}/round/")
            times = play_round(dora, table, f"/e/{number}")
            took += times if round_ >= WARM else []
        assert process.stdin is not None
        process.stdin.close()
    return took


def play_round(dora: Browser, table: Reader, path: str) -> list[float]:
    """Everybody is declared to strike, and what is asked is answered; how long each "next" took."""
    took = []
    while open_ := table.open():
        question, token, who = open_[0]
        if question == "next":
            took.append(dora.post(f"{path}/next/", token=token))
        elif question == "declare":
            foe = f"foes-{who[-1]}" if who.startswith("party") else f"party-{(int(who[-1]) + 1) % 6}"
            strike = {"answer.action": "G", "answer.target": foe, "answer.weapon": "sword_long"}
            dora.post(f"{path}/answer/", token=token, **strike)
        else:
            dora.post(f"{path}/close/", who=who)
    return took


def report() -> None:
    """Print the middle and the slowest hundredth."""
    took = [seconds * 1000 for seconds in measure()]
    cuts = quantiles(took, n=100, method="inclusive")
    print(f"Next segment over http, 12 combatants, {len(took)} presses in {ROUNDS} rounds:")
    print(f"  p50 {cuts[49]:6.1f} ms  p99 {cuts[98]:6.1f} ms  slowest {max(took):6.1f} ms")
