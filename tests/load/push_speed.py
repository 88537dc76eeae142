"""The cost of a push by audience, over the last rounds of a long fight."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from tests.load import long_fight
from tests.server import ROOT, clean_environ, manage

ROUNDS = 60
"""The rounds of the fight."""

LAST = 12
"""The rounds at its end whose pushes are measured."""


def measure(rounds: int = ROUNDS, last: int = LAST) -> dict[str, dict[str, float]]:
    """Return the cost of a push to each audience."""
    with tempfile.TemporaryDirectory(prefix="ten-segments-") as folder:
        environ = clean_environ(
            VAR_DIR=folder,
            DATABASE_URL=f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="combat_site.settings",
        )
        manage("migrate", "--verbosity=0", environ=environ)
        manage("collectstatic", "--noinput", "--verbosity=0", environ=environ)
        command = [sys.executable, "-m", "tests.load.push_speed", str(rounds), str(last)]
        told = subprocess.run(command, cwd=ROOT, env=dict(environ), check=True, stdout=subprocess.PIPE, text=True)
        found: dict[str, dict[str, float]] = json.loads(told.stdout)
        return found


def report() -> None:
    """Print the cost of a push to each audience."""
    print(f"A push in the last {LAST} of {ROUNDS} rounds, by audience:")
    for name, each in measure().items():
        words = f"{each['milliseconds']:6.1f} ms of processor time, {each['letters'] / 1000:6.1f} kB"
        print(f"  {name:14} {words}; {each['frames']:.0f} frames for {each['inputs']:.0f} inputs")


class Watched:
    """A fight with an audience of each kind, which are pushed what each input changes."""

    def __init__(self) -> None:
        from encounters.live.audience import ConnectedAudience

        self.fight = long_fight.prepare()
        seated = {"DM": self.fight.dora, "table screen": self.fight.sam, "phone": self.fight.pip}
        self.audiences = {name: ConnectedAudience(viewer) for name, viewer in seated.items()}
        self.seconds: dict[str, list[float]] = {name: [] for name in seated}
        self.letters: dict[str, list[int]] = {name: [] for name in seated}

    def push(self) -> None:
        """Push what is new to each audience, as the hub does on a ring."""
        from encounters.log import read_log
        from encounters.log_reader import read_seat_states

        seat_states, log = read_seat_states(self.fight.encounter.pk), read_log(self.fight.encounter.pk)
        for name, audience in self.audiences.items():
            begin = time.process_time()
            frame = audience.read(log, seat_states.get(audience.viewer.seat_id or 0))
            self.seconds[name].append(time.process_time() - begin)
            self.letters[name].append(len(frame or ""))

    def push_after(self, service: Callable[..., Any]) -> Callable[..., Any]:
        """Return a service after each call of which what is new is pushed."""

        def act(*given: Any, **named: Any) -> Any:
            outcome = service(*given, **named)
            self.push()
            return outcome

        return act

    def summarize(self) -> dict[str, dict[str, float]]:
        """Return the mean cost of a push to each audience."""
        return {
            name: {
                "milliseconds": mean(self.seconds[name]) * 1000,
                "letters": mean(self.letters[name]),
                "frames": sum(map(bool, self.letters[name])),
                "inputs": len(self.letters[name]),
            }
            for name in self.audiences
        }


def main(rounds: int, last: int) -> None:
    """Play the fight, and print the costs of its last rounds as JSON."""
    import django

    django.setup()
    from encounters import services

    watched = Watched()
    for _ in range(rounds - last):
        long_fight.play_round(watched.fight)
    watched.push()
    for name in watched.audiences:
        watched.seconds[name].clear()
        watched.letters[name].clear()
    for name in ("begin_round", "answer", "close"):
        setattr(services, name, watched.push_after(getattr(services, name)))
    for _ in range(last):
        long_fight.play_round(watched.fight)
    print(json.dumps(watched.summarize()))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
