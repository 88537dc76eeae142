"""The DM's panel in play that changes what spells and devices do from now on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from encounters import services
from encounters.access import for_dm
from encounters.narration.effects import describe_duration, describe_parts
from encounters.responses import see
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.forms import LONGEST_NOTE
from encounters.screens.dm.panels import BOTH, Given, Panel, apply_form, read_opened, render_panel
from encounters.screens.dm.views import once
from encounters.screens.effect_form import EffectForm, EffectRow, EffectSearch, find_magic, join_magic
from encounters.screens.requests import read_post, read_tap
from encounters.services import Outcome
from encounters.viewers import Viewer
from rules.api import DM, EFFECT_RULING, Change, EffectEntry, State, find_effect, list_known_magic


class EffectRulingForm(EffectForm):
    """The form of what one spell or device does from now on, with a note for the log."""

    why = forms.CharField(
        label="Note", max_length=LONGEST_NOTE, required=False, help_text="optional, shown in your log"
    )

    def __init__(self, data: Any = None, *, magic: Sequence[str], entry: EffectEntry | None) -> None:
        super().__init__(data, magic=magic, entry=entry)
        self.helper.layout.append("why")


@dataclass(frozen=True, kw_only=True)
class EffectsPanel(Panel):
    """The panel of changed effects."""

    search: EffectSearch


@BOTH
@for_dm
@once
def rule_effects(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the changed effects, a search and the form of one; a post changes it from now on."""
    view = read_opened(viewer)
    known, of = _list_known(view), request.GET.get("magic", "")
    if of and of not in known:
        raise Http404("There is no such spell or device.")
    entry = _find_entry(view.state, of)
    magic = entry.magic if entry is not None else (of,)
    form = EffectRulingForm(read_post(request), magic=magic, entry=entry) if of else None
    outcomes: list[Outcome] = []

    def rule(given: Given) -> None:
        change = Change(DM, EFFECT_RULING, given["row"])
        outcomes.append(services.rule(viewer, read_tap(request), [change], given["why"]))

    if form is not None and apply_form(form, rule):
        return _return_to_fight(view, outcomes[0])
    panel = EffectsPanel(
        title=join_magic(known, magic) if of else "What spells and devices do",
        line="from now on; what has begun keeps its numbers, and only you learn of it",
        submit="Change from now on",
        search=_build_search(view, known, request.GET.get("q", "").strip()),
    )
    return render_panel(request, view, panel, form, template="effects", status=form.status if form is not None else 200)


@require_POST
@for_dm
@once
def restore_by_ruling(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let magic do again from now on what the tables say."""
    view = read_opened(viewer)
    change = Change(DM, EFFECT_RULING, request.POST.get("of", ""))
    return _return_to_fight(view, services.rule(viewer, read_tap(request), [change]))


def _return_to_fight(view: DmView, outcome: Outcome) -> HttpResponse:
    """Lead back to the fight, which shows the ruling with the button that undoes it."""
    return see(view.make_url("run", {"ruled": outcome.position}))


def _list_known(view: DmView) -> Mapping[str, str]:
    """Return all magic by its id. Raises Http404 where no ruling changes what it does."""
    if EFFECT_RULING not in view.ruleset.rulings.of_encounter:
        raise Http404("Magic has no effects of a table in this fight.")
    state = view.state
    return list_known_magic([*(each.stat_block for each in state.combatants.values()), *state.coming])


def _find_entry(state: State, of: str) -> EffectEntry | None:
    """Return what magic does now: as the DM has changed it, else by the tables."""
    return next((each for each in state.effects if of in each.magic), None) or find_effect(of)


def _build_search(view: DmView, known: Mapping[str, str], query: str) -> EffectSearch:
    state = view.state
    own = [each.stat_block for each in state.combatants.values()]
    rows = [EffectRow(each.magic[0], join_magic(known, each.magic), _describe(each)) for each in state.effects]
    empty = "Everything does what the tables say. Choose a spell or device to change what it does from now on."
    found = find_magic(known, own, query)
    return EffectSearch(view.make_url("effects"), view.make_url("restore-in-play"), rows, query, found, empty)


def _describe(entry: EffectEntry) -> str:
    return ", ".join(each for each in (describe_parts(entry), describe_duration(entry)) if each)
