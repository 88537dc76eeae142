"""Fights in the states in which people look at pages.

`python -m tests.browser.states` makes one for each state and number of rows, and prints where they are.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import django

ROWS = (2, 8, 20, 40)
"""Numbers of combatants: a duel, an evening's fight, a crowd, and a crowd against ten."""

PARTY = ("Otis", "Tenser", "Jaroo", "Ydra", "Serten", "Morwen", "Aldo", "Sly", "Torvald", "Brunhild")
NAMES = ("Bugbear", "Goblin", "Ogre", "Wolf", "Gnoll", "Hobgoblin", "Kobold", "Orc", "Troll")
RECAP = "The roof came down upon the dais, and nobody who stood under it was seen again. Otis walked out alone."


def main() -> None:
    """Make the fights; print for each its state, its rows, its addresses and who may look."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
    django.setup()
    from django.contrib.auth.models import User
    from django.test.utils import setup_test_environment

    setup_test_environment()
    User.objects.create_user("dora", password="ten segments")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS)
    parser.add_argument("--states", nargs="+", default=list(STATES))
    asked = parser.parse_args()
    print(json.dumps([make(state, rows, STATES[state]) for rows in asked.rows for state in asked.states]))  # noqa: T201


def make(state: str, rows: int, play: Callable[[Any], None]) -> dict[str, Any]:
    """Make a fight of so many rows and play it to its state; return where it is."""
    from django.contrib.auth.models import User
    from django.test import Client

    from encounters import services
    from encounters.viewers import build_dm_viewer
    from tests.any_procedure import ANY
    from tests.encounters.seated import At

    dora = User.objects.get()
    notes = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
    encounter = services.create_encounter(dora, f"Hall of the Broken Pillar, {state}", ANY, None, notes)
    services.add_combatants(build_dm_viewer(encounter), list(list_combatants(rows)))
    at = At(encounter, build_dm_viewer(encounter))
    dm = Client()
    dm.force_login(dora)
    play(at)
    encounter.refresh_from_db()
    cookies = {who: read_cookies(client) for who, client in (("dm", dm), ("phone", at.pip), ("tv", at.sam))}
    return {
        "state": state, "rows": rows, "id": encounter.pk, "code": encounter.code, "cookies": cookies,
        "message": write_message("Your house rules for this procedure are kept. New encounters begin with them."),
    }  # fmt: skip


def write_message(text: str) -> str:
    """Return the cookie of a message that the next page shows."""
    from django.contrib.messages import SUCCESS
    from django.contrib.messages.storage.cookie import CookieStorage
    from django.http import HttpResponse
    from django.test import RequestFactory

    storage, response = CookieStorage(RequestFactory().get("/")), HttpResponse()
    storage.add(SUCCESS, text)
    storage.update(response)
    return str(response.cookies[CookieStorage.cookie_name].value)


def read_cookies(client: Any) -> dict[str, str]:
    """Return a client's cookies."""
    return {name: each.value for name, each in client.cookies.items()}


