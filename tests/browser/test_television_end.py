"""The end of a fight on the table screen: nothing is cut, with any number of rows a side."""

import json

import pytest
from playwright.sync_api import Browser

from tests.browser.pictures import keep
from tests.browser.sizes import list_faults
from tests.browser.table import make_dora, open_device, sign_in
from tests.browser.test_television import SMALL, UNIT
from tests.server import Server
from tests.soak import is_soak

SIZES = ((1280, 720), (1366, 768), (1920, 1080))
ROWS = (2, 5, 8, 14, 20) if is_soak() else (5, 20)
ENDS = ("mixed", "dead", "unhurt")
PHONES = ((390, 844), (360, 740))

MAKE = """
import json
from django.contrib.auth.models import User
from campaigns import services as between_fights
from campaigns.services import Figures
from encounters import services
from encounters.models import Member
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
from tests.any_procedure import ANY
from tests.browser.states import PARTY, NAMES, strike, order_strikes
from tests.encounters.seated import At

WORDS = "The last goblin looked back once from the far bank. Then there was only the water, and a bell under it."

def make(rows, end):
    campaign = services.make_campaign(User.objects.get(username="dora"), "The Ford and the Fen")
    owner = campaign.find_owner()
    notes = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    made = services.create_encounter(owner, "Goblin Ford", ANY, None, notes, campaign=campaign)
    viewer = build_dm_viewer(made)
    for n in range(rows):
        name = PARTY[n] if n < len(PARTY) else f"Guard {PARTY[n - len(PARTY)]}"
        services.put_combatant(viewer, {
            "id": f"own-{n}", "name": name, "side": "party", "class": "fighter", "level": 5, "hp": 40, "ac": 4,
            "played": True, "weapons": ["sword_long"], "position": [0, 6 * n],
        })
        services.put_combatant(viewer, {
            "id": f"foe-{n}", "name": f"{NAMES[n % len(NAMES)]} of the {('hall', 'mere', 'fen')[n // len(NAMES)]}",
            "side": "foes", "hd": "3", "hp": 20, "ac": 6, "weapons": ["axe_battle"], "position": [8, 6 * n],
        })
    at = At(made, viewer)
    if end == "mixed" and rows < 9:
        strike(at)
        at.finish()
        for _ in range(3):
            at.begin()
            order_strikes(at)
            at.finish()
    else:
        services.open_encounter(viewer)
        services.begin_round(viewer, at.tap())
    changes = []
    for n in range(rows):
        if end == "dead":
            changes += [Change(f"own-{n}", "dead", None), Change(f"foe-{n}", "dead", None)]
        elif end == "mixed":
            changes += [[Change(f"own-{n}", "hp", 3 + n), Change(f"own-{n}", "hp", -4)][n % 4 == 1]]
            changes += [[Change(f"foe-{n}", "dead", None), Change(f"foe-{n}", "fled", True)][n % 3 == 1]]
    if changes:
        services.rule(viewer, at.tap(), changes, "")
    services.end(viewer, at.tap(), "the party holds the ford")
    services.publish_recap(viewer, at.tap(), at.state.round, WORDS)
    figures = {f"own-{n}": Figures(3, experience=181) for n in range(rows)}
    member = campaign.members.get(role=Member.Role.OWNER)
    if end != "dead":
        between_fights.carry_over(member, made.pk, figures, 800)
    campaign.refresh_from_db()
    return campaign.code

print(json.dumps({f"{end} {rows}": make(rows, end) for rows in ROWS for end in ENDS if end == "mixed" or rows == 5}))
"""


@pytest.fixture(scope="module")
def codes(module_server: Server) -> dict[str, str]:
    """Return the codes of ended fights, by how they ended and their rows a side."""
    make_dora(module_server)
    source = f"ROWS, ENDS = {ROWS}, {ENDS}\n{MAKE}"
    made: dict[str, str] = json.loads(module_server.manage("shell", "-v", "0", "-c", source).strip().splitlines()[-1])
    return made


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_end_fits_every_table_screen(
    browser: Browser, module_server: Server, codes: dict[str, str], theme: str
) -> None:
    found: list[str] = []
    page = open_device(browser, "dora", SIZES[0], dark=theme == "dark").page
    sign_in(page, module_server)
    for name, code in codes.items():
        page.goto(f"{module_server.url}/t/{code}/watch/")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{name}, {width}x{height}, {theme}"
            found += list_faults(page, where)
            found += [f"{where}: {each}" for each in page.evaluate(SMALL, 0.91 * page.evaluate(UNIT))]
            found += [f"{where}: cut: {each}" for each in page.evaluate(OUTSIDE)]
            keep(page, f"television-end/{name.replace(' ', '-')}-{width}-{theme}")
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            found += list_faults(page, f"{name}, {theme}")
            keep(page, f"television-end/{name.replace(' ', '-')}-{width}-{theme}", whole=True)
    page.context.close()
    assert not found, "\n".join(found)


OUTSIDE = """() => [...document.querySelectorAll(".summary li, .summary dl > div, .summary h3, .recap p")]
    .filter(each => each.checkVisibility()).filter(each => {
        const box = each.getBoundingClientRect();
        const frame = document.querySelector(".tv-main").getBoundingClientRect();
        return box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.bottom > frame.bottom + 1;
    }).map(each => each.textContent.trim().replace(/\\s+/g, " ").slice(0, 60))"""
"""Names what of the end is outside of the screen."""
