"""Phases 9 to 11: bleeding, the recap, and the turn in which survivors recover."""

from rules.kernel import events as e
from rules.kernel.effects import Ask
from rules.kernel.forms import Choice, Form, OneOf, Text
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.segments import is_decided
from rules.procedures.demon_idol.events import Bled, PhaseBegan, Recovered, TurnPassed
from rules.procedures.demon_idol.options import get_settings, ids, refuse
from rules.procedures.demon_idol.state import Bleeding

ROUNDS_IN_A_TURN = 10
DEATH = -10


def play_bleeding_stage(table: Table) -> Play:
    """Play phase 9: a combatant below 0 hit points when the round began loses one more."""
    yield PhaseBegan(phase="bleeding")
    for who in table.state.own(Bleeding).who:
        if table.state.combatants[who].hp < 0:
            yield from bleed(table, who, "9.1")
    yield PhaseBegan(phase="recap", clauses=ids("10.1"))
    if is_decided(table.state):
        return "recovery"
    yield PhaseBegan(phase="reset", clauses=ids("11.1"))
    return None


def bleed(table: Table, who: CombatantId, clause: str) -> Play:
    """Yield the loss of one hit point; at -10 the combatant is slain."""
    each = table.state.combatants[who]
    if each.has("dead", "tended"):
        return
    yield Bled(who=who, left=each.hp - 1, clauses=ids(clause))
    if each.hp - 1 <= DEATH:
        yield e.Slain(who=who, clauses=ids("9.1.death"))


def play_recovery_stage(table: Table) -> Play:
    """Play phase 11: one turn passes, in which survivors recover.

    Nobody travels or explores. Wounds are bound, spells cast, prisoners tied up.
    """
    yield PhaseBegan(phase="recovery", clauses=ids("11.2"))
    able = [who for who, each in table.state.combatants.items() if each.able]
    asks = [Ask("recover", who, {"choice": "rest"}, clauses=ids("11.2.limits")) for who in able]
    answers = (yield asks) if asks else []
    for who, answer in zip(able, answers, strict=True):
        yield Recovered(
            who=who,
            how=str(answer["choice"]),
            target=str(answer.get("target", "")),
            text=str(answer.get("text", "")),
            clauses=ids("11.2.limits"),
        )
    if get_settings(table.state).bleed_in_recovery:
        for _ in range(ROUNDS_IN_A_TURN):
            for who, each in table.state.combatants.items():
                if each.hp < 0:
                    yield from bleed(table, who, "11.2.limits")
    yield TurnPassed(minutes=10, clauses=ids("11.2"))
    yield from finish(table)
    return None


def finish(table: Table) -> Play:
    """End a combat that is decided.

    A side of which only combatants stand who were never met is not told to have won.
    """
    if is_decided(table.state) and not table.state.ended:
        standing = [each.side for each in table.state.combatants.values() if each.able and each.met]
        yield e.EncounterEnded(reason="one side is left", side=standing[0] if standing else "", clauses=ids("11.2"))


def build_recover_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for what a survivor does in the turn of recovery (11.2.limits)."""
    me = state.combatants[question.who]
    if not me.able:
        return None
    wounded = [Choice(each.id, each.name) for each in state.combatants.values() if each.hp <= 0 and each.present]
    others = [Choice(each.id, each.name) for each in state.combatants.values() if each.id != me.id]
    what = (Text("text", "What"),)
    travel, explore = (refuse("11.2.limits", f"may not {how} in this turn") for how in ("travel", "explore"))
    return Form(
        (
            OneOf(
                "choice",
                "What do you do in this turn?",
                (
                    Choice("rest", "Rest"),
                    Choice("tend", "Bind wounds", then=lambda: (OneOf("target", "Whose wounds?", wounded),)),
                    Choice("cast", "Cast a spell", then=lambda: what),
                    Choice("bind", "Tie up", then=lambda: (OneOf("target", "Who?", others),)),
                    Choice("other", "Something else", then=lambda: what),
                    Choice("travel", "Travel", "", travel),
                    Choice("explore", "Explore", "", explore),
                ),
            ),
        )
    )
