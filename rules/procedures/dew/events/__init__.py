"""Events that only Dew yields, each with what it changes and who may see it.

In the order of the text: ``round_start``, ``initiative_and_blows``, ``option_results``, ``attack_results``,
``noncombat_results``, ``movement_results``.
"""

from rules.kernel.events import Event
from rules.procedures.dew.events.attack_results import *  # noqa: F403
from rules.procedures.dew.events.initiative_and_blows import *  # noqa: F403
from rules.procedures.dew.events.movement_results import *  # noqa: F403
from rules.procedures.dew.events.noncombat_results import *  # noqa: F403
from rules.procedures.dew.events.option_results import *  # noqa: F403
from rules.procedures.dew.events.round_start import *  # noqa: F403

EVENTS: tuple[type[Event], ...] = tuple(
    kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
