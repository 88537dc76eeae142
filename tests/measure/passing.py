"""Files that a request passes: a declaration from a phone, and the DM's "next segment".

`python -m tests.measure.passing` serves a fight to Django's test client, on a SQLite of its own, and prints JSON. A
file is passed when a function of it is entered; what runs once, on import or for the first request of its kind, is
not counted.
"""

import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.any_procedure import ANY
from tests.server import ROOT, clean_environ

APPS = ("rules", "encounters", "campaigns", "combat_site")
STORES = 'INSERT INTO "encounters_event"'
"""How the statement begins that stores events."""


class Passed:
    """The project's files that were entered, and those of them until an event was stored."""

    def __init__(self, root: Path = ROOT, apps: tuple[str, ...] = APPS) -> None:
        self.files: dict[str, None] = {}
        self.until_stored: list[str] = []
        self._starts = tuple(f"{root}{os.sep}{app}{os.sep}" for app in apps)
        self._root = len(str(root)) + 1

    def enter(self, frame: FrameType, event: str, argument: object) -> None:
        """Note the file of a function that is entered: a profile function."""
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(self._starts):
            self.files[code.co_filename[self._root :]] = None

    def execute(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note the files passed when events have been stored: a wrapper of database statements."""
        done = execute(sql, params, many, context)
        if sql.startswith(STORES):
            self.until_stored = list(self.files)
        return done


@contextmanager
def passing(**given: Any) -> Iterator[Passed]:
    """Note what is passed inside."""
    passed = Passed(**given)
    threading.setprofile(passed.enter)
    sys.setprofile(passed.enter)
    try:
        yield passed
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def measure(ruleset: str = ANY) -> dict[str, list[list[str]]]:
    """Return the files of a declaration, stored and in all, and of each "next" of a round."""
    from django.db import connection
    from django.test import Client

    from tests.encounters.seated import prepared_fight

    at = prepared_fight(ruleset=ruleset)
    at.sit()
    at.begin()
    at.answer(at.quill, action="C")
    token = at.token(at.pip, "otis")
    posted = {"token": token, "tap": "one-tap", "done": "1", "answer.action": "G", "answer.target": "orc-1"}
    address = at.url("me/answer/") + "?who=otis"
    with passing() as declared, connection.execute_wrapper(declared.execute):
        answered = at.pip.post(address, {**posted, "answer.weapon": "sword_long"}, headers={"HX-Request": "true"})
    assert (answered.status_code, bool(declared.until_stored)) == (200, True), answered.content.decode()[:300]
    at.answer(at.pip, "jaroo", action="C")
    dora = Client()
    dora.force_login(at.encounter.campaign.find_owner())
    return {"declared": [declared.until_stored, list(declared.files)], "next": [*_steps(at, dora)][1:]}


def _steps(at: Any, dora: Any) -> Iterator[list[str]]:
    """Yield the files passed by each "next" that the DM posts until the round is over."""
    while not at.state.between_rounds:
        question = next((each for each in at.state.open if each.who == "dm" and not each.sealed), None)
        if question is None or question.question != "next":
            dora.post(f"/e/{at.encounter.pk}/close/", {"tap": at.tap()})
            continue
        posted = {"token": question.token, "tap": at.tap()}
        with passing() as stepped:
            answered = dora.post(f"/e/{at.encounter.pk}/next/", posted, headers={"HX-Request": "true"})
        assert answered.status_code == 200, answered.content.decode()[:300]
        yield list(stepped.files)


def main(ruleset: str = ANY) -> None:
    """Print the files, in a process whose database nobody else knows."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    setup_test_environment()
    plain = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.PLAIN}}
    with override_settings(STORAGES=plain, PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        call_command("migrate", verbosity=0)
        print(json.dumps(measure(ruleset)))


def environ_in(folder: str) -> dict[str, str]:
    """Return the environment of a process whose files are in this folder."""
    return clean_environ(
        VAR_DIR=folder, DATABASE_URL=f"sqlite:///{Path(folder) / 'measure.sqlite3'}", LOG_LEVEL="ERROR",
        DJANGO_SETTINGS_MODULE="combat_site.settings",
    )  # fmt: skip


def passed_files(ruleset: str = ANY) -> dict[str, list[list[str]]]:
    """Return what `measure` finds, in a process of its own."""
    from tests.load.programs import run_python

    with tempfile.TemporaryDirectory(prefix="ten-segments-") as folder:
        program = f"from tests.measure.passing import main; main({ruleset!r})"
        found: dict[str, list[list[str]]] = json.loads(run_python(program, environ_in(folder)))
        return found


if __name__ == "__main__":
    main()
