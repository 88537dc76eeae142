"""Events: facts in the past tense, with their changes to the state and their visibility."""

from collections.abc import Mapping

from rules.kernel.event import Event as Event
from rules.kernel.events.calls import *  # noqa: F403
from rules.kernel.events.fight import *  # noqa: F403
from rules.kernel.events.magic import *  # noqa: F403
from rules.kernel.events.opening import *  # noqa: F403
from rules.kernel.events.order import *  # noqa: F403
from rules.kernel.events.phases import *  # noqa: F403
from rules.kernel.events.table import *  # noqa: F403

KERNEL_KINDS: Mapping[str, type[Event]] = {
    name: kind
    for name, kind in globals().items()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""The kinds that any procedure may yield, by name. ``rules.kernel.kinds`` adds those of one procedure."""
