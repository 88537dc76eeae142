"""The actions of the DM and the players in play, each given as an input."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction

from encounters import times
from encounters.access import require_dm
from encounters.between import get_between
from encounters.errors import Conflict, Invalid, NotFound, RecapTaken
from encounters.live.doorbell import ring
from encounters.models import Encounter, Event, Round, Seat
from encounters.pictures import copy_sheet_pictures, cut_picture
from encounters.selectors import Names, read_view
from encounters.services.campaigns import assign_arrivals
from encounters.services.clocks import read_delay
from encounters.services.playing import Outcome, submit, submit_past_changed_rules
from encounters.services.preparing import build_roster, refuse_too_many
from encounters.services.standing import build_standing_answers, is_closed_by
from encounters.typed import check_typed
from encounters.viewers import Viewer
from rules.api import (
    DM,
    Answer,
    Arrive,
    BeginRound,
    Call,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    MakeCall,
    MakeRuling,
    TakeBack,
    ViewerLog,
    place_newcomers,
)

MOST_AT_ONCE = 100
"""The most answers in one order for a mob."""

LONGEST_RECAP = 20_000
"""The greatest length of a recap, in letters."""

LONGEST_COMBATANT_NOTE = 2000
"""The greatest length of the DM's own note on a combatant, in letters."""


def begin_round(viewer: Viewer, tap: str) -> Outcome:
    """Open the next round, with its own seeds."""
    return submit(viewer, tap, BeginRound())


def answer(viewer: Viewer, tap: str, token: str, given: Answer, shown: ViewerLog | None = None) -> Outcome:
    """Answer an open question, in the ids and by the token that this viewer was shown.

    ``shown`` is what the viewer was shown; it is read where it is None.
    """
    return answer_all(viewer, tap, [token], given, shown)


def answer_all(
    viewer: Viewer, tap: str, tokens: Sequence[str], given: Answer, shown: ViewerLog | None = None
) -> Outcome:
    """Give one answer to several questions as one action: an order for a mob.

    ``shown`` is what the viewer was shown; it is read where it is None. Raises Invalid for no question or more than
    MOST_AT_ONCE.
    """
    if not 0 < len(tokens) <= MOST_AT_ONCE:
        raise Invalid(f"Choose 1 to {MOST_AT_ONCE} to answer for.", "token")
    now = times.now()
    names = Names(viewer, shown)
    answers = []
    for token in tokens:
        real = names.find_token(token)
        answers.append(
            GiveAnswer(real, names.restore_answer(given, token), viewer.log_name, *read_delay(viewer, real, now, shown))
        )
    return submit(viewer, tap, *answers)


def give_faces(
    viewer: Viewer, tap: str, token: str, faces: Sequence[int] | None, shown: ViewerLog | None = None
) -> Outcome:
    """Give the faces of real dice; None has the server roll them.

    ``shown`` is what the viewer was shown; it is read where it is None.
    """
    given = tuple(faces) if faces is not None else None
    return submit(viewer, tap, GiveFaces(Names(viewer, shown).find_token(token), given, viewer.log_name))


def close(viewer: Viewer, tap: str, who: str = "") -> Outcome:
    """Close the open questions of one combatant or of all; missing answers become defaults.

    The default of a foe that has a standing order is that order.
    Raises NotFound for a combatant that is not in the fight.
    """
    if not viewer.is_dm:
        return submit(viewer, tap, CloseQuestions(who))
    view = read_view(viewer)
    if who and who not in (DM, *view.state.combatants):
        raise NotFound("There is no combatant of that name.", "who")
    given, left = build_standing_answers(view, who), CloseQuestions(who)
    return submit(viewer, tap, *given, *(() if given and is_closed_by(view, given) else (left,)))


def rule(viewer: Viewer, tap: str, changes: Sequence[Change], note: str = "", secret: bool = False) -> Outcome:
    """Make a ruling with these changes. Raises Invalid without a change."""
    if not changes:
        raise Invalid("Choose what to change.", "what")
    return submit(viewer, tap, MakeRuling(tuple(changes), note, secret))


def set_types_dice(viewer: Viewer, tap: str, who: str, on: bool) -> Outcome:
    """Set whether this combatant's dice are rolled at the table and typed in.

    The DM and the combatant's player may do this.
    """
    return submit(viewer, tap, MakeRuling((Change(Names(viewer).find_combatant(who), "types_dice", on),)))


