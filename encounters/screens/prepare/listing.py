"""The list of a DM's encounters: combatants, state, and the button for the next thing to do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from encounters.models import Encounter
from encounters.screens.actions import Act, Link, Post
from rules.api import UnknownRuleset, get_ruleset

STATES = {"preparing": "draft", "playing": "running", "ended": "ended"}


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """An encounter of the list."""

    name: str
    line: str
    """The combatants of each side, in words."""
    ruleset: str
    state: str
    """draft, running or ended."""
    words: str
    """The state in words, with the round."""
    acts: Sequence[Act]


@dataclass(frozen=True, slots=True)
class EncounterList:
    """The list of encounters."""

    acts: Sequence[Act]
    rows: Sequence[EncounterRow]


def listing(encounters: Iterable[Encounter]) -> EncounterList:
    """Return the list."""
    acts = [
        Link("Rule book", "/rules/", icon="book", tone="quiet", small=True),
        Link("Import a scenario file", "/import/", tone="quiet", small=True),
        Link("New encounter", "/new/", icon="plus", key="N", small=True),
    ]
    return EncounterList(acts, [_row(each) for each in encounters])


def _row(each: Encounter) -> EncounterRow:
    return EncounterRow(
        name=each.title,
        line=against(each),
        ruleset=ruleset_title(each.ruleset),
        state=STATES[each.state],
        words=_words(each),
        acts=_acts(each),
    )


def ruleset_title(id: str) -> str:
    """Return a ruleset's title; its id for a ruleset that no longer exists."""
    try:
        return get_ruleset(id).title
    except UnknownRuleset:
        return id


def against(each: Encounter) -> str:
    """Return the combatants of each side in words: "Otis, Tenser against Orc × 4"."""
    sides: dict[str, list[str]] = {}
    for row in each.combatants.all():
        name, count = str(row), row.definition.get("count")
        sides.setdefault(str(row.definition.get("side", "")), []).append(f"{name} × {count}" if count else name)
    return " against ".join(", ".join(names) for names in sides.values()) or "nobody yet"


def _words(each: Encounter) -> str:
    last = each.events.order_by("-position").values_list("round", "clock").first()
    if each.state == Encounter.State.PREPARING or last is None:
        return "draft"
    number, clock = last
    if each.state == Encounter.State.ENDED:
        return f"ended, {number} round{'s' if number != 1 else ''}"
    if not each.rounds.exists():
        return "open, before the first round"
    at = f", {get_ruleset(each.ruleset).clock.unit} {clock}" if clock is not None else ""
    return f"running, {'the opening' if number == 0 else f'round {number}'}{at}"


def _acts(each: Encounter) -> list[Act]:
    at = f"/e/{each.pk}/"
    more: list[Act] = [
        Post("Copy", f"{at}copy/", tone="quiet", small=True, plain=True, name=f"Copy {each.title}"),
        Link("Export", f"{at}export/", tone="quiet", small=True, name=f"Export {each.title}"),
        Link("Delete", f"{at}delete/", tone="quiet", small=True, name=f"Delete {each.title}"),
    ]
    if each.state == Encounter.State.PREPARING:
        main: Act = Link("Prepare", f"{at}prepare/", small=True, name=f"Prepare {each.title}")
    elif each.state == Encounter.State.PLAYING:
        main = Link("Return", at, tone="go", small=True, name=f"Return to {each.title}")
    else:
        main = Link("Replay", f"{at}round/0/", small=True, name=f"Replay {each.title}")
    return [*more, main]
