"""How each question is put: to whoever is asked, to the DM about him, in a pennant, and what silence comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from encounters.pages.wording import deed_words, name_of, order_words
from rules import events as e
from rules.effects import Answer
from rules.ruleset import get_ruleset
from rules.state import Declaration, OpenQuestion, State
from rules.terms import DM


@dataclass(frozen=True)
class Put:
    """A question in words.

    ``dm`` follows the name of whoever is asked, or is the DM's own question; ``short`` stands in a pennant. ``lead`` is
    what has come about, by the fact ``what`` ("" for any other): {by} is who does it, {your} whose question it is,
    {you} and {are} likewise, {who} and {targets} those whom it is about. A lead may also stand under the name of a fact
    that the question has, or of several. ``silent`` is what no answer comes to. ``own`` stands for ``dm`` where it is
    the DM's own.
    """

    dm: str
    short: str = ""
    lead: Mapping[str, str] = field(default_factory=dict)
    silent: str = "no"
    own: str = ""


ASKED = {
    "declare": Put("orders?", silent="await (C)"),
    "effect": Put("what happens?", silent="nothing"),
    "dodge": Put("dodge, and lose the spell?"),
    "modes": Put("other modes for the next exchange?", silent="as it was said"),
    "change": Put(
        "do it, though warned?",
        "warned",
        {
            "casting": "{You} {have} been warned: casting here draws an attack of opportunity by {targets}, "
            "and harm loses the spell.",
            "shooting": "{You} {have} been warned: shooting here draws an attack of opportunity by {targets}.",
            "moving": "{You} {have} been warned: this move draws an attack of opportunity by {targets}.",
            "flight": "{You} {have} been warned: flight draws an attack of opportunity at {your} back by {targets}.",
        },
        silent="as it was said",
    ),
    "opening_morale": Put("does the other side check its morale at once?"),
    "observation": Put(
        "how hard is it to notice?",
        lead={
            "happening": "{happening}: {who} may notice. Usual: {proposed} ({examples}).",
            "examples": "{who} may notice what {about} does. Usual: {proposed} ({examples}).",
        },
        silent="0",
    ),
    "aim": Put(
        "aim at whom, in the end?",
        "aim?",
        {"": "{Your} spell is all but complete.", "targets": "{Your} spell is all but complete, aimed at {targets}."},
        silent="as it was said",
    ),
    "opposes": Put("can {weapon}, with which {who} would parry, stop {other} of {by}?"),
    "thwart": Put(
        "keep him off with a weapon?", "keep off?", {"": "{by} comes at {you} with bare hands."}, silent="yes"
    ),
    "opportunity": Put(
        "attack of opportunity?",
        "strike?",
        {
            "casting": "{by} casts within {your} reach.",
            "shooting": "{by} shoots within {your} reach.",
            "moving": "{by} moves within {your} reach.",
            "flight": "{by} turns and runs from {you}.",
        },
        silent="yes",
    ),
    "parry": Put("parry instead of attacking?", "parry?", {"": "{You} {are} falling back."}),
    "follow": Put("follow?", "follow?", {"": "{by} gives ground before {you}."}),
    "shoot_first": Put(
        "shoot before initiative?", "shoot?", {"": "A missile that is ready may go before initiative."}, silent="shoots"
    ),
    "trigger": Put(
        "loose the missile?",
        "loose?",
        {"": "{You} still {hold} a missile ready.", "when": "{who} is prepared: {order}. Now comes {by}: {deed}."},
        own="does this set off what {who} has prepared?",
    ),
    "retaliate": Put("retaliate?", "strike?", {"": "{by} charges, and comes within reach of {you}."}),
    "range": Put("shoot at what distance?", "range?", {"": "{by} comes charging."}, silent="the best distance"),
    "cancel": Put("cancel what was declared?", "cancel?", {"": "{Your} order: {order}."}, silent="goes on"),
    "recover": Put("what in the turn that follows?", "a turn?", silent="rests"),
    "symbol": Put("can {who} see the holy symbol of {by}?", silent="yes"),
    "letter": Put("under which letter is it resolved?", lead={"": "{who}: {task}."}, silent="move (E)"),
    "extra_attack": Put(
        "may he attack again on his turn?", lead={"": "{who} shot before initiative was rolled; {who}’s turn has come."}
    ),
    "group_roll": Put("one initiative die for the whole party, this round?"),
    "let_fight": Put(
        "may one who disengages fight?", lead={"": "{who} is disengaging, and {target} has not let go of {who}."}
    ),
    "rally": Put(
        "hold to the retreat?", lead={"": "{who} disengaged last round, and may turn back now."}, silent="allowed"
    ),
    "morale_due": Put(
        "does the {side} check morale?",
        lead={
            "": "Half of the {side} is out of the fight.",
            "needed": "{losses} in a hundred of the {side} are out of the fight. It would need {needed} or less.",
        },
    ),
    "circumstances": Put("is anybody surprised?", silent="by the dice"),
    "option": Put("what in this beat?", "what?", silent="passes"),
    "noncombat": Put("what in the noncombat phase?", "what?", silent="nothing"),
    "trace": Put("which way?", "which way?", silent="stays"),
    "at_stop": Put("act at this stop?", "act?", silent="nothing"),
    "consult": Put(
        "your word?",
        lead={
            "double one": "{by} rolled two ones.",
            "double max": "{by} rolled the highest on both dice.",
            "near miss": "The blow of {by} was only just parried.",
            "max damage": "{by} struck the heaviest of blows.",
            "grab": "{by} grabs at something.",
            "contested": "{targets} grab at the same thing.",
            "maneuver": "{by} maneuvers further than the rules say.",
            "reduced parry": "{by} parries in passing.",
            "fate": "{by} is out of the fight.",
            "over 100": "The weapon of {by} is past what it can bear.",
            "adjudicate": "{by} does something else.",
            "movement": "The fight has come to its movement phase.",
            "moves": "Everybody has said where to.",
        },
    ),
    "distance": Put("how far apart do they meet?", lead={"": "Usual: {usual} feet."}, silent="the usual"),
}

ASKED_WITH = {
    ("parry", "against"): Put("parry?", "parry?", {"": "{by} is about to strike at {you}."}),
    ("parry", "attacker"): Put("parry?", "parry?", {"": "{attacker} attacks {target}."}),
    ("retaliate", "defence"): Put(
        "strike in defence?", "strike?", {"": "{by} is about to strike at {you}, who {have} no blow to come."}
    ),
    ("change", "about"): Put(
        "do something else, or warn somebody?",
        "noticed",
        {
            "told happening": "{told} warns {you}: {happening}.",
            "told": "{told} warns {you} of {about}.",
            "happening": "{You} {have} noticed: {happening}.",
            "": "{You} {have} noticed what {about} does.",
        },
        silent="as it was said",
    ),
}
"""Questions that are put otherwise where they have this fact."""

CONSULTED = {
    "double one": "What comes of the two ones?",
    "double max": "What comes of so good a roll?",
    "near miss": "What comes of the near miss?",
    "max damage": "What comes of so heavy a blow?",
    "grab": "Is it within reach?",
    "contested": "Who gets it?",
    "maneuver": "How far does it lead?",
    "reduced parry": "How much does the parry count?",
    "fate": "What becomes of the fallen?",
    "over 100": "Does the blow go on?",
    "adjudicate": "What comes of it?",
    "movement": "How does everybody move?",
    "moves": "Is anybody stopped on the way?",
}
"""What the DM is consulted about, as it is asked."""

ACTS = ("declare", "change")
"""Questions that are answered by what is done."""

OUT_OF_TURN = "{by} comes upon {you}: {you} may strike first."
SPENT = "{Your} attacks of this round are spent; {you} may still move."
GOING_ON = "{You} {have} begun: {going_on}. It goes on unless something else is chosen."


def put_of(question: OpenQuestion) -> Put:
    """The words of a question; of one that has none its name."""
    for (name, fact), put in ASKED_WITH.items():
        if name == question.question and fact in question.facts:
            return put
    own = question.question.replace("_", " ") + "?"
    return ASKED.get(question.question, Put(own, own))


def title_of(state: State, question: OpenQuestion) -> str:
    """Who is asked what, in the DM's words: "Otis: retaliate?"."""
    put = put_of(question)
    asked = _filled(state, question, (question.who == DM and put.own) or put.dm, "")
    if question.who == DM:
        what = str(question.facts.get("what") or "")
        if question.question == "consult" and what in CONSULTED:
            return CONSULTED[what]
        return f"{what}: {asked}" if what else f"{asked[:1].upper()}{asked[1:]}"
    return f"{name_of(state, question.who)}: {asked}"


