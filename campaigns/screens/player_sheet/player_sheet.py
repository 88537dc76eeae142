"""A player's own character as a view model, made of the same rows as the DM's sheet.

Others' characters, the DM's notes and the history are not read for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from campaigns.campaign_state import find_state
from campaigns.definitions import find_sheet
from campaigns.models import Character
from campaigns.pictures import OwnPictures
from campaigns.player_edits import may_player_ask, may_player_change
from campaigns.screens.character.asks import AskWords, describe_ask, list_own_asks
from campaigns.screens.character.character_sheet import (
    Carried,
    FightLink,
    SheetNotes,
    Vitals,
    build_carried,
    build_vitals,
)
from campaigns.screens.character.fight_figures import read_fight_figures
from campaigns.screens.character.levels_part import FEET_OF_AN_INCH, LevelsPart, build_levels
from campaigns.screens.character.own_part import OwnPart, build_own
from campaigns.screens.character.sheet_values import Opening, ValueBuilder
from campaigns.screens.character.values import list_items, read_lone_subject, read_stat_block
from campaigns.services.characters import find_fight
from encounters.addresses import make_address, make_lobby_socket_address
from encounters.models import Campaign, Seat
from encounters.narration.names import PARTY
from encounters.screens.live_page import PageSocket
from encounters.screens.tokens import Token, build_token
from encounters.seat_moves import write_seat_digest
from rules.api import StatBlock

USUAL_ARMOR = 5
"""The armor class of which the head of the sheet says what hits it."""


@dataclass(frozen=True, slots=True)
class OwnTab:
    """An own character, with the way to its sheet."""

    name: str
    token: Token
    href: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PlayerSheetPage:
    """The sheet of a character as its player reads it."""

    title: str
    socket: PageSocket | None
    """None while a fight is on the table: the page follows the lobby."""
    seat: str
    """The name of the seat; a phone without signal keeps under it what is typed."""
    key: str
    """The id of the character, which what is posted names: its number is another once an earlier one goes."""
    is_cast_locked: bool
    """True where only the DM says which spells are cast."""
    is_open: bool
    """True while a field is open: the page is not read again then."""
    address: str
    home: str
    """The address to which the phone returns."""
    tabs: Sequence[OwnTab]
    """All own characters."""
    picture: str
    """The address of its picture; "" without one."""
    kind: str
    fight: FightLink | None
    """The fight in play that the character is in."""
    conditions: Sequence[str]
    """The conditions that it has there, in words."""
    figures: Sequence[tuple[str, str, str]]
    """What matters first in a fight: the term, the figure, and its unit."""
    vitals: Vitals
    levels: LevelsPart | None
    memorise: str
    """The address at which the spells for the next rest are chosen; "" for a character that memorises none."""
    own: OwnPart | None
    carried: Carried
    notes: SheetNotes
    asks: Sequence[AskWords]
    """What the player asks the DM for, and what was refused."""


def build_player_sheet(
    seat: Seat, characters: Sequence[Character], number: int, pictures: OwnPictures, opening: Opening | None = None
) -> PlayerSheetPage:
    """Return the sheet of one of a player's characters, which are counted from 1.

    Perhaps the field of one value is open. While a fight is in play its figures are those of the fight.
    """
    campaign, character = seat.campaign, characters[number - 1]
    subject, fight, state = read_lone_subject(character), find_fight(character), find_state(campaign)
    figures = read_fight_figures(subject, fight, seat) if fight is not None else None
    subject = figures.subject if figures is not None else subject
    block, home = read_stat_block(subject.character), make_address("me", code=campaign.code)
    items = list_items(block) if block is not None and block.sheet is None else {}
    address = make_address("player-sheet", code=campaign.code, number=number)
    asks = list_own_asks(character)
    builder = ValueBuilder(
        subject,
        items,
        fight,
        opening,
        address,
        may_change=partial(may_player_change, state),
        may_ask=partial(may_player_ask, state),
        asked=[each.path for each in asks if each.refused is None],
    )
    has_levels = find_sheet(character) is None
    levels = build_levels(builder, block) if has_levels else None
    own = build_own(subject.character, block) if not has_levels else None
    return PlayerSheetPage(
        title=character.name,
        socket=PageSocket(make_lobby_socket_address(campaign.pk), "0") if campaign.on_table_id is None else None,
        seat=write_seat_digest(seat),
        key=character.key,
        is_cast_locked=not may_player_change(state, "cast"),
        is_open=opening is not None and builder.build(opening.path).field is not None,
        address=address,
        home=home,
        tabs=[_make_tab(campaign, each, at, at == number) for at, each in enumerate(characters, 1)],
        picture=pictures.find(character.key, large=True),
        kind=levels.kind if levels is not None else own.words if own is not None else "",
        fight=FightLink(fight.title, home, figures is not None) if fight is not None else None,
        conditions=figures.conditions if figures is not None else (),
        figures=_list_figures(levels, block) if levels is not None else (),
        vitals=build_vitals(builder, block),
        levels=levels,
        memorise=make_address("memorise", code=campaign.code, number=number) if levels and levels.next else "",
        own=own,
        carried=build_carried(builder, block),
        notes=SheetNotes(builder.build("sheet.notes"), str(character.sheet.get("notes", "")), "only you and the DM"),
        asks=[describe_ask(each) for each in asks],
    )


def _make_tab(campaign: Campaign, character: Character, number: int, is_here: bool) -> OwnTab:
    href = make_address("player-sheet", code=campaign.code, number=number)
    return OwnTab(character.name, build_token(PARTY, character.name, character.key), href, is_here)


def _list_figures(levels: LevelsPart, block: StatBlock | None) -> list[tuple[str, str, str]]:
    found = [("Armor class", levels.armor.words, "")]
    needed = dict(levels.to_hit).get(USUAL_ARMOR)
    if needed is not None:
        found.append((f"Hits AC {USUAL_ARMOR}", str(needed), "up"))
    if block is not None:
        found.append(("Move", f"{float(block.pace.movement) * FEET_OF_AN_INCH:g}", "ft"))
    return found
