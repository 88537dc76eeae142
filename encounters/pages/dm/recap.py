"""The recap of a round: drafted from the events that the table saw, edited by the DM."""

from typing import Any

from encounters.models import Round
from encounters.narration import tell_all
from encounters.pages.dm.desk import Desk
from encounters.pages.sight import Sight
from encounters.selectors import game_view
from encounters.viewers import Role, Viewer


def recap(desk: Desk, typed: str | None = None) -> dict[str, Any] | None:
    """Return the editor for the recap of the current round; None before the first.

    ``typed`` goes before the stored text; "" has the recap drafted again.
    """
    number = desk.state.round
    if number < 0:
        return None
    told = Round.objects.filter(
        encounter_id=desk.viewer.encounter_id, number=number, attempt=desk.state.attempt
    ).first()
    stored = told.recap if told is not None else ""
    kept = stored if typed is None else typed
    return {
        "number": number,
        "action": desk.url(f"round/{number}/recap/"),
        "text": kept or draft(desk, number),
        "token": str(number),
        "hidden": [each.name for each in desk.state.combatants.values() if each.hidden],
        "submit": "Tell it" if desk.state.ended else f"Tell it, open round {number + 1}",
        "again": desk.url("?draft=again") if stored else "",
    }


def draft(desk: Desk, number: int) -> str:
    """Return a first draft of the recap: the events that spectators perceived, as sentences.

    Nothing hidden can be in it.
    """
    seen = game_view(Viewer(desk.viewer.encounter_id, Role.SPECTATOR))
    told = tell_all((event for event in Sight.of(seen).round(number) if event.is_retold), seen.state)
    return " ".join(sentence.text for sentence in told)
