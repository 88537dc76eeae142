"""Asks of players for values that only a DM changes, and the answers of the DMs."""

from dataclasses import dataclass
from typing import Any

from campaigns.campaign_state import find_state
from campaigns.models import Character, CharacterAsk, CharacterChange
from campaigns.player_edits import may_player_ask
from campaigns.services.characters import (
    Author,
    Values,
    check_values,
    find_character,
    refuse_in_fight,
    refuse_unseen,
    write_values,
)
from campaigns.services.own_characters import find_own, lock_as_player
from encounters import times
from encounters.errors import Conflict, Forbidden, Invalid
from encounters.live.doorbell import ring_seat_after_commit
from encounters.models import Member, Seat
from encounters.services.members import lock_as
from encounters.typed import check_typed

MOST_ASKS = 6
"""The most asks of a character that wait for an answer."""

LONGEST_REASON = 120

ASKED_ALREADY = "You have asked for this already. Withdraw that first."
GONE = "The player has withdrawn this, or another DM has answered it."


@dataclass(frozen=True)
class AskedValue:
    """A value that is asked for, with all that is written if a DM says yes."""

    path: str
    value: Any
    seen: Any
    """The value that the person saw."""
    values: Values
    """The value, and those that are written along with it, by path."""


def ask_for_value(seat: Seat, key: str, asked: AskedValue, why: str = "") -> CharacterAsk:
    """Ask the DMs for a value of a character, by its id, as its player.

    An ask that was refused gives way to the new one. Raises NotFound, Forbidden for a value that is not asked for,
    Conflict where one is asked for already, a fight in play keeps it or too many wait, ChangedMeanwhile, and Invalid.
    """
    why = _read_reason(why)
    with lock_as_player(seat) as current:
        character, state = find_own(current, key), find_state(current.campaign)
        if not may_player_ask(state, asked.path):
            raise Forbidden("Nobody has to be asked for this.", asked.path)
        waiting = character.asks.filter(refused=None)
        before = waiting.filter(path=asked.path).first()
        if before is not None and (before.value, before.before) == (asked.value, asked.seen):
            return before
        if before is not None:
            raise Conflict(ASKED_ALREADY, asked.path)
        refuse_in_fight(character, {asked.path: asked.value})
        refuse_unseen(character, {asked.path: asked.seen})
        if asked.value == asked.seen:
            raise Invalid("The sheet has that value already.", asked.path)
        check_values(character, asked.values)
        if waiting.count() >= MOST_ASKS:
            raise Conflict(f"{MOST_ASKS} requests wait for the DM. Withdraw one first.", asked.path)
        character.asks.filter(path=asked.path).delete()
        made = character.asks.create(
            seat=current, path=asked.path, value=asked.value, before=asked.seen, why=why, at=times.now()
        )
        ring_seat_after_commit(current.campaign_id, current.pk)
    return made


def _read_reason(why: str) -> str:
    words = " ".join(why.split())
    if len(words) > LONGEST_REASON:
        raise Invalid(f"Give a reason of at most {LONGEST_REASON} letters.", "why")
    check_typed(words, "why")
    return words


def withdraw_ask(seat: Seat, key: str, path: str) -> None:
    """Withdraw what a player asks for, or has read that it was refused. Raises NotFound.

    Nothing happens where nothing is asked for.
    """
    with lock_as_player(seat) as current:
        gone, _ = find_own(current, key).asks.filter(path=path).delete()
        if gone:
            ring_seat_after_commit(current.campaign_id, current.pk)


def grant_ask(member: Member, number: int, asked: AskedValue) -> CharacterAsk:
    """Write the value that a player asks for, as a DM.

    Raises NotFound, Conflict where it is not asked for any more or a fight in play keeps it, ChangedMeanwhile, and
    Invalid.
    """
    with lock_as(member) as current:
        character = find_character(current.campaign, number)
        ask = _find_ask(character, asked.path, asked.value)
        refuse_in_fight(character, asked.values)
        refuse_unseen(character, {asked.path: asked.seen})
        author = Author(current, asked_by=ask.seat)
        write_values(character, asked.values, author, CharacterChange.Source.EDIT)
        ask.delete()
        ring_seat_after_commit(current.campaign_id, ask.seat_id)
    return ask


def refuse_ask(member: Member, number: int, path: str, value: Any) -> CharacterAsk:
    """Refuse the value that a player asks for, who is told so on the sheet.

    Raises NotFound, and Conflict where it is not asked for any more.
    """
    with lock_as(member) as current:
        ask = _find_ask(find_character(current.campaign, number), path, value)
        ask.refused = times.now()
        ask.save(update_fields=["refused"])
        ring_seat_after_commit(current.campaign_id, ask.seat_id)
    return ask


def _find_ask(character: Character, path: str, value: Any) -> CharacterAsk:
    """Return the ask that a DM has read. Raises Conflict where it is another one, or gone."""
    ask = character.asks.select_related("seat").filter(path=path, refused=None).first()
    if ask is None:
        raise Conflict(GONE)
    if ask.value != value:
        raise Conflict(f"{ask.seat.name} asks for something else now. Look at it again.")
    return ask
