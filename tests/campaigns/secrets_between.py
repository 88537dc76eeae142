"""Secrets between fights: characters, rests, wanderers, fights that were carried over."""

from collections.abc import Callable
from typing import Any

from campaigns.services import (
    calendar,
    carry_over,
    change_character,
    make_character,
    read_value,
    take_back,
    write_definition,
)
from campaigns.services.asking import AskedValue, ask_for_value, grant_ask, refuse_ask
from campaigns.services.memorising import choose_own_spells
from campaigns.services.pictures import save_character_picture
from encounters.models import Encounter
from encounters.services import put_combatant
from encounters.viewers import build_dm_viewer
from tests.campaigns.permissions import draw_picture
from tests.campaigns.test_carrying import accept
from tests.campaigns.test_ending import find_field, post
from tests.campaigns.worlds import HENCHMAN, MIRTH, Secret, World
from tests.encounters.seated import words

LOBBY = ("lobby",)
QUILL_TOO = ("Quill", "dora")
SHEET, OWN_SHEET, CAMPAIGN = "character", "player-sheet", "campaign"


def change(number: int, **values: Any) -> Callable[[World], object]:
    """Return a function that changes a character; ``__`` in a name is the path's point."""
    paths = {name.replace("__", "."): value for name, value in values.items()}
    return lambda world: change_character(world.owner, number, paths)


def choose_spells(world: World) -> None:
    choose_own_spells(world.group.joined["Quill"].seat, MIRTH, {"magic_user_web": 1})


def ask(world: World, path: str = "left", value: int = 4) -> AskedValue:
    """Have Quill ask for a value, by default for hit points."""
    seen = read_value(world.group.campaign.characters.get(number=MIRTH), path)
    asked = AskedValue(path, value, seen, {path: value})
    ask_for_value(world.group.joined["Quill"].seat, "mirth", asked, "The well heals")
    return asked


def ask_and_refuse(world: World) -> None:
    ask(world)
    refuse_ask(world.owner, MIRTH, "left", 4)


def ask_and_grant(world: World) -> None:
    grant_ask(world.owner, MIRTH, ask(world, "experience", 2222))


def carry_and_take_back(world: World) -> None:
    carry_over(world.owner, world.fought.pk, accept(world.fought), experience=1234)
    take_back(world.owner, world.fought.pk)


def rest_and_take_back(world: World) -> None:
    change_character(world.owner, HENCHMAN, {"left": 3})
    entry = calendar.rest(world.owner, calendar.NIGHT)
    calendar.take_back_time(world.owner, entry.number)


def type_figures(world: World) -> None:
    """Type figures at the end of a fight and have them counted; nothing is stored."""
    answered = post(world.browsers["dora"], world.fought, "count", other="4711")
    assert (find_field(answered, "other"), "4,711" in words(answered)) == ("4711", True)


def let_rest(world: World) -> None:
    """Let the party rest after Mirth was hurt, with checks for wanderers."""
    change_character(world.owner, MIRTH, {"left": 2, "cast": ["magic_user_sleep"]})
    calendar.check_for_wanderers(world.owner)
    calendar.rest(world.owner, calendar.WEEK)


def hide_henchman(fight: Encounter, world: World) -> None:
    nodd = world.group.campaign.characters.get(number=HENCHMAN)
    put_combatant(build_dm_viewer(fight), {**write_definition(nodd), "hidden": True})


def let_something_last(world: World) -> None:
    calendar.add_lasting(world.owner, "Mirth's invisibility", 30, MIRTH)


def list_wanderers(world: World) -> None:
    calendar.change_options(world.owner, wanderers=["2 owlbears"], checks=5, sides=8, found_again=4)


def draw(number: int) -> Callable[[World], object]:
    """Return a function that gives a character a picture."""
    return lambda world: save_character_picture(world.owner, number, draw_picture())


SECRETS_BETWEEN = {
    "another player's character is hurt": Secret(change(MIRTH, left=2), QUILL_TOO, where=LOBBY, page=SHEET),
    "it has experience": Secret(change(MIRTH, experience=1777), QUILL_TOO, where=LOBBY, page=SHEET),
    "it has coins and gear": Secret(
        change(MIRTH, sheet__coins__gp=141, sheet__gear=[{"what": "Rope, 50 ft", "lb": 7.5}]), QUILL_TOO, page=SHEET
    ),
    "it has notes of its player": Secret(change(MIRTH, sheet__notes="Owes the ferryman."), QUILL_TOO, page=SHEET),
    "the DM has a note on a character": Secret(change(MIRTH, sheet__dm_notes="The ferryman lies."), page=SHEET),
    "it has a picture": Secret(draw(MIRTH), QUILL_TOO, where=LOBBY, page=SHEET),
    "a henchman has a picture": Secret(draw(HENCHMAN), page=SHEET),
    "its spells are cast": Secret(change(MIRTH, cast=["magic_user_sleep"]), QUILL_TOO, where=LOBBY, page=SHEET),
    "its player chooses spells": Secret(choose_spells, QUILL_TOO, where=LOBBY, page=SHEET),
    "its player asks the DM for hit points": Secret(ask, QUILL_TOO, page=SHEET),
    "an ask of another player is refused": Secret(ask_and_refuse, ("Quill",), page=OWN_SHEET),
    "an ask of another player is granted": Secret(ask_and_grant, QUILL_TOO, where=LOBBY, page=SHEET),
    "a henchman is hurt": Secret(change(HENCHMAN, left=1), where=LOBBY, page=SHEET),
    "a henchman is absent": Secret(change(HENCHMAN, status="absent"), where=LOBBY, page=SHEET),
    "a henchman is retired": Secret(change(HENCHMAN, status="retired"), where=LOBBY, page=SHEET),
    "a henchman has died": Secret(change(HENCHMAN, status="dead"), where=LOBBY, page=SHEET),
    "a henchman hides in a fight in preparation": Secret(
        lambda world: hide_henchman(world.later, world), page="prepare"
    ),
    "a henchman hides in the fight that comes": Secret(
        lambda world: hide_henchman(world.coming, world), page="prepare", early=True
    ),
    "a retired character more": Secret(
        lambda world: make_character(world.owner, "Zagyg", {"class": "thief", "hp": 4}, status="retired"),
        where=LOBBY,
        page=SHEET,
    ),
    "a figure is typed at an end and not carried over": Secret(type_figures, ()),
    "a rest stands": Secret(let_rest, QUILL_TOO, where=LOBBY, page=CAMPAIGN, is_announced=True),
    "a character more": Secret(
        lambda world: make_character(world.owner, "Gudrun", {"class": "fighter", "level": 2, "hp": 11}), page=SHEET
    ),
    "something lasts": Secret(let_something_last, page=CAMPAIGN),
    "the DM expects wanderers": Secret(list_wanderers, where=LOBBY, page=CAMPAIGN),
    "a fight is carried over and taken back": Secret(carry_and_take_back, (), where=LOBBY, is_announced=True),
    "wanderers are checked for": Secret(
        lambda world: calendar.check_for_wanderers(world.owner), where=LOBBY, page=CAMPAIGN
    ),
    "a rest is taken back": Secret(rest_and_take_back, where=LOBBY, page=SHEET, is_announced=True),
}  # fmt: skip
