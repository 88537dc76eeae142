"""The reaches of ADDICT, and the clauses by which somebody is reached from farther off."""

from tests.procedures.adnd.reaches import AT_ONCE, MEETING, UNBARRED, at_once, find_claims, meeting

EXEMPTIONS = [at_once("ADDICT.VII"), meeting("ADDICT.VII.B.charge"), UNBARRED]

EXEMPTED = (
    ("addict", f"ADDICT.VII {AT_ONCE}", "addict/VII.tie.leaving.toml"),
    ("addict", f"ADDICT.VII.B.charge {MEETING}", "addict/VII.B.charge.each-other.toml"),
    ("addict", UNBARRED.name, 10),
)

__all__ = ["EXEMPTED", "EXEMPTIONS", "find_claims"]
