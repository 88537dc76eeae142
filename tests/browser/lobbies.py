"""A campaign with two fights of the weir, as browser tests of the lobby have it."""

import json
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.any_procedure import ANY
from tests.browser.table import plain
from tests.server import Server

MAKE = """
import json
from django.contrib.auth.models import User
from encounters import services
from encounters.scenario_files import import_text
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from tests.browser.table import WEIR
campaign = services.make_campaign(User.objects.get(username="dora"), "The Ford and the Fen")
made = []
for title in ("The weir", "The mill"):
    found = import_text(campaign.find_owner(), 'ruleset = "{ruleset}"\\n' + WEIR, "weir.toml")
    alone = found.campaign
    Encounter.objects.filter(pk=found.pk).update(campaign=campaign, title=title)
    alone.delete()
    made.append(found.pk)
print(json.dumps([campaign.pk, campaign.code, *made]))
"""
OPEN = """
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
services.open_encounter(build_dm_viewer(Encounter.objects.get(pk={number})))
"""
END = """
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
dora = build_dm_viewer(Encounter.objects.get(pk={number}))
services.begin_round(dora, "begin")
services.publish_recap(dora, "told", 1, "The orcs held the weir until the bell rang.\\nOtis has not slept since.")
services.end(dora, "over", "they fled")
"""
CLEAR = """
from encounters import services
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
services.clear_table(build_dm_viewer(Encounter.objects.get(pk={number})))
"""


@dataclass(frozen=True)
class Fen:
    """The campaign, its code, and its two fights."""

    server: Server
    number: int
    code: str
    weir: int
    mill: int

    def _run(self, source: str, number: int) -> None:
        self.server.manage("shell", "-v", "0", "-c", source.format(number=number))

    def open(self, number: int) -> None:
        """Open a fight."""
        self._run(OPEN, number)

    def end(self, number: int) -> None:
        """End a fight in its first round, with a recap."""
        self._run(END, number)

    def clear(self, number: int) -> None:
        """Send everybody to the lobby."""
        self._run(CLEAR, number)


def make_fen(server: Server) -> Fen:
    """Make the campaign of Dora's on a server."""
    printed = server.manage("shell", "-v", "0", "-c", MAKE.format(ruleset=ANY))
    number, code, weir, mill = json.loads(printed.strip().splitlines()[-1])
    return Fen(server, number, code, weir, mill)


def make_campaign_by_hand(page: Page, name: str) -> str:
    """Make a campaign through the DM's first page, and stay on its page; return its join code."""
    page.get_by_role("link", name="Make a campaign").click()
    page.get_by_label("Name of the campaign").fill(name)
    page.get_by_role("button", name="Make the campaign").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return plain(page.locator(".joincode").inner_text()).replace("-", "")
