"""The sheet of a character as a view model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from campaigns.definitions import CONDITIONS, find_sheet
from campaigns.levels import describe_training, find_next_experience
from campaigns.models import Character, CharacterChange
from campaigns.pictures import CampaignPictures, add_versions, list_pictures
from campaigns.screens.character.asks import PlayerAsk, build_player_asks, note_asked
from campaigns.screens.character.fight_figures import FightFigures, read_fight_figures
from campaigns.screens.character.history import PastChange, describe_past
from campaigns.screens.character.kinds import BroughtConditions, Subject
from campaigns.screens.character.levels_part import LevelsPart, build_levels
from campaigns.screens.character.own_part import OwnPart, build_own
from campaigns.screens.character.sheet_values import Opening, Press, SheetPicture, SheetValue, ValueBuilder
from campaigns.screens.character.values import list_items, read_items, read_stat_block
from campaigns.screens.death_words import describe_death
from campaigns.services.carrying import COINS
from campaigns.services.characters import find_fight
from campaigns.services.pictures import PICTURE
from encounters.addresses import make_address
from encounters.models import Encounter, Member
from encounters.narration.names import PARTY, make_sentence
from encounters.screens.tokens import Token, build_token
from rules.api import StatBlock, lookup_load

MOST_TOLD = 12
"""The changes that the sheet lists at once; the others unfold."""

MOST_PRINTED = 20
"""The things of the gear that are printed; of others the number is said."""

LONGEST_PRINTED = 1000
"""The letters of notes that are printed."""

COINS_TO_THE_POUND = 10

LOW = 3
"""Of so many parts of its hit points, one is left to a character who is badly hurt."""


@dataclass(frozen=True, slots=True)
class SheetTab:
    """A character of the party, with the way to its sheet."""

    name: str
    token: Token
    href: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class FightLink:
    """The fight in play that keeps what a sheet would."""

    title: str
    href: str
    is_read: bool
    """The sheet shows the figures of the fight; False where they are as before it."""


@dataclass(frozen=True, slots=True)
class Vitals:
    """The figures at the head of a sheet."""

    experience: SheetValue
    next: str
    """The words for what is missing to the next level; "" where no table says."""
    share: int
    """The hundredths of the way to its first point."""
    left: SheetValue | None
    """None by a procedure whose combatants have attributes of their own."""
    full: SheetValue | None
    points: str
    """The hit points in words where they are not changed here."""
    minus: Press | None
    plus: Press | None
    is_low: bool


@dataclass(frozen=True, slots=True)
class Carried:
    """The things that a character carries besides weapons and devices."""

    coins: Sequence[SheetValue]
    gear: SheetValue
    things: Sequence[tuple[str, str]]
    """What each thing is, and its weight in words."""
    weight: str
    """The weight of all, and the load that it makes; "" where no weight is known."""
    most_printed: int = MOST_PRINTED

    @property
    def unprinted(self) -> int:
        """Return the number of things for which a sheet of paper has no room."""
        return max(0, len(self.things) - self.most_printed)


@dataclass(frozen=True, slots=True)
class Standing:
    """The player of a character, and its place in the campaign."""

    status: SheetValue
    seat: SheetValue
    henchman_of: SheetValue
    henchmen: Sequence[SheetTab]
    lasting: SheetValue
    conditions: Sequence[str]
    brought: SheetValue | None
    """The conditions with which it comes into its next fight; None by a procedure that knows none."""
    brings: Sequence[str]
    """The same, each in words; during a fight all that it has there."""
    died: str
    """How it died, in a sentence; "" while it lives."""


@dataclass(frozen=True, slots=True)
class SheetNotes:
    """Notes on a character."""

    value: SheetValue
    text: str
    seen_by: str
    """The words for who sees them."""
    css: str = ""

    @property
    def printed(self) -> str:
        """Return the beginning of the notes, where paper has no room for all; else ""."""
        if len(self.text) <= LONGEST_PRINTED:
            return ""
        return self.text[:LONGEST_PRINTED].rsplit(None, 1)[0]


@dataclass(frozen=True, slots=True)
class CharacterPage:
    """The sheet of a character."""

    user: str
    id: int
    campaign: str
    number: int
    name: SheetValue
    pictures: CampaignPictures
    picture: SheetPicture
    tabs: Sequence[SheetTab]
    fight: FightLink | None
    vitals: Vitals
    levels: LevelsPart | None
    own: OwnPart | None
    carried: Carried
    standing: Standing
    notes: Sequence[SheetNotes]
    past: Sequence[PastChange]
    asks: Sequence[PlayerAsk]

    @property
    def address(self) -> str:
        """Return the address of the sheet."""
        return make_address("character", campaign_id=self.id, number=self.number)

    @property
    def shown(self) -> Sequence[PastChange]:
        """Return the newest changes."""
        return self.past[:MOST_TOLD]

    @property
    def older(self) -> Sequence[PastChange]:
        """Return the changes that unfold."""
        return self.past[MOST_TOLD:]

    @property
    def saved(self) -> datetime | None:
        """Return when the sheet was last written."""
        return self.past[0].at if self.past else None


def read_subject(member: Member, number: int) -> Subject | None:
    """Return a character with those to which its values may refer; None for none."""
    characters = list(add_versions(note_asked(member.campaign.characters.select_related("seat", "died_in"))))
    found = next((each for each in characters if each.number == number), None)
    if found is None:
        return None
    found.campaign = member.campaign
    seats = list(member.campaign.seats.filter(kind="player"))
    block = read_stat_block(found)
    full = block.defence.hit_points if block is not None else 1
    return Subject(found, full, seats, [each for each in characters if each is not found])


def build_page(member: Member, subject: Subject, opening: Opening | None = None) -> CharacterPage:
    """Return the sheet of a character, perhaps with the field of one value open."""
    stored = subject.character
    pictures = list_pictures(member.campaign_id, [stored, *subject.others])
    past = _read_past(subject, read_items(stored))
    fight = find_fight(subject.character)
    figures = read_fight_figures(subject, fight) if fight is not None else None
    subject = figures.subject if figures is not None else subject
    character, block = subject.character, read_stat_block(subject.character)
    items = list_items(block) if block is not None and block.sheet is None else {}
    builder = ValueBuilder(subject, items, fight, opening, make_sheet_address(character))
    own = find_sheet(character)
    return CharacterPage(
        user=member.user.get_username(),
        id=character.campaign_id,
        campaign=member.campaign.name,
        number=character.number,
        name=builder.build("name"),
        pictures=pictures,
        picture=_build_picture(character, pictures, opening),
        tabs=_list_tabs(subject),
        fight=_link_fight(fight, figures),
        vitals=build_vitals(builder, block),
        levels=build_levels(builder, block) if own is None else None,
        own=build_own(character, block) if own is not None else None,
        carried=build_carried(builder, block),
        standing=_build_standing(builder, figures),
        notes=_list_notes(builder),
        past=past,
        asks=build_player_asks(member.campaign, [stored]),
    )


def _build_picture(character: Character, pictures: CampaignPictures, opening: Opening | None) -> SheetPicture:
    is_open = opening is not None and opening.path == PICTURE
    return SheetPicture(
        token=build_token(PARTY, character.name),
        address=pictures.find(character.key, large=True),
        href=f"{make_sheet_address(character)}?change={PICTURE}#picture",
        save=make_address("save-character-picture", campaign_id=character.campaign_id, number=character.number),
        is_open=is_open,
        error=opening.error if is_open and opening is not None else "",
    )


def _list_notes(builder: ValueBuilder) -> list[SheetNotes]:
    sheet = builder.subject.character.sheet
    return [
        SheetNotes(builder.build("sheet.notes"), str(sheet.get("notes", "")), "the player sees them"),
        SheetNotes(builder.build("sheet.dm_notes"), str(sheet.get("dm_notes", "")), "for DMs only", "dms"),
    ]


def _read_past(subject: Subject, items: Mapping[str, str]) -> list[PastChange]:
    changes = CharacterChange.objects.filter(character=subject.character).order_by("-number")
    return [
        describe_past(each, subject, items)
        for each in changes.select_related("user", "seat", "asked_by", "carry__encounter")
    ]


def _list_tabs(subject: Subject) -> list[SheetTab]:
    """Return those who play or are away, and the character itself."""
    own = subject.character
    shown = [each for each in (*subject.others, own) if each is own or each.is_playing]
    return [_make_tab(each, is_here=each is own) for each in sorted(shown, key=lambda each: each.number)]


def _make_tab(character: Character, *, is_here: bool) -> SheetTab:
    return SheetTab(
        character.name, build_token(PARTY, character.name, character.key), make_sheet_address(character), is_here
    )


def make_sheet_address(character: Character) -> str:
    """Return the address at which a DM has the sheet of a character."""
    return make_address("character", campaign_id=character.campaign_id, number=character.number)


def _link_fight(fight: Encounter | None, figures: FightFigures | None) -> FightLink | None:
    if fight is None:
        return None
    return FightLink(fight.title, make_address("run", encounter_id=fight.pk), figures is not None)


def build_vitals(builder: ValueBuilder, block: StatBlock | None) -> Vitals:
    """Return the figures at the head of a sheet."""
    experience, (missing, share) = builder.build("experience"), _measure_experience(builder, block)
    if block is not None and block.sheet is not None:
        words = f"{block.sheet.points} of {block.sheet.hit_points}"
        return Vitals(
            experience,
            missing,
            share,
            None,
            None,
            words,
            None,
            None,
            block.sheet.points * LOW <= block.sheet.hit_points,
        )
    character, full = builder.subject.character, builder.subject.full
    left = full if character.left is None else character.left
    return Vitals(
        experience=experience,
        next=missing,
        share=share,
        left=builder.build("left", str(left)),
        full=builder.build("definition.hp", str(full)),
        points=f"{left} of {full}",
        minus=builder.press("left", str(left - 1), "One hit point less") if left > -10 else None,
        plus=builder.press("left", str(left + 1), "One hit point more") if left < full else None,
        is_low=left * LOW <= full,
    )


def _measure_experience(builder: ValueBuilder, block: StatBlock | None) -> tuple[str, int]:
    """Return the words for what the next level needs, and the hundredths of the way there.

    Nothing for several classes, between which the DM divides the points.
    """
    if block is not None and block.creature.classes:
        return "", 0
    needed = find_next_experience(block.creature.kind, block.creature.level) if block is not None else None
    if block is None or needed is None:
        return "", 0
    has = builder.subject.character.experience
    if has >= needed:
        return describe_training(block.creature.kind, block.creature.level), 100
    following = f"{block.creature.kind.replace('_', '-')} {block.creature.level + 1}"
    return f"{needed - has:,} to {following}", has * 100 // needed


def build_carried(builder: ValueBuilder, block: StatBlock | None) -> Carried:
    """Return the coins and things that a character carries."""
    things = builder.subject.character.sheet.get("gear") or []
    pounds = sum(each.get("lb") or 0 for each in things)
    weight = f"{pounds:g} lb" if pounds else ""
    if weight and block is not None and block.sheet is None:
        load = lookup_load(int(pounds * COINS_TO_THE_POUND), block.pace.allowance * COINS_TO_THE_POUND)
        words = load.value.replace("_", " ")
        weight += f", alone {'an' if words.startswith('e') else 'a'} {words} load"
    return Carried(
        coins=[builder.build(f"sheet.coins.{key}", _count_coins(builder, key)) for key in (*COINS, "gem")],
        gear=builder.build("sheet.gear"),
        things=[(str(each.get("what", "")), f"{each['lb']:g} lb" if each.get("lb") else "") for each in things],
        weight=weight,
    )


def _count_coins(builder: ValueBuilder, key: str) -> str:
    return f"{builder.subject.character.sheet.get('coins', {}).get(key, 0):,}"


def _build_standing(builder: ValueBuilder, figures: FightFigures | None) -> Standing:
    character = builder.subject.character
    brought = [BroughtConditions().write_line(each) for each in character.definition.get("conditions", ())]
    henchmen = [each for each in builder.subject.others if each.henchman_of_id == character.pk]
    seat = builder.build("seat", None if character.seat_id is not None else "the DM")
    return Standing(
        status=builder.build("status"),
        seat=seat,
        henchman_of=builder.build("henchman_of"),
        henchmen=[_make_tab(each, is_here=False) for each in henchmen],
        lasting=builder.build("sheet.lasting"),
        conditions=[str(each) for each in character.sheet.get("lasting") or ()],
        brought=builder.build(CONDITIONS) if find_sheet(character) is None else None,
        brings=figures.conditions if figures is not None else brought,
        died=_describe_death(character),
    )


def _describe_death(character: Character) -> str:
    return f"{make_sentence(describe_death(character))}" if character.status == Character.Status.DEAD else ""
