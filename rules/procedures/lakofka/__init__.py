"""Leomund's Tiny Hut: ten rules of a melee round, laid over ADDICT or Demon Idol.

``limits`` has how much a round allows (rules 0 to 2), ``attacks`` the rules on attacks and magic (2 to 4, 7 and 8),
``devices`` rule 5, ``legs`` rule 6. ``counting`` says what each act costs by all of them. ``deeds`` and ``order`` put
steps one after another. ``resolving`` counts each deed as its time comes, with the throws of rule 8. ``defence`` is
rule 9. ``lateness`` handles steps for which the round is too short. ``declaring`` offers the form of a
declaration and counts it step by step. ``noticing`` and ``reacting`` are rule 10. ``layer`` is the class that joins
them.
"""

from rules.procedures.lakofka.layer import TenRules

__all__ = ["TenRules"]
