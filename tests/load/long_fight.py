"""One fight, played on and on; its costs to take up, push and read are measured on the way.

Run as a program by ``long_speed``: it prints a line of JSON for each of the sizes that it is given.
"""

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

TIMES = 5
"""How often each thing is measured: the middle counts."""


def main(sizes: list[int]) -> None:
    """Play as many rounds as each of these sizes, and measure."""
    import django

    django.setup()
    fight = prepare()
    for size in sizes:
        while fight.encounter.rounds.count() < size:
            play_round(fight)
        found = {"rounds": fight.encounter.rounds.count(), "events": fight.encounter.events.count()}
        print(json.dumps(found | costs(fight)), flush=True)


class Fight:
    """An opened encounter, its DM, a player and a spectator."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User
        from django.test import Client

        from encounters import seats, services
        from encounters.viewers import build_dm_viewer
        from tests.any_procedure import ANY
        from tests.people import find_viewer, let_sit

        dora = User.objects.create_user("dora")
        self.encounter = services.create_encounter(dora, "A long fight", ANY, {}, {"start": "melee"})
        self.dora, self.taps = build_dm_viewer(self.encounter), 0
        for number in range(6):
            side, place = ("party", "foes")[number % 2], number // 2
            services.put_combatant(self.dora, {
                "id": f"{side}-{place}", "side": side, "class": "fighter", "level": 5, "hp": 10000, "played": True,
                "weapons": ["sword_long"], "position": [5 * (number % 2), 5 * place],
            })  # fmt: skip
        pip, sam = (seats.join(self.encounter.code, *each) for each in (("Pip", "player"), ("Sam", "spectator")))
        self.pip, self.sam = find_viewer(pip.seat), find_viewer(sam.seat)
        seats.pick(self.pip, "party-0")
        services.open_encounter(self.dora)
        self.browsers = {name: Client(SERVER_NAME="localhost") for name in ("dora", "pip", "sam")}
        self.browsers["dora"].force_login(dora)
        for name, joined in (("pip", pip), ("sam", sam)):
            let_sit(self.browsers[name], joined)

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        self.taps += 1
        return f"tap-{self.taps}"

    def load(self, name: str, address: str) -> None:
        """Load a page in somebody's browser."""
        status = self.browsers[name].get(address).status_code
        assert status == 200, f"{address}: {status}"


def prepare() -> Fight:
    """Return a fight that has been opened."""
    return Fight()


def begin_round(fight: Fight) -> None:
    """Begin a round, and declare for everybody but the last."""
    from encounters import services

    services.begin_round(fight.dora, fight.tap())
    for number in range(5):
        strike(fight, f"{('party', 'foes')[number % 2]}-{number // 2}")


def strike(fight: Fight, who: str) -> None:
    """Declare that a combatant strikes its opposite."""
    declare_strike(fight, find_question(fight, who))


def find_question(fight: Fight, who: str) -> Any:
    """Return the open question to a combatant."""
    from encounters.selectors import read_view

    return next(each for each in read_view(fight.dora).state.open if each.who == who and not each.sealed)


def declare_strike(fight: Fight, question: Any) -> None:
    """Answer that the combatant strikes its opposite."""
    from encounters import services

    foe = f"{'foes' if question.who.startswith('party') else 'party'}-{question.who[-1]}"
    given = {"action": "G", "target": foe, "weapon": "sword_long"}
    services.answer(fight.dora, fight.tap(), question.token, given)


def play_round(fight: Fight) -> None:
    """Play a whole round."""
    begin_round(fight)
    finish_round(fight)


def finish_round(fight: Fight) -> None:
    """Close what is asked until the round is over."""
    from encounters import services
    from encounters.selectors import read_view

    while not read_view(fight.dora).state.between_rounds:
        services.close(fight.dora, fight.tap())


def costs(fight: Fight) -> dict[str, Any]:
    """Return the milliseconds, and the letters, of what a table waits for."""
    found = [measured(fight) for _ in range(TIMES)]
    return {name: median(each[name] for each in found) for name in found[0]}


def measured(fight: Fight) -> dict[str, float]:
    """Measure each thing once, in a round of its own."""
    from encounters.live.audience import ConnectedAudience
    from encounters.log import read_log
    from encounters.log_reader import read_seat_states
    from encounters.screens.phone.player_view import find_player_view
    from encounters.screens.phone.regions import SCREEN

    begin_round(fight)
    found = costs_when_cold(fight)
    audience, seat_states = ConnectedAudience(fight.sam), read_seat_states(fight.encounter.pk)
    audience.read(read_log(fight.encounter.pk), seat_states.get(fight.sam.seat_id or 0))
    question = find_question(fight, "foes-2")
    forget_all()
    found["cold: order"] = timed(lambda: declare_strike(fight, question))
    frames: list[str | None] = []
    push = lambda: frames.append(audience.read(read_log(fight.encounter.pk), None))  # noqa: E731
    found["push to a spectator"] = timed(push)
    found["push to a spectator, letters"] = len(frames[0] or "")
    view = find_player_view(fight.pip)
    found["what I saw"] = timed(lambda: SCREEN.render(view, ("saw",)))
    finish_round(fight)
    return found


def costs_when_cold(fight: Fight) -> dict[str, float]:
    """Return the cost of each screen in mid-round for a process that has read nothing of it.

    The DM's page is measured again when it has been read, to compare.
    """
    from encounters.live.audience import ConnectedAudience
    from encounters.log import read_log
    from encounters.log_reader import read_seat_states
    from encounters.selectors import read_view

    def push_to_all() -> None:
        log, seat_states = read_log(fight.encounter.pk), read_seat_states(fight.encounter.pk)
        for viewer in (fight.dora, fight.pip, fight.sam):
            audience = ConnectedAudience(viewer)
            audience.read(log, seat_states.get(viewer.seat_id or 0))
            audience.answer(0, "?")

    works: dict[str, Callable[[], object]] = {
        "spectators' view": lambda: read_view(fight.sam),
        "DM's page": lambda: fight.load("dora", f"/e/{fight.encounter.pk}/"),
        "seat's page": lambda: fight.load("pip", f"/t/{fight.encounter.code}/me/"),
        "spectators' page": lambda: fight.load("sam", f"/t/{fight.encounter.code}/watch/"),
        "hub, three screens": push_to_all,
    }
    found = {}
    for name, work in works.items():
        forget_all()
        found[f"cold: {name}"] = timed(work)
    read_view(fight.dora)
    found["warm: DM's page"] = timed(works["DM's page"])
    return found


def forget_all() -> None:
    """Forget what this process has read."""
    from encounters import log, log_reader
    from encounters.services import games

    for each in (games, log, log_reader):
        each.forget_all()


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds that a piece of work takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]])
