"""The page of an ended fight in a browser: it counts at each change, and is one press."""

import json
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, expect

from tests.any_procedure import ANY
from tests.browser.inspection import THEME, Inspection
from tests.browser.pictures import keep
from tests.browser.table import LAPTOP, LARGE_PHONE, Device, make_dora, open_device, sign_in
from tests.browser.test_accounts import assert_nothing_is_wrong
from tests.server import Server

pytestmark = pytest.mark.reports("refused")

MAKE = """
import json
from django.contrib.auth.models import User
from encounters import services
from encounters.viewers import build_dm_viewer
from rules.kernel.inputs import Change
dora = User.objects.get(username="dora")
campaign = services.make_campaign(dora, "The Ford and the Fen")
made = services.create_encounter(dora, "Goblin Ford", "{ruleset}", dict(), dict(distance_ft=30), campaign=campaign)
viewer = build_dm_viewer(made)
PARTY = json.loads('''{party}''')
FOES = json.loads('''{foes}''')
services.add_combatants(viewer, PARTY + FOES)
services.open_encounter(viewer)
services.begin_round(viewer, "begin")
services.rule(viewer, "ruled", [Change(*each) for each in json.loads('''{changes}''')], "")
services.end(viewer, "over", "the party holds the ford")
print(made.pk)
"""
Table = dict[str, object]

