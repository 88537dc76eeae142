"""8.PREP: what has been prepared, what sets it off, and its going off before the rest of the deed that did."""

from collections.abc import Iterator, Sequence

from rules import events as e
from rules.adnd.acts import RESOLVE, resolve_deed
from rules.adnd.charges import charge_began
from rules.adnd.magic import spell_began
from rules.adnd.moments import HIT, Need, Resolving
from rules.adnd.overrun import overrun
from rules.effects import Ask
from rules.forms import Field, Form, OneOf, Option, yes_or_no
from rules.order import Moment
from rules.ruleset import Play, Table
from rules.rulesets.demon_idol.bars import SURPRISE_SEGMENTS, no
from rules.rulesets.demon_idol.letters import CARRIED, FIRST_OF_ALL
from rules.rulesets.demon_idol.options import ids, option
from rules.state import Combatant, Deed, OpenQuestion, State, evolve
from rules.terms import DM, TRIGGERS

WHEN: dict[str, tuple[str, ...]] = {
    "acts": ("flee", "parley", "missile", "spell", "device", "turning", "move", "charge", "task", "set", "melee"),
    "moves": ("move", "flee", "charge"),
    "appears": ("move", "flee", "charge"),
    "charges": ("charge",),
    "shoots": ("missile",),
    "casts": ("spell",),
    "strikes": ("melee", "charge", "set"),
}
"""The kinds of deeds that may set off a prepared act, by what it waits for."""

AFTERWARDS = "appears"
"""What is set off by what has happened; everything else by what is about to."""


def prepared_fields(state: State, me: Combatant, letter: str) -> Sequence[Field]:
    """6.prepare: instead of doing it, one may prepare to do it when something happens."""
    if letter in ("P", "C") or state.stage == SURPRISE_SEGMENTS:
        return ()
    others = [each for each in state.combatants.values() if each.id != me.id and each.present]
    dm = not me.figure.played and me.side != "party"
    seen = [each for each in others if dm or not each.hidden or each.side == me.side]
    finish = no("8.PREP.finish", "cannot hold a spell that is finished")
    parts = [Option("start", "Its beginning"), Option("finish", "Its end", "", finish)]
    fields = [
        OneOf("when", "When somebody", [Option(name, TRIGGERS[name]) for name in WHEN]),
        OneOf("watch", "Only if it is", [Option(each.id, each.name) for each in seen], optional=True),
    ]
    if letter == "D":
        fields.append(OneOf("part", "What is held back", parts, optional=True))
    choices = (Option("no", "At once"), Option("yes", "When something happens", then=lambda: fields))
    return (OneOf("prepared", "Prepare it", choices, True),)


def trigger_form(state: State, question: OpenQuestion) -> Form | None:
    """Whether what happens is what was waited for."""
    by = state.combatants.get(str(question.facts.get("who", "")))
    return yes_or_no("Does this set off what was prepared?") if by is not None and by.able else None


def consider(table: Table, moment: Moment | None) -> Play:
    """8.PREP.trigger: ask the DM about each prepared act that the next moment may set off, until one goes off."""
    begun = table.state
    coming = moment.deeds if moment is not None and moment.clock <= (begun.clock or 0) else ()
    for act, by in [*_pairs(begun, coming)]:
        if f"{act.id}|{by.id}" in table.state.marks:
            continue
        answer = yield Ask(
            "trigger",
            DM,
            {"choice": "no"},
            facts={"who": act.who, "by": by.who, "when": act.when},
            clauses=ids("8.PREP.trigger"),
        )
        fires = answer["choice"] == "yes"
        yield _triggered(act, by, fires)
        if fires:
            yield e.AgendaChanged(deeds=set_off(table.state, act.who, by.who), why="prepared", perceived_by=(act.who,))
            yield from _begun(table, act.who)
        if table.state.pending is not begun.pending or table.state.combatants is not begun.combatants:
            return


def _pairs(state: State, coming: Sequence[Deed]) -> Iterator[tuple[Deed, Deed]]:
    """Every act that is ready with every deed that may set it off."""
    done = {deed.id for deed in state.done}
    for act in state.pending:
        ready = act.standing and act.when and f"{act.who}:ready" in done and act.routine == 1
        if not ready or not state.combatants[act.who].able:
            continue
        if act.when == AFTERWARDS:
            yield from ((act, by) for by in state.done if matches(state, act, by) and by.part != "blow")
        else:
            yield from ((act, by) for by in coming if matches(state, act, by))


