"""Leomund's Tiny Hut: ten rules of a melee round, laid over ADDICT or Demon Idol.

``counting`` holds rules 1 to 7, with ``limits``, ``attacks``, ``devices`` and ``legs``. ``walking`` counts a
declaration step by step, ``declaring`` offers its form. ``deeds`` and ``order`` put steps one after another, with the
throws of rule 8. ``lateness`` handles steps for which the round is too short. ``resolving`` counts each deed as its
time comes. ``defence`` is rule 9, ``noticing`` and ``reacting`` are rule 10. ``layer`` is the class that joins them.
"""

from rules.procedures.lakofka.layer import TenRules

__all__ = ["TenRules"]
