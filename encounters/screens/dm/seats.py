"""The seats of a fight in words: who plays a combatant, and reminders."""

from collections.abc import Iterable

from encounters.models import Seat
from encounters.narration.names import name_of
from encounters.screens.actions import Act, Post
from encounters.screens.dm.dm_view import DmView
from encounters.seats import explain_silence

QUIET = {"muted": "muted", "silent": "sound off"}
"""Why a reminder makes no sound, in the words beside a seat."""


def describe_seat(view: DmView, who: str) -> str:
    """Return the giver of a combatant's orders, in words."""
    seat = view.players.get(who)
    if seat is not None:
        quiet = QUIET.get(explain_silence(seat), "")
        return f"{seat.name}’s phone{f', {quiet}' if quiet else ''}"
    return "no phone" if view.state.combatants[who].stat_block.played else "you"


def describe_unheard(seats: Iterable[Seat]) -> str:
    """Return a sentence for each seat reminded whose phone makes no sound."""
    words = {
        "muted": "’s phone is muted by you: no reminder reaches it.",
        "silent": "’s phone makes no sound: the reminder only stands on its screen.",
    }
    return " ".join(f"{seat.name}{words[why]}" for seat in seats if (why := explain_silence(seat)))


def make_nudge(view: DmView, who: str) -> Act:
    """Return the button that reminds the player of a combatant."""
    name = name_of(view.state, who)
    hidden = (("seat", str(view.players[who].pk)),)
    return Post("Nudge", view.make_url("nudge"), hidden=hidden, icon="bell", small=True, name=f"Nudge for {name}")
