"""Two worlds that differ in one secret: viewers who may not know it are sent the same.

A page is compared byte by byte, but for what is new each time it is asked for, or for each encounter: see
``ALWAYS_NEW``. Time stands still, seeds are those of the rules' own test, and the join code is the same.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import log, log_reader, seats, services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import find_view, read_seat_states
from encounters.models import Campaign, Encounter, Round, SeatHold
from encounters.services import games
from encounters.services.playing import append_events
from encounters.viewers import build_dm_viewer
from rules.kernel.dice import FaceKey, draw_face
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer, GiveFaces, Input, MakeRuling, TakeBack
from rules.procedures import list_rulesets
from tests.any_procedure import ANY
from tests.caching import forget_cached
from tests.encounters.seated import text
from tests.people import find_viewer, let_sit, make_encounter
from tests.rules.two_worlds.comparing import Verdict, compared
from tests.rules.two_worlds.playing import Played, Sitting
from tests.rules.two_worlds.secrecy import random_world
from tests.rules.two_worlds.secrets import SECRETS, Make, hidden_or_absent
from tests.rules.two_worlds.worlds import OWN, World
from tests.soak import runs

CODE = "TWINED"
NOW = datetime(2024, 5, 4, 20, 0, tzinfo=UTC)

LIVE = ("me/", "me/saw/", "watch/")
"""Pages that are looked at all the time; the others at the end."""

TRIED_IDS = ("otis", "orc-1", "orc-2", "orc-3", "ogre", "ogre-1", "shaman")
"""Ids of combatants that somebody may try, met or not."""

SELDOM = 6
"""Before so many inputs of players are they looked at once; frames go out before each."""

PAGES = (
    *LIVE, "me/sheet/", "me/saw.txt", "me/missed/?from=1", "me/missed/?from=3&read=1", "me/signals/",
    "rounds/", "round/0/", "round/1/", "round/1/?at=3", "round/2/", "dice/", "dice/0/", "dice/1/", "",
)  # fmt: skip
"""Every page of a table that a player or a spectator may ask for."""

ALWAYS_NEW = (
    (r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1", "a token against forged posts, made for every page"),
    (r"/live/[0-9a-f]+/", "/live/", "the number of the encounter in the database"),
    (r'data-seat="\w+"', "data-seat", "the digest of the seat's and the fight's numbers in the database"),
    (r', "X-Seat": "\w+"', "", "the same digest"),
)
"""What is not compared, as an expression and its replacement, and why."""


def steady(page: str) -> str:
    """Return a page without what is new each time."""
    for expression, replacement, _ in ALWAYS_NEW:
        page = re.sub(expression, replacement, page)
    return page


class Onlooker:
    """Somebody at the table: the browser, and the hub's audience of it."""

    def __init__(self, encounter: Encounter, name: str) -> None:
        joined = seats.join(encounter.code, name.title(), "player" if OWN[name] else "spectator")
        for who in OWN[name]:
            SeatHold.objects.create(encounter=encounter, seat=joined.seat, combatant=who, from_position=0)
        self.encounter = encounter
        self.viewer = find_viewer(joined.seat)
        self.client = Client()
        let_sit(self.client, joined)
        self.audience = ConnectedAudience(self.viewer)

    def frame(self) -> str | None:
        """Return the frame that goes out now; None where nothing new is shown here."""
        seat_state = read_seat_states(self.encounter.pk).get(self.viewer.seat_id or 0)
        return self.audience.read(read_log(self.encounter.pk), seat_state)

    def resumed(self) -> str:
        """Return what is answered to a page that has missed a little."""
        lacking = self.audience.answer(max(1, self.audience.at - 3), self.audience.epoch)
        return f"resumed: {lacking}; joined: {self.audience.render_unlogged()}"

    def list_seen_cards(self) -> list[str]:
        """Return the cards of all that they have met, and those of ids that somebody may try."""
        view = find_view(self.viewer)
        known = view.state.combatants if view.has_begun else ()
        return [f"seen/{who}/" for who in dict.fromkeys((*known, *TRIED_IDS))]

    def page(self, page: str) -> str:
        """Return a page as it is sent, with its status and where it leads."""
        response = self.client.get(f"/t/{CODE}/{page}")
        return f"{page}: {response.status_code} {response.headers.get('Location', '')} {steady(text(response))}"


