"""The top bar, the strip and the console: where the round stands, and the next step."""

from dataclasses import replace
from typing import Any

from encounters.countdown import has_countdown
from encounters.pages.acts import Act, link, post
from encounters.pages.clock import clock_of, column_words, moment_words, unit_of
from encounters.pages.dm.desk import BETWEEN, ORDERS, SEGMENTS, Desk
from encounters.pages.lanes import strip_of
from encounters.pages.wording import name_of, names_of
from encounters.selectors import count_seats
from encounters.strip import Strip
from rules.api import DM, evolve

AUTOPLAY_SECONDS = 4

RECAP = "recap"
"""The stage after the last one of a round, before the next round."""

AWAITED = 4
"""Names of those who are awaited that the console has room for."""

NAMED = 3
"""Names of those who are next that the console has room for."""

WORDS = {
    "start": "",
    "declare": "Orders",
    "beat": "Combat",
    "surprise": "Surprise",
    "meeting": "Meeting",
    "surprise_segments": "Segments of surprise",
    "ready": "Ready missiles",
    "initiative": "Initiative",
    "segments": "Segments",
    "end": "End",
}
"""Stages by other names than their own; nothing for one that is over before anybody could read of it."""


def topbar(desk: Desk) -> dict[str, Any]:
    """Return the top bar: title, round, steps of the round, seats, and join code."""
    encounter, seats = desk.encounter, desk.seats
    if encounter.on_trial:
        away = post("Throw it away", desk.url("throw-away/"), icon="close")
        shown = {"alone": "On trial: nothing is kept.", "acts": [away]}
        return shown | {
            "title": encounter.title,
            "set": _round_words(desk),
            "steps": steps(desk),
            "seldom": _seldom(desk),
        }
    return {
        "title": encounter.title,
        "set": _set(desk),
        "steps": steps(desk),
        **count_seats(seats),
        "code": f"{encounter.code[:3]}-{encounter.code[3:]}",
        "join_href": desk.url("join/"),
        "seldom": _seldom(desk),
    }


def _set(desk: Desk) -> str:
    """Return the round, and the procedure where the title does not name it."""
    named = desk.ruleset.short in desk.encounter.title
    return _round_words(desk) if named else f"{_round_words(desk)}, {desk.ruleset.short}"


def _seldom(desk: Desk) -> list[Act]:
    """Return the links for what is seldom done; none once the fight is over."""
    if desk.state.ended:
        return []
    add = link("Add a figure", desk.url("add/"), icon="plus", tone="quiet", small=True)
    acts = [add]
    if desk.ruleset.has_morale and desk.state.round >= 0:
        acts.append(link("Check morale", desk.url("morale/"), icon="quill", tone="quiet", small=True))
    if has_countdown(desk.ruleset):
        acts.append(link("Time to parry", desk.url("countdown/"), icon="clock", tone="quiet", small=True))
    return [*acts, link("End the fight", desk.url("end/"), icon="close", tone="quiet", small=True)]


def _round_words(desk: Desk) -> str:
    state = desk.state
    if state.round < 0:
        return "before the first round"
    return "The opening" if state.round == 0 else f"Round {state.round}"


def steps(desk: Desk) -> list[dict[str, str]]:
    """Return the stages of the round in play, and the recap, each with its state.

    They are in the ruleset's order; where the text numbers its phases, in the order of the phases.
    """
    state = desk.state
    mine = _stages(desk)
    here = mine.index(state.stage) if state.stage in mine else (-1 if state.round < 0 else len(mine))
    if state.between_rounds and state.round >= 0:
        here = mine.index(RECAP)
    if state.ended:
        here = len(mine)
    found = [
        _step(desk, stage) | {"state": "done" if n < here else "now" if n == here else ""}
        for n, stage in enumerate(mine)
    ]
    return [step for step in found if step["label"]]


def _step(desk: Desk, stage: str) -> dict[str, str]:
    """Return a step by its name, with its number where the text numbers its phases."""
    phase = desk.ruleset.phases.get(stage)
    if phase is None:
        return {"label": stage_words(desk, stage)}
    return {"label": phase.name, "number": str(phase.number)}


def _stages(desk: Desk) -> list[str]:
    stages, phases = list(desk.ruleset.stages), desk.ruleset.phases
    first = stages.index(desk.ruleset.choose_first_stage(evolve(desk.state, round=1)))
    mine = stages[:first] if desk.state.round == 0 else stages[first:]
    if not phases:
        return [*mine, RECAP]
    return [stage for stage in phases if stage in mine or stage == RECAP]


def stage_words(desk: Desk, stage: str) -> str:
    """Return the name of a stage for the DM: "8 Resolution" where the text numbers its phases."""
    phase = desk.ruleset.phases.get(stage)
    if phase is not None:
        return f"{phase.number} {phase.name}"
    return WORDS.get(stage, stage.replace("_", " ").capitalize())


