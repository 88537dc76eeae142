"""Leomund's Tiny Hut: ten rules of what can be done in a melee round, laid over ADDICT or Demon Idol.

Beside the text: ``counting`` is rules 1 to 7 (with ``limits``, ``attacks``, ``devices``, ``legs``), ``walking`` goes
through a declaration with it, ``declaring`` offers one; ``deeds`` and ``order`` put steps one after another, and what
rule 8 throws; ``resolving`` counts each deed as its time comes; ``defence`` is rule 9, ``noticing`` and ``reacting``
rule 10. ``layer`` makes the ruleset of them.
"""

from rules.rulesets.lakofka.layer import over

__all__ = ["over"]
