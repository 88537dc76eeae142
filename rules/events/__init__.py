"""Events: facts in the past tense, with the clauses that caused them and who perceived them."""

from rules.events.base import KINDS as KINDS
from rules.events.base import Event as Event
from rules.events.counted import *  # noqa: F403
from rules.events.fight import *  # noqa: F403
from rules.events.magic import *  # noqa: F403
from rules.events.phases import *  # noqa: F403
from rules.events.sequence import *  # noqa: F403
from rules.events.sequence_phases import *  # noqa: F403
from rules.events.table import *  # noqa: F403
