"""The sheet of a character in Chromium: by keyboard alone, and at every size."""

import json
import re
from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.any_procedure import ANY
from tests.browser import table
from tests.browser.inspection import Inspection
from tests.browser.pictures import keep
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server

SIZES = {"1366": (1366, 768), "1280": (1280, 720), "tablet": (1024, 768), "phone": (390, 844)}

PARTY = """
from django.contrib.auth.models import User
from campaigns.services import change_character, make_character
from encounters import seats, services
import json
dora = User.objects.get(username="dora")
campaign = services.make_campaign(dora, "The Ford and the Fen")
cleo = seats.take_seat(campaign, "Cleo", "player").seat
member = campaign.members.select_related("user", "campaign").get()
for name, class_ in (("Brunhild", "fighter"), ("Father Aldo", "cleric")):
    make_character(member, name, {"class": class_, "level": 3})
morwen = make_character(
    member,
    "Morwen",
    {
        "class": "magic_user", "level": 3, "hp": 9, "race": "human", "ac": 8, "ac_dexterity": -2,
        "weapons": ["staff_quarter", "dagger", "dart"],
        "spells": ["magic_user_magic_missile", "magic_user_sleep", "magic_user_web"],
        "devices": ["wand_magic_missiles", "potion_healing"],
        "charges": {"dagger": 3, "dart": 4, "wand_magic_missiles": 11},
    },
    {
        "abilities": {"str": 8, "int": 17, "wis": 10, "dex": 16, "con": 14, "cha": 12},
        "alignment": "neutral",
        "coins": {"pp": 2, "gp": 141, "sp": 37, "cp": 12, "gem": 1},
        "gear": [
            {"what": "Belt pouch, flint and steel"}, {"what": "Spell book, bound in eel skin", "lb": 6},
            {"what": "Rope, 50 ft", "lb": 7.5}, {"what": "Lantern, 3 flasks of oil", "lb": 12},
        ],
        "notes": "Owes the ferryman's widow a letter. The bell under the ford rang twice when the web burned.",
        "dm_notes": "The bell is the chapel's.",
        "lasting": ["deaf in one ear until the new moon"],
        "known": ["magic_user_affect_normal_fires", "magic_user_detect_magic", "magic_user_light",
                  "magic_user_magic_missile", "magic_user_read_magic", "magic_user_sleep", "magic_user_unseen_servant",
                  "magic_user_invisibility", "magic_user_web"],
    },
    experience=6439, left=9, seat=cleo.pk,
)
change_character(member, morwen.number, {"left": 3}, {})
change_character(member, morwen.number, {"cast": ["magic_user_sleep", "magic_user_web"]}, {})
change_character(member, morwen.number, {"sheet.coins.gp": 160, "definition.charges.dart": 3}, {})
print(json.dumps([campaign.pk, morwen.number]))
"""


@pytest.fixture
def dora(page: Page, server: Server) -> Page:
    """Return Dora's laptop, signed in."""
    page.set_viewport_size({"width": 1366, "height": 768})
    table.make_dora(server)
    table.sign_in(page, server)
    return page


def make_sheet(server: Server) -> str:
    """Make a party, and return the address of Morwen's sheet."""
    made = server.manage("shell", "--no-imports", "-c", PARTY)
    campaign, number = json.loads(made.strip().splitlines()[-1])
    return f"{server.url}/c/{campaign}/character/{number}/"


def open_sheet(dora: Page, server: Server) -> None:
    """Show Dora the sheet of Morwen."""
    dora.goto(make_sheet(server))


def keep_all(page: Page, name: str) -> None:
    """Keep a page at each size, by day and by lamplight."""
    for theme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.bsTheme = '{theme}'")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            keep(page, f"character/{name}-{size}-{theme}", whole=True)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    page.evaluate("document.documentElement.dataset.bsTheme = 'light'")
    page.set_viewport_size({"width": 1366, "height": 768})


