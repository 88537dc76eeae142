"""A changed version is rolled out while people play over https.

Meanwhile a process is killed, and Redis and PostgreSQL start again.
"""

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser, Page, Request, Response, expect

from tests.browser.table import LAPTOP, LARGE_PHONE, SCREEN, Device, is_phone, open_device
from tests.deploy.deployment import Deployment
from tests.deploy.persons import Dm, Notes, Person, Site

pytestmark = [pytest.mark.soak, pytest.mark.reports("no server")]

SECOND = "1.0.1"
SECONDS = 100
"""Seconds of play."""

BETWEEN = 10
"""Seconds of play between two disturbances."""

SCREENS = {"Dora": LAPTOP, "Pip": LARGE_PHONE, "Sam": SCREEN}
"""The pages that Chromium shows beside those of the persons, and on what."""

SHOWS_STYLE = "() => getComputedStyle(document.documentElement).getPropertyValue('--next').trim() === '1'"
COUNTS_TOKENS = "svg => svg.querySelectorAll('.ft').length"


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def seats(deployment: Deployment) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the path of each person's page in a new fight, and their cookies."""
    return {name: (path, cookies) for name, (path, cookies) in deployment.run_program("tests.deploy.seated").items()}


@pytest.fixture
def persons(
    deployment: Deployment, seats: dict[str, tuple[str, dict[str, str]]], notes: Notes
) -> Iterator[dict[str, Person]]:
    """Yield a DM and her players, who have begun to play."""
    site = Site(deployment.url, deployment.nginx.trust())
    kinds = {name: Dm if name == "Dora" else Person for name in seats if name != "Sam"}
    persons = {name: kind(name, site, notes, *seats[name]) for name, kind in kinds.items()}
    for each in persons.values():
        each.start()
    yield persons
    for each in persons.values():
        each.over.set()
        each.join(30)


@pytest.fixture
def devices(
    browser: Browser, deployment: Deployment, seats: dict[str, tuple[str, dict[str, str]]], notes: Notes
) -> Iterator[dict[str, Device]]:
    """Yield the pages in Chromium."""
    devices = {name: open_device(browser, name, size, touch=is_phone(size)) for name, size in SCREENS.items()}
    for name, device in devices.items():
        path, cookies = seats[name]
        device.page.context.add_cookies(
            [{"name": each, "value": value, "url": deployment.url} for each, value in cookies.items()]
        )
        note_requests(device.page, name, notes)
        device.page.goto(f"{deployment.url}{path}")
        device.await_live()
    yield devices
    for device in devices.values():
        device.page.context.close()


def note_requests(page: Page, name: str, notes: Notes) -> None:
    """Note what Chromium's requests are answered; one that the page itself has given up is none."""

    def note_answer(response: Response) -> None:
        notes.note_request(f"Chromium of {name} {response.request.method} {response.url}", response.status, 0)

    def note_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            notes.note_request(f"Chromium of {name} {request.method} {request.url} {request.failure}", 0, 0)

    page.on("response", note_answer)
    page.on("requestfailed", note_failure)


MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("encounters", "{last}")]
    operations = [migrations.AddField("encounter", "next_words", models.TextField(null=True))]
