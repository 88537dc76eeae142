"""Dew's detailed sequence: blows and endurance by beats, secret choices, traces.

Read the modules in this order, with the text in one hand. A beat is what the text calls an initiative segment. EN is
endurance, BD is body. The clauses are those of ``clauses.toml``. An event stands in the module whose rules yield it;
``events`` lists them all.

The round (introduction, 1): ``rounds`` plays the three phases, ``blows`` says what a blow costs and how much EN a phase
allows, ``posture`` who is alert or has fallen, and ``initiative`` whose turn it is (1.1).

Options (1.2): each is one class, with its words, price, refusals, fields, blows and resolution. ``combat_option`` is
their base. ``options`` has those that are offered and their form, and asks those who choose, alone or together. They
stand in ``passing`` (1.2.1), ``drawing`` (1.2.2), ``grabs`` (1.2.3G), ``preparing`` with ``great_blows`` (1.2.4),
``maneuvers`` (1.2.3M, which the text prints after 1.2.4) and with the rules of attacks (1.2.5). ``beats`` holds effects
back until all that were chosen together are worked out. ``refusals`` has the words of what is forbidden, ``choices``
those of what is chosen.

Of attacks ``declared_attack`` is what was declared, ``parries`` says who may parry, ``attack`` has the option and rolls
to hit (1.2.5.1), ``breakage`` checks what may break, ``weapons`` has hands, reach and shots, and ``damage`` has
criticals, damage and who is out (1.2.5.2, 1.2.5.3).

The later phases: ``noncombat`` (2), ``movement`` (3), ``borrowing`` (options on stopping, with blows of the next
round), ``trace_movement`` (3.1, 3.2). The geometry of traces is in ``paths``, ``distance_run`` and ``traces``.

Ranges and the DM: ``ranges`` has the ranges of pairs (R1, R2), ``answers`` which answers are secret (R3), and
``consultation`` asks the DM (R5, R6); each reason stands in the module that asks, and ``questions`` lists them.
``rulings`` has what the DM may change, ``questions`` and ``question_info`` what is asked and shown, ``file_words`` what
scenario files may call it. ``sheet`` and ``state`` are what a combatant brings in and what changes; ``sheet_reader``
reads a sheet.
"""

from rules.kernel.clock import Clock
from rules.kernel.effects import Answer
from rules.kernel.event import Voice
from rules.kernel.events import Attacked
from rules.kernel.order import Order
from rules.kernel.procedure import Intent, Intents, Plane, Procedure, Rulings, Secrecy
from rules.kernel.state import OpenQuestion, State
from rules.kernel.stored_forms import read_private_event
from rules.procedures.dew import movement, rounds
from rules.procedures.dew.attack import read_hit_numbers
from rules.procedures.dew.blows import EnChanged
from rules.procedures.dew.choices import build_answer_clause
from rules.procedures.dew.clause_options import OPTIONS
from rules.procedures.dew.damage import list_following
from rules.procedures.dew.events import EVENTS
from rules.procedures.dew.file_words import DewWords
from rules.procedures.dew.movement import Allowance
from rules.procedures.dew.options import ALL
from rules.procedures.dew.questions import QUESTIONS
from rules.procedures.dew.rulings import DEW_RULINGS, FREQUENT, RULINGS
from rules.procedures.dew.shared_events import CHANGES
from rules.procedures.dew.sheet import DewSheet
from rules.procedures.dew.sheet_reader import read_sheet
from rules.procedures.dew.standing import describe_standing
from rules.procedures.dew.walked import find_drawn_movement

ROOM = 8
"""Number of beats of a round that fit beside one another before they are drawn narrower."""

TYPED_FIELDS = frozenset({"speech", "drop", "spell", "note", "text", "stop"})
"""Fields of the player's own words, beside those of options."""

INTENTS: tuple[Intent, ...] = (
    {"command": "attack"},
    {"command": "maneuver", "kind": "close"},
    {"command": "pass", "become_alert": "yes"},
    {"command": "pass"},
)
"""What a combatant who means to fight likely chooses, the likeliest first."""


def _get_beat_span(state: State) -> tuple[int, int]:
    """Return the first and the last beat of the round so far; beats count from 1."""
    return 1, max(1, state.clock or 1)


class DewPlane(Plane):
    """Inches, with movement along drawn traces."""

    unit = "inches"
    space = 100
    list_reaches = staticmethod(movement.list_reaches)
    find_gap = staticmethod(movement.find_gap)
    find_drawn_movement = staticmethod(find_drawn_movement)


class Dew(Procedure):
    """Dew's detailed sequence."""

    id = "dew"
    title = "Dew's Detailed Sequence"
    summary = "blows and endurance, beat by beat; movement by secret traces"
    catalogues = ("dew",)
    options = OPTIONS
    stages = {
        "start": rounds.with_fates(rounds.play_start_stage),
        "beat": rounds.with_fates(rounds.play_beat_stage),
        "noncombat": rounds.with_fates(rounds.play_noncombat_stage),
        "movement": rounds.with_fates(rounds.play_movement_stage),
        "traces": rounds.with_fates(rounds.play_traces_stage),
        "end": rounds.with_fates(rounds.play_end_stage),
    }
    questions = QUESTIONS
    secrecy = Secrecy(typed_fields=TYPED_FIELDS.union(*(each.typed_fields for each in ALL)))
    file_words = DewWords()
    purposes = (
        *(purpose for each in ALL for purpose in each.purposes),
        "break.attack",
        "break.parry",
        "break.shield",
        "near.parry",
        "crit",
        "consult.max",
    )
    order = Order(precede=lambda state, one, other: None, bands=(), key=lambda state, deed: ())
    rulings = Rulings(DEW_RULINGS, own=RULINGS, frequent=FREQUENT, list_following=list_following)
    events = EVENTS
    changes = CHANGES
    starts = ("movement", "noncombat", "combat")
    clock = Clock(
        unit="beat", seconds=0, span=_get_beat_span, room=ROOM, signs=("blow", "move", "prepared"), numbers=True
    )
    orders = ""
    intents = Intents(INTENTS, INTENTS)
    plane = DewPlane()
    own_sheet = DewSheet
    converters = {
        Allowance: {2: read_private_event},
        EnChanged: {2: read_private_event},
        Attacked: {6: read_hit_numbers},
    }

    # Decided by its modules, in the order of a round.
    choose_first_stage = staticmethod(rounds.choose_first_stage)
    read_sheet = staticmethod(read_sheet)
    describe_standing = staticmethod(describe_standing)

    def answer_clause(self, voice: Voice, question: OpenQuestion, answer: Answer) -> str:
        """Return the answer to an option question as a clause of a sentence."""
        return build_answer_clause(voice, question.who, answer)
