"""`python -m tests.golden.make FOLDER`: write a golden database by the code as it is."""

import lzma
import os
import random
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

BEGIN = datetime(2026, 11, 27, 18, 0, tzinfo=UTC)
STEP = timedelta(seconds=1)
"""The time between two looks at the clock."""


def main(argv: list[str]) -> int:
    """Write the folder. Raises AssertionError where something that it has to hold is missing."""
    folder = Path(argv[0])
    with fresh_database() as database:
        titles, kinds = make_database()
        write(folder / "database.sql.xz", dump(database))
    from tests.golden.lines import list_kinds_without_line, write_lines

    lines = list(write_lines())
    missing = list_kinds_without_line(lines, kinds)
    assert not missing, f"no event of the kinds {', '.join(missing)}"
    write(folder / "lines.jsonl.xz", "\n".join(lines) + "\n")
    write(folder / "fights.txt.xz", "".join(f"{line}\n" for line in titles))
    return 0


@contextmanager
def fresh_database() -> Iterator[Path]:
    """Set Django up on an empty SQLite database with fixed seeds and clock, and yield its file."""
    with tempfile.TemporaryDirectory(prefix="golden-") as var:
        database = Path(var) / "golden.sqlite3"
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{database}",
            "VAR_DIR": var,
            "DJANGO_SETTINGS_MODULE": "combat_site.settings",
            "SECRET_KEY": "golden",
            "LOG_LEVEL": "ERROR",
        }
        import django
        from django.core.management import call_command

        django.setup()
        with pinned(Random(1)):
            call_command("migrate", verbosity=0)
            yield database


def write(file: Path, text: str) -> None:
    """Write a compressed file of the folder, and say how large it is."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{file.name}: {file.stat().st_size:,} bytes")  # noqa: T201


# A clock and secrets that are the same in every run.


class _Clock(datetime):
    """A clock that goes on by a second at every look."""

    looks = 0

    @classmethod
    def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]  # the time in play is no other class
        cls.looks += 1
        return BEGIN + cls.looks * STEP


@contextmanager
def pinned(rng: Random) -> Iterator[None]:
    """Draw codes, tokens and seeds from these numbers, and read a clock of its own."""
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

    def draw_hex(size: int = 32) -> str:
        return rng.randbytes(size).hex()

    def draw_text(size: int = 32) -> str:
        return "".join(rng.choices(alphabet, k=size))

    with ExitStack() as stack:
        for name, put in (("token_hex", draw_hex), ("token_urlsafe", draw_text), ("choice", rng.choice)):
            stack.enter_context(mock.patch.object(secrets, name, put))
        stack.enter_context(mock.patch("django.utils.timezone.datetime", _Clock))
        yield


# The fights.


def make_database() -> tuple[list[str], set[str]]:
    """Fill an empty database.

    Return a line for each fight, and the kinds of events that are stored.
    """
    from django.contrib.auth.models import User

    from encounters import services
    from encounters.models import Encounter, Event, Input
    from rules.kernel.codec import INPUT_TYPES
    from rules.procedures import list_rulesets
    from tests.golden.cast import list_effects
    from tests.golden.play import DECLARING, ENDED, HALF_PLAYED

    dora = User.objects.create_user("dora")
    for number, ruleset in enumerate(list_rulesets()):
        services.save_house_rules(dora, ruleset, draw_options(Random(number), ruleset), list_effects(ruleset))
        for stage, until in enumerate(("in preparation", DECLARING, HALF_PLAYED, ENDED)):
            make_fight(dora, ruleset, until, 10 * number + stage)
    given = {payload["type"] for payload in Input.objects.values_list("payload", flat=True)}
    assert given == set(INPUT_TYPES), f"no input of the kinds {', '.join(set(INPUT_TYPES) - given)}"
    rows = Encounter.objects.order_by("pk").values_list("ruleset", "title")
    return [f"{ruleset}\t{title}" for ruleset, title in rows], set(Event.objects.values_list("kind", flat=True))


def draw_options(rng: Random, ruleset: str) -> Mapping[str, object]:
    """Return some options of a ruleset that differ from their defaults."""
    from rules.procedures import get_ruleset

    options = get_ruleset(ruleset).options
    return {key: rng.choice(spec.choices) for key, spec in options.items() if rng.random() < 0.3}


def make_fight(owner: Any, ruleset: str, until: str, seed: int) -> None:
    """Prepare a fight and play it so far."""
    from encounters import services
    from encounters.viewers import build_dm_viewer
    from rules.procedures import get_ruleset
    from tests.golden.cast import MAP, list_cast, list_effects
    from tests.golden.play import DECLARING, ENDED, HALF_PLAYED, Evening

    rng, rules = Random(seed), get_ruleset(ruleset)
    notes = {"setting": "indoors", "start": rules.starts[-1 if until == ENDED else 0], "distance_ft": 30}
    options = {} if until == ENDED else {**draw_options(rng, ruleset), "table.close_orders": "itself"}
    title = f"{rules.short}, {until}"
    encounter = services.create_encounter(owner, title, ruleset, options, notes, list_effects(ruleset))
    dora = build_dm_viewer(encounter)
    services.add_combatants(dora, list_cast(ruleset))
    services.change_map(dora, MAP)
    services.place_map_picture(dora, draw_picture(), (-2000, -2000), 6000, False)
    services.write_combatant_note(dora, str(list_cast(ruleset)[-1]["id"]), "waits behind the door")
    evening = Evening(encounter, rng)
    if until in (DECLARING, HALF_PLAYED, ENDED):
        evening.open()
        evening.play(until)


def draw_picture() -> bytes:
    """Return a small picture of the ground."""
    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (8, 6), (90, 80, 70)).save(file, "PNG")
    return file.getvalue()


def dump(database: Path) -> str:
    """Return a whole SQLite database as SQL."""
    from django.db import connection

    connection.close()
    with sqlite3.connect(database) as stored:
        return "\n".join(stored.iterdump()) + "\n"


if __name__ == "__main__":
    random.seed(1)
    sys.exit(main(sys.argv[1:]))
