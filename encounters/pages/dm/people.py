"""The roster, the orders board, and the questions that are open."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from encounters.countdown import countdown_of
from encounters.models import Seat
from encounters.narration.voice import order_words
from encounters.pages.acts import Act, link, post
from encounters.pages.asked import lead_of, silent_words, title_of
from encounters.pages.clock import clock_of
from encounters.pages.dm.clocks import asking_prompts, clock_row
from encounters.pages.dm.compose import Data, dice_question, prompt_question
from encounters.pages.dm.desk import DECLARE, NEXT, Desk
from encounters.pages.dm.offers import offers
from encounters.pages.figures import figures, line
from encounters.pages.ticking import time_left
from encounters.pages.wording import letter_of, name_of, side_shape, token_of
from encounters.seats import silence
from encounters.strip import Token
from rules.api import DM, HUNDREDTHS, Combatant, Condition, OpenQuestion, StatBlock, is_act_from_hiding

BAD = ("dead", "helpless", "held", "stunned", "asleep", "paralysed", "webbed", "blinded", "prone", "charmed")
"""Conditions that are shown as harm."""


def roster(desk: Desk) -> dict[str, Any]:
    """Return the combatants by side, with what they have left and their conditions."""
    state = desk.state
    sides = []
    for side in state.sides:
        members = [each for each in state.combatants.values() if each.side == side]
        standing = sum(each.able for each in members)
        dice = state.initiative.get(side)
        note = f"{standing} standing" + (f", dice {dice}" if dice else "")
        sides.append({"label": side.capitalize(), "note": note, "figures": [_figure(desk, each) for each in members]})
    word = "Orders" if desk.ruleset.orders else "Turns"
    asked = any(each.question == DECLARE for each in state.open)
    sealed, of = _counted(desk)
    coming = [_newcomer(desk, figure) for figure in state.coming]
    return {"orders": f"{word} {sealed} of {of}" if asked else "", "sides": sides, "coming": coming}


def _newcomer(desk: Desk, figure: StatBlock) -> dict[str, Any]:
    """Return a combatant whose wave is still to come, and the button that brings it in before."""
    return {
        "name": figure.name,
        "token": Token(side_shape(figure.side), letter_of(figure.name)),
        "line": f"{figure.side}, arrives in round {figure.start.wave}",
        "act": post(
            "Bring in now", desk.url("bring-in/"), hidden={"who": figure.id}, small=True,
            name=f"Bring in {figure.name} now",
        ),
    }  # fmt: skip


def _figure(desk: Desk, each: Combatant) -> dict[str, Any]:
    return {
        "name": each.name,
        "token": token_of(each),
        "line": line(desk.state, each),
        "standing": figures(desk.state, each.id),
        "conds": conditions(desk, each),
        "href": desk.url(f"figure/{each.id}/"),
    }


def conditions(desk: Desk, each: Combatant) -> list[dict[str, str]]:
    """Return the conditions of a combatant in words, with their ends, and marks such as "asked"."""
    found = [_condition(desk, condition) for condition in each.conditions]
    found += [{"words": words, "tone": ""} for words in figures(desk.state, each.id).under]
    if each.hidden:
        found.append({"words": "hidden", "icon": "eye"})
    if each.casting is not None:
        found.append({"words": "casting", "tone": "mag", "icon": "spark"})
    if any(question.who == each.id for question in desk.awaited):
        found.append({"words": "asked", "icon": "hand"})
    if any(roll.by == each.id for roll in desk.rolls):
        found.append({"words": "rolling", "icon": "die"})
    return found


def _condition(desk: Desk, condition: Condition) -> dict[str, str]:
    found = {"words": condition.name.replace("_", " "), "tone": "bad" if condition.name in BAD else ""}
    if condition.until is not None:
        found["until"] = f"round {condition.until[0]}, {clock_of(desk.state).unit} {condition.until[1]}"
    return found


# The orders board.


def board(desk: Desk) -> dict[str, Any]:
    """Return the orders board: a row for each combatant that declares.

    A row shows who gives the order, its state, and the result of no answer.
    """
    asked = [each for each in desk.state.open if each.question == DECLARE]
    rows = [_row(desk, question) for question in asked]
    earlier = _earlier(desk)
    rows += [_sealed_row(desk, who) for who in earlier]
    since = min((at for each in asked if (at := desk.asked_at(each))), default=None)
    if asked:
        rows += [_later_row(desk, who) for who in _asked_later(desk)]
    return {
        "title": "Orders" if desk.ruleset.orders else "Whose turn it is",
        "note": _board_note(desk, *_counted(desk), by_dm=bool(earlier)) if asked else "",
        "clauses": asked[0].clauses if asked else (),
        "since": int(since.timestamp()) if since else None,
        "rows": rows,
        "empty": "No orders are being given." if desk.state.round >= 0 else "No round is open yet.",
    }


def _board_note(desk: Desk, sealed: int, of: int, *, by_dm: bool) -> str:
    first = desk.roster
    words = [f"{sealed} of {of} in."]
    if first is not None:
        words.append(f"{name_of(desk.state, first.who)} declares first (die {first.face}).")
    elif by_dm:
        words.append("Foes were sealed first.")
    return " ".join(words)


def _asked_now(desk: Desk) -> dict[str, bool]:
    """Return the combatants that are asked to declare, and whether they have."""
    return {each.who: each.sealed for each in desk.state.open if each.question == DECLARE}


def _earlier(desk: Desk) -> list[str]:
    """Return the combatants whose orders were given before the others were asked."""
    now = _asked_now(desk)
    return [who for who in desk.state.declared if who not in now] if desk.ruleset.orders else []


def _counted(desk: Desk) -> tuple[int, int]:
    """Return the number of orders that are in, and the number of all."""
    now, earlier = _asked_now(desk), len(_earlier(desk))
    return earlier + sum(now.values()), earlier + len(now) + len(_asked_later(desk))


def _asked_later(desk: Desk) -> list[str]:
    """Return the combatants whose turn to declare has yet to come."""
    order, known = desk.roster.order if desk.roster is not None else (), {*_asked_now(desk), *_earlier(desk)}
    return [who for who in order if who not in known and desk.state.combatants[who].able]


def _later_row(desk: Desk, who: str) -> dict[str, Any]:
    each = desk.state.combatants[who]
    words = {"state": "wait", "words": "asked later", "acts": []}
    return {"name": each.name, "token": token_of(each), "seat": seat_words(desk, who), **words}


def _row(desk: Desk, question: OpenQuestion) -> dict[str, Any]:
    if question.sealed:
        return _sealed_row(desk, question.who)
    each = desk.state.combatants[question.who]
    mine = desk.is_mine(question.who)
    since = desk.asked_at(question)
    compose = link("Declare", desk.url(f"?for={question.token}"), small=True, name=f"Declare for {each.name}")
    words = "yours to give" if mine else "choosing"
    clock = clock_row(desk, question)
    acts: list[Act] = [*clock.pop("acts", ()), compose]
    if not mine:
        acts.insert(0, nudge(desk, question.who))
    return {
        "name": each.name,
        "token": token_of(each),
        "seat": seat_words(desk, question.who),
        "state": "yours" if mine else "choosing",
        "words": words if question.awaited else "need not act",
        "since": None if mine or since is None or "clock" in clock else int(since.timestamp()),
        "hot": not mine and question.awaited,
        "silent": silent_words(desk.state, question),
        "acts": acts,
    } | clock


def _sealed_row(desk: Desk, who: str) -> dict[str, Any]:
    each = desk.state.combatants[who]
    order = desk.state.declared.get(who)
    return {
        "name": each.name,
        "token": token_of(each),
        "seat": seat_words(desk, who),
        "state": "sealed",
        "words": "sealed",
        "letter": each.name[:1] if each.stat_block.played else "",
        "order": order_words(desk.state, order) if order is not None else "",
        "covered": desk.covers(who) and not desk.is_mine(who),
        "acts": [],
    }


def seat_words(desk: Desk, who: str) -> str:
    """Return the giver of a combatant's orders, in words."""
    seat = desk.players.get(who)
    if seat is not None:
        quiet = silence(seat)
        return f"{seat.name}’s phone{f', {quiet}' if quiet else ''}"
    return "no phone" if desk.state.combatants[who].stat_block.played else "you"


