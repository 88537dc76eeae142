"""The inspection of every page.

Rules of access by day and by lamplight, width, styles, size of what is tapped.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Page

from tests.browser.pictures import keep
from tests.browser.table import Device

VIOLATIONS = "async options => (await axe.run(options)).violations"

CONTRAST = {"runOnly": ["color-contrast"]}
"""By lamplight only the colours are others."""

THEME = "theme => document.documentElement.setAttribute('data-bs-theme', theme)"
"""What a change of the system's theme comes to: see static/js/shared/theme.js."""

TARGET = 44
"""Pixels that whatever commits is high and wide, at least."""

WIDER = """() => {
    const scrolls = each => {
        for (let at = each.parentElement; at && at !== document.body; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== "visible") return true;
        return false;
    };
    const out = [...document.body.querySelectorAll("*")].filter(each => {
        const box = each.getBoundingClientRect();
        return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1) && !scrolls(each) && !each.closest("svg");
    });
    return out.map(each => each.tagName + "#" + each.id + "." + each.className)
        .concat(document.documentElement.scrollWidth > innerWidth ? ["the page itself"] : []);
}"""

STYLED = """async () => {
    const answer = await fetch(location.href);
    const served = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = [...document.querySelectorAll("[style]"), ...served.querySelectorAll("[style], style")];
    return found.map(each => each.outerHTML.slice(0, 80));
}"""

SMALL = """least => {
    const shown = each => each.checkVisibility() && each.getBoundingClientRect().width > 1;
    const commits = [...document.querySelectorAll("form button:not([type=button]), input[type=submit], .tabbar a")];
    return commits.filter(shown).map(each => [each, each.getBoundingClientRect()])
        .filter(([each, box]) => Math.min(box.height, box.width) + hit(each) < least - 0.5)
        .map(([each, box]) => `${each.textContent.trim()}: ${box.width} x ${box.height}`);
    function hit(each) {  // what a ::after adds around a small tool
        const after = getComputedStyle(each, "::after");
        if (after.content === "none" || after.position !== "absolute") return 0;
        return -(parseFloat(after.top) || 0) - (parseFloat(after.bottom) || 0);
    }
}"""


@dataclass
class Inspection:
    """Every page that was looked at, and what was wrong with it: where, then what."""

    pages: set[str] = field(default_factory=set)
    access: list[str] = field(default_factory=list)
    lamplight: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)
    styled: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)

    def look(self, device: Device, where: str, status: int = 200) -> None:
        """Look at the page as it is shown now; ``where`` says what it shows."""
        page, name = device.page, f"{device.name}: {where}"
        self.pages.add(route_of(page.url))
        if status == 200:
            _note(self.styled, name, page.evaluate(STYLED))
        _note(self.wide, name, page.evaluate(WIDER))
        _note(self.small, name, page.evaluate(SMALL, TARGET))
        keep(page, f"pages/{name.replace(': ', '-').replace(' ', '-')}")
        _note(self.access, name, violations(page))
        page.evaluate(THEME, "dark")
        _note(self.lamplight, name, violations(page, CONTRAST))
        page.evaluate(THEME, "light")


def _note(found: list[str], where: str, what: list[str]) -> None:
    found += [f"{where}: {each}" for each in what]


def violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """Return what axe finds wrong with the page: rule, element, and how it came to that."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], "preload": False, **(options or {})})
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{rule}: {node['html'][:120]} {node['failureSummary'][:200]}" for rule, node in nodes]


def route_of(address: str) -> str:
    """Return the name of the route of an address."""
    return resolve(urlsplit(address).path).view_name
