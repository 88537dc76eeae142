"""One step of a question as components/question.html reads it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from encounters.forms.answer import Step
from encounters.forms.shown import Choice, Shown, Taken
from rules.forms import Option

Takes = Callable[[str, str], int]
"""From a field's name and an option's value: in how many segments it would be complete; 0 draws no small bar."""


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
    takes: Takes | None = None,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A step of a question put to ``action``. ``back`` is the address that the choices of one tap less are added to."""
    shown = [_with_bars(each, takes) for each in step.fields] if takes else list(step.fields)
    return {
        "id": f"q-{token.replace('~', '-')}",
        "token": token,
        "action": action,
        "title": title,
        "detail": detail,
        "taken": _crumb(step.taken),
        "back": _joined(back, step.back) if back and step.back is not None else "",
        "fields": shown,
        "steps": step.goes_on,
        "shape": step.shape,
        "submit": submit if step.last and step.possible and step.shape != "acts" else "",
        "tone": tone,
        **(more or {}),
    }


def _crumb(taken: Sequence[Taken]) -> list[Taken]:
    """The letters, and the last choice in words."""
    last = max((n for n, each in enumerate(taken) if each.label), default=-1)
    return [each if n == last else replace(each, label="") for n, each in enumerate(taken)]


def _joined(address: str, query: str | None) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def _with_bars(shown: Shown, takes: Takes) -> Shown:
    return replace(shown, options=[_with_bar(shown.name, option, takes) for option in shown.options])


def _with_bar(name: str, option: Option, takes: Takes) -> Option:
    segments = takes(name, option.value)
    if not segments:
        return option
    group, checked = (option.group, option.checked) if isinstance(option, Choice) else ("", False)
    return Choice(option.value, option.label, option.price, option.barred, option.then, checked, group, takes=segments)