"""
"""A migration that adds a column, which the version before does not know."""


def change(folder: Path) -> None:
    """Change a template, a script and a style of a version, and have it migrate."""
    written = folder / "encounters" / "migrations"
    last = max(each.stem for each in written.glob("[0-9]*.py"))
    (written / f"{int(last[:4]) + 1:04}_next_words.py").write_text(MIGRATION.format(last=last))
    for name, old, new in (
        ("templates/base.html", "<body\n", '<body\n    data-template="next"\n'),
        ("static/js/battle_map/view.js", None, '\ndocument.body.dataset.script = "next";\n'),
        ("static/css/shared/tokens.css", None, "\n:root {\n  --next: 1;\n}\n"),
    ):
        file = folder / name
        text = file.read_text()
        assert old is None or old in text, name
        file.write_text(f"{text}{new}" if old is None else text.replace(old, new, 1))


def restart_redis(deployment: Deployment) -> None:
    deployment.redis.stop()
    deployment.redis.start()


def restart_postgres(deployment: Deployment) -> None:
    deployment.postgres.stop()
    deployment.postgres.start()


def kill_process(deployment: Deployment) -> None:
    os.kill(deployment.list_processes()[0], signal.SIGKILL)


def count_stored(deployment: Deployment, taps: list[str]) -> int:
    """Return how many of these taps stand in the database."""
    with psycopg.connect(deployment.postgres.url) as connection:
        found = connection.execute("SELECT count(DISTINCT tap) FROM encounters_input WHERE tap = ANY(%s)", [taps])
        row = found.fetchone()
        assert row is not None
        return int(row[0])


def test_a_version_is_rolled_out_while_people_play_and_what_they_play_on_is_started_again(
    deployment: Deployment, devices: dict[str, Device], persons: dict[str, Person], notes: Notes,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    began, pages = time.monotonic(), {name: device.page for name, device in devices.items()}

    def play(seconds: float) -> None:
        """Let people play; Chromium's pages are heard only while they are waited for."""
        pages["Sam"].wait_for_timeout(seconds * 1000)

    play(BETWEEN)
    change(deployment.add_version(SECOND))
    deployment.upgrade(SECOND, lambda: play(0.2))
    rolled_out = time.monotonic() - began
    assert {deployment.read_version() for _ in range(8)} == {SECOND}
    for disturb in (kill_process, restart_redis, restart_postgres):
        play(BETWEEN)
        disturb(deployment)
    play(max(BETWEEN, SECONDS - (time.monotonic() - began)))
    dora = persons["Dora"]
    assert isinstance(dora, Dm)
    dora.is_last = True
    while dora.is_alive() and not dora.fault:
        play(0.2)
    play(2)
    seconds = time.monotonic() - began
    for each in persons.values():
        each.over.set()
        each.join(30)
    assert {name: each.fault for name, each in persons.items() if each.fault} == {}

    stored = count_stored(deployment, notes.acknowledged)
    show = [
        "",
        f"{seconds:.0f} s of play, the version rolled out after {rolled_out:.0f} s:",
        f"inputs sent {notes.sent}, acknowledged {len(notes.acknowledged)}, lost {len(notes.acknowledged) - stored}",
        f"answers by status {dict(notes.statuses)}, seen as errors {len(notes.refusals)}",
        f"longest waits {[f'{took:.1f} s {words}' for took, words in sorted(notes.waits)[-3:]]}",
        f"sockets closed by code {dict(notes.closings)}, longest without one {max(notes.gaps)[0]:.1f} s",
    ]
    with capsys.disabled():
        print("\n".join(show))  # noqa: T201
    assert notes.refusals == []
    assert notes.sent == len(notes.acknowledged) == stored
    assert notes.sent > 50

    check_renewed(deployment, devices)
    check_same_position(persons, devices)


def check_renewed(deployment: Deployment, devices: dict[str, Device]) -> None:
    """Check that every page is of the second version and draws its map."""
    for name, device in devices.items():
        page = device.page
        if name != "Sam":
            expect(page.locator("#renewal")).to_be_visible(timeout=30_000)
            page.get_by_role("button", name="Reload").click()
        expect(page.locator("body")).to_have_attribute("data-template", "next", timeout=150_000)
        device.await_live()
        page.wait_for_function(SHOWS_STYLE)
        if is_phone(SCREENS[name]):
            page.locator(".seen-field > summary").click()
        expect(page.locator("body")).to_have_attribute("data-script", "next")
        field = page.locator("[data-map]").first
        expect(field).to_be_visible()
        assert field.evaluate(COUNTS_TOKENS) == 8, name
        device.settle()


def check_same_position(persons: dict[str, Person], devices: dict[str, Device]) -> None:
    """Check that all pages show what the site has: the position, and the round."""
    rounds = {}
    for name, each in persons.items():
        pushed = (each.at, each.epoch)
        rounds[name] = max(map(int, re.findall(r"Round (\d+)", each.load())))
        assert (each.at, each.epoch) == pushed, name
    for name, device in devices.items():
        rounds[f"Chromium of {name}"] = max(map(int, re.findall(r"Round (\d+)", device.page.inner_text("body"))))
        if name in persons:
            assert device.cursor == (str(persons[name].at), persons[name].epoch)
    assert len(set(rounds.values())) == 1, rounds
