"""The links of a replay: to other rounds, and by keys to the stops before and after."""

from encounters.encounter_view import EncounterView
from encounters.narration.columns import name_round
from encounters.screens.actions import NavLink
from encounters.screens.stops import ReplayPlace, ReplayStop, Tells, find_keys, list_stops


def link_rounds(view: EncounterView, page: str, shown: int | None) -> list[NavLink]:
    """Return a link for each round that the viewer saw; the one of the round shown is on.

    ``page`` is the name of a round's address.
    """
    return [NavLink(name_round(each), view.make_url(page, number=each), each == shown) for each in view.numbers]


def list_near_rounds(view: EncounterView, number: int) -> list[int]:
    """Return a round that the viewer saw, the one before and the one after."""
    at = view.numbers.index(number)
    return view.numbers[max(0, at - 1) : at + 2]


def list_step_links(
    view: EncounterView, page: str, tells: Tells, number: int, stop: ReplayStop | None
) -> tuple[tuple[str, str], ...]:
    """Return each key of a replay with the address that it leads to from a stop of a round.

    They lead through the rounds nearby, and to the beginning and the end of the fight.
    """
    numbers = dict.fromkeys([view.numbers[0], *list_near_rounds(view, number), view.numbers[-1]])
    places = [ReplayPlace(each, at) for each in numbers for at in list_stops(view.round(each), tells)]
    ends = [each for each in places if each.number == number]
    here = ReplayPlace(number, stop) if stop is not None else (ends[-1] if ends else None)
    return find_keys(places, here, lambda place: view.make_url(page, {"at": place.stop}, number=place.number))
