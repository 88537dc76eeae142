"""The options of Dew's sequence: the catalogue's settings, each with its default."""

from rules.ruleset import OptionSpec

_SETTINGS: tuple[tuple[str, object, tuple[object, ...], str], ...] = (
    ("borrow_accounting", "next_round", ("next_round", "this_round"), "3m"),
    ("borrow_bars_noncombat", True, (True, False), "2.1a"),
    ("unconscious_below_en", 0, (0, 1), "1.2.5.3i"),
    ("out_below_bd", 1, (1, 0), "1.2.5.3j"),
    ("range_min", 1, (1, 2), "1.2.3Mj"),
    ("range_max", 6, (6, 8), "1.2.3Md"),
    ("range_unit_inches", "1", ("1", "1.5", "2"), "R1a"),
    ("range_tolerance_inches", "0.01", ("0.01", "0", "0.1"), "3.2.1h"),
    ("hit_die", 10, (10, 6), "1.2.5.1a"),
    ("fall_die_close", 20, (20, 40), "1.2.3M.1d"),
    ("fall_die_open", 40, (40, 20), "1.2.3M.2d"),
    ("consult_requires_critical", True, (True, False), "1.2.5.3e"),
    ("consult_even_weights", "light", ("light", "light medium", "none"), "1.2.5.3g"),
    ("parry_weapon_reach_rule", "parrier_reach", ("parrier_reach", "attacker_reach", "none"), "1.2.5m"),
    ("secret_parries", True, (True, False), "1.2.5n"),
    ("enforce_hands", True, (True, False), "1.2.2d"),
    ("auto_pass_when_forced", False, (True, False), "1.1.1g"),
    ("movement_mode", "ask", ("ask", "simple", "trace"), "3o"),
    ("trace_reaction", "noncombat_locked", ("noncombat_locked", "alert_only", "all"), "3f"),
    ("trace_visibility", "secret", ("secret", "open"), "3.2.1a"),
    ("fallen_movement", "none", ("none", "half", "full"), "3q"),
    ("out_drops_and_falls", True, (True, False), "3.2.2e"),
)

OPTIONS = {
    f"dew.{key}": OptionSpec(f"dew.{key}", default, choices, f"DEW.{clause}")
    for key, default, choices, clause in _SETTINGS
}
