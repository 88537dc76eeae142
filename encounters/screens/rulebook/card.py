"""The card of a spell, device, weapon or monster, as a part of a page or as a page."""

from dataclasses import dataclass

from rules.api import SEGMENTS, Card, CardKind, UnknownId, lookup_card

SIGNS = {CardKind.SPELL: "spark", CardKind.DEVICE: "flask", CardKind.WEAPON: "sword", CardKind.MONSTER: "claw"}
"""The drawing of each kind of card."""


@dataclass(frozen=True)
class ShownCard:
    """A card with its drawing and the ten segments."""

    card: Card
    sign: str
    segments: int
    """The segments that it takes, ten at most; 0 for what takes none, or nobody knows how many."""
    time: str
    """Its time in words, beside the ten segments."""


def build_card(kind: CardKind, id: str) -> ShownCard | None:
    """Return the card of a thing of the tables; None for an unknown one."""
    try:
        card = lookup_card(kind, id)
    except UnknownId:
        return None
    takes = card.takes or 0
    return ShownCard(card, SIGNS[kind], min(takes, SEGMENTS), _describe_time(takes, card.may_take_less))


def _describe_time(segments: int, may_be_less: bool) -> str:
    """Return a time beside the ten segments of a round, in words."""
    if segments < SEGMENTS:
        return f"{'up to ' if may_be_less else ''}{segments} of the ten segments of a round"
    rounds = -(-segments // SEGMENTS)
    return "the whole round" if rounds == 1 else f"{rounds} whole rounds"
