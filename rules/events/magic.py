"""Events of magic and of the mind: spells, devices, turning, effects, saving throws, psionics."""

from dataclasses import dataclass

from rules.events.base import Event


@dataclass(slots=True, kw_only=True)
class SavedOrNot(Event):
    """A saving throw: against what, the number needed, the face, whether it was made."""

    who: str
    against: str
    needed: int
    face: int
    saved: bool


@dataclass(slots=True, kw_only=True)
class SpellBegan(Event):
    """A spell began. ``segments`` is what is still to be cast, ``done`` what was cast before."""

    who: str
    spell: str
    target: str = ""
    targets: tuple[str, ...] = ()
    segments: int = 0
    done: int = 0


@dataclass(slots=True, kw_only=True)
class SpellContinues(Event):
    """A spell is not complete at the end of the segment or round: how much of it is done, in segments."""

    who: str
    spell: str
    targets: tuple[str, ...] = ()
    done: int = 0


@dataclass(slots=True, kw_only=True)
class SpellCompleted(Event):
    """A spell took effect."""

    who: str
    spell: str
    target: str = ""
    targets: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class CantripTimed(Event):
    """When a second cantrip is due: ``later`` segments after the first; ``segment`` is its own."""

    who: str
    spell: str
    later: int


@dataclass(slots=True, kw_only=True)
class SpellSpoiled(Event):
    """A spell was lost before it was complete: why, and whether it is gone from memory."""

    who: str
    spell: str
    target: str = ""
    targets: tuple[str, ...] = ()
    cause: str = ""
    forgotten: bool = True
    deed: str = ""


@dataclass(slots=True, kw_only=True)
class DeviceUsed(Event):
    """A device worked. ``discharges`` says how many charges it took."""

    who: str
    device: str
    target: str = ""
    targets: tuple[str, ...] = ()
    discharges: int = 1


@dataclass(slots=True, kw_only=True)
class DeviceFailed(Event):
    """A device did not work: why. ``worn``: it was put on all the same, and works from the next round."""

    who: str
    device: str
    target: str = ""
    targets: tuple[str, ...] = ()
    cause: str = ""
    worn: bool = False


@dataclass(slots=True, kw_only=True)
class UndeadTurned(Event):
    """A cleric turned undead: the number needed, the face, and the result (turned, destroyed, none)."""

    who: str
    target: str
    needed: str
    face: int
    result: str
    affected: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class EffectBegan(Event):
    """A figure came under something: what, and until when (round, clock), or none."""

    who: str
    effect: str
    until: tuple[int, int] | None = None
    text: str = ""


@dataclass(slots=True, kw_only=True)
class EffectDescribed(Event):
    """What no table describes, in the DM's words: of whose doing, and what it was. It changes nothing by itself."""

    who: str
    what: str
    text: str


@dataclass(slots=True, kw_only=True)
class EffectEnded(Event):
    """Something a figure was under ended."""

    who: str
    effect: str
    until: tuple[int, int] | None = None


@dataclass(slots=True, kw_only=True)
class PsionicExchanged(Event):
    """One psionicist's part in one exchange: modes, and his strengths after it."""

    who: str
    target: str
    attack_mode: str
    defense_mode: str
    attack_left: int
    defense_left: int
    result: str = ""


@dataclass(slots=True, kw_only=True)
class PsionicsEnded(Event):
    """Psionic combat ended for this figure this round: why."""

    who: str
    cause: str
