"""The reaches of Demon Idol, and the clauses by which somebody is reached from farther."""

from tests.procedures.adnd.reaches import AT_ONCE, MEETING, UNBARRED, at_once, find_claims, meeting

EXEMPTIONS = [at_once("DEMON.8.SIM"), meeting("DEMON.FN.19"), UNBARRED]

EXEMPTED = (
    ("demon_idol", f"DEMON.8.SIM {AT_ONCE}", 87),
    ("demon_idol", f"DEMON.FN.19 {MEETING}", 199),
    ("lakofka/demon_idol", UNBARRED.name, 1),
)

__all__ = ["EXEMPTED", "EXEMPTIONS", "find_claims"]
