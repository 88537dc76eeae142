"""Events of a round fought blow by blow: initiative, blows and endurance, great blows, parries, breakage, criticals."""

from dataclasses import dataclass, field

from rules.events.base import Event, Facts


@dataclass(frozen=True, slots=True)
class Complement:
    """What a combatant begins a round with: blows, those already booked to it, EN expended in the round before.

    ``borrowed`` blows were taken off; ``fought``: they bar it from the noncombat phase.
    """

    who: str
    active: int
    reactive: int
    blows: int = 0
    en_previous: int = 0
    borrowed: int = 0
    fought: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """One combatant's option among several that are revealed together."""

    who: str
    option: str
    params: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParryMade:
    """One parry of an attack: by whom, with which weapon, in which mode, how much it counts, and the blow it took."""

    who: str
    weapon: str
    mode: str
    value: int
    blow: str = ""


@dataclass(slots=True, kw_only=True)
class AlertChanged(Event):
    """A combatant is alert from now on, or no longer: why (setup, pass, noncombat, movement, stop, unconscious, dm)."""

    who: str
    alert: bool
    why: str = ""


@dataclass(slots=True, kw_only=True)
class RoundStarted(Event):
    """Everybody's blows for the round, less what was borrowed from it. ``anew`` is false where a fight is taken up."""

    complements: tuple[Complement, ...] = ()
    anew: bool = True


@dataclass(slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase began: combat, noncombat or movement. ``eligible`` may choose in it; ``en_limits`` hold for its EN."""

    phase: str
    eligible: tuple[str, ...] = ()
    en_limits: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase ended: why."""

    phase: str
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Initiative(Event):
    """Who has the initiative in this beat, and by what: active blows, reactive blows, EN."""

    holders: tuple[str, ...] = ()
    keys: tuple[int, ...] = ()


@dataclass(slots=True, kw_only=True)
class OptionsRevealed(Event):
    """Options that were chosen unseen by each other, told together."""

    options: tuple[Chosen, ...] = ()


@dataclass(slots=True, kw_only=True)
class OptionChosen(Event):
    """A combatant's option (pass, draw, grab, prepare, maneuver, attack) and its parameters."""

    who: str
    option: str
    params: Facts = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Spoke(Event):
    """A combatant said a few syllables."""

    who: str
    text: str


@dataclass(slots=True, kw_only=True)
class BlowSpent(Event):
    """A blow was expended: active or reactive, the how-manieth of its round, its cost in EN, and on what.

    A ``borrowed`` one is taken from the next round; ``booked`` is the round to which it counts: this or next.
    """

    who: str
    blow: str
    ordinal: int
    en_cost: int
    borrowed: bool = False
    booked: str = "this"
    use: str = ""


@dataclass(slots=True, kw_only=True)
class EnChanged(Event):
    """A combatant's EN changed otherwise than by damage: why (blow, spell, rest, dm)."""

    who: str
    old: int
    new: int
    why: str


@dataclass(slots=True, kw_only=True)
class Passed(Event):
    """A combatant passed. ``counts`` is false where another option of the same beat wiped it at once."""

    who: str
    counts: bool = True


@dataclass(slots=True, kw_only=True)
class PassesCleared(Event):
    """Everybody who had passed may have the initiative again: by whose option."""

    by: str


@dataclass(slots=True, kw_only=True)
class WeaponDrawn(Event):
    """A combatant drew a weapon and wields it."""

    who: str
    weapon: str
    mode: str


@dataclass(slots=True, kw_only=True)
class Grabbed(Event):
    """A combatant grabbed at an object: whether it has it. ``needed`` is the dexterity that the die must not exceed."""

    who: str
    object: str
    ok: bool
    needed: int | None = None


@dataclass(slots=True, kw_only=True)
class PreparationLost(Event):
    """Preparations came to nothing: why (blow, dropped, round_end, not_followed, other_mode)."""

    who: str
    weapon: str
    count: int
    why: str
    mode: str = ""


@dataclass(slots=True, kw_only=True)
class PreparationUsed(Event):
    """Preparations went into an attack."""

    who: str
    weapon: str
    count: int
    mode: str = ""


@dataclass(slots=True, kw_only=True)
class ChainOpened(Event):
    """A great blow with a thrusting weapon or bow must be followed at once."""

    who: str
    weapon: str
    count: int


@dataclass(slots=True, kw_only=True)
class RangeChanged(Event):
    """The range between two changed, ``a`` being the first of them in the roster.

    ``why`` is a maneuver (close, open, step_close, step_open, change_range), movement, dm, or start: the range that a
    pair begins with, as it was entered or from where they stand.
    """

    a: str
    b: str
    old: int
    new: int
    why: str


@dataclass(slots=True, kw_only=True)
class DxChecked(Event):
    """A dexterity check: close, open or fall, on a die of so many sides, and whether the face is at most ``needed``."""

    who: str
    check: str
    sides: int
    needed: int
    face: int
    made: bool


@dataclass(slots=True, kw_only=True)
class FellDown(Event):
    """A combatant is on the ground: why (choice, maneuver, unconscious, dm)."""

    who: str
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Rose(Event):
    """A combatant got up."""

    who: str


@dataclass(slots=True, kw_only=True)
class AttackDeclared(Event):
    """An attack was declared and paid for. ``range`` is that of the pair, ``limit`` the furthest the weapon goes."""

    who: str
    target: str
    weapon: str
    mode: str
    use: str
    preparations: int = 0
    range: int = 0
    limit: int = 0


@dataclass(slots=True, kw_only=True)
class ParriesClosed(Event):
    """Nobody parries this attack any more: the parries there are."""

    who: str
    target: str
    parries: tuple[ParryMade, ...] = ()


@dataclass(slots=True, kw_only=True)
class BreakageWorked(Event):
    """A breakage check: item and owner, multiplier times breakage number, the roll, and whether it broke."""

    item: str
    owner: str
    multiplier: int
    number: int
    limit: int
    face: int
    broke: bool


@dataclass(slots=True, kw_only=True)
class Broke(Event):
    """An item broke."""

    item: str
    owner: str


@dataclass(slots=True, kw_only=True)
class CriticalStruck(Event):
    """Whether a hit is critical: the natural D12, what became of it, and the number needed."""

    who: str
    target: str
    natural: int
    multiplier: int
    ac_mod2: int
    preparations: int
    result: int
    needed: int
    critical: bool


@dataclass(slots=True, kw_only=True)
class DamageRolled(Event):
    """What a blow will do once all that was chosen together happens: the dice, and the amount."""

    who: str
    target: str
    original: int
    amount: int


@dataclass(slots=True, kw_only=True)
class ConsultOpened(Event):
    """The DM is consulted: the reason, and about whom. The dice are among the event's rolls."""

    reason: str
    who: str
    target: str = ""


@dataclass(slots=True, kw_only=True)
class Unconscious(Event):
    """A combatant lost consciousness: EN or BD too low."""

    who: str
    why: str = ""


@dataclass(slots=True, kw_only=True)
class Out(Event):
    """The DM's word on one whose BD is spent: dying, dead, stable or other."""

    who: str
    fate: str
    text: str = ""
