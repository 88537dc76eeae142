"""A program beside a site that seats people at a fight, and prints their cookies as JSON."""

import json
from typing import Any

PLAYERS = ("Pip", "Quill", "Wren", "Ash")


def seat_everybody() -> dict[str, Any]:
    """Open a fight in which nobody falls; return each person's path and cookies."""
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    from encounters import seats, services
    from encounters.viewers import build_dm_viewer, make_seat_cookie
    from tests.any_procedure import ANY
    from tests.people import find_viewer

    dora = User.objects.create_user("dora")
    encounter = services.create_encounter(dora, "The ford", ANY, {}, {"start": "melee", "distance_ft": 5})
    viewer = build_dm_viewer(encounter)
    for number in range(2 * len(PLAYERS)):
        side, place = ("party", "foes")[number % 2], number // 2
        services.put_combatant(viewer, {
            "id": f"{side}-{place}", "side": side, "class": "fighter", "level": 5, "hp": 10000,
            "played": side == "party", "weapons": ["sword_long"], "position": [5 * (number % 2), 5 * place],
        })  # fmt: skip
    table = f"/t/{encounter.code}"
    browser = Client()
    browser.force_login(dora)
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    found: dict[str, Any] = {"Dora": [f"/e/{encounter.pk}/", {settings.SESSION_COOKIE_NAME: session}]}
    for number, name in enumerate(PLAYERS):
        joined = seats.join(encounter.code, name, "player")
        seats.pick(find_viewer(joined.seat), f"party-{number}")
        found[name] = [f"{table}/me/", make_seat_cookie(joined.seat, joined.token)]
    sam = seats.join(encounter.code, "Sam", "spectator")
    found["Sam"] = [f"{table}/watch/", make_seat_cookie(sam.seat, sam.token)]
    services.open_encounter(viewer)
    return found


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(seat_everybody()))  # noqa: T201
