"""The relations: what a change leaves as it was, and the exceptions to it, each by the clause that makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from rules import events as e
from rules.effects import Answer
from rules.ruleset import RULESETS
from rules.state import evolve
from tests.rules.relations import changes
from tests.rules.relations.comparing import parted
from tests.rules.relations.fights import DEW, Fight
from tests.rules.relations.playing import Played, played

FAMILY = tuple(id for id in RULESETS if id != DEW)
ADDICT, DEMON = ("addict", "lakofka"), ("demon_idol", "lakofka/demon_idol")


@dataclass(frozen=True)
class Case:
    """A fight and the same fight changed, both played."""

    one: Played
    other: Played

    def saw(self, *kinds: type[e.Event]) -> bool:
        """Whether anything of these kinds happened in either."""
        return any(isinstance(event, kinds) for each in (self.one, self.other) for event in each.events)

    def citing(self, clause: str) -> bool:
        """Whether anything in either cites this clause."""
        return any(clause in event.clauses for each in (self.one, self.other) for event in each.events)


@dataclass(frozen=True)
class Exemption:
    """A clause that counts the change: by which procedures, why, when, and what still holds (None: nothing).

    ``still`` are the words for ``parted``: what is compared all the same.
    """

    clause: str
    rulesets: tuple[str, ...]
    why: str
    applies: Callable[[Case], bool]
    still: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Relation:
    """A change and what it leaves as it was, in which procedures. ``how`` are the words for ``parted``.

    ``within`` narrows a fight to what the relation speaks of; None where nothing of it is left.
    """

    name: str
    change: Callable[[Fight, Random], Fight]
    rulesets: tuple[str, ...] = RULESETS
    how: Mapping[str, object] = field(default_factory=dict)
    exemptions: tuple[Exemption, ...] = ()
    within: Callable[[Fight], Fight | None] | None = None
    trusted: bool = True

    def holds(self, base: Played) -> "Verdict":
        """Play the fight changed and compare."""
        if self.within is not None:
            narrowed = self.within(base.fight)
            if narrowed is None:
                return Verdict(self.name, speaks=False)
            base = played(replace(narrowed, trusted=self.trusted))
        fight = base.fight
        case = Case(base, played(self.change(replace(fight, trusted=self.trusted), Random(fight.seed))))
        problem = parted(base, case.other, **self.how)  # type: ignore[arg-type]
        if not problem:
            return Verdict(self.name)
        why = []
        for each in self.exemptions:
            if fight.ruleset in each.rulesets and each.applies(case):
                if each.still is None:
                    return Verdict(self.name, excepted=each)
                left = parted(base, case.other, **{**self.how, **each.still})  # type: ignore[arg-type]
                why.append(f"{each.clause}: {left}")
                if not left:
                    return Verdict(self.name, excepted=each)
        return Verdict(self.name, problem="\n".join([problem, *why]))


@dataclass(frozen=True)
class Verdict:
    """What came of a relation in a fight: it held, an exemption applies, it says nothing, or where they part."""

    name: str
    problem: str = ""
    excepted: Exemption | None = None
    speaks: bool = True


# What the exemptions ask.


def stranger_strikes(case: Case) -> bool:
    """Whether a stranger has blows or shots."""
    return any(isinstance(event, e.Attacked) and event.who in changes.STRANGERS for event in case.other.events)


def stranger_acts(case: Case) -> bool:
    """Whether a stranger does anything at a time of its own."""
    return any(deed[0] in changes.STRANGERS for moment in case.other.moments for deed in moment.deeds)


def stranger_casts(case: Case) -> bool:
    """Whether a stranger casts a spell or uses a device, and somebody else does."""
    magic = [event for event in case.other.events if isinstance(event, e.SpellCompleted | e.DeviceUsed)]
    return any(event.who in changes.STRANGERS for event in magic) and len(magic) > 1


def goes_by_the_clock(case: Case) -> bool:
    """Whether a stranger acts, and something else goes by the columns: psionics, prepared acts, charges, noticing."""
    return stranger_acts(case) and case.saw(
        e.PsionicExchanged, e.Triggered, e.Prepared, e.ChargeBegan, e.Noticed, e.SpellBegan, e.EffectBegan
    )


def ends_apart(case: Case) -> bool:
    """Whether the fight is over in one of the two alone."""
    return case.one.is_over != case.other.is_over


CIRCLES = "the last tie-break of a circle of precedences is the roster"
CIRCLE = (
    Exemption("ADDICT interpretation.cycles", ADDICT, CIRCLES, lambda case: case.saw(e.PrecedenceDropped)),
    Exemption("DEMON.8.OOS", DEMON, CIRCLES, lambda case: case.saw(e.PrecedenceDropped)),
    Exemption("CRUCIBLE.II.F", ("crucible",), CIRCLES, lambda case: case.saw(e.PrecedenceDropped)),
)

ONCE = Exemption(
    "CRUCIBLE.III.F.once", ("crucible",),
    "one blow out of turn a round: of two who draw it in one moment the first of the roster gets it",
    lambda case: case.citing("CRUCIBLE.III.F.once"),
)  # fmt: skip

MORALE = (
    Exemption(
        "CRUCIBLE.WD.MOR.3",
        ("crucible",),
        "morale counts heads",
        lambda case: case.saw(e.MoraleChecked),
    ),
    Exemption(
        "ADDICT.II-IV", ADDICT, "morale is the other side's, and counts heads", lambda case: case.saw(e.MoraleChecked)
    ),
    Exemption(
        "DEMON.4.2", DEMON, "morale is the other side's, and counts heads", lambda case: case.saw(e.MoraleChecked)
    ),
)

STOPS = Exemption(
    "DEW.3k", (DEW,), "of those who stop at one time the roster's first carries out their option first",
    lambda case: sum(isinstance(event, e.Borrowed) for event in case.one.events) > 1,
)  # fmt: skip

ROSTER = "of one side, equal in everything else, the roster's first acts first"
WITHIN_A_SIDE = (
    Exemption("ADDICT ordering.step_2", ADDICT, ROSTER, lambda case: case.one.by_roster or case.other.by_roster),
    Exemption(
        "DEMON.8.SIM", DEMON, ROSTER,
        lambda case: case.one.by_roster or case.other.by_roster or case.saw(e.ChargeBegan),
    ),
    Exemption("CRUCIBLE.II.A", ("crucible",), ROSTER, lambda case: case.one.by_roster or case.other.by_roster),
)  # fmt: skip

STRANGERS = (
    Exemption(
        "ADDICT.VII.A", ADDICT, "routine slots order all attacks of the round, at whomever they are aimed",
        stranger_strikes, {"moments": False},
    ),
    Exemption(
        "ADDICT.VII", ADDICT, "what the winners do is worked out before what the losers do, however late it is",
        stranger_acts, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
    ),
    Exemption(
        "DEMON.8.2", DEMON, "the winners' whole list is worked out before the losers'",
        stranger_acts, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
    ),
    Exemption(
        "DEMON.TIE.DvsD.spells", DEMON, "in a tie the casting times of all spells are compared", stranger_casts,
        {"moments": False},
    ),
    *(
        Exemption(clause, rulesets, "what goes by the clock sees the later column to which a stranger brings it",
                  goes_by_the_clock)
        for clause, rulesets in (("ADDICT.V", ADDICT), ("DEMON.8.1", DEMON))
    ),
    *(
        Exemption(clause, rulesets, "a fight is over when one side has nobody left", ends_apart,
                  None)
        for clause, rulesets in (("DEMON.11.2", DEMON), ("CRUCIBLE.II.A", ("crucible",)), ("ADDICT.VII", ADDICT))
    ),
    Exemption(
        "CRUCIBLE.WD.DR.4", ("crucible",), "who disengages comes after everybody's turn",
        lambda case: case.citing("CRUCIBLE.WD.DR.3"), {"clocks": False, "ordered": False},
    ),
    *MORALE,
)  # fmt: skip


# What a lead counts for.

COUNTED = {
    "spell": "casting times are compared with dice",
    "device": "activation is compared with dice",
    "turn": "turning has the place of missiles",
    "charge": "arrival is compared with dice",
    "task": "segments it takes",
    "wear": "segments it takes",
    "remove": "segments it takes",
}
"""Ways of acting whose clauses count the difference of the dice."""


def is_plain(said: Answer) -> bool:
    """Whether an order is a blow, a shot or a move, with nothing in it that a clause sets against the dice."""
    timed = any(word in f"{said}" for word in ("'segment'", "'task'"))
    counted = timed or said.get("how") in COUNTED or said.get("prepared") == "yes"
    return said["action"] in ("D", "E", "G", "A") and not counted


def plain(fight: Fight) -> Fight | None:
    """The fight with blows, shots and moves alone, nobody adjusted, one side winning; all else is silence."""
    rolled = [face for (round, purpose, _), face in fight.faces.items() if round == 1 and purpose == "initiative"]
    if len(dict.fromkeys(rolled)) < 2 or fight.notes["start"] != "melee":
        return None
    answers = {key: said for key, said in fight.answers.items() if key[1] == "declare" and said and is_plain(said)}
    figures = tuple(evolve(each, attacking=0, reaction=0, initiative_die=6) for each in fight.figures)
    return replace(fight, figures=figures, answers=answers, rounds=1)


def unstopped(fight: Fight) -> Fight:
    """The fight in which nobody changes their mind between columns: a stranger may change how many there are."""
    return replace(fight, answers={key: said for key, said in fight.answers.items() if key[1] not in AT_STOPS})


AT_STOPS = ("cancel", "change", "modes")

RENAMED = Relation(
    "names and mixing of the sides", changes.said_otherwise, how={"ordered": False}, exemptions=(*CIRCLE, ONCE, STOPS)
)
RELATIONS = (
    RENAMED,
    Relation(
        "order of the roster",
        changes.reordered,
        how={"ordered": False},
        exemptions=(*CIRCLE, ONCE, STOPS, *WITHIN_A_SIDE),
        within=unstopped,
    ),
    Relation("sides swapped", changes.mirrored, exemptions=MORALE),
    Relation(
        "strangers", changes.joined, FAMILY, {"without": changes.STRANGERS, "open_ended": True}, STRANGERS, unstopped
    ),
    Relation("a step of no length", changes.stepped, ("crucible",), trusted=False),
    Relation(
        "won by more",
        changes.won_by,
        ("addict", *DEMON, "lakofka"),
        {"clocks": False, "but": ("MindChanged",)},
        within=plain,
    ),
)
"""The first is several at once, which no clause may count: names, the mixing of the sides in the roster, a step that
the DM rules to where a figure stands, defaults spelled out, and words left out that change nothing."""

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
