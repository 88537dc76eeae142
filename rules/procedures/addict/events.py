"""The event that only ADDICT yields."""

from dataclasses import dataclass

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.visibility import PRIVATE, Audience, Doer, Open


@dataclass(slots=True, kw_only=True)
class CantripTimed(Event):
    """The segment of a second cantrip, ``later`` segments after the first."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    spell: Open[str]
    later: Open[int]

    def narrate(self, voice: Voice) -> str:
        later = f"{self.later} segment{'s' if self.later != 1 else ''} later"
        return f"{voice.whose(self.who)} second cantrip comes {later}."


EVENTS: tuple[type[Event], ...] = (CantripTimed,)