def matches(state: State, act: Deed, by: Deed) -> bool:
    """Whether a deed is of the kind, and of the figure, that a prepared act waits for."""
    if by.who == act.who or by.kind not in WHEN.get(act.when, ()):
        return False
    if act.held_for:
        return by.who == act.held_for
    return state.combatants[by.who].side != state.combatants[act.who].side


def _triggered(act: Deed, by: Deed, fires: bool) -> e.Triggered:
    return e.Triggered(
        who=act.who,
        by=by.who,
        fires=fires,
        prepared=act.id,
        deed=by.id,
        clauses=ids("8.PREP.trigger"),
        perceived_by=("public",) if fires else (DM,),
    )


def set_off(state: State, who: str, by: str) -> tuple[Deed, ...]:
    """The pending deeds with this figure's prepared ones set off: at once, or when their time from now has passed."""
    clock = state.clock or 1

    def live(deed: Deed) -> Deed:
        if deed.who != who or not deed.standing or not deed.when:
            return deed
        if deed.part == "set":  # the weapon is set now, and strikes when the charge arrives
            return evolve(deed, when="", held_for="", standing=False, timed=True)
        timed = deed.part == "timed" or deed.part in ("contact", "blow", "short")
        if timed:
            number = clock + (deed.number or 1)
            part = "" if deed.part == "timed" else deed.part
            return evolve(deed, when="", held_for="", timed=True, number=number, part=part, begins=clock + 1)
        place = (FIRST_OF_ALL, 0, 0, deed.routine)
        return evolve(deed, when="", held_for=by, standing=False, number=clock, part="fired", place=place)

    return tuple(overrun(live(deed) for deed in state.pending))


def _begun(table: Table, who: str) -> Play:
    """8.PREP.start: a spell or charge that was prepared begins now."""
    for deed in table.state.pending:
        if deed.who != who or not deed.standing or deed.when:
            continue
        if deed.kind == "spell":
            yield spell_began(table.state.combatants[who], deed, ids("8.PREP.start", "8.PREP.trigger"))
        elif deed.part in ("contact", "short"):
            yield charge_began(table, deed, ids("FN.9", "8.PREP.trigger"))


def resolve_ready(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """8.PREP.ready: it is prepared from now on. What it waits for may be happening in the same moment."""
    act = next((each for each in table.state.pending if each.who == deed.who and each.when), None)
    if act is None:
        return
    cited = ids("6.prepare", "8.PREP.ready")
    yield e.Prepared(who=deed.who, when=act.when, watch=act.held_for, clauses=tuple(dict.fromkeys((*clauses, *cited))))
    by = next((each for each in table.state.acting if matches(table.state, act, each)), None)
    if by is None or act.when == AFTERWARDS or act.part:
        return
    facts = {"who": act.who, "by": by.who, "when": act.when}
    answers = yield Need(HIT - 1, [Ask("trigger", DM, {"choice": "no"}, facts=facts, clauses=ids("8.PREP.trigger"))])
    fires = answers[0]["choice"] == "yes"
    yield _triggered(act, by, fires)
    if not fires or act not in table.state.pending:
        return
    live = set_off(table.state, act.who, by.who)
    yield e.AgendaChanged(
        deeds=tuple(each for each in live if each.id != act.id), why="prepared", perceived_by=(act.who,)
    )
    done = evolve(act, standing=False, when="", number=table.state.clock)
    if done.kind not in ("melee", "missile") or table.state.combatants[done.targets[0]].present:
        yield from resolve_deed(table, done, (*clauses, *ids("8.PREP.trigger", "8.SIM")), RESOLVE[act.kind])


def lapse_prepared(table: Table) -> Play:
    """8.PREP.lost: what nothing set off lapses with the round, unless by option it is carried over."""
    kept = bool(option(table.state, "prepared_carries_over"))
    for deed in table.state.pending:
        if deed.standing and deed.when and deed.routine == 1 and deed.part != "blow":
            cause = "is still prepared" if kept else "nothing set it off"
            yield e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=ids("8.PREP.lost"), segment=deed.number)


def _unfired(state: State, who: str) -> bool:
    return state.marks.get(f"fired:{who}") != state.round - 1


def carry_over(table: Table) -> Play:
    """8.PREP.lost, by option: who prepared something in the last round and now only awaits is still prepared."""
    if not option(table.state, "prepared_carries_over"):
        return
    for who, each in table.state.combatants.items():
        declared, last = table.state.declared.get(who), each.last
        idle = declared is None or (declared.action == "C" and not declared.targets and not declared.then)
        if each.able and idle and last is not None and last.when and _unfired(table.state, who):
            last = evolve(last, becomes=CARRIED)
            yield e.Declared(who=who, declaration=last, clauses=ids("8.PREP.lost"), perceived_by=(who,))
