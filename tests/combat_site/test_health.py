"""/healthz says 200 once one can play, and before that what it waits for."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from combat_site import health
from combat_site.version import VERSION

pytestmark = pytest.mark.storage


def waiting_for(client: Client) -> str:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    return str(answer.json()["waiting_for"])


@pytest.mark.django_db
def test_a_migrated_table_is_ready(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "version": VERSION})
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.django_db
def test_it_waits_for_migrations(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    assert waiting_for(client) == "migrations"


@pytest.mark.django_db
def test_it_waits_for_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> bool:
        raise DatabaseError("no answer")

    monkeypatch.setattr(health, "_has_unapplied", broken)
    assert waiting_for(client) == "database"


@pytest.mark.django_db
def test_a_table_started_with_a_demo_waits_for_it(client: Client, settings: Any) -> None:
    settings.DEMO = True
    assert waiting_for(client) == "demo"


@pytest.mark.django_db
def test_a_fight_in_the_database_is_a_demo_to_play(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEMO = True
    monkeypatch.setattr(health, "ENCOUNTERS", "django_content_type")  # any table that has rows
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_it_is_only_read(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
