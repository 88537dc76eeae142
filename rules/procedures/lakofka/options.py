"""The options, clause ids and refusals of the ten rules, from their catalogue."""

from typing import Literal

from rules.catalogue import RuleText
from rules.kernel.frozen import frozen


@frozen
class LakofkaSettings:
    """The values of the ten rules' settings in a fight; ``clauses.toml`` has defaults and words."""

    psionic_counts: bool
    start_segment: Literal["addict-nominal", "own-die"]
    creature_routine: Literal["one-action", "per-attack"]
    cantrip_pair_ok: bool
    multi_spell_items: bool
    three_per_two: Literal["odd-rounds", "fifty-percent"]
    transport_both_orders: bool
    overlimit_device: Literal["fails", "refused"]
    warn_overlimit: bool
    split_exactly_ten: Literal["one", "two"]
    volley_counts: Literal["each", "one"]
    other_missiles_split: Literal["as-darts", "as-arrows"]
    late_standing_throw: Literal["minus-one", "no-penalty"]
    charge_roll: Literal["after-throw", "every-charge"]
    defensive_blow_after_missile: bool
    parry_cost: Literal["action", "free"]
    change_base: Literal["max-start-event", "event-plus-one"]
    observation_save: Literal["spells", "petrification", "rods", "poison", "breath"]
    default_observation_modifier: int
    retarget_costs: bool
    component_pouch_segments: int


TEXT = RuleText("lakofka", LakofkaSettings)
OPTIONS, get_settings, ids, refuse = TEXT.options, TEXT.get_settings, TEXT.ids, TEXT.refuse
