"""ADDICT's options: the catalogue's toggles, each with its default, and how to read them."""

from rules.adnd.book import Book

BOOK = Book("addict", "ADDICT", (
    ("surprise_reduction_stacks", False, (True, False), "I.A.1"),
    ("percent_round", "nearest", ("nearest", "floor", "ceil"), "I.A.3"),
    ("dex_surprise_after_net", True, (True, False), "I.C.5"),
    ("individual_tail", "extra-segments", ("extra-segments", "carry-into-round-1"), "I.C.5.tail"),
    ("light_gear_test", "movement-12", ("movement-12", "unencumbered-for-race"), "I.C.5.b"),
    ("crossbow_surprise_first", True, (True, False), "I.C.6"),
    ("ready_missiles_triple", "every-segment", ("every-segment", "first-segment", "off"), "I.D.2.ready"),
    ("surprise_cast_carries", True, (True, False), "I.D.4.begin"),
    ("borrow_demon_phases", True, (True, False), "II-IV"),
    ("spectator_mixed", "own-d8", ("own-d8", "side-d8", "side-d6"), "VI.B"),
    ("strike_first_beats_spell", True, (True, False), "VI.C"),
    ("midpoint_reroll", False, (True, False), "VII.A.2"),
    ("routine_spread", "nested", ("nested", "endpoints"), "VII.A.3"),
    ("fractional_phase", "odd-rounds", ("odd-rounds", "even-rounds", "coin"), "VII.A.4.ex"),
    ("no_charge_load", "encumbered", ("encumbered", "heavy-or-worse"), "VII.B.1.c"),
    ("charge_defender_attack", "own-routine", ("own-routine", "free"), "VII.B.3.b"),
    ("melee_sf_vs_spell", "dmg66", ("dmg66", "caster-die", "sf-raw", "side-order"), "VII.C.GAP-SF"),
    ("first_attack_means", "first-routine", ("first-routine", "first-blow"), "VII.C.3"),
    ("offer_dodge", False, (True, False), "VII.C.5"),
    ("half_damage_interrupts", False, (True, False), "VII.C.6"),
    ("sf_bonus_attacks", True, (True, False), "VII.D.2"),
    ("wait_mode", "after-event", ("after-event", "interrupt"), "VII.OTHER"),
    ("missile_vs_charge", "reach", ("reach", "side-order"), "OPT.missile-charge"),
))  # fmt: skip

OPTIONS, option, ids = BOOK.options, BOOK.option, BOOK.ids
