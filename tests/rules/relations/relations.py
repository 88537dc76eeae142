"""The relations: what a change leaves as it was, and the exceptions to it, each by the clause that makes it."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.state import evolve
from rules.procedures import list_rulesets
from rules.procedures.demon_idol.events import Triggered
from rules.procedures.lakofka.deed_types import Half
from rules.procedures.lakofka.events import Noticed
from tests.rules.relations import changes
from tests.rules.relations.comparing import parted
from tests.rules.relations.fights import DEW, Fight
from tests.rules.relations.playing import Column, Played, column, played

FAMILY = tuple(id for id in list_rulesets() if id != DEW)
ADDICT, DEMON = ("addict", "lakofka"), ("demon_idol", "lakofka/demon_idol")


def earliest(*columns: Column | None) -> Column | None:
    """The first of these columns; None where there is none."""
    return min((each for each in columns if each is not None), default=None)


@dataclass(frozen=True)
class Case:
    """A fight and the same fight changed, both played."""

    one: Played
    other: Played

    def first(self, *kinds: type[e.Event]) -> Column | None:
        """The column in which anything of these kinds first happened in either; None where nothing did."""
        return self._first(lambda event: isinstance(event, kinds))

    def citing(self, clause: str) -> Column | None:
        """The column in which anything in either first cites this clause; None where nothing does."""
        return self._first(lambda event: clause in event.clauses)

    def _first(self, found: Callable[[e.Event], bool]) -> Column | None:
        return earliest(*(column(event) for each in (self.one, self.other) for event in each.events if found(event)))


@dataclass(frozen=True)
class Exemption:
    """A clause that counts the change: by which procedures, why, from which column on, and what still holds.

    ``since`` is None where it does not apply; before that column nothing may differ. ``still`` are the words for
    ``parted``: what is compared all the same after it (None: nothing).
    """

    clause: str
    rulesets: tuple[str, ...]
    why: str
    since: Callable[[Case], Column | None]
    still: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Relation:
    """A change and what it leaves as it was, in which procedures. ``how`` are the words for ``parted``.

    ``within`` narrows a fight to what the relation speaks of; None where nothing of it is left.
    """

    name: str
    change: Callable[[Fight, Random], Fight]
    rulesets: tuple[str, ...] = list_rulesets()
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
            since = each.since(case) if fight.ruleset in each.rulesets else None
            if since is not None:
                left = parted(base, case.other, **{**self.how, "until": since})  # type: ignore[arg-type]
                if not left and each.still is not None:
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


# From which column the exemptions apply.


def comes_later(case: Case) -> Column | None:
    """Where a stranger first acts, or where first because of it a deed waits, or is done out of its own column."""
    one, other = case.one.done, case.other.done
    never = ((math.inf, math.inf), False)
    moved = [(one.get(key, never), other.get(key, never)) for key in {**one, **other}]
    apart = [min(mine, theirs)[0] for mine, theirs in moved if mine != theirs and (mine[1] or theirs[1])]
    acts = [
        column(moment) for moment in case.other.moments if any(deed[0] in changes.STRANGERS for deed in moment.deeds)
    ]
    return earliest(*acts, *apart) if acts else None


def stranger_strikes(case: Case) -> Column | None:
    """The same, where a stranger has blows or shots."""
    strikes = any(isinstance(event, e.Attacked) and event.who in changes.STRANGERS for event in case.other.events)
    return comes_later(case) if strikes else None


def stranger_casts(case: Case) -> Column | None:
    """The same, where a stranger casts a spell or uses a device, and somebody else does."""
    magic = [event for event in case.other.events if isinstance(event, e.SpellCompleted | e.DeviceUsed)]
    casts = any(event.who in changes.STRANGERS for event in magic) and len(magic) > 1
    return comes_later(case) if casts else None


def goes_by_the_clock(case: Case) -> Column | None:
    """The same, where something else goes by the columns: psionics, prepared acts, charges, noticing."""
    timed = case.first(e.PsionicExchanged, Triggered, e.Prepared, e.ChargeBegan, Noticed, e.SpellBegan, e.EffectBegan)
    return comes_later(case) if timed else None


def goes_by_halves(case: Case) -> Column | None:
    """The same, where a half of a move waits for the segment that was named for it."""
    parts = [deed[3] for each in (case.one, case.other) for moment in each.moments for deed in moment.deeds]
    return comes_later(case) if Half.word in parts else None


def ends_apart(case: Case) -> Column | None:
    """Where the fight is over in one of the two alone."""
    return case.first(e.EncounterEnded) if case.one.is_over != case.other.is_over else None


def averages_apart(case: Case) -> Column | None:
    """Where by option dexterity counts on the average of a side, and a stranger first changes that."""
    if case.one.fight.options.get("crucible.dex_mod") != "average":
        return None
    rolled = [
        {
            (event.round, event.side, event.number): column(event)
            for event in each.events
            if isinstance(event, e.InitiativeRolled)
        }
        for each in (case.one, case.other)
    ]
    return earliest(*(rolled[0][key] for key in rolled[0] if key not in rolled[1]))


def by_roster(case: Case) -> Column | None:
    """Where only the roster first puts one of a side before another."""
    return earliest(case.one.by_roster, case.other.by_roster)


CIRCLES = "the last tie-break of a circle of precedences is the roster"
CIRCLE = (
    Exemption("ADDICT interpretation.cycles", ADDICT, CIRCLES, lambda case: case.first(e.PrecedenceDropped)),
    Exemption("DEMON.8.OOS", DEMON, CIRCLES, lambda case: case.first(e.PrecedenceDropped)),
)

ONCE = Exemption(
    "CRUCIBLE.III.F.once", ("crucible",),
    "one blow out of turn a round: of two who draw it in one moment the first of the roster gets it",
    lambda case: case.citing("CRUCIBLE.III.F.once"),
)  # fmt: skip

HEADS = "morale is the other side's, and counts heads"
DEMON_MORALE = Exemption("DEMON.4.2", DEMON, HEADS, lambda case: case.first(e.MoraleChecked))
MORALE = (
    Exemption("ADDICT.II-IV", ADDICT, HEADS, lambda case: case.first(e.MoraleChecked)),
    DEMON_MORALE,
)

ROSTER = "of one side, equal in everything else, the roster's first acts first"
WITHIN_A_SIDE = (
    Exemption("ADDICT ordering.step_2", ADDICT, ROSTER, by_roster),
    Exemption("DEMON.8.SIM", DEMON, ROSTER, lambda case: earliest(by_roster(case), case.first(e.ChargeBegan))),
    Exemption("CRUCIBLE.II.A", ("crucible",), ROSTER, by_roster),
)

STRANGERS = (
    Exemption(
        "ADDICT.VII.A", ADDICT, "routine slots order all attacks of the round, at whomever they are aimed",
        stranger_strikes, {"moments": False},
    ),
    Exemption(
        "ADDICT.VII", ADDICT, "what the winners do is worked out before what the losers do, however late it is",
        comes_later, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
    ),
    Exemption(
        "DEMON.8.2", DEMON, "the winners' whole list is worked out before the losers'",
        comes_later, {"clocks": False, "ordered": False, "but": ("Noticed", "Warned")},
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
    Exemption(
        "LAKOFKA.6.2", ("lakofka", "lakofka/demon_idol"),
        "a half of a move goes by the clock, and what waits for a stranger comes after it", goes_by_halves,
    ),
    *(
        Exemption(clause, rulesets, "a fight is over when one side has nobody left", ends_apart,
                  {"clocks": False, "contained": True, "but": ("Bled", "Slain", "Noticed", "Warned", "Moved", "Fled")})
        for clause, rulesets in (("DEMON.11.2", DEMON), ("CRUCIBLE.II.A", ("crucible",)), ("ADDICT.VII", ADDICT))
    ),
    Exemption("CRUCIBLE.II.A", ("crucible",), "the average dexterity of a side counts everybody", averages_apart),
    Exemption(
        "CRUCIBLE.WD.DR.4", ("crucible",), "who disengages comes after everybody's turn",
        lambda case: case.citing("CRUCIBLE.WD.DR.3"), {"clocks": False, "ordered": False},
    ),
    Exemption("CRUCIBLE.WD.MOR.3", ("crucible",), HEADS, lambda case: case.first(e.MoraleChecked)),
    DEMON_MORALE,
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
    """Whether an order is of blows, shots and moves, with nothing in it that a clause sets against the dice."""
    if isinstance(further := said.get("with"), list) and not all(is_plain(each) for each in further):
        return False
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

RENAMED = Relation("names and mixing of the sides", changes.said_otherwise, how={"ordered": False}, exemptions=CIRCLE)
RELATIONS = (
    RENAMED,
    Relation(
        "order of the roster",
        changes.reordered,
        how={"ordered": False},
        exemptions=(*CIRCLE, ONCE, *WITHIN_A_SIDE),
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
