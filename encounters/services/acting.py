"""The actions of the DM and the players in play, each given as an input."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction

from encounters import times
from encounters.errors import Bad, Forbidden, Late, Missing
from encounters.models import Encounter, Round, Seat
from encounters.names import Names
from encounters.selectors import game_view
from encounters.services.clocks import delay_of
from encounters.services.doorbell import ring
from encounters.services.playing import Outcome, submit, submit_past_changed_rules
from encounters.services.preparing import figures_of
from encounters.viewers import Viewer
from rules.api import (
    DM,
    Answer,
    Arrive,
    BeginRound,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    MakeRuling,
    TakeBack,
)

MOST_AT_ONCE = 100
"""The most answers in one order for a mob."""


def begin_round(viewer: Viewer, tap: str) -> Outcome:
    """Open the next round, with its own seeds."""
    return submit(viewer, tap, BeginRound())


def answer(viewer: Viewer, tap: str, token: str, given: Answer) -> Outcome:
    """Answer an open question, in the ids and by the token that this viewer was shown."""
    return answer_all(viewer, tap, [token], given)


def answer_all(viewer: Viewer, tap: str, tokens: Sequence[str], given: Answer) -> Outcome:
    """Give one answer to several questions as one action: an order for a mob.

    Raises Bad for no question or more than MOST_AT_ONCE.
    """
    if not 0 < len(tokens) <= MOST_AT_ONCE:
        raise Bad(f"Choose 1 to {MOST_AT_ONCE} to answer for.", "token")
    now = times.now()
    names = Names(viewer)
    answers = []
    for token in tokens:
        real = names.token(token)
        answers.append(GiveAnswer(real, names.answer(given, token), viewer.name, *delay_of(viewer, real, now)))
    return submit(viewer, tap, *answers)


def give_faces(viewer: Viewer, tap: str, token: str, faces: Sequence[int] | None) -> Outcome:
    """Give the faces of real dice; None has the server roll them."""
    given = tuple(faces) if faces is not None else None
    return submit(viewer, tap, GiveFaces(Names(viewer).token(token), given, viewer.name))


def close(viewer: Viewer, tap: str, who: str = "") -> Outcome:
    """Close the open questions of one combatant or of all; missing answers become defaults.

    Raises Missing for a combatant that is not in the fight.
    """
    if who and viewer.is_dm and who not in (DM, *game_view(viewer).state.combatants):
        raise Missing("There is nobody of that name here.", "who")
    return submit(viewer, tap, CloseQuestions(who))


def rule(viewer: Viewer, tap: str, changes: Sequence[Change], note: str = "", secret: bool = False) -> Outcome:
    """Make a ruling with these changes. Raises Bad without a change."""
    if not changes:
        raise Bad("Say what the ruling changes.", "what")
    return submit(viewer, tap, MakeRuling(tuple(changes), note, secret))


def set_types_dice(viewer: Viewer, tap: str, who: str, on: bool) -> Outcome:
    """Set whether this combatant's dice are rolled at the table and typed in.

    The DM and the combatant's player may do this.
    """
    return submit(viewer, tap, MakeRuling((Change(Names(viewer).figure(who), "types_dice", on),)))


def call_morale(viewer: Viewer, tap: str, who: str, occasion: str = "", modifier: int = 0) -> Outcome:
    """Check the morale of a combatant, group or side at this stop."""
    return submit(viewer, tap, CallMorale(who, occasion, modifier))


def take_back(
    viewer: Viewer, tap: str, to: int, note: str = "", faces: Sequence[tuple[str, str, int, int, int]] = ()
) -> Outcome:
    """Take back everything after the input at position ``to``.

    ``faces`` sets what dice show from there on, if anything.
    """
    return submit(viewer, tap, TakeBack(to, note, tuple(faces)))


def add_figures(viewer: Viewer, tap: str, definitions: Sequence[Mapping[str, object]], note: str = "") -> Outcome:
    """Bring combatants into play, written as in preparation; ``hidden = true`` hides one.

    Raises Bad where nobody is named.
    """
    _dm_only(viewer)
    if not definitions:
        raise Bad("Say who comes.", "id")
    setting = game_view(viewer).state.setting
    return submit(viewer, tap, Arrive(figures_of(definitions, setting), note))


def bring_in(viewer: Viewer, tap: str, who: str) -> Outcome:
    """Bring a combatant into play before the round of its wave. Raises Late if it has arrived."""
    _dm_only(viewer)
    coming = game_view(viewer).state.coming
    figure = next((each for each in coming if each.id == who), None)
    if figure is None:
        raise Late("This combatant is not awaited any more: it has arrived.", "who")
    return submit(viewer, tap, Arrive((replace(figure, start=replace(figure.start, wave=0)),)))


def end(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """End the fight."""
    return submit(viewer, tap, EndEncounter(note))


def reopen_round(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """Take the round in play back to before it began, after its rules have changed.

    Raises Late where no round is in play.
    """
    _dm_only(viewer)
    return submit_past_changed_rules(viewer, tap, TakeBack(_before_round(viewer), note))


def end_past_changed_rules(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """End a fight whose round no longer follows from the present rules."""
    _dm_only(viewer)
    return submit_past_changed_rules(viewer, tap, EndEncounter(note))


def nudge(viewer: Viewer, seat_id: int) -> None:
    """Remind a person whose answer is missing. Nothing is recorded.

    A seat whose alerts the DM has turned off gets no reminder. Raises Missing where nobody has the seat.
    """
    _dm_only(viewer)
    seat = Seat.objects.filter(encounter_id=viewer.encounter_id, pk=seat_id, left=None).first()
    if seat is None:
        raise Missing("Nobody has that seat.", "seat")
    if not seat.muted:
        ring(viewer.encounter_id, nudge=seat.pk)


def write_recap(viewer: Viewer, number: int, text: str) -> None:
    """Store the recap of a round as the DM edited it."""
    _dm_only(viewer)
    if len(text) > 20_000:
        raise Bad("A recap has at most 20000 letters.", "recap")
    told = _last_attempt(viewer, number)
    told.recap = text
    told.save(update_fields=["recap"])
    transaction.on_commit(lambda: ring(viewer.encounter_id, beside="recap"))


def publish_dm_seed(viewer: Viewer, number: int) -> None:
    """Show everybody the seed of a round's hidden rolls. Raises Late before the fight has ended."""
    _dm_only(viewer)
    if not Encounter.objects.filter(pk=viewer.encounter_id, state=Encounter.State.ENDED).exists():
        raise Late("The hidden seeds can be published when the fight has ended.")
    Round.objects.filter(encounter_id=viewer.encounter_id, number=number).update(dm_seed_published=True)


def _last_attempt(viewer: Viewer, number: int) -> Round:
    found = Round.objects.filter(encounter_id=viewer.encounter_id, number=number).order_by("-attempt").first()
    if found is None:
        raise Missing("There was no such round.", "round")
    return found


def _before_round(viewer: Viewer) -> int:
    """Return the position before the round in play began. Raises Late where none is in play."""
    seen = game_view(viewer)
    if seen.state.between_rounds or not seen.viewing.rounds:
        raise Late("No round is in play.")
    return seen.viewing.rounds[-1].input - 1


def _dm_only(viewer: Viewer) -> None:
    if not viewer.is_dm:
        raise Forbidden("Only the DM may do that.")