PARTY: list[Table] = [
    {
        "id": "brunhild", "name": "Brunhild", "class": "fighter", "level": 3, "hp": 24,
        "weapons": ["bow_long", "sword_long"], "charges": {"arrow": 20},
    },
    {
        "id": "aldo", "name": "Father Aldo", "class": "cleric", "level": 3, "hp": 17,
        "spells": ["cleric_bless", "cleric_cure_light_wounds"],
    },
    {
        "id": "morwen", "name": "Morwen", "class": "magic_user", "level": 3, "hp": 9, "weapons": ["dart"],
        "spells": ["magic_user_sleep", "magic_user_web"], "charges": {"dart": 6},
    },
    {"id": "pip", "name": "Sly Pip", "class": "thief", "level": 4, "hp": 14, "devices": ["potion_speed"]},
]  # fmt: skip
GUARDS: list[Table] = [
    {
        "id": f"guard-{n}", "name": name, "class": "fighter", "level": 1, "hp": 8,
        "weapons": ["spear", "axe_hand"], "charges": {"spear": 2, "axe_hand": 2},
    }
    for n, name in enumerate(["Torvald", "Ysolde the Unready of the Western Marches", "Wat", "Hob"])
]  # fmt: skip
FEW: list[Table] = [
    {"id": "ogre", "name": "Ogre", "side": "foes", "monster": "ogre", "hp": 21, "count": 2},
    {"id": "goblin", "name": "Goblin", "side": "foes", "monster": "goblin", "hp": 4, "count": 3},
]
MANY: list[Table] = [
    FEW[0],
    {**FEW[1], "count": 8},
    {"id": "wolf", "name": "Wolf", "side": "foes", "monster": "wolf", "hp": 11, "count": 2},
    {"id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 3, "hp": 12},
    {"id": "bugbear", "name": "Bugbear", "side": "foes", "monster": "bugbear", "hp": 15},
]
HURT: list[list[object]] = [
    ["brunhild", "hp", 11],
    ["brunhild", "charges", ["arrow", 14]],
    ["aldo", "spells", []],
    ["morwen", "hp", 3],
    ["morwen", "spells", []],
    ["morwen", "charges", ["dart", 4]],
    ["pip", "hp", 6],
]
DOWN: list[list[object]] = [*HURT, ["aldo", "hp", -4], ["pip", "held", True], ["morwen", "blinded", True]]
END: list[list[object]] = [
    ["ogre-1", "hp", -11],
    ["ogre-2", "hp", -12],
    ["goblin-1", "hp", -3],
    ["goblin-2", "fled", True],
    ["goblin-3", "fled", True],
]
END_OF_MANY: list[list[object]] = [
    *END,
    *([f"goblin-{n}", "hp", -10] for n in range(4, 9)),
    ["wolf-1", "hp", -10],
    ["wolf-2", "surrendered", True],
    ["shaman", "hp", -10],
]


def make(server: Server, party: Sequence[Table], foes: Sequence[Table], changes: Sequence[object]) -> int:
    """Make a campaign with an ended fight; return its number."""
    played = [{"side": "party", "played": True, **each} for each in party]
    given = {"party": json.dumps(played), "foes": json.dumps(foes), "changes": json.dumps(changes), "ruleset": ANY}
    source = MAKE
    for key, value in given.items():
        source = source.replace(f"{{{key}}}", value)
    return int(server.manage("shell", "-v", "0", "-c", source).strip().splitlines()[-1])


@pytest.fixture
def dora(browser: Browser) -> Iterator[Device]:
    """Yield Dora's laptop."""
    device = open_device(browser, "dora", LAPTOP)
    yield device
    device.page.context.close()


SIZES = (LAPTOP, (1280, 720), LARGE_PHONE)
FIGHTS = {
    "few": (PARTY, FEW, [*HURT, *END]),
    "down": (PARTY, FEW, [*DOWN, *END]),
    "many": ([*PARTY, *GUARDS], MANY, [*DOWN, *END_OF_MANY]),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", FIGHTS)
def test_the_page_fits_every_screen(server: Server, dora: Device, name: str) -> None:
    make_dora(server)
    fight = make(server, *FIGHTS[name])
    page, seen = dora.page, Inspection()
    sign_in(page, server)
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{server.url}/e/{fight}/outcome/")
        seen.look(dora, f"end {name} {size[0]}")
        page.evaluate(THEME, "dark")
        keep(page, f"pages/dora-end-{name}-{size[0]}-dark", whole=True)
    assert_nothing_is_wrong(seen)


def test_a_fight_is_carried_over(server: Server, dora: Device) -> None:
    make_dora(server)
    make(server, PARTY, FEW, [*DOWN, *END])
    page, seen = dora.page, Inspection()
    sign_in(page, server)
    page.get_by_role("link", name="Goblin Ford is not carried over yet").click()
    expect(page.get_by_role("heading", name="The party holds the ford")).to_be_visible()
    seen.look(dora, "the end, fresh")
    gold = page.get_by_label("Gold pieces brought home")
    gold.click()
    page.keyboard.type("240")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Gold pieces for Sly Pip")).to_have_value("60")
    expect(gold).to_be_focused()
    page.get_by_label("Experience of Sly Pip").fill("500")
    page.get_by_label("How much of it counts: 2 goblins got away").select_option("half")
    expect(page.get_by_text("in 4 shares")).to_be_visible()
    page.get_by_label("Hit points of Morwen").fill("90")
    page.get_by_role("textbox", name="Last words").fill("Then there was only the water.")
    page.get_by_role("textbox", name="Last words").press("Tab")
    expect(page.get_by_role("button", name="Carry over and post")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert").filter(has_text="Nothing was carried over")).to_be_visible()
    expect(page.get_by_text("Say first: bound up, or died?")).to_be_visible()
    seen.look(dora, "the end, with faults", 400)
    expect(page.get_by_label("Experience of Sly Pip")).to_have_value("500")
    page.get_by_label("Hit points of Morwen").fill("3")
    page.get_by_text("Died", exact=True).click()
    expect(page.get_by_text("in 3 shares")).to_be_visible()
    page.get_by_text("Bound up", exact=True).click()
    page.get_by_label("Carry over Morwen").click()
    expect(page.get_by_text("Writes to three sheets")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Carried over to three sheets. The last words are posted.")).to_be_visible()
    seen.look(dora, "the end, carried over")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Taken back: three sheets as before.")).to_be_visible()
    seen.look(dora, "the end, taken back")
    page.set_viewport_size({"width": LARGE_PHONE[0], "height": LARGE_PHONE[1]})
    seen.look(dora, "the end, on a phone")
    assert_nothing_is_wrong(seen)
    assert seen.pages == {"ending"}