def list_combatants(rows: int) -> Iterator[dict[str, Any]]:
    """Return as many combatants, none alike: up to four of the party, or ten of forty."""
    own = min(4, rows // 2) if rows < 40 else len(PARTY)
    for number, name in enumerate(PARTY[:own]):
        yield {
            "id": name.lower(), "name": name, "side": "party", "class": "fighter", "level": 5, "hp": 40, "ac": 4,
            "played": True, "weapons": ["sword_long", "bow_long"], "position": [0, 6 * number],
        }  # fmt: skip
    for number in range(rows - own):
        name = f"{NAMES[number % len(NAMES)]} of the hall {number // len(NAMES) + 1}"
        yield {
            "id": f"foe-{number + 1}", "name": name, "side": "foes", "hd": "3", "hp": 20, "ac": 6,
            "weapons": ["axe_battle"], "position": [8 + 6 * (number % 3), 6 * (number // 3)],
        }  # fmt: skip


# The states.


def prepare(at: Any) -> None:
    """Leave the fight as it was prepared."""


def seat_people(at: Any) -> None:
    """Seat everybody before the table opens."""
    definitions = at.encounter.combatants.values_list("definition", flat=True)
    names = [each["id"] for each in definitions if each["side"] == "party"]
    at.pip.post(at.url(), {"name": "Pip", "characters": names})
    at.sam.post(at.url(), {"name": "Sam", "watch": "1"})


def open_table(at: Any) -> None:
    """Open the table; everybody sits down before the first round."""
    from encounters import services

    services.open_encounter(at.dora)
    names = [who for who, each in at.state.combatants.items() if each.side == "party"]
    at.pip.post(at.url(), {"name": "Pip", "characters": names})
    at.sam.post(at.url(), {"name": "Sam", "watch": "1"})


def ask_orders(at: Any) -> None:
    """Begin round 1: orders are asked for."""
    open_table(at)
    at.begin()


def ask_players(at: Any) -> None:
    """Begin round 1 and seal the foes' orders: the players are asked."""
    from encounters import services

    ask_orders(at)
    for question in at.state.open:
        if question.question == "declare" and not question.sealed and question.who.startswith("foe"):
            services.answer(at.dora, at.tap(), question.token, {"action": "C"})


def order_blows(at: Any) -> None:
    """Give everybody the order to strike somebody of the other side, and close orders."""
    from encounters import services

    party = [who for who, each in at.state.combatants.items() if each.side == "party"]
    foes = [who for who in at.state.combatants if who not in party]
    for question in at.state.open:
        if question.question == "declare" and not question.sealed:
            targets = foes if question.who in party else party
            own = (party if question.who in party else foes).index(question.who)
            given = {"action": "E", "how": "close", "target": targets[own % len(targets)]}
            services.answer(at.dora, at.tap(), question.token, given)
    services.close(at.dora, at.tap())


def ask_dm(at: Any) -> None:
    """Play round 1 until blows have fallen, and call for real dice, which the DM may type."""
    from encounters import services
    from rules.kernel.dice import Call
    from rules.kernel.inputs import Change

    play_segments(at)
    who = next(iter(at.state.combatants))
    services.rule(at.dora, at.tap(), [Change(who, "types_dice", "yes")])
    services.make_call(at.dora, at.tap(), Call((who,), dice="1d20", at_least=11, why="the rope bridge"))


def roll_dice(at: Any) -> None:
    """Play round 1 until blows have fallen, and roll dice for somebody."""
    from encounters import services
    from rules.kernel.dice import Call

    play_segments(at)
    who = next(iter(at.state.combatants))
    services.make_call(at.dora, at.tap(), Call((who,), dice="1d20", at_least=11, why="the rope bridge"))


def play_segments(at: Any) -> None:
    """Play round 1 until blows have fallen."""
    ask_orders(at)
    order_blows(at)
    at.step_to(7)


def strike(at: Any) -> None:
    """Play on until somebody of the party is hit: those who have closed strike at each other."""
    play_segments(at)
    while not _is_anybody_hit(at):
        if at.state.between_rounds:
            at.begin()
            order_strikes(at)
        at.step()


def _is_anybody_hit(at: Any) -> bool:
    from encounters.selectors import read_view
    from rules.kernel import events as e

    view = read_view(at.dora)
    harm = [each for each in view.round(view.state.round) if isinstance(each, e.Damaged)]
    return any(view.state.combatants[each.who].side == "party" for each in harm)


def order_strikes(at: Any) -> None:
    """Let everybody strike at the one they closed with."""
    from encounters import services
    from encounters.errors import Rejected

    party = [who for who, each in at.state.combatants.items() if each.side == "party"]
    foes = [who for who in at.state.combatants if who not in party]
    for question in at.state.open:
        if question.question == "declare" and not question.sealed:
            own = (party if question.who in party else foes).index(question.who)
            targets = foes if question.who in party else party
            weapon = "sword_long" if question.who in party else "axe_battle"
            given = {"action": "G", "weapon": weapon, "target": targets[own % len(targets)]}
            try:
                services.answer(at.dora, at.tap(), question.token, given)
            except Rejected:
                services.answer(at.dora, at.tap(), question.token, {"action": "C"})
    services.close(at.dora, at.tap())


def post_recap(at: Any) -> None:
    """Play round 1 to its end and post its recap; nobody has been asked for orders again."""
    from encounters import services

    play_segments(at)
    at.finish()
    services.publish_recap(at.dora, at.tap(), 1, RECAP)


def end(at: Any) -> None:
    """End the fight in round 2: the foes are dead."""
    from encounters import services
    from rules.kernel.inputs import Change

    post_recap(at)
    at.begin()
    foes = [who for who, each in at.state.combatants.items() if each.side == "foes"]
    services.rule(at.dora, at.tap(), [Change(who, "dead", None) for who in foes], "a rockfall")
    at.finish()
    services.publish_recap(at.dora, at.tap(), 2, RECAP)


STATES: dict[str, Callable[[Any], None]] = {
    "prepared": prepare,
    "seated": seat_people,
    "open": open_table,
    "asked": ask_orders,
    "choosing": ask_players,
    "questioned": ask_dm,
    "segments": play_segments,
    "struck": strike,
    "rolled": roll_dice,
    "recap": post_recap,
    "ended": end,
}

if __name__ == "__main__":
    main()