def strip(desk: Desk) -> Strip:
    """Return the strip of the round; while orders are given, players' orders are covered."""
    drawn = strip_of(desk.state, desk.events, orders=desk.layout == ORDERS, known=desk.state.combatants)
    return replace(drawn, title=f"{drawn.title}, {desk.encounter.title}")


def console(desk: Desk) -> dict[str, Any]:
    """Return the console: the DM's actions, the state of the fight in words, the next step."""
    state = desk.state
    left: list[Act] = []
    if desk.log[-1].input:
        left.append(link("Take back", desk.url("take-back/"), key="Z", icon="undo"))
    if not state.ended:
        left.append(link("Ruling", desk.url("ruling/"), key="R", icon="quill"))
    if state.round >= 0:
        left.append(link("Compare", desk.url(f"round/{state.round}/compare/"), key="V", icon="beside", tone="quiet"))
    if desk.encounter.on_trial and (desk.awaited or desk.rolls):
        label = "Orders for all" if desk.composes else "Answer for all"
        left.append(post(label, desk.url("orders/"), icon="wax"))
    if any(each.who in desk.players for each in desk.awaited):
        left.append(post("Nudge all", desk.url("nudge/"), key="N", icon="bell", tone="quiet"))
    head, words = _where(desk)
    return {
        "left": left,
        "head": head,
        "words": words,
        "waits": _waits(desk),
        "autoplay": AUTOPLAY_SECONDS if desk.layout == SEGMENTS else None,
        "right": _right(desk),
    }


def _where(desk: Desk) -> tuple[str, str]:
    state = desk.state
    if state.ended:
        return "The fight is over", f"{state.ended.rstrip('.')}."
    if state.round < 0:
        return "All is set", "open the first round when everyone is seated."
    if state.between_rounds:
        return ("The opening is over." if state.round == 0 else f"Round {state.round} is over."), ""
    if desk.layout == ORDERS:
        return "", ""
    phase = desk.ruleset.phases.get(state.stage)
    if phase is not None and not phase.by_column:
        return f"Phase {phase.number}, {phase.name.lower()}.", ""
    if state.clock is not None:
        head, words = column_words(state, state.clock).capitalize(), _now(desk)
        return (head, words) if words else (f"{head}.", "")
    head = f"Phase {phase.number}, {phase.name.lower()}" if phase is not None else stage_words(desk, state.stage)
    return head, f"the first {unit_of(state)} has not begun."


def _now(desk: Desk) -> str:
    """Return how long the column lasts; or who is next, where each has a turn of their own."""
    lasts = moment_words(desk.state)
    if lasts:
        return f"{lasts}."
    turns = clock_of(desk.state).turns(desk.state)
    if not turns:
        return ""
    first = min(turns.values())
    who = [each for each, at in turns.items() if at == first]
    more = f" and {len(who) - NAMED} more" if len(who) > NAMED else ""
    return f"next {names_of(desk.state, who[:NAMED])}{more} on {first}."


def _waits(desk: Desk) -> list[str]:
    """Return the names of those awaited, each once; of a crowd the first few, and how many more."""
    asked = [each.who for each in desk.awaited] + [each.by for each in desk.rolls]
    names = list(dict.fromkeys(name_of(desk.state, who) for who in asked if who != DM))
    more = [f"{len(names) - AWAITED} more"] if len(names) > AWAITED + 1 else []
    return [*(names[:AWAITED] if more else names), *more, *(["you"] if DM in asked else [])]


def _right(desk: Desk) -> list[Act]:
    state = desk.state
    if state.ended:
        return [link("Replay", desk.url(f"round/{max(state.round, 0)}/"), icon="play", tone="go")]
    if desk.layout == BETWEEN:
        first = state.round < 0
        number = 1 if first else state.round + 1
        opening = first and desk.ruleset.has_opening(state)
        label = "Begin" if opening else f"Open round {number}"
        hidden = {"after": str(state.round)}
        # After a round, sending the recap opens the next round as well; to open it without a recap is rarer.
        tone = {"key": "Space", "tone": "go"} if first else {}
        return [post(label, desk.url("round/"), hidden=hidden, icon="next", **tone)]
    acts: list[Act] = []
    if desk.awaited or desk.rolls:
        acts.append(link("Close with defaults", desk.url("close/"), key="C"))
    step = desk.step
    hidden = {"token": step.token} if step is not None else {}
    label = "Close and roll" if desk.layout == ORDERS else f"Next {clock_of(state).unit}"
    icon = "die" if desk.layout == ORDERS else "next"
    acts.append(
        post(label, desk.url("next/"), hidden=hidden, key="Space", icon=icon, tone="go", next=True, disabled=not step)
    )
    return acts
