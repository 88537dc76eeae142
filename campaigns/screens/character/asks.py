"""The asks of players for values of their characters, as the player and the DM read them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from campaigns.definitions import read_value
from campaigns.models import Character, CharacterAsk
from campaigns.screens.character.history import describe_values
from campaigns.screens.character.kinds import Paragraphs
from campaigns.screens.character.values import find_value, read_items, read_lone_subject
from encounters.addresses import make_address
from encounters.models import Campaign


@dataclass(frozen=True, slots=True)
class AskWords:
    """An ask in words."""

    path: str
    words: str
    """The value as it was and as it is asked for: "hit points 3 to 8"."""
    text: str
    """A long text that is asked for, whole; "" for anything else."""
    why: str
    now: str
    """The value as it is, where it has changed since; "" where it has not."""
    is_refused: bool


@dataclass(frozen=True, slots=True)
class PlayerAsk:
    """An ask that waits for a DM's answer."""

    player: str
    character: str
    href: str
    """The address of the character's sheet."""
    ask: AskWords
    asked: str
    """The value that is asked for, as JSON."""
    seen: str
    """The value as it is, as JSON."""
    answer: str
    """The address to which the answer is posted."""


def describe_ask(ask: CharacterAsk) -> AskWords:
    """Return an ask in words, beside the character as it is."""
    subject, items = read_lone_subject(ask.character), read_items(ask.character)
    value, stored = find_value(ask.character, ask.path, items), read_value(ask.character, ask.path)
    is_text = value is not None and isinstance(value.kind, Paragraphs)
    told = "; ".join(describe_values(ask.path, ask.before, ask.value, subject, items))
    now = value.kind.describe(stored, subject) or value.kind.write(stored, subject) if value is not None else ""
    return AskWords(
        path=ask.path,
        words=value.label if value is not None and is_text else told,
        text=value.kind.write(ask.value, subject) if value is not None and is_text else "",
        why=ask.why,
        now=(now or "none") if stored != ask.before else "",
        is_refused=ask.refused is not None,
    )


def list_own_asks(character: Character) -> Sequence[CharacterAsk]:
    """Return the asks of a character's player, the refused ones too."""
    found = list(character.asks.filter(seat=character.seat_id))
    for each in found:
        each.character = character
    return found


def note_asked(characters: QuerySet[Character]) -> QuerySet[Character]:
    """Return characters with ``is_asked``: an ask waits for an answer."""
    return characters.annotate(is_asked=Exists(CharacterAsk.objects.filter(character=OuterRef("pk"), refused=None)))


def build_player_asks(campaign: Campaign, characters: Iterable[Character]) -> Sequence[PlayerAsk]:
    """Return the asks for values of these characters of a campaign that wait for an answer."""
    known = {each.pk: each for each in characters if getattr(each, "is_asked", True)}
    if not known:
        return []
    waiting = CharacterAsk.objects.filter(character__in=known, refused=None).select_related("seat")
    found = []
    for ask in waiting:
        ask.character = known[ask.character_id]
        found.append(_build_player_ask(campaign, ask))
    return found


def _build_player_ask(campaign: Campaign, ask: CharacterAsk) -> PlayerAsk:
    number = ask.character.number
    return PlayerAsk(
        player=ask.seat.name,
        character=ask.character.name,
        href=make_address("character", campaign_id=campaign.pk, number=number),
        ask=describe_ask(ask),
        asked=json.dumps(ask.value),
        seen=json.dumps(read_value(ask.character, ask.path)),
        answer=make_address("answer-ask", campaign_id=campaign.pk, number=number),
    )
