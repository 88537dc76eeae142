"""The events that only Dew yields, in the order of the text.

Each stands in the module whose rules yield it, with what it changes and who may see it.
"""

from rules.kernel.events import Event
from rules.procedures.dew.answers import PlanShown
from rules.procedures.dew.attack import AttackDeclared
from rules.procedures.dew.blows import BlowSpent, EnChanged, PhaseEnded, PhaseStarted, RoundStarted
from rules.procedures.dew.borrowing import Borrowed, MovementEnded
from rules.procedures.dew.breakage import BreakageWorked, Broke
from rules.procedures.dew.choices import OptionsRevealed
from rules.procedures.dew.consultation import ConsultOpened
from rules.procedures.dew.damage import CriticalStruck, DamageRolled, Out, Unconscious
from rules.procedures.dew.drawing import WeaponDrawn
from rules.procedures.dew.grabs import Grabbed
from rules.procedures.dew.great_blows import ChainOpened, PreparationLost, PreparationUsed
from rules.procedures.dew.initiative import Initiative
from rules.procedures.dew.maneuvers import DxChecked
from rules.procedures.dew.movement import Allowance, MovementMode
from rules.procedures.dew.noncombat import ArmorAdjusted, Cast, NoncombatRevealed, Rested
from rules.procedures.dew.options import OptionChosen, PassesCleared, Spoke
from rules.procedures.dew.parries import ParriesClosed
from rules.procedures.dew.passing import Passed
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
    Passed,
    FellDown,
    Rose,
    WeaponDrawn,
    Grabbed,
    PreparationLost,
    PreparationUsed,
    ChainOpened,
    RangeChanged,
    DxChecked,
    # Attacks (1.2.5).
    AttackDeclared,
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
    Rested,
    Cast,
    ArmorAdjusted,
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
