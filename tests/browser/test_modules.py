"""The collected scripts, as a real server serves them and a real browser imports them.

The browser imports them under the policy that pages have.
"""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response

from encounters.templatetags.scripts import list_modules
from tests.encounters.test_scripts import HEAD, entries
from tests.server import Server

HASHED = re.compile(r"(.+)\.[0-9a-f]{12}(\.js)")
IMPORTED = re.compile(
    r"""(?:^|;)(?:import|export)\b[\w\s{},*]*["']([^"']+)["']|\bimport\(["']([^"']+)["']""", re.MULTILINE
)


class Scripts:
    """Keeps every one of our scripts that a page is sent, by its name without the hash."""

    def __init__(self, page: Page, server: Server) -> None:
        self.root = f"{server.url}/static/"
        self.responses: dict[str, Response] = {}
        page.on("response", self._keep)

    def _keep(self, response: Response) -> None:
        if response.url.startswith(f"{self.root}js/"):
            self.responses[HASHED.sub(r"\1\2", response.url.removeprefix(self.root))] = response

    def names(self) -> list[str]:
        """Return what was sent, apart from the script in the head."""
        return sorted(set(self.responses) - {HEAD})


@pytest.fixture
def sent(page: Page, module_server: Server, site_folder: Path, request: pytest.FixtureRequest) -> Scripts:
    """Import an entry into a page of the site; return what that page was sent."""
    scripts = Scripts(page, module_server)
    answer = page.goto(f"{module_server.url}/sign-in/")
    assert answer is not None
    assert "script-src 'self'" in answer.headers["content-security-policy"].split("; ")
    collected = json.loads((site_folder / "static" / "staticfiles.json").read_text())["paths"]
    page.evaluate("url => import(url).then(() => {})", f"{scripts.root}{collected[request.param]}")
    return scripts


@pytest.mark.parametrize("sent", entries(), indirect=True)
def test_every_import_is_served_by_its_hashed_name(sent: Scripts, complaints: list[str]) -> None:
    for response in sent.responses.values():
        assert response.status == 200
        assert HASHED.search(response.url), response.url
        assert "immutable" in response.headers["cache-control"]
        assert response.headers["content-type"].startswith("text/javascript")
        imported = ["".join(found) for found in IMPORTED.findall(response.text())]
        assert [name for name in imported if not HASHED.fullmatch(name)] == []
    assert complaints == []


@pytest.mark.parametrize(("sent", "entry"), [(each, each) for each in entries()], indirect=["sent"])
def test_an_entry_loads_what_its_screen_preloads(sent: Scripts, entry: str) -> None:
    found = [first for each in sent.responses.values() for first, _ in IMPORTED.findall(each.text())]
    assert any(found) == (len(sent.names()) > 1), "what is imported as it is needed is not loaded at first"
    assert sent.names() == sorted({*list_modules(entry), "js/shared/page.js"})


def test_a_page_loads_each_module_once(page: Page, module_server: Server, complaints: list[str]) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{module_server.url}/sign-in/")
    scripts = [url for url in asked if "/static/js/" in url]
    assert len(scripts) == len(set(scripts)) == 2
    assert complaints == []
