"""The meeting of sides: distance, reaction and opening morale, and the step to go on."""

from rules.kernel import events as e
from rules.kernel.dice import parse_dice
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.forms import Choice, Form, OneOf, build_yes_or_no
from rules.kernel.opening import get_distance
from rules.kernel.perception import keep_counted
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, HUNDREDTHS, SideId
from rules.procedures.adnd.morale import find_least_morale, roll_morale
from rules.procedures.adnd.procedure import get_citations
from rules.reference import lookup_distance, lookup_reaction


def build_next_form(state: State, question: OpenQuestion) -> Form:
    """Return the form of the DM's step to the next column."""
    return Form((OneOf("choice", "Go on", (Choice("go", "Next segment"),)),))


def build_opening_morale_form(state: State, question: OpenQuestion) -> Form:
    """Return the form that asks whether the other side checks its morale at once."""
    return build_yes_or_no("Does the other side check its morale at once?")


def settle_meeting(table: Table) -> Play:
    """Settle distance, reaction and opening morale; what the notes settle is not rolled.

    Reaction and morale are settled only where the fight starts with an encounter.
    """
    yield from settle_distance(table)
    if table.state.notes.get("start") == "encounter":
        for side in table.state.sides:
            if side != "party":
                yield from settle_reaction(table, side)
                yield from settle_opening_morale(table, side)


def settle_distance(table: Table) -> Play:
    """Settle the distance: as the DM set it, else by the dice of the setting.

    Fewer dice are rolled where somebody is surprised indoors. The dice are in inches, the event in feet.
    """
    notes = table.state.notes
    counted = keep_counted(table.state.combatants.values())
    placed = all(each.stat_block.start.position is not None for each in counted)
    if notes.get("distance_ft") is not None or placed:
        yield e.DistanceRolled(feet=get_distance(notes), clauses=get_citations(table).distance_set)
        return
    distance = lookup_distance(table.state.setting)
    surprised = any(known.segments for known in table.state.surprise.values())
    dice = parse_dice(distance.surprised_dice if surprised and distance.surprised_dice else distance.dice)
    rolled: Rolled = yield Roll("distance", DM, dice.count, dice.sides)
    inches = max(1, rolled.total + dice.plus)
    feet = inches * table.state.setting.inch // HUNDREDTHS
    yield e.DistanceRolled(feet=feet, face=rolled.total, rolls=(rolled,), clauses=get_citations(table).distance_rolled)


def settle_reaction(table: Table, side: SideId, hidden: bool = True) -> Play:
    """Settle the reaction of a side: as in the notes, else by a d100.

    The best charisma adjustment of the party counts. Only the DM sees a noted reaction, or a ``hidden`` roll.
    """
    noted = table.state.notes.get("reaction")
    if noted:
        clauses = get_citations(table).reaction_noted
        yield e.ReactionRolled(side=side, face=None, band=str(noted), clauses=clauses)
        return
    rolled: Rolled = yield Roll("reaction", side, 1, 100, hidden)
    party = keep_counted(each for each in table.state.combatants.values() if each.side == "party")
    speakers = [each.stat_block.creature.charisma_reaction for each in party]
    yield e.ReactionRolled(
        side=side,
        face=rolled.total,
        band=lookup_reaction(rolled.total, max(speakers, default=0)),
        rolls=(rolled,),
        clauses=get_citations(table).reaction_rolled,
    )


def get_reaction(state: State, side: SideId) -> str:
    """Return the band of a side's reaction, noted or rolled.

    It is "" before the side has any.
    """
    return str(state.notes.get(f"reaction of {side}", ""))


def settle_opening_morale(table: Table, side: SideId) -> Play:
    """Ask the DM whether the other side checks its morale at once, and check it."""
    clauses = get_citations(table).morale
    answer = yield Ask("opening_morale", DM, {"choice": "no"}, facts={"side": side}, clauses=clauses)
    if answer["choice"] == "yes":
        yield from check_morale(table, side)


def check_morale(table: Table, side: SideId) -> Play:
    """Check the morale of a side, by the lowest morale of those still there."""
    members = [each for each in table.state.combatants.values() if each.side == side and each.present]
    checking = [each for each in members if not each.stat_block.played]
    yield from roll_morale(table, side, find_least_morale(members), checking, get_citations(table).morale)