def change(page: Page, words: str, typed: str, key: str = "Enter") -> None:
    """Change a value by keyboard: go to it, type, and leave it by a key."""
    page.get_by_role("link", name=re.compile(f"^{words}.*change$")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("form.change [name=value]")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(typed)
    page.keyboard.press(key)


def test_the_sheet_is_changed_by_keyboard_alone(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    keep_all(dora, "sheet")
    change(dora, "Strength", "18/70")
    expect(dora.get_by_role("link", name="Strength 18/70, change")).to_be_focused()
    change(dora, "Strength", "9", "Escape")
    expect(dora.get_by_role("link", name="Strength 18/70, change")).to_be_focused()
    change(dora, "Intelligence", "15", "Tab")
    expect(dora.get_by_label("Wisdom", exact=True)).to_be_focused()
    keep(dora, "character/open", whole=True)
    dora.keyboard.press("Shift+Tab")
    expect(dora.get_by_label("Intelligence", exact=True)).to_have_value("15")
    dora.keyboard.press("Escape")
    expect(dora.get_by_role("link", name="Intelligence 15, change")).to_be_focused()


@pytest.mark.reports("refused")
def test_a_value_that_is_not_possible_stays_in_its_field(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    change(dora, "Armor class", "21")
    expect(dora.get_by_role("alert").filter(has_text="from -10 to 10")).to_be_visible()
    expect(dora.get_by_label("Armor class", exact=True)).to_be_focused()
    expect(dora.get_by_label("Armor class", exact=True)).to_have_value("21")
    keep(dora, "character/wrong", whole=True)
    dora.keyboard.press("Escape")
    expect(dora.get_by_role("link", name="Armor class 8, change")).to_be_focused()


@pytest.mark.reports("refused")
def test_two_who_change_one_value_are_both_shown(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    dora.get_by_role("link", name="Experience 6,439, change").click()
    field = dora.get_by_label("Experience", exact=True)
    field.fill("7000")
    other = dora.context.new_page()
    other.goto(dora.url)
    change(other, "Experience", "6500")
    expect(other.get_by_role("link", name="Experience 6,500, change")).to_be_focused()
    field.press("Enter")
    expect(dora.get_by_text("You typed 7000.")).to_be_visible()
    expect(dora.get_by_role("link", name="Keep dora’s")).to_be_visible()
    keep(dora, "character/conflict", whole=True)
    dora.get_by_role("button", name="Take mine").press("Enter")
    expect(dora.get_by_role("link", name="Experience 7,000, change")).to_be_focused()


def test_spells_points_and_weapons_by_keyboard(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    dora.get_by_role("button", name="Sleep: 1 spent, restore one").press("Enter")
    expect(dora.get_by_role("button", name="Sleep: 1 left, spend one")).to_be_focused()
    dora.get_by_role("button", name="One hit point more").press("Enter")
    expect(dora.get_by_role("link", name="Hit points 4, change")).to_be_visible()
    dora.get_by_role("link", name="Change weapons").press("Enter")
    expect(dora.get_by_label("Search weapons")).to_be_focused()
    dora.keyboard.type("sling")
    keep(dora, "character/weapons", whole=True)
    dora.keyboard.press("Enter")
    dora.keyboard.press("Enter")
    expect(dora.get_by_role("rowheader", name="Sling")).to_be_visible()


def test_the_sheet_is_one_page_of_paper(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    pdf = dora.pdf(format="A4", prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1
    dora.emulate_media(media="print")
    dora.set_viewport_size({"width": 710, "height": 1040})
    keep(dora, "character/print", whole=True)


def test_no_rule_of_access_is_broken(browser: Browser, server: Server) -> None:
    seen, address = Inspection(), ""
    table.make_dora(server)
    for name, size in (("dora", table.LAPTOP), ("phone", table.PHONE)):
        device = table.open_device(browser, name, size, touch=name == "phone")
        page = device.page
        table.sign_in(page, server)
        address = address or make_sheet(server)
        page.goto(address)
        seen.look(device, f"sheet {name}")
        page.goto(f"{address}?change=definition.weapons")
        expect(page.get_by_label("Search weapons")).to_be_focused()
        seen.look(device, f"weapons {name}")
        page.goto(re.sub(r"\d+/$", "new/", address))
        expect(page.get_by_label("Search weapons")).to_be_visible()
        seen.look(device, f"new {name}")
        page.goto(f"{address}attributes/")
        seen.look(device, f"attributes {name}")
        page.context.close()
    assert_nothing_is_wrong(seen)
    assert {"character", "character-attributes", "new-character"} <= seen.pages


@pytest.mark.reports("refused")
def test_a_new_character_by_keyboard_alone(dora: Page, server: Server) -> None:
    dora.goto(re.sub(r"\d+/$", "new/", make_sheet(server)))
    keep_all(dora, "new")
    dora.get_by_label("Name", exact=False).first.focus()
    dora.keyboard.type("Ysolde")
    dora.get_by_label("Class", exact=True).select_option("cleric")
    dora.get_by_label("Level", exact=True).first.fill("3")
    expect(dora.get_by_label("Hit points")).to_have_attribute("placeholder", "13")
    expect(dora.get_by_role("complementary").get_by_text("cleric 3")).to_be_visible()
    dora.get_by_label("Search weapons").focus()
    dora.keyboard.type("mace")
    dora.keyboard.press("Enter")
    dora.get_by_label("Wisdom").fill("99")
    keep(dora, "character/new-filled", whole=True)
    dora.keyboard.press("Control+Enter")
    expect(dora.get_by_text("Write a whole number from 3 to 25.")).to_be_visible()
    expect(dora.get_by_label("Wisdom")).to_be_focused()
    keep(dora, "character/new-wrong", whole=True)
    dora.get_by_label("Wisdom").fill("16")
    dora.keyboard.press("Control+Enter")
    expect(dora.get_by_role("heading", name="Ysolde")).to_be_visible()
    expect(dora.get_by_text("Ysolde joins the party.")).to_be_visible()
    keep(dora, "character/made", whole=True)


OTHERS = """
from campaigns.services import make_character
from encounters import services
from encounters.models import Campaign
from encounters.viewers import build_dm_viewer
from rules.api import get_ruleset, list_rulesets
import json
campaign = Campaign.objects.get()
member = campaign.members.select_related("user", "campaign").get()
own = next(own for own in (get_ruleset(id).own_sheet for id in list_rulesets()) if own is not None)
like = next(iter(own.list_ready_made()))
other = make_character(member, "Bran", {own.key: {"like": like}}, {"coins": {"gp": 3}})
fight = services.create_encounter(member.user, "Goblin Ford", RULESET, {}, {"distance_ft": 10}, campaign=campaign)
morwen, orc = {"id": "morwen", "side": "party", "class": "magic_user"}, {"id": "orc", "side": "foes", "monster": "orc"}
services.add_combatants(build_dm_viewer(fight), (morwen, orc))
services.open_encounter(build_dm_viewer(fight))
campaign.characters.filter(name="Brunhild").update(status="dead", died_in=fight)
print(json.dumps(other.number))
"""


def test_sheets_of_a_fight_in_play_of_the_dead_and_of_another_procedure(dora: Page, server: Server) -> None:
    address = make_sheet(server)
    number = server.manage("shell", "--no-imports", "-c", OTHERS.replace("RULESET", repr(ANY))).strip().splitlines()[-1]
    dora.goto(address)
    expect(dora.get_by_text("Goblin Ford is in play.")).to_be_visible()
    expect(dora.get_by_role("button", name="One hit point less")).to_have_count(0)
    keep(dora, "character/in-play", whole=True)
    dora.goto(re.sub(r"\d+/$", "1/", address))
    expect(dora.get_by_text("Died in Goblin Ford.")).to_be_visible()
    keep(dora, "character/dead", whole=True)
    dora.goto(re.sub(r"\d+/$", f"{number}/", address))
    keep_all(dora, "own")
    dora.get_by_role("link", name="Change", exact=True).first.click()
    expect(dora.get_by_role("heading", name="Attributes of Bran")).to_be_visible()
    keep(dora, "character/own-attributes", whole=True)


def draw_portrait() -> FilePayload:
    """Return a picture of somebody in a hood, as it is uploaded."""
    image = Image.new("RGB", (400, 500), "#6b7f8c")
    pen = ImageDraw.Draw(image)
    pen.polygon([(40, 500), (200, 60), (360, 500)], fill="#3d2b4f")
    pen.ellipse((135, 130, 265, 300), fill="#e0b48c")
    written = BytesIO()
    image.save(written, "PNG")
    return {"name": "morwen.png", "mimeType": "image/png", "buffer": written.getvalue()}


@pytest.mark.reports("refused")
def test_a_picture_is_chosen_on_the_sheet(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    dora.get_by_role("link", name="Picture, add").click()
    expect(dora.get_by_label("Picture", exact=True)).to_be_focused()
    keep(dora, "character/picture-open", whole=True)
    wrong: FilePayload = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"}
    dora.get_by_label("Picture", exact=True).set_input_files(wrong)
    dora.get_by_role("button", name="Save picture").click()
    expect(dora.get_by_role("alert").filter(has_text="This file is not a picture.")).to_be_visible()
    keep(dora, "character/picture-wrong", whole=True)
    dora.get_by_label("Picture", exact=True).set_input_files(draw_portrait())
    dora.get_by_role("button", name="Save picture").click()
    expect(dora.get_by_role("link", name="Picture, change")).to_be_focused()
    expect(dora.locator(".portrait img")).to_have_js_property("naturalWidth", 256)
    keep_all(dora, "picture")
    dora.emulate_media(media="print")
    dora.set_viewport_size({"width": 710, "height": 1040})
    keep(dora, "character/picture-print", whole=True)
    dora.emulate_media(media="screen")
    dora.set_viewport_size({"width": 1366, "height": 768})
    dora.goto(re.sub(r"character/\d+/$", "", dora.url.partition("#")[0]))
    expect(dora.locator(".party img.pic")).to_have_js_property("naturalWidth", 64)
    keep(dora, "character/picture-party", whole=True)


def test_classes_notes_and_taking_back(dora: Page, server: Server) -> None:
    open_sheet(dora, server)
    dora.get_by_role("link", name="Add a class, change").click()
    expect(dora.get_by_label("Class 1", exact=True)).to_be_focused()
    dora.get_by_label("Class 2", exact=True).select_option("fighter")
    dora.get_by_label("Level of class 2").fill("4")
    keep(dora, "character/classes-open", whole=True)
    dora.get_by_label("Level of class 2").press("Enter")
    expect(dora.get_by_role("link", name="Classes magic-user 3, fighter 4, change")).to_be_focused()
    dora.get_by_role("link", name="Note on intelligence, change").click()
    dora.get_by_label("Note on intelligence", exact=True).fill("reads Old Suloise")
    dora.get_by_label("Note on intelligence", exact=True).press("Enter")
    expect(dora.get_by_role("link", name="Note on intelligence reads Old Suloise, change")).to_be_focused()
    keep_all(dora, "classes")
    dora.get_by_role("button", name="Take back: classes").click()
    expect(dora.get_by_role("link", name="Level 3, change")).to_be_visible()
    keep(dora, "character/taken-back", whole=True)


@pytest.mark.reports("refused")
def test_a_new_character_by_a_line_and_by_dice(dora: Page, server: Server) -> None:
    dora.goto(re.sub(r"\d+/$", "new/", make_sheet(server)))
    expect(dora.get_by_label("Paste a line")).to_be_visible()
    dora.get_by_label("Paste a line").fill("Melf, baker 3")
    dora.get_by_label("Paste a line").press("Enter")
    expect(dora.get_by_role("alert").filter(has_text="Write a name, a class with its level")).to_be_visible()
    keep(dora, "character/new-line-wrong", whole=True)
    dora.get_by_label("Paste a line").fill("Melf, F3/MU4, AC 5, hp 22, long sword, sleep")
    dora.get_by_role("button", name="Fill in").click()
    expect(dora.get_by_text("Filled in from")).to_be_visible()
    dora.get_by_role("button", name="4d6, the best three").click()
    expect(dora.get_by_text("Rolled 4d6, the best three:")).to_be_visible()
    expect(dora.get_by_label("Name", exact=False).first).to_have_value("Melf")
    keep_all(dora, "new-rolled")
    dora.get_by_label("Name", exact=False).first.press("Control+Enter")
    expect(dora.get_by_text("Melf joins the party.")).to_be_visible()
    expect(dora.get_by_text("abilities rolled with 4d6, the best three")).to_be_visible()
    keep(dora, "character/new-made", whole=True)
