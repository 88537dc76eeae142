"""Demon Idol's options: the catalogue's toggles, each with its default, and how to read them."""

from rules.adnd.book import Book

BOOK = Book("demon", "DEMON", (
    ("reaction_roll", "auto", ("auto", "public", "private"), "FN.3"),
    ("public_surprise", True, (True, False), "FN.5"),
    ("surprise_index", "ordinal", ("ordinal", "remaining"), "5.DFG.target"),
    ("delay_timer", True, (True, False), "6.3.delay"),
    ("lock_declarations", True, (True, False), "6.3.lock"),
    ("cancelled_spell_kept", "if-not-begun", ("if-not-begun", "always", "never"), "6.3.cancel"),
    ("set_on_tie", True, (True, False), "OPT.set-on-tie"),
    ("charge_bonus", True, (True, False), "OPT.charge-bonus"),
    ("same_side_order", "roster", ("roster", "simultaneous"), "OPT.same-side"),
    ("prepared_carries_over", False, (True, False), "8.PREP.lost"),
    ("mar_spread", "slot-in", ("slot-in", "first-last"), "8.MAR.slot"),
    ("reaction_applies", "missiles", ("missiles", "all-D"), "8.REACT.plus"),
    ("gvsd_scope", "caster-won-or-tied", ("caster-won-or-tied", "always"), "8.GvsD"),
    ("sf_bonus_attacks", False, (True, False), "TIE.SF"),
    ("device_time_compare", True, (True, False), "TIE.DvsD.spells"),
    ("charge_vs_spell", "ties-only", ("ties-only", "always"), "TIE.EvsD.spell"),
    ("thrown_sf", True, (True, False), "FN.21"),
    ("tie_mar_all_disrupt", True, (True, False), "TIE.MAR"),
    ("bleed_in_recovery", True, (True, False), "11.2.limits"),
    ("declare_in_turn", False, (True, False), "6.3"),
))  # fmt: skip

OPTIONS, option, ids = BOOK.options, BOOK.option, BOOK.ids
