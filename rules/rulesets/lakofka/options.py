"""The layer's options: the catalogue's toggles, each with its default, and how to read them."""

from functools import cache

from rules.ruleset import OptionSpec
from rules.state import State

_TOGGLES: tuple[tuple[str, object, tuple[object, ...], str], ...] = (
    ("psionic_counts", True, (True, False), "0.5"),
    ("start_segment", "addict-nominal", ("addict-nominal", "own-die"), "0.8"),
    ("creature_routine", "one-action", ("one-action", "per-attack"), "0.9"),
    ("cantrip_pair_ok", False, (True, False), "1.1"),
    ("multi_spell_items", False, (True, False), "1.3"),
    ("three_per_two", "odd-rounds", ("odd-rounds", "fifty-percent"), "2.2"),
    ("transport_both_orders", True, (True, False), "3.1"),
    ("overlimit_device", "fails", ("fails", "refused"), "5.1"),
    ("warn_overlimit", True, (True, False), "5.5"),
    ("split_exactly_ten", "two", ("one", "two"), "6.4"),
    ("volley_counts", "each", ("each", "one"), "7.2"),
    ("other_missiles_split", "as-darts", ("as-darts", "as-arrows"), "7.4"),
    ("late_standing_throw", "minus-one", ("minus-one", "no-penalty"), "8.8"),
    ("charge_roll", "after-throw", ("after-throw", "every-charge"), "8.9"),
    ("defensive_blow_after_missile", True, (True, False), "9.2"),
    ("parry_cost", "action", ("action", "free"), "9.5"),
    ("change_base", "max-start-event", ("max-start-event", "event-plus-one"), "10.8"),
    ("observation_save", "spells", ("spells", "petrification", "rods", "poison", "breath"), "10.11"),
    ("default_observation_modifier", -4, (-1, -2, -3, -4, -5, -6, -7, -8), "10.13"),
    ("retarget_costs", True, (True, False), "10.21"),
    ("component_pouch_segments", 1, (0, 1, 2), "10.22"),
)

OPTIONS = {
    f"lakofka.{key}": OptionSpec(f"lakofka.{key}", default, choices, f"LAKOFKA.{clause}")
    for key, default, choices, clause in _TOGGLES
}


def option(state: State, key: str) -> object:
    """The value of the option ``lakofka.key`` in this encounter."""
    full = f"lakofka.{key}"
    return state.options.get(full, OPTIONS[full].default)


@cache
def ids(*clauses: str) -> tuple[str, ...]:
    """Clause ids of the layer, from their short forms."""
    return tuple(f"LAKOFKA.{clause}" for clause in dict.fromkeys(clauses))