def unheard(seats: Iterable[Seat]) -> str:
    """Return a sentence for each seat reminded whose phone makes no sound."""
    words = {
        "muted": "’s phone is muted by you: no reminder reaches it.",
        "silent": "’s phone makes no sound: the reminder only stands on its screen.",
    }
    return " ".join(f"{seat.name}{words[why]}" for seat in seats if (why := silence(seat)))


def nudge(desk: Desk, who: str) -> Act:
    """Return the button that reminds the player of a combatant."""
    name = name_of(desk.state, who)
    hidden = {"seat": str(desk.players[who].pk)}
    return post("Nudge", desk.url("nudge/"), hidden=hidden, icon="bell", small=True, name=f"Nudge for {name}")


# Questions that are not orders.


def prompts(desk: Desk, token: str = "", chosen: Data | None = None) -> list[dict[str, Any]]:
    """Return a prompt for each open question but declarations and the step, and for real dice.

    Before them are players who ask the DM, and combatants that acted from hiding. ``chosen`` holds the choices so far
    for the question with this ``token``.
    """
    found = asking_prompts(desk)
    found += [_unseen_act(desk, who) for who in acted_unseen(desk)]
    found += [
        _prompt(desk, each, chosen if each.token == token else None)
        for each in desk.awaited
        if each.question not in (DECLARE, NEXT)
    ]
    found += [_dice_prompt(desk, roll) for roll in desk.rolls]
    return found + [_may_say(desk, kind) for kind in dict.fromkeys(each.question for each in _unawaited(desk))]