def lead_of(state: State, question: OpenQuestion, own: str = "") -> str:
    """What has come about that the question is asked; nothing where the question says all. ``own`` is who reads it."""
    facts = question.facts
    if question.question == "declare":
        told = {"by": OUT_OF_TURN, "spent": SPENT, "going_on": GOING_ON}
        text = next((words for fact, words in told.items() if facts.get(fact)), "")
    else:
        leads = put_of(question).lead
        named = (name for name in leads if name and all(each in facts for each in name.split()))
        known = leads.get(next(named, ""), "")
        text = leads.get(str(facts.get("what")), known)
    return _filled(state, question, text, own) if text else ""


def silent_words(question: OpenQuestion) -> str:
    """What it comes to if nothing is said."""
    if question.question == "declare" and question.facts.get("by"):
        return "strikes back"
    if question.question == "declare" and question.facts.get("anew"):
        return "as before"
    if question.question == "declare" and question.facts.get("going_on"):
        return "goes on"
    return put_of(question).silent


def going_on_words(state: State, question: OpenQuestion) -> str:
    """Return what a figure goes on with unless it declares something else: "sleep on Orc 4"; "" if with nothing."""
    answer = question.facts.get("going_on")
    order = order_of(state, question, answer) if isinstance(answer, Mapping) else None
    return order_words(state, order) if order is not None else ""


