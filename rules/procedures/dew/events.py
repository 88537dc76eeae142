"""The events that only Dew yields, in the order of the text.

Each stands in the module whose rules yield it, with what it changes and who may see it. An option names its own.
"""

from rules.kernel.events import Event
from rules.procedures.dew.answers import PlanShown
from rules.procedures.dew.blows import BlowSpent, EnChanged, PhaseEnded, PhaseStarted, RoundStarted
from rules.procedures.dew.borrowing import Borrowed, MovementEnded
from rules.procedures.dew.breakage import BreakageWorked, Broke
from rules.procedures.dew.choices import OptionsRevealed
from rules.procedures.dew.consultation import ConsultOpened
from rules.procedures.dew.damage import CriticalStruck, DamageRolled, Out, Unconscious
from rules.procedures.dew.great_blows import ChainOpened, PreparationLost, PreparationUsed
from rules.procedures.dew.initiative import Initiative
from rules.procedures.dew.movement import Allowance, MovementMode
from rules.procedures.dew.noncombat import ACTS, NoncombatRevealed
from rules.procedures.dew.options import ALL, OptionChosen, PassesCleared, Spoke
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.posture import AlertChanged, FellDown, Rose
from rules.procedures.dew.ranges import RangeChanged
from rules.procedures.dew.trace_movement import TracePlanned, TracesRevealed, TraceStep

EVENTS: tuple[type[Event], ...] = (
    # The round (1).
    AlertChanged,
    RoundStarted,
    PhaseStarted,
    PhaseEnded,
    BlowSpent,
    EnChanged,
    Initiative,
    # Options (1.2 to 1.2.4).
    OptionsRevealed,
    OptionChosen,
    Spoke,
    PassesCleared,
    *(kind for each in ALL for kind in each.events),
    FellDown,
    Rose,
    PreparationLost,
    PreparationUsed,
    ChainOpened,
    RangeChanged,
    # Attacks (1.2.5).
    ParriesClosed,
    ConsultOpened,
    BreakageWorked,
    Broke,
    CriticalStruck,
    DamageRolled,
    Unconscious,
    Out,
    # The noncombat phase (2).
    NoncombatRevealed,
    *(kind for each in ACTS for kind in each.events),
    # Movement (3).
    MovementMode,
    Allowance,
    TracesRevealed,
    TracePlanned,
    PlanShown,
    TraceStep,
    MovementEnded,
    Borrowed,
)