def acted_unseen(desk: Desk) -> tuple[str, ...]:
    """Return the hidden combatants that have acted against somebody in the column being played."""
    now = (desk.state.round, desk.state.clock)
    recent = takewhile(lambda event: (event.round, event.clock) == now, reversed(desk.events))
    found = [event.who for event in recent if is_act_from_hiding(event, desk.state)]
    return tuple(dict.fromkeys(reversed(found)))


def _unseen_act(desk: Desk, who: str) -> dict[str, Any]:
    name = name_of(desk.state, who)
    show = post(f"Show {name}", desk.url("show/"), hidden={"who": who}, small=True, icon="eye")
    return {"id": f"h-{who}", "title": f"{name} acted from hiding", "detail": "Nobody has seen who it was.",
            "clauses": (), "acts": [show]}  # fmt: skip


def _unawaited(desk: Desk) -> list[OpenQuestion]:
    """Return the open questions that hold nobody up, without declarations and the step."""
    return [each for each in desk.questions if not each.awaited and each.question not in (DECLARE, NEXT)]


def _may_say(desk: Desk, kind: str) -> dict[str, Any]:
    """Return one line for a question that several may answer and nobody waits for.

    The line opens to answer it for one of them.
    """
    asked = [each for each in _unawaited(desk) if each.question == kind]
    _, _, words = title_of(desk.state, asked[0]).partition(": ")
    names = ", ".join(name_of(desk.state, each.who) for each in asked)
    return {"id": f"m-{kind}", "quiet": f"{words[:1].upper()}{words[1:]}", "names": names,
            "each": [_prompt(desk, each) for each in asked]}  # fmt: skip


def _prompt(desk: Desk, question: OpenQuestion, chosen: Data | None = None) -> dict[str, Any]:
    form = desk.form(question)
    since = desk.asked_at(question)
    acts: list[Act] = []
    counted = None
    if question.who in desk.players:
        acts.append(nudge(desk, question.who))
        counted = countdown_of(desk.state, question, since)
    if question.who != DM:
        hidden = {"who": question.who}
        acts.append(post("Use the default", desk.url("close/"), hidden=hidden, small=True, key="H"))
    prompt: dict[str, Any] = {
        "id": f"q-{question.id}",
        "title": title_of(desk.state, question),
        "since": int(since.timestamp()) if since and counted is None else None,
        "left": time_left(counted, "Time is up: you decide.") if counted is not None else None,
        "detail": detail(desk, question),
        "clauses": question.clauses,
        "acts": acts,
    }
    if form is not None:
        prompt["form"] = prompt_question(desk, question, form, chosen)
        prompt["offers"] = [] if chosen or not desk.is_mine(question.who) else offers(desk, question, form)
    return prompt


def detail(desk: Desk, question: OpenQuestion) -> str:
    """Return the subject of a question in words, from its facts."""
    lead = lead_of(desk.state, question)
    if lead:
        return lead
    facts = question.facts
    said: list[str] = []
    if facts.get("what"):
        by = name_of(desk.state, str(facts.get("by", "")))
        said.append(f"{facts['what']} by {by}." if by else f"{facts['what']}.")
    if facts.get("targets"):
        said.append(f"On {_names(desk, facts['targets'])}.")
    if facts.get("saved"):
        said.append(f"Saved: {_names(desk, facts['saved'])}.")
    if facts.get("side"):
        said.append(f"Of the {facts['side']}.")
    return " ".join(said)


def _names(desk: Desk, who: object) -> str:
    return ", ".join(name_of(desk.state, str(each)) for each in who) if isinstance(who, Sequence) else ""


def _dice_prompt(desk: Desk, roll: Any) -> dict[str, Any]:
    acts = [nudge(desk, roll.by)] if roll.by in desk.players else []
    return {
        "id": f"r-{roll.id}",
        "title": f"{name_of(desk.state, roll.by)}: {roll.count}d{roll.sides} for {roll.purpose.replace('_', ' ')}",
        "detail": "Real dice, typed in.",
        "acts": acts,
        "form": dice_question(desk, roll),
    }


def places(desk: Desk) -> dict[str, str]:
    """Return the place of each combatant, in feet."""
    return {
        each.id: f"{each.place[0] / HUNDREDTHS:g}, {each.place[1] / HUNDREDTHS:g} ft"
        for each in desk.state.combatants.values()
    }
