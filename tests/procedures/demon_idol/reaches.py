"""The reaches of Demon Idol, and the clauses by which somebody is reached from farther."""

from tests.procedures.adnd.reaches import AT_ONCE, UNBARRED, at_once, find_claims

EXEMPTIONS = [at_once("DEMON.8.SIM"), UNBARRED]

EXEMPTED = (
    ("demon_idol", f"DEMON.8.SIM {AT_ONCE}", 87),
    ("lakofka/demon_idol", UNBARRED.name, 1),
)

__all__ = ["EXEMPTED", "EXEMPTIONS", "find_claims"]
