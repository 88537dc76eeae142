"""Spells are chosen on a phone, and a party of four rests by three presses of its DM."""

import json
from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, expect

from tests.browser import table
from tests.browser.inspection import Inspection
from tests.browser.pictures import keep
from tests.browser.table import LARGE_PHONE, devices
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server

PARTY = """
import json
from django.contrib.auth.models import User
from campaigns.services import make_character
from encounters import seats, services
dora = User.objects.get(username="dora")
campaign = services.make_campaign(dora, "The Ford and the Fen")
member = campaign.members.select_related("user", "campaign").get()
joined = seats.take_seat(campaign, "Pip", "player")
from encounters.viewers import make_seat_cookie
cure, hold = "cleric_cure_light_wounds", "cleric_hold_person"
aldo = make_character(
    member, "Father Aldo", {"class": "cleric", "level": 3, "hp": 17, "spells": [cure, cure, hold]},
    seat=joined.seat.pk, cast=[cure, hold],
)
make_character(
    member, "Tenser", {"class": "magic_user", "level": 3, "hp": 9, "spells": ["magic_user_sleep", "magic_user_web"]},
    {"known": ["magic_user_sleep", "magic_user_web", "magic_user_shield"]}, cast=["magic_user_sleep"],
)
make_character(member, "Brunhild", {"class": "fighter", "level": 3, "hp": 24}, left=11)
make_character(member, "Sly Pip", {"class": "thief", "level": 4, "hp": 14}, left=6)
print(json.dumps([campaign.pk, campaign.code, aldo.number, make_seat_cookie(joined.seat, joined.token)]))
"""

MOST_PRESSES = 3
"""The presses by which a DM lets a party rest: Rest, the choice of how long, the button."""


@dataclass
class Presses:
    """The presses that a DM has made."""

    many: int = 0

    def press(self, what: Locator) -> None:
        """Press something, and count it."""
        self.many += 1
        what.click()


def test_spells_are_chosen_on_a_phone_and_a_party_of_four_rests(browser: Browser, server: Server) -> None:
    table.make_dora(server)
    made = server.manage("shell", "--no-imports", "-c", PARTY)
    campaign, code, number, cookies = json.loads(made.strip().splitlines()[-1])
    seen = Inspection()
    with devices(browser, {"pip": LARGE_PHONE, "dora": (1366, 768)}) as at:
        pip, dora = at["pip"].page, at["dora"].page
        pip.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies.items()])
        pip.goto(f"{server.url}/t/{code}/me/")
        keep(pip, "memorise/lobby-asks")
        pip.get_by_role("link", name="Choose Father Aldo’s 3 prayers").tap()
        expect(pip.get_by_role("heading", name="Memorise")).to_be_visible()
        seen.look(at["pip"], "choice of spells")
        pip.get_by_role("button", name="Cure light wounds: one less", exact=True).tap()
        expect(pip.get_by_text("1 more is free.")).to_be_visible()
        keep(pip, "memorise/one-free")
        pip.get_by_role("link", name="Bless", exact=True).tap()
        expect(pip.get_by_role("dialog")).to_be_visible()
        keep(pip, "memorise/card")
        pip.keyboard.press("Escape")
        pip.get_by_role("button", name="Bless: one more", exact=True).tap()
        expect(pip.get_by_role("button", name="As last time: cure light wounds twice, hold person")).to_be_visible()
        expect(pip.get_by_text("more is free")).to_have_count(0)
        pip.evaluate("document.documentElement.dataset.bsTheme = 'dark'")
        keep(pip, "memorise/dark")
        pip.get_by_role("button", name="Memorise these 3 prayers").tap()
        expect(pip.locator("#lobby")).to_contain_text("After the rest: ")
        keep(pip, "memorise/lobby-chosen")
        table.sign_in(dora, server)
        dora.goto(f"{server.url}/c/{campaign}/character/{number}/memorise/")
        dora.get_by_role("button", name="Light: one more", exact=True).click()
        expect(dora.get_by_text("1 more than cleric 3 has")).to_be_visible()
        seen.look(at["dora"], "choice of spells on the sheet")
        dora.goto(f"{server.url}/c/{campaign}/")
        presses, rest = Presses(), dora.locator("details.rest")
        presses.press(rest.locator("summary"))
        expect(rest).to_contain_text("Father Aldo has chosen 3 of 3")
        expect(rest).to_contain_text("Tenser has not chosen: as last time")
        keep(dora, "memorise/rest", whole=True)
        presses.press(rest.get_by_text("A night", exact=True))
        presses.press(rest.get_by_role("button", name="Rest a night"))
        expect(dora.locator(".time-last")).to_contain_text("Father Aldo memorises")
        keep(dora, "memorise/rested", whole=True)
        assert presses.many <= MOST_PRESSES
        expect(pip.locator("#lobby")).to_contain_text("3 spells ready")
    assert_nothing_is_wrong(seen)
