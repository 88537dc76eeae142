"""Events that only the ten rules yield: counts, noticing, thwarted attacks, parries."""

from dataclasses import dataclass
from typing import Annotated

from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.frozen import evolve
from rules.kernel.state import State, keep, with_own
from rules.kernel.terms import DM
from rules.kernel.visibility import (
    OUTSIDE_MOMENTS,
    PRIVATE,
    Audience,
    Doer,
    Face,
    Mask,
    Open,
    SeenCombatant,
    Words,
    show_as,
    show_to_own_needed,
)
from rules.procedures.lakofka.state import (
    Appearance,
    Attention,
    Comparisons,
    GearFacts,
    Happenings,
    Parries,
    Spent,
    Tally,
    with_one,
    without_one,
)


@dataclass(slots=True, kw_only=True)
class ActionCounted(Event):
    """A combatant's act was counted: its sort, its cost in actions, and the limit."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    deed: Annotated[str, show_as(Mask.OWN_DEED)]
    """The id of the deed; "" for an act that is no deed of its own."""
    what: Open[str]
    """The act in a word or two."""
    sort: Open[str]
    """Physical, spell, device or other."""
    cost: Open[int]
    """Actions."""
    limit: Open[int]
    """The actions that the combatant has in this round."""
    attack: Open[bool]
    """It is a purposeful attack."""
    spent: Open[Spent]
    """Everything the combatant has done this round, this included."""

    def apply(self, state: State) -> State:
        state = with_own(state, self.who, self.spent)
        if not self.deed:
            return state
        tally = state.own(Tally)
        return keep(state, Tally((*tally.counted, self.deed), tally.failed))

    def narrate(self, voice: Voice) -> str:
        done = f"{self.spent.actions} of {self.limit}"
        if not self.cost:
            return f"{voice.whose(self.who)} {self.what} counts as no action: {done}."
        return f"{voice.whose(self.who)} {self.what}: action {done}."


@dataclass(slots=True, kw_only=True)
class Observed(Event):
    """A combatant did or suffered something that others may react to."""

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the DM knows of it already

    who: Open[str]
    """The combatant; "" for an event that concerns no combatant."""
    what: Open[str]
    """The event in a few words."""
    known: Open[Appearance]
    """The combatant's appearance from now on."""

    def apply(self, state: State) -> State:
        about, happenings = self.who, state.own(Happenings)
        words = {each: said for each, said in happenings.words.items() if each != about or said == self.what}
        changed = evolve(
            happenings,
            known={**happenings.known, about: self.known},
            segments={**happenings.segments, about: self.clock or 0},
            words=words,
            unobserved=without_one(happenings.unobserved, about),
            carried_off=without_one(happenings.carried_off, about),
        )
        return keep(state, changed)


@dataclass(slots=True, kw_only=True)
class Noticed(Event):
    """A combatant notices, or fails to notice, an event, at once or by a saving throw."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    target: SeenCombatant
    """The combatant it happened to; "" for none."""
    automatic: Open[bool]
    """It took no saving throw and no warning."""
    notices: Open[bool]
    """The combatant notices it."""
    needed: Annotated[int, show_to_own_needed(0)] = 0
    """The number needed on the die, with the ``modifier`` taken into account."""
    face: Face[int] = 0
    modifier: Open[int] = 0
    told: SeenCombatant = ""
    """The combatant who gave a warning; "" without one."""
    behind: Open[bool] = False
    """The other combatant stands at the observer's back."""
    what: Words = ""
    """The event in the DM's words, if there were any."""

    def list_perceivers(self, state: State) -> tuple[str, ...]:
        """Return the combatant; the DM alone if it does not notice."""
        return (self.who if self.notices else DM,)

    def apply(self, state: State) -> State:
        attention, pair = state.own(Attention), (self.who, self.target)
        noticed = {each: segment for each, segment in attention.noticed.items() if each != pair}
        if self.notices:
            noticed[pair] = state.own(Happenings).segments.get(self.target, 0)
        at_back = with_one(attention.at_back, pair) if self.behind else attention.at_back
        return keep(state, Attention(noticed, at_back))

    def narrate(self, voice: Voice) -> str:
        does = voice.does(self.who, "notices") if self.notices else f"{voice.does(self.who, 'does', 'do')} not notice"
        warning = f", warned by {voice.name(self.told)}" if self.told else ""
        if self.what:
            return f"{does}{warning}: {self.what}."
        return f"{does} what becomes of {voice.name(self.target)}{warning}." if self.target else f"{does} it{warning}."


@dataclass(slots=True, kw_only=True)
class Thwarted(Event):
    """A combatant tries to keep an unarmed attacker off with a weapon, and succeeds or fails."""

    audience = Audience.PERCEIVERS

    who: Doer
    against: SeenCombatant
    """The attacker."""
    needed: Annotated[int, show_to_own_needed(0)]
    face: Face[int]
    works: Open[bool]
    """The attack fails by it."""

    def narrate(self, voice: Voice) -> str:
        attacker = voice.name(self.against) if self.against else "the attacker"
        if self.works:
            return f"{voice.does(self.who, 'keeps', 'keep')} {attacker} off."
        return f"{voice.does(self.who, 'does', 'do')} not keep {attacker} off."


@dataclass(slots=True, kw_only=True)
class BalanceTried(Event):
    """A throw showed whether a dagger is one of the few that can be thrown."""

    audience = Audience.PERCEIVERS

    who: Doer
    weapon: Open[str]
    face: Face[int]
    balanced: Open[bool]

    def apply(self, state: State) -> State:
        gear = state.own(GearFacts)
        return keep(state, GearFacts({**gear.balanced, (self.who, self.weapon): self.balanced}, gear.late))

    def narrate(self, voice: Voice) -> str:
        can = voice.tense("can", "could") if self.balanced else voice.tense("cannot", "could not")
        return f"{voice.whose(self.who)} {voice.weapon(self.who, self.weapon)} {can} be thrown."


@dataclass(slots=True, kw_only=True)
class DefenceChosen(Event):
    """A combatant will parry the next blow of another."""

    audience = Audience.OWNER
    inherited = PRIVATE

    who: Doer
    against: SeenCombatant

    def apply(self, state: State) -> State:
        parries = state.own(Parries)
        return keep(state, Parries(with_one(parries.meant, (self.who, self.against)), parries.made))

    def narrate(self, voice: Voice) -> str:
        attacker = voice.name(self.against) if self.against else "the next blow"
        return f"{voice.does(self.who, 'means', 'mean')} to parry {attacker}."


@dataclass(slots=True, kw_only=True)
class WeaponsCompared(Event):
    """The DM decided whether one weapon can parry another."""

    audience = Audience.DM
    inherited = OUTSIDE_MOMENTS
    is_narrated = False  # the DM decided it

    weapon: Open[str]
    other: Open[str]
    opposes: Open[bool]

    def apply(self, state: State) -> State:
        known = state.own(Comparisons).opposes
        return keep(state, Comparisons({**known, (self.weapon, self.other): self.opposes}))


EVENTS: tuple[type[Event], ...] = (
    ActionCounted,
    Observed,
    Noticed,
    Thwarted,
    BalanceTried,
    DefenceChosen,
    WeaponsCompared,
)
