"""A program beside a server that opens fights, and posts orders as phones post them.

It reads a line of JSON on stdin for each thing to do, and prints the answer as a line.
"""

import http.client
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

PARTY: tuple[dict[str, Any], ...] = (
    {
        "id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "played": True, "hp": 38, "ac": 4,
        "weapons": ["sword_long", "bow_long"], "position": [0, 0],
    },
    {
        "id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 5, "played": True, "hp": 14,
        "weapons": ["dagger"], "spells": ["magic_user_magic_missile", "magic_user_sleep", "magic_user_fireball"],
        "position": [-10, 5],
    },
    {
        "id": "serten", "name": "Serten", "side": "party", "class": "cleric", "level": 4, "played": True, "hp": 24,
        "ac": 4, "weapons": ["mace_foot"], "spells": ["cleric_bless", "cleric_hold_person"], "position": [0, 10],
    },
    {
        "id": "ydra", "name": "Ydra", "side": "party", "class": "fighter", "level": 3, "played": True, "hp": 26,
        "ac": 5, "weapons": ["axe_battle", "spear"], "devices": ["potion_healing"], "position": [0, 15],
    },
)  # fmt: skip
"""The four whose players give orders from their phones."""


@dataclass
class Phone:
    """The browser of one player: its cookies, and the session's CSRF token."""

    port: int
    code: str
    seat: Any
    cookies: dict[str, str]
    taps: int = 0
    line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port)

    def send(self, method: str, path: str, body: str = "") -> int:
        """Send a request, keep the CSRF cookie of the answer, and return its status."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers |= {"X-CSRFToken": self.cookies["csrftoken"], "Origin": f"http://127.0.0.1:{self.port}"}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.line.request(method, f"/t/{self.code}/{path}", body, headers)
        answer = self.line.getresponse()
        answer.read()
        made = re.search(r"csrftoken=(\w+)", answer.getheader("Set-Cookie") or "")
        if made:
            self.cookies["csrftoken"] = made[1]
        return answer.status

    def give_orders(self) -> int:
        """Post a likely order for each of this seat's combatants; return how many so far."""
        from encounters.screens.dm.offers import encode_answer
        from encounters.selectors import list_open_forms, read_view
        from rules.kernel.likely import find_likely_answer
        from tests.people import find_viewer

        if "csrftoken" not in self.cookies:
            self.send("GET", "me/")
        view = read_view(find_viewer(self.seat))
        for asked in list_open_forms(view):
            answer = find_likely_answer(view.state, asked.question.who, asked.form)
            self.taps += 1
            given = {"token": asked.question.token, "tap": f"phone-{self.seat.pk}-{self.taps}", "done": "1"}
            body = urlencode({**given, **encode_answer(answer or {"action": "C"})}, doseq=True)
            status = self.send("POST", "me/answer/", body)
            assert status in (200, 302, 303), status
        return self.taps


def open_fight(port: int, title: str, foes: list[dict[str, Any]]) -> tuple[dict[str, Any], list[Phone]]:
    """Open a fight of the four; return what the DM's browser needs, and the phones."""
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    from encounters import seats, services
    from encounters.viewers import build_dm_viewer, make_seat_cookie
    from tests.any_procedure import ANY
    from tests.people import find_viewer

    dora, _ = User.objects.get_or_create(username="dora")
    encounter = services.create_encounter(dora, title, ANY, {}, {"start": "melee", "reaction": "hostile"})
    viewer = build_dm_viewer(encounter)
    services.add_combatants(viewer, [*PARTY, *foes])
    phones = []
    for each in PARTY:
        joined = seats.join(encounter.code, f"Player of {each['name']}", "player")
        seats.pick(find_viewer(joined.seat), str(each["id"]))
        cookies = make_seat_cookie(joined.seat, joined.token)
        phones.append(Phone(port, encounter.code, joined.seat, cookies))
    services.open_encounter(viewer)
    browser = Client()
    browser.force_login(dora)
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    found: dict[str, Any] = {"encounter": encounter.pk, "code": encounter.code, "cookie": settings.SESSION_COOKIE_NAME}
    held = {str(each["id"]): phone.cookies for each, phone in zip(PARTY, phones, strict=True)}
    return {**found, "session": session, "phones": held}, phones


def begin_round(encounter: int) -> int:
    """Begin a round in which all foes await; the players are asked. Return how many are."""
    from encounters import services
    from encounters.models import Encounter
    from encounters.selectors import read_view
    from encounters.viewers import build_dm_viewer

    dora = build_dm_viewer(Encounter.objects.get(pk=encounter))
    services.begin_round(dora, "begin")
    party = {each["id"] for each in PARTY}
    for question in read_view(dora).state.open:
        if question.question == "declare" and question.who not in party:
            services.answer(dora, f"foe-{question.who}", question.token, {"action": "C"})
    return sum(not each.sealed for each in read_view(dora).state.open)


def main(port: int) -> None:
    """Do what each line on stdin asks, for the last fight that was opened."""
    phones: list[Phone] = []
    for line in sys.stdin:
        asked = json.loads(line)
        found: Any
        if "open" in asked:
            found, phones = open_fight(port, asked["open"], asked["foes"])
        elif "begin" in asked:
            found = begin_round(asked["begin"])
        else:
            found = [phone.give_orders() for phone in phones]
        print(json.dumps(found), flush=True)  # noqa: T201


if __name__ == "__main__":
    import django

    django.setup()
    main(int(sys.argv[1]))