def order_of(state: State, question: OpenQuestion, answer: Answer) -> Declaration | None:
    """Return the order that an answer to a declare question would be taken for."""
    heard = get_ruleset(state.ruleset).questions[question.question].heard
    events = heard(state, question, answer) if heard is not None else ()
    return next((event.declaration for event in events if isinstance(event, e.Declared)), None)


def _filled(state: State, question: OpenQuestion, text: str, own: str) -> str:
    facts, mine = question.facts, bool(own) and question.who == own
    name = name_of(state, question.who)
    targets = facts.get("targets")
    words = {
        "you": "you" if mine else name,
        "You": "You" if mine else name,
        "your": "your" if mine else f"{name}’s",
        "Your": "Your" if mine else f"{name}’s",
        "are": "are" if mine else "is",
        "hold": "hold" if mine else "holds",
        "have": "have" if mine else "has",
        "by": name_of(state, str(facts.get("by") or facts.get("against", ""))),
        "about": name_of(state, str(facts.get("about", ""))),
        "attacker": name_of(state, str(facts.get("attacker", ""))),
        "told": name_of(state, str(facts.get("told", ""))),
        "weapon": _weapon_of(state, facts, "who", "weapon"),
        "other": _weapon_of(state, facts, "by", "other"),
        "happening": str(facts.get("happening", "")),
        "proposed": str(facts.get("proposed", "")),
        "examples": str(facts.get("examples", "")),
        "who": name_of(state, str(facts.get("who", ""))),
        "target": name_of(state, str(facts.get("target", ""))),
        "targets": _and([name_of(state, str(each)) for each in targets]) if isinstance(targets, Sequence) else "",
        "side": str(facts.get("side") or facts.get("who", "")).replace("_", " "),
        "losses": str(facts.get("losses", "")),
        "needed": str(facts.get("needed", "")),
        "task": str(facts.get("task", "")),
        "order": _order_of(state, str(facts.get("who") or question.who)),
        "going_on": going_on_words(state, question),
        "deed": _deed_of(state, str(facts.get("by", ""))),
        "usual": str(facts.get("usual", "")),
    }
    return text.format(**words)


def _weapon_of(state: State, facts: Mapping[str, object], who: str, weapon: str) -> str:
    """The weapon that one fact names, of him whom another does: "the spear"."""
    each = state.combatants.get(str(facts.get(who, "")))
    found = each.weapon(str(facts.get(weapon, ""))) if each is not None else None
    return f"the {found.name.lower()}" if found is not None else ""


def _order_of(state: State, who: str) -> str:
    order = state.declared.get(who)
    return order_words(state, order) if order is not None else ""


def _deed_of(state: State, who: str) -> str:
    """What somebody is about to do, or has just done."""
    deeds = [*(deed for deed in state.pending if deed.who == who), *(deed for deed in state.done if deed.who == who)]
    return deed_words(state, deeds[0]) if deeds else ""


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