def call_morale(viewer: Viewer, tap: str, who: Sequence[str], occasion: str = "", modifier: int = 0) -> Outcome:
    """Check the morale of combatants, groups or sides at this stop, of each by itself."""
    return submit(viewer, tap, *(CallMorale(each, occasion, modifier) for each in who))


def make_call(viewer: Viewer, tap: str, call: Call) -> Outcome:
    """Ask for a saving throw or dice of some combatants at this stop."""
    return submit(viewer, tap, MakeCall(call))


def take_back(
    viewer: Viewer, tap: str, to: int, note: str = "", faces: Sequence[tuple[str, str, int, int, int]] = ()
) -> Outcome:
    """Take back everything after the input at position ``to``.

    ``faces`` sets what dice show from there on, if anything.
    """
    return submit(viewer, tap, TakeBack(to, note, tuple(faces)), also=get_between().refuse_take_back)


def undo(viewer: Viewer, tap: str, position: int) -> Outcome:
    """Take back the input at this position. Raises Conflict where something came after it."""
    require_dm(viewer)

    def check(encounter: Encounter) -> None:
        get_between().refuse_take_back(encounter)
        last = Event.objects.filter(encounter=encounter).order_by("-position").values_list("input__position", flat=True)
        if last.first() != position:
            raise Conflict("Something has happened since. Use Take back, which lists what goes with it.", "position")

    return submit(viewer, tap, TakeBack(position - 1), also=check)


def bring_in_combatants(
    viewer: Viewer, tap: str, definitions: Sequence[Mapping[str, object]], note: str = ""
) -> Outcome:
    """Bring combatants into play, written as in preparation; ``hidden = true`` hides one.

    One without a place is put near its own side. A character of the campaign is given to its player. Raises Invalid
    where nobody is named.
    """
    require_dm(viewer)
    if not definitions:
        raise Invalid("Choose who arrives.", "id")
    view = read_view(viewer)
    refuse_too_many(len(view.state.combatants) + len(view.state.coming), definitions)
    come = build_roster(definitions, view.state.setting)
    places = place_newcomers(view.state, come, view.ruleset.plane.space)
    placed = tuple(
        replace(each, start=replace(each.start, position=places[each.id])) if each.id in places else each
        for each in come
    )
    played = [each.id for each in come if each.played]

    def give(encounter: Encounter) -> None:
        assign_arrivals(encounter, played)
        copy_sheet_pictures(encounter, [each.id for each in come])

    return submit(viewer, tap, Arrive(placed, note), also=give)


def bring_in(viewer: Viewer, tap: str, who: str) -> Outcome:
    """Bring a combatant into play before the round of its wave.

    Raises Conflict if it has arrived.
    """
    require_dm(viewer)
    coming = read_view(viewer).state.coming
    stat_block = next((each for each in coming if each.id == who), None)
    if stat_block is None:
        raise Conflict("This combatant is not awaited any more: it has arrived.", "who")
    return submit(viewer, tap, Arrive((replace(stat_block, start=replace(stat_block.start, wave=0)),)))


