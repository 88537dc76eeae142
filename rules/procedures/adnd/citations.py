"""The clauses of a procedure's text for the rules that the family shares."""

from rules.kernel.deeds import Deed
from rules.kernel.procedure import Table
from rules.kernel.terms import ClauseId

Clauses = tuple[ClauseId, ...]


class Citations:
    """The clauses to cite, rule by rule; a text without a rule leaves its clauses empty."""

    def cite_order(self, table: Table, deed: Deed, tied: bool) -> Clauses:
        """Return the clauses of the general order, which alone puts a deed in its place."""
        return self.tied_order if tied else self.order

    # Before the first round.

    reaction_noted: Clauses = ()
    """The DM has noted the reaction."""
    reaction_rolled: Clauses = ()
    distance_set: Clauses = ()
    distance_rolled: Clauses = ()
    morale: Clauses = ()
    """Morale is checked before the fight."""

    # Surprise.

    surprise: Clauses = ()
    surprise_d6: Clauses = ()
    surprise_percent: Clauses = ()
    surprised_less: Clauses = ()
    """A member makes its side harder to surprise."""
    surprises_more: Clauses = ()
    """A combatant surprises others more often."""
    dm_surprise: Clauses = ()
    """The DM rolls in secret."""
    no_surprise: Clauses = ()
    surprise_length: Clauses = ()
    """The number of segments that are lost."""
    length_d6: Clauses = ()
    length_percent: Clauses = ()
    one_surprised: Clauses = ()
    both_surprised: Clauses = ()
    reaction: Clauses = ()
    """A reaction adjustment changes a combatant's segments."""
    reaction_gear: Clauses = ()
    """It does not, because of what the combatant wears."""
    penalty_needs_surprise: Clauses = ()
    tail: Clauses = ()
    """A combatant is surprised longer than its side."""

    # A segment of surprise.

    surprise_act: Clauses = ()
    surprise_melee: Clauses = ()
    surprise_missile: Clauses = ()
    surprise_ready: Clauses = ()
    """A missile was ready."""
    surprised_shot: Clauses = ()
    """A surprised combatant shoots."""
    surprise_move: Clauses = ()
    surprise_spell: Clauses = ()
    surprise_begin: Clauses = ()
    """A spell that takes longer than the segment is begun."""
    surprise_other: Clauses = ()

    # Charges.

    charger_no_dexterity: Clauses = ()
    charger_worse: Clauses = ()
    charger_worst: Clauses = ()
    """Armor class cannot get worse by a charge."""
    charge_to_hit: Clauses = ()
    charge_uncounted: Clauses = ()
    """A charge costs no armor class."""
    weapon_set: Clauses = ()
    """A weapon is set before the charge comes that it is set against."""

    # Blows and missiles.

    armor_adjustment: Clauses = ()
    """A weapon is better or worse against the target's type of armor."""
    out_of_range: Clauses = ()
    """A missile does not carry as far as its target stands."""
    no_missiles: Clauses = ()
    """Nothing is left to shoot or throw."""
    thrown_away: Clauses = ()
    """The last weapon of its kind was thrown, and no blow is struck with it."""
    several: Clauses = ()
    """An order has several deeds."""
    two_weapons: Clauses = ()
    """A combatant strikes with a weapon in each hand."""

    # Spells, devices and tasks.

    caster_no_dexterity: Clauses = ()
    spoiled: Clauses = ()
    """A hit breaks off a spell."""
    spoiled_by_harm: Clauses = ()
    """Any loss of hit points breaks off a spell."""
    forced: Clauses = ()
    """An effect forces a behaviour on a combatant, such as flight."""
    given_up: Clauses = ()
    task_given_up: Clauses = ()
    device: Clauses = ()
    device_untimed: Clauses = ()
    device_disabled: Clauses = ()

    # Psionics.

    psionic_exchange: Clauses = ()
    psionic_target: Clauses = ()
    """A mode of attack does not reach a mind without psionic powers."""
    psionics_end: Clauses = ()

    # Morale in the fight.

    morale_announced: Clauses = ()
    morale_called: Clauses = ()
    """The DM calls for a check."""
    morale_failed: Clauses = ()

    # Who goes first, and what is lost.

    order: Clauses = ()
    tied_order: Clauses = ()
    downed_earlier: Clauses = ()
    """A combatant was put out of the fight before its deed."""
    awaited_gone: Clauses = ()
    """The combatant waited for is gone."""
    incidental: Clauses = ()
    """A hug comes with the claws."""
