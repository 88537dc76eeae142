"""One step of a question as the template components/question.html reads it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.screens.answering.answer import PREFIX, Step
from encounters.screens.answering.choices import at_once, opens
from encounters.screens.answering.shown import Choice, Shown, Taken
from rules.api import Option, SomeOf

Dress = Callable[[str, Option], Choice]
"""A function that returns an option of the named field with the things drawn beside it."""


def question_of(
    step: Step,
    token: str,
    action: str,
    *,
    title: str = "",
    detail: str = "",
    submit: str = "Send it",
    tone: str = "",
    back: str = "",
    dress: Dress | None = None,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the template context of one step of a question.

    The answer is posted to ``action``. ``back`` is the address of the question; the choices without the last tap's are
    added to it.
    """
    whole = [(each.name, option) for each in step.fields for option in at_once(each.options) if step.goes_on]
    fields = [_leading_on(each) for each in step.fields] if whole else _needed_first(step.fields)
    shown = [_dressed(each, dress) for each in fields] if dress else list(fields)
    asked = {
        "id": f"q-{token.replace('~', '-')}",
        "token": token,
        "action": action,
        "title": title,
        "detail": detail,
        "taken": _crumb(step.kept),
        "back": _joined(back, step.back) if back and step.back is not None else "",
        "counts": step.counts,
        "fields": shown,
        "steps": step.goes_on,
        "shape": step.shape,
        "submit": submit if step.last and step.possible and step.shape != "acts" else "",
        "tone": tone,
        "ways": [_way(each, option) for each in step.ways for option in each.options if opens(option)],
        **(more or {}),
    }
    quick = [{"name": f"{PREFIX}{name}", "value": option.value, "label": option.label} for name, option in whole]
    return asked | {"others": [*quick, *asked.get("others", ())]}


def _leading_on(shown: Shown) -> Shown:
    """Return the field without the options that are complete answers."""
    return replace(shown, options=[each for each in shown.options if each not in at_once(shown.options)])


def _way(shown: Shown, option: Option) -> dict[str, str]:
    """Return a button that opens further fields before the answer is sent."""
    return {"name": f"{PREFIX}{shown.name}", "value": option.value, "label": f"{shown.label}: {option.label.lower()}"}


def _crumb(taken: Sequence[Taken]) -> list[Taken]:
    """Return the choices of the breadcrumb.

    Where choices have letters, only the last one keeps its words.
    """
    if not any(each.letter for each in taken):
        return list(taken)
    last = max((n for n, each in enumerate(taken) if each.label), default=-1)
    return [each if n == last else replace(each, label="") for n, each in enumerate(taken)]


def _needed_first(fields: Sequence[Shown]) -> list[Shown]:
    """Return the fields of each deed in this order: required, optional lists, folded away."""
    deeds = list(dict.fromkeys(each.deed for each in fields))
    return sorted(fields, key=lambda each: (deeds.index(each.deed), each.aside, _is_besides(each)))


def _is_besides(shown: Shown) -> bool:
    return isinstance(shown.of, SomeOf) and shown.least == 0


def _joined(address: str, query: str | None) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def _dressed(shown: Shown, dress: Dress) -> Shown:
    return replace(shown, options=[dress(shown.name, option) for option in shown.options])
