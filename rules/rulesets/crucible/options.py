"""Crucible's options: the catalogue's toggles, each with its default, and how to read them."""

from rules.adnd.book import Book

BOOK = Book("crucible", "CRUCIBLE", (
    ("dex_mod", "individual", ("individual", "roller", "average", "none"), "II.A"),
    ("individual_rolls", False, (True, False), "II.B"),
    ("length_attack", "own-attack", ("own-attack", "bonus"), "II.E"),
    ("natural_weapons_armed", True, (True, False), "II.E.unarmed"),
    ("tie_wsf", False, (True, False), "II.G.wsf"),
    ("tie_more_attacks", False, (True, False), "II.G.attacks"),
    ("tie_spell_strike", False, (True, False), "II.G.strike"),
    ("tie_spell_missile", False, (True, False), "II.G.missile"),
    ("aoo_shooting_other", True, (True, False), "III.C.missile"),
    ("aoo_on_cast", "during", ("during", "before"), "III.C.cast"),
    ("charge_beyond_rate", False, (True, False), "III.D.fast"),
    ("aoo_per_round", 1, (1, 2, 99), "III.F.once"),
    ("fractional_phase", "odd-rounds", ("odd-rounds", "even-rounds"), "ATT.1"),
    ("own_range_sharing", "best", ("best", "worst", "individual-only"), "SUR.7"),
    ("surprise_stack", False, (True, False), "SUR.8"),
    ("individual_surprise", False, (True, False), "SUR.12"),
    ("ready_extra_attack", "ask", ("ask", "never", "always"), "READY.3"),
    ("aoo_warning", True, (True, False), "AoO.3"),
    ("dwarf_load_bonus", False, (True, False), "MOVE.5"),
    ("limited_move_aoo", True, (True, False), "STEP.4"),
    ("turn_length", "sooner", ("sooner", "rounds", "minutes"), "DUR.2"),
    ("parry_effect", "subtract-hit-bonus", ("subtract-hit-bonus", "lakofka", "dm"), "WD.FB.3"),
    ("disengage_move_when", "own-count", ("own-count", "last"), "WD.DR.4"),
    ("hold_to_disengage", "ask", ("ask", "hold", "rally-check", "off"), "WD.GAME.2"),
    ("flee_drop_percent", 50, (0, 25, 50, 100), "WD.FLEE.3"),
    ("device_time", False, (True, False), "GAP.1"),
))  # fmt: skip

OPTIONS, option, ids = BOOK.options, BOOK.option, BOOK.ids
