"""Everybody reaches what is theirs, and nobody learns what others have.

With RENEW_PERMISSIONS=yes the test of the table writes permissions.txt as it is now.
"""

import logging
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from encounters.services import comparing
from rules.procedures import register, unregister
from tests.campaigns.permissions import Table, ask_all, list_routes, make_world, write

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).with_name("permissions.txt")
RENEW = "RENEW_PERMISSIONS"
"""The variable that lets permissions.txt be written."""


@pytest.fixture(scope="module")
def asked(django_db_setup: None, django_db_blocker: Any) -> tuple[dict[str, Table], list[str]]:
    """Return the answers of every route, and where answers tell what others have."""
    tables: dict[str, Table] = {}
    differences: list[str] = []
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(settings, "LIMITS", dict.fromkeys(settings.LIMITS, 10**6))
        # Nothing is stored here: all of it happens in one transaction.
        patch.setattr(comparing, "connection", SimpleNamespace(in_atomic_block=False))
        logging.disable(logging.ERROR)
        register("toy", "tests.encounters.toy:Toy")
        with transaction.atomic():
            world = make_world()
            for name, parameters in list_routes().items():
                tables[name], found = ask_all(world, name, parameters)
                differences += found
            transaction.set_rollback(True)
        unregister("toy")
        logging.disable(logging.NOTSET)
    return tables, differences


def test_every_route_lets_in_whom_the_table_says(asked: tuple[dict[str, Table], list[str]]) -> None:
    now = write(asked[0])
    if os.environ.get(RENEW):
        TABLE.write_text(now, encoding="utf-8")
    assert now.splitlines() == TABLE.read_text(encoding="utf-8").splitlines()


def test_no_answer_tells_whether_others_have_an_encounter_or_a_campaign(
    asked: tuple[dict[str, Table], list[str]],
) -> None:
    assert asked[1] == []


def test_no_route_fails_for_what_it_lacks(asked: tuple[dict[str, Table], list[str]]) -> None:
    failing = [
        f"{name}, {row}" for name, table in asked[0].items() for row, answers in table.items() if "500" in answers
    ]
    assert failing == []