def end(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """End the fight."""
    return submit(viewer, tap, EndEncounter(note))


def reopen_round(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """Take the round in play back to before it began, after its rules have changed.

    Raises Conflict where no round is in play.
    """
    require_dm(viewer)
    at = Encounter.objects.values_list("position", flat=True).get(pk=viewer.encounter_id)

    def check(encounter: Encounter) -> None:
        if encounter.position != at:
            raise Conflict("Something has happened since. Look at the round again.")

    given = TakeBack(_find_position_before_round(viewer), note)
    return submit_past_changed_rules(viewer, tap, given, check)


def end_past_changed_rules(viewer: Viewer, tap: str, note: str = "") -> Outcome:
    """End a fight whose round no longer follows from the present rules."""
    require_dm(viewer)
    return submit_past_changed_rules(viewer, tap, EndEncounter(note))


def remind(viewer: Viewer, seat_id: int) -> None:
    """Remind a person whose answer is missing. Nothing is recorded.

    A seat whose alerts the DM has turned off gets no reminder. Raises NotFound where nobody has the seat.
    """
    require_dm(viewer)
    seat = Seat.objects.filter(campaign__encounters=viewer.encounter_id, pk=seat_id, left=None).first()
    if seat is None:
        raise NotFound("There is no such seat.", "seat")
    if not seat.muted:
        ring(viewer.encounter_id, nudge=seat.pk)


def write_combatant_note(viewer: Viewer, who: str, text: str) -> None:
    """Store the DM's own note on a combatant or mob, in preparation or in play.

    Raises NotFound for a combatant that is not there.
    """
    require_dm(viewer)
    if len(text) > LONGEST_COMBATANT_NOTE:
        raise Invalid(f"A note has at most {LONGEST_COMBATANT_NOTE} letters. Shorten it.", "note")
    check_typed(text, "note")
    with transaction.atomic():
        encounter = _lock_with_combatant(viewer, who)
        encounter.combatant_notes = {**encounter.combatant_notes, who: text}
        encounter.save(update_fields=["combatant_notes"])


def save_picture(viewer: Viewer, who: str, data: bytes) -> None:
    """Store the picture of a combatant or mob; without data, remove it.

    Raises Invalid for what is no picture, and NotFound for a combatant that is not there.
    """
    require_dm(viewer)
    squares = cut_picture(data) if data else None
    with transaction.atomic():
        encounter = _lock_with_combatant(viewer, who)
        encounter.pictures.filter(who=who).delete()
        if squares is not None:
            encounter.pictures.create(who=who, image=squares[0], small=squares[1])


def _lock_with_combatant(viewer: Viewer, who: str) -> Encounter:
    """Return the encounter, locked. Raises NotFound where it has no such combatant or mob."""
    encounter = _lock(viewer)
    known = {str(row.definition.get("id")) for row in encounter.combatants.all()}
    if encounter.opened and who not in known:
        for each in read_view(viewer).state.combatants.values():
            known |= {each.id, each.stat_block.mob}
    if not who or who not in known:
        raise NotFound("There is nobody of that name here.", "who")
    return encounter


def publish_recap(
    viewer: Viewer, tap: str, number: int, text: str, seen: str = "", *, opens: bool = False
) -> Outcome | None:
    """Store the recap of a round as the DM edited it.

    With ``opens`` the next round begins: both are done, or neither.
    ``seen`` is the version of the recap that the DM's page had. Raises RecapTaken where another one has been posted
    since, and Invalid for one that is too long.
    """
    require_dm(viewer)
    if len(text) > LONGEST_RECAP:
        words = f"A recap has at most {LONGEST_RECAP:,} letters, and this one has {len(text):,}."
        raise Invalid(f"{words} Shorten it and post it again.", "recap")
    check_typed(text, "recap")
    attempt = read_view(viewer).find_attempt(number)

    def store(encounter: Encounter) -> None:
        round = encounter.rounds.filter(number=number, attempt=attempt).first()
        if round is None:
            raise NotFound("There is no such round.", "round")
        if text != round.recap and seen != round.recap_version:
            raise RecapTaken(number, round.recap, round.recap_version)
        Round.objects.filter(pk=round.pk).update(recap=text)
        transaction.on_commit(lambda: ring(viewer.encounter_id))

    if opens:
        return submit(viewer, tap, BeginRound(), also=store)
    with transaction.atomic():
        store(_lock(viewer))
    return None


def publish_dm_seed(viewer: Viewer, number: int) -> None:
    """Show everybody the seed of a round's hidden rolls.

    Raises Conflict before the fight has ended.
    """
    require_dm(viewer)
    with transaction.atomic():
        # An end that is taken back meanwhile would put a round with this seed into play again.
        if _lock(viewer).state != Encounter.State.ENDED:
            raise Conflict("The hidden seeds can be published when the fight has ended.")
        Round.objects.filter(encounter_id=viewer.encounter_id, number=number).update(dm_seed_published=True)


def _lock(viewer: Viewer) -> Encounter:
    """Return the encounter, locked against inputs until the transaction ends."""
    encounter = Encounter.objects.select_for_update().filter(pk=viewer.encounter_id).first()
    if encounter is None:
        raise NotFound("There is no such encounter.")
    return encounter


def _find_position_before_round(viewer: Viewer) -> int:
    """Return the position before the round in play began. Raises Conflict where none is in play."""
    seen = read_view(viewer)
    if seen.state.between_rounds or not seen.viewer_log.rounds:
        raise Conflict("No round is in play.")
    return seen.viewer_log.rounds[-1].input - 1
