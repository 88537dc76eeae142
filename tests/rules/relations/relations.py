"""The relations: what a change leaves as it was."""

from dataclasses import replace

from rules.kernel.effects import Answer
from tests.any_procedure import FAMILY
from tests.registered import gather, lying_over
from tests.rules.relations import changes
from tests.rules.relations.exemptions import Exemption, Relation
from tests.rules.relations.fights import Fight
from tests.rules.stat_block_fields import change_stat_block

# What a lead counts for.

COUNTED = {
    "spell": "casting times are compared with dice",
    "device": "activation is compared with dice",
    "turn": "turning has the place of missiles",
    "charge": "arrival is compared with dice",
    "charge_to": "arrival goes by the clock",
    "task": "segments it takes",
    "wear": "segments it takes",
    "remove": "segments it takes",
}
"""Ways of acting whose clauses count the difference of the dice."""


def is_plain(said: Answer) -> bool:
    """Return whether an order has only blows, shots and moves, which go by the dice.

    What follows a move is put off by the segments of the move, and so has a time besides the dice.
    """
    further = said.get("with")
    if isinstance(further, list) and further and (said.get("how") == "move" or not all(map(is_plain, further))):
        return False
    timed = any(word in f"{said}" for word in ("'segment'", "'task'"))
    counted = timed or said.get("how") in COUNTED or said.get("prepared") == "yes"
    return said["action"] in ("D", "E", "G", "A") and not counted


def plain(fight: Fight) -> Fight | None:
    """Return the fight with blows, shots and moves alone, unadjusted, one side winning."""
    rolled = [face for (round, purpose, _), face in fight.faces.items() if round == 1 and purpose == "initiative"]
    if len(dict.fromkeys(rolled)) < 2 or fight.notes["start"] != "melee":
        return None
    answers = {key: said for key, said in fight.answers.items() if key[1] == "declare" and said and is_plain(said)}
    stat_blocks = tuple(
        change_stat_block(each, attacking=0, reaction=0, initiative_die=6) for each in fight.stat_blocks
    )
    return replace(fight, stat_blocks=stat_blocks, answers=answers, rounds=1)


def unstopped(fight: Fight) -> Fight:
    """Return the fight without changes of mind between columns.

    A stranger may change the number of columns.
    """
    return replace(fight, answers={key: said for key, said in fight.answers.items() if key[1] not in AT_STOPS})


AT_STOPS = ("cancel", "change", "modes")

EXEMPTIONS = gather("relations", "EXEMPTIONS")
"""The exemptions of each procedure, by the relation: tests/procedures/<name>/relations.py."""

BY_SIDES = tuple(id for base in gather("relations", "BY_SIDES") for id in lying_over(base))
"""Procedures in which a side wins, and by how much counts only where a clause says so."""


def exempted(name: str) -> tuple[Exemption, ...]:
    """Return the exemptions from a relation."""
    return tuple(each for table in EXEMPTIONS for each in table.get(name, ()))


RENAMED = Relation(
    "names and mixing of the sides", changes.said_otherwise, how={"ordered": False},
    exemptions=exempted("names and mixing of the sides"),
)  # fmt: skip
REORDERED = Relation(
    "order of the roster", changes.reordered, how={"ordered": False},
    exemptions=exempted("order of the roster"), within=unstopped,
)  # fmt: skip
AWAITED = Relation(
    "one who awaits", changes.awaited, FAMILY, {"without": changes.STRANGERS, "open_ended": True},
    exempted("one who awaits"), unstopped,
)  # fmt: skip
RELATIONS = (
    RENAMED,
    REORDERED,
    Relation("sides swapped", changes.mirrored, exemptions=exempted("sides swapped")),
    Relation(
        "strangers",
        changes.joined,
        FAMILY,
        {"without": changes.STRANGERS, "open_ended": True},
        exempted("strangers"),
        unstopped,
    ),
    AWAITED,
    *(relation for relations in gather("relations", "RELATIONS") for relation in relations),
    Relation("won by more", changes.won_by, BY_SIDES, {"clocks": False, "but": ("MindChanged",)}, within=plain),
)
"""The first is several at once, which no clause may count: names, the mixing of the sides in the roster, a step that
the DM rules to where a combatant stands, defaults spelled out, and words left out that change nothing."""

PARTS = tuple(
    Relation(name, change, how=RENAMED.how, exemptions=RENAMED.exemptions)
    for name, change in {
        "names": changes.renamed,
        "mixing of the sides": changes.interleaved,
        "put where they stand": changes.put_in_place,
        "silence spelled out": changes.spelled_out,
        "words left out": changes.shortened,
    }.items()
)
"""What the first of the relations is made of, to find out which of them fails."""
