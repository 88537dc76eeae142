"""One who is hidden changes nothing that is shown of the others, by ADDICT."""

from rules.kernel import events as e
from rules.kernel.effects import Answer
from tests.rules.hidden import ORC, OTIS, round_of, seen
from tests.rules.stat_block_fields import change_stat_block


def test_what_a_charge_costs_a_foe_of_its_armor_class_is_told_to_its_player() -> None:
    far = change_stat_block(ORC, position=(3000, 0))
    orders: dict[str, Answer] = {"orc": {"action": "E", "how": "charge", "target": "otis"}}
    log = round_of("addict", OTIS, far, orders=orders)
    cited = {
        who: [event.clauses[1:] for event in seen(log, who).shown if isinstance(event, e.ChargeBegan)]
        for who in ("otis", "orc")
    }
    assert [any("VII.B.2" in clause for clause in clauses) for clauses in cited["orc"]] == [True]
    assert [any("VII.B.2" in clause for clause in clauses) for clauses in cited["otis"]] == [False]
