"""The whole service starts again: nobody is refused meanwhile, since its socket stays."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.deploy.deployment import Deployment
from tests.deploy.persons import Notes, Person, Site
from tests.server import PATIENCE

pytestmark = pytest.mark.soak


def test_requests_wait_while_the_whole_service_starts_again(deployment: Deployment) -> None:
    notes, over = Notes(), Event()
    site = Site(deployment.url, deployment.nginx.trust())

    def ask(number: int) -> None:
        person = Person(f"Visitor {number}", site, notes, "/sign-in/", {})
        while not over.is_set():
            person.send("GET", person.path)
            time.sleep(0.2)

    with ThreadPoolExecutor(4) as pool:
        asking = pool.map(ask, range(4))
        before = deployment.list_processes()
        time.sleep(1)
        deployment.stop_service()
        deployment.start_service()
        deadline = time.monotonic() + PATIENCE
        while deployment.read_version() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(1)
        over.set()
        list(asking)
    assert set(before).isdisjoint(deployment.list_processes())
    assert notes.refusals == []
    assert notes.statuses["200"] > 8