class Site(Sitting):
    """A table that plays a world through the services, before the eyes of those who sit at it."""

    def __init__(self, world: World, other: Played | None, knowing: tuple[str, ...], owner: User) -> None:
        forget_everything()
        Campaign.objects.all().delete()
        self.encounter = make_encounter(
            owner, title="The weir", code=CODE, ruleset=world.opening.ruleset, state=Encounter.State.PLAYING
        )
        self.onlookers = {name: Onlooker(self.encounter, name) for name in world.seats}
        append_events(self.encounter, [(None, world.opening)], 0)
        self.taps = count(1)
        super().__init__(world, other, knowing)
        WORLDS[self.encounter.pk] = world

    def _taken(self, given: Input) -> None:
        viewer, tap = build_dm_viewer(self.encounter), f"tap-{next(self.taps)}"
        match given:
            case BeginRound():
                services.begin_round(viewer, tap)
            case GiveAnswer(by=name) if name in self.onlookers:
                token, said = self.spoken.pop(given.token, (given.token, None))
                seat = self.onlookers[name].viewer
                services.answer(*((seat, tap, token, said) if said is not None else (viewer, tap, token, given.answer)))
            case GiveAnswer():
                services.answer(viewer, tap, given.token, given.answer)
            case GiveFaces():
                services.give_faces(viewer, tap, given.token, given.faces)
            case CloseQuestions():
                services.close(viewer, tap, given.who)
            case MakeRuling():
                services.rule(viewer, tap, given.changes, given.note, given.secret)
            case TakeBack():
                services.take_back(viewer, tap, given.to, given.note)
        self.encounter.refresh_from_db()
        assert self.encounter.position == self.game.position

    def _look(self) -> None:
        super()._look()
        for name, each in self.onlookers.items():
            self.played.shown[name].append(f"frame: {each.frame()}")
            if len(self.common) % SELDOM == 1:
                self.played.shown[name].append(each.resumed())
                self.played.shown[name].extend(each.page(page) for page in LIVE)

    def _end(self) -> None:
        for name, each in self.onlookers.items():
            pages = (*PAGES, *each.list_seen_cards())
            self.played.shown[name].extend([f"frame: {each.frame()}", each.resumed(), *map(each.page, pages)])


WORLDS: dict[int, World] = {}
"""The worlds that are played, by the number of their encounter."""


def dice_for(encounter_id: int) -> Callable[[int, int], Any]:
    """Return the dice of a world, with their seeds stored for the page of dice."""

    def seeds(number: int, attempt: int) -> Any:
        dice = WORLDS[encounter_id].dice(number, attempt)
        Round.objects.get_or_create(
            encounter_id=encounter_id, number=number, attempt=attempt,
            defaults={"open_seed": dice.reveal_seed(), "dm_seed": f"dm {number} {attempt}"},
        )  # fmt: skip
        return dice

    return seeds


def carried_face(seed: str, key: FaceKey) -> int:
    """Return the face that a seed gives in the world that is played.

    Dice fall by the names of the first world.
    """
    purpose, by, *rest = key
    (world,) = (WORLDS[number] for number in Encounter.objects.values_list("pk", flat=True))
    return draw_face(seed, (purpose, world.names.back(by), *rest))  # type: ignore[arg-type]


def forget_everything() -> None:
    """Have this process hold nothing of another world."""
    games.forget_all()
    log.forget_all()
    log_reader.forget_all()
    forget_cached()


@pytest.fixture
def tried(dora: User, monkeypatch: pytest.MonkeyPatch) -> Callable[[Make, int, str], Verdict]:
    """Return a function: `tried(make, seed, ruleset)` tests one secret in one random fight."""
    monkeypatch.setattr("encounters.services.games.make_dice", dice_for)
    monkeypatch.setattr("encounters.screens.dice.draw_face", carried_face)
    monkeypatch.setattr("encounters.times.now", lambda: NOW)

    def tried(make: Make, seed: int, ruleset: str) -> Verdict:
        pair = make(random_world(seed, ruleset), Random(seed))
        return compared(pair, lambda world, other, knowing: Site(world, other, knowing, dora))

    return tried


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_who_may_not_know_is_sent_the_same_in_both_worlds(ruleset: str, tried: Callable[..., Verdict]) -> None:
    first = 3 * list_rulesets().index(ruleset)
    to_the_end, things = 0, 0
    for seed in range(first, first + max(30, runs(30))):
        if seed >= first + runs(30) and to_the_end and things > 100:
            break  # few fights may be short: more are played until enough was compared
        make = SECRETS[seed % len(SECRETS)]
        verdict = tried(make, seed, ruleset)
        assert not verdict.problem, f"{ruleset}, seed {seed}, {make.__name__} {verdict.pair.what}: {verdict.problem}"
        to_the_end += not verdict.out
        things += verdict.same
    assert to_the_end
    assert things > 100


LEAKS: dict[str, tuple[str, Any]] = {
    "a cursor counts what was not shown": ("encounters.log_reader.LogReader.at", property(lambda watch: watch._read)),
    "a page says how many inputs there were": (
        "encounters.models.Encounter.title",
        property(lambda encounter: f"The weir after {encounter.position}", lambda encounter, title: None)),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_what_the_site_lets_out_is_found(
    leak: str, tried: Callable[..., Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    assert any(tried(hidden_or_absent, seed, ANY).problem for seed in range(6))
