"""The words of questions: for the person asked, for the DM, on a mark, and for no answer."""

from collections.abc import Mapping, Sequence

from encounters.narration.names import describe_deed, name_of
from encounters.narration.voice import name_order
from rules.api import DECLARE, DM, Answer, Declaration, OpenQuestion, QuestionWords, State, get_ruleset
from rules.api import events as e

ACTS = (DECLARE, "change")
"""The questions that are answered by an action."""


def find_words(state: State, question: OpenQuestion) -> QuestionWords:
    """Return the words of a question that fit its facts; its name where it has no words."""
    kind = get_ruleset(state.ruleset).questions.get(question.question)
    if kind is None or kind.words is None:
        name = question.question.replace("_", " ") + "?"
        return QuestionWords(name, name)
    return kind.words.choose(question.facts)


def write_title(state: State, question: OpenQuestion) -> str:
    """Return the question with the name of the combatant asked, for the DM: "Otis: retaliate?"."""
    words = find_words(state, question)
    asked = fill_in(state, question, words.title, "")
    if question.who != DM:
        return f"{name_of(state, question.who)}: {asked}"
    what = str(question.facts.get("what") or "")
    if what in words.dm_titles:
        return words.dm_titles[what]
    return f"{what}: {asked}" if what else f"{asked[:1].upper()}{asked[1:]}"


def describe_lead(state: State, question: OpenQuestion, own: str = "") -> str:
    """Return the words on what has led to the question, or "".

    ``own`` is the combatant whose player reads it.
    """
    text = find_words(state, question).get_lead(question.facts)
    return fill_in(state, question, text, own) if text else ""


def describe_silence(state: State, question: OpenQuestion) -> str:
    """Return the words on what happens without an answer."""
    return find_words(state, question).get_silence(question.facts)


def describe_order_kept(state: State, question: OpenQuestion) -> str:
    """Return the order that a combatant goes on with, such as "sleep on Orc 4", or "".

    It goes on with it unless another order is declared.
    """
    answer = question.facts.get("going_on")
    order = find_order(state, question, answer) if isinstance(answer, Mapping) else None
    return name_order(state, order) if order is not None else ""


def find_order(state: State, question: OpenQuestion, answer: Answer) -> Declaration | None:
    """Return the declaration that an answer would give; None where it gives none."""
    heard = get_ruleset(state.ruleset).questions[question.question].accept
    events = heard(state, question, answer) if heard is not None else ()
    return next((event.declaration for event in events if isinstance(event, e.Declared)), None)


def fill_in(state: State, question: OpenQuestion, text: str, own: str) -> str:
    """Return a text with every name in braces filled in.

    ``own`` is the combatant whose player reads it. Raises KeyError for an unknown name.
    """
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
        "weapon": _name_weapon(state, facts, "who", "weapon"),
        "other": _name_weapon(state, facts, "by", "other"),
        "happening": str(facts.get("happening", "")),
        "proposed": str(facts.get("proposed", "")),
        "examples": str(facts.get("examples", "")),
        "who": name_of(state, str(facts.get("who", ""))),
        "target": name_of(state, str(facts.get("target", ""))),
        "targets": _join([name_of(state, str(each)) for each in targets]) if isinstance(targets, Sequence) else "",
        "side": str(facts.get("side") or facts.get("who", "")).replace("_", " "),
        "losses": str(facts.get("losses", "")),
        "needed": str(facts.get("needed", "")),
        "task": str(facts.get("task", "")),
        "order": _describe_declared(state, str(facts.get("who") or question.who)),
        "going_on": describe_order_kept(state, question),
        "deed": _describe_deed(state, str(facts.get("by", ""))),
        "usual": str(facts.get("usual", "")),
    }
    return text.format(**words)


def _name_weapon(state: State, facts: Mapping[str, object], who: str, weapon: str) -> str:
    """Return a weapon in words, "the spear", from the facts that name its combatant and its id."""
    each = state.combatants.get(str(facts.get(who, "")))
    found = each.weapon(str(facts.get(weapon, ""))) if each is not None else None
    return f"the {found.name.lower()}" if found is not None else ""


def _describe_declared(state: State, who: str) -> str:
    order = state.declared.get(who)
    return name_order(state, order) if order is not None else ""


def _describe_deed(state: State, who: str) -> str:
    """Return the words of a combatant's pending deed, or of its last one; "" where it has none."""
    deeds = [*(deed for deed in state.pending if deed.who == who), *(deed for deed in state.done if deed.who == who)]
    return describe_deed(state, deeds[0]) if deeds else ""


def _join(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
