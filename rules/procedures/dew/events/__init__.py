"""Events that only Dew yields, each with what it changes and who may see it."""

from rules.kernel.events import Event
from rules.procedures.dew.events.combat import *  # noqa: F403
from rules.procedures.dew.events.phases import *  # noqa: F403

EVENTS: tuple[type[Event], ...] = tuple(
    kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
