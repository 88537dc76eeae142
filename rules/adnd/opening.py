"""When sides meet: distance, reaction and opening morale, and the plain question whether to go on."""

from typing import cast

from rules import events as e
from rules.adnd.morale import least_morale, roll_morale
from rules.adnd.procedures import cite
from rules.dice_text import parse
from rules.effects import Ask, Roll, Rolled
from rules.forms import Form, OneOf, Option, yes_or_no
from rules.reference import lookup_distance, lookup_reaction
from rules.ruleset import Play, Table
from rules.state import OpenQuestion, State
from rules.terms import DM, HUNDREDTHS, PUBLIC, SideId


def going_on(state: State, question: OpenQuestion) -> Form:
    """The DM's step: go on to the next column."""
    return Form((OneOf("choice", "Go on", (Option("go", "Next segment"),)),))


def opening_morale_form(state: State, question: OpenQuestion) -> Form:
    """Whether the encountered side checks its morale at once."""
    return yes_or_no("Does the other side check its morale at once?")


def meet(table: Table) -> Play:
    """Distance, reaction and opening morale; what the notes settle is not rolled."""
    yield from settle_distance(table)
    if table.state.notes.get("start") == "encounter":
        for side in table.state.sides:
            if side != "party":
                yield from settle_reaction(table, side)
                yield from opening_morale(table, side)


def settle_distance(table: Table) -> Play:
    """The distance the DM set, or the dice of the setting (fewer where somebody is surprised indoors)."""
    notes = table.state.notes
    known = notes.get("distance_ft")
    placed = all(each.figure.position is not None for each in table.state.combatants.values())
    if known is not None or placed:
        yield e.DistanceRolled(feet=cast("int", known or 0), clauses=cite(table, "distance_set"))
        return
    distance = lookup_distance(table.state.setting)
    surprised = any(known.segments for known in table.state.surprise.values())
    dice = parse(distance.surprised_dice if surprised and distance.surprised_dice else distance.dice)
    rolled: Rolled = yield Roll("distance", DM, dice.count, dice.sides)
    inches = max(1, rolled.total + dice.plus)
    feet = inches * table.state.setting.inch // HUNDREDTHS
    yield e.DistanceRolled(feet=feet, face=rolled.total, rolls=(rolled,), clauses=cite(table, "distance_rolled"))


def settle_reaction(table: Table, side: SideId, hidden: bool = True) -> Play:
    """The reaction in the notes, or a d100 with the best charisma adjustment of the party; hidden, only the DM's."""
    noted = table.state.notes.get("reaction")
    if noted:
        clauses = cite(table, "reaction_noted")
        yield e.ReactionRolled(side=side, face=None, band=str(noted), clauses=clauses, perceived_by=(DM,))
        return
    rolled: Rolled = yield Roll("reaction", side, 1, 100, hidden)
    speakers = [c.figure.charisma_reaction for c in table.state.combatants.values() if c.side == "party"]
    yield e.ReactionRolled(
        side=side,
        face=rolled.total,
        band=lookup_reaction(rolled.total, max(speakers, default=0)),
        rolls=(rolled,),
        clauses=cite(table, "reaction_rolled"),
        perceived_by=(DM,) if hidden else (PUBLIC,),
    )


def reaction_of(state: State, side: SideId) -> str:
    """The band of a side's reaction, noted or rolled; "" before it has any."""
    return str(state.notes.get(f"reaction of {side}", ""))


def opening_morale(table: Table, side: SideId) -> Play:
    """Ask the DM whether the other side checks its morale at once, and check it."""
    clauses = cite(table, "morale")
    answer = yield Ask("opening_morale", DM, {"choice": "no"}, facts={"side": side}, clauses=clauses)
    if answer["choice"] == "yes":
        yield from check_morale(table, side)


def check_morale(table: Table, side: SideId) -> Play:
    """Check the morale of a side, by the least steadfast of those still there."""
    members = [each for each in table.state.combatants.values() if each.side == side and each.present]
    checking = [each for each in members if not each.figure.played]
    yield from roll_morale(table, side, least_morale(members), checking, cite(table, "morale"))
