"""The bytes that leave for players and spectators: pages, pushed frames, resume answers.

Every kind of event and every field of it, with a mark that is found nowhere else, goes through the stored log, the
hub's audiences and the pages. Pip plays Otis, the subject of the event; Quill plays Tenser, Sam watches. What the
table of secrecy keeps from a viewer is in none of that viewer's bytes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import count
from typing import Any, get_type_hints

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import log, log_reader, seats, services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.log_reader import read_seat_states
from encounters.models import Encounter, Input, Round, SeatHold
from encounters.services.playing import append_events
from rules.kernel import events as e
from rules.kernel.codec import encode_input
from rules.kernel.inputs import BeginRound, Change
from rules.procedures import get_all_kinds, register, unregister
from rules.procedures.adnd.orders.strike import Strike
from tests.any_procedure import RULESET
from tests.encounters.seated import At, prepared_fight, text
from tests.people import find_viewer, let_sit, make_encounter
from tests.rules.field_viewers import PRIVATE
from tests.rules.test_reveal_table import NUMBER, WORD, cases, list_events_before, sample, sees, stat_block_fields
from tests.rules.watchers import opened
from tests.soak import is_soak

PLAYERS = {"pip": "otis", "quill": "tenser", "sam": ""}
HIDDEN = "doppelganger"
"""A combatant who is there and was never seen."""

PAGES = ("me/", "me/sheet/", "me/saw/", "me/saw.txt", "watch/", "rounds/", "round/1/", "dice/1/")
OF_ROUNDS = ("me/", "me/saw/", "round/1/")
"""Those that tell of an earlier round, and one that tells of now."""

DM_SEED = "canary-nightshade"

DRAWN_BY = {
    "ruleset": "pages are drawn by the rules of the ruleset",
    "setting": "distances are drawn by the inches of the setting",
    "question": "a question is put by the form of its name",
    "count": "dice are asked for one by one",
    "round": "rounds and columns are drawn one by one, up to the last",
    "segment": "likewise",
    "clock": "likewise",
    "perceived_by": "whether it is told at all hangs on it",
}
"""Fields that cannot have any value, and why."""


@dataclass
class Onlooker:
    """A person at the table: the browser, and the hub's audience with the frames it published."""

    name: str
    client: Client
    audience: ConnectedAudience
    frames: list[str] = field(default_factory=list)

    def look(self, encounter: Encounter) -> str | None:
        """Return the frame that goes out now, if any does."""
        seat_state = read_seat_states(encounter.pk).get(self.audience.viewer.seat_id or 0)
        frame = self.audience.read(read_log(encounter.pk), seat_state)
        if frame is not None:
            self.frames.append(frame)
        return frame

    def resumes(self) -> Iterator[str]:
        """Yield what the hub answers to a resume, and to every page that joins.

        From the beginning, from a little before, from another epoch.
        """
        epoch = self.audience.epoch
        for at, of in ((0, epoch), (1, epoch), (self.audience.at - 1, epoch), (self.audience.at, "9.9")):
            yield self.audience.answer(at, of) or ""
        yield self.audience.render_unlogged() or ""

    def pages(self, encounter: Encounter, of: Sequence[str] = PAGES) -> Iterator[str]:
        """Yield every page at the table, or some of them, as it is now."""
        for page in of:
            yield text(self.client.get(f"/t/{encounter.code}/{page}"))

    def everything(self, encounter: Encounter) -> str:
        """Return all bytes that this person was, or could be, sent."""
        return "\n".join([*self.frames, *self.resumes(), *self.pages(encounter)])


def come_anew(onlookers: Iterable[Onlooker], encounter: Encounter) -> None:
    """Serve everybody from a process that has read nothing."""
    log.forget_all()
    log_reader.forget_all()
    for each in onlookers:
        each.audience, each.frames = ConnectedAudience(each.audience.viewer), []
        each.look(encounter)


@dataclass
class Wire:
    """An encounter whose log is written here, and those who look on."""

    encounter: Encounter
    onlookers: dict[str, Onlooker] = field(default_factory=dict)

    def seat(self, name: str, who: str) -> None:
        """Somebody sits down, and plays this combatant from the beginning."""
        kind = "player" if who else "spectator"
        joined = seats.join(self.encounter.code, name, kind)
        if who:
            SeatHold.objects.create(encounter=self.encounter, seat=joined.seat, combatant=who, from_position=0)
        client = Client()
        let_sit(client, joined)
        self.onlookers[name] = Onlooker(name, client, ConnectedAudience(find_viewer(joined.seat)))

    def store(self, event: e.Event) -> dict[str, str | None]:
        """Store the event, by an input of its own; return the frame that goes to each onlooker."""
        if isinstance(event, e.EncounterOpened):
            append_events(self.encounter, [(None, event)], 0)
        else:
            self.encounter.position += 1
            at = self.encounter.position
            row = Input.objects.create(
                encounter=self.encounter, position=at, tap=f"tap-{at}", payload=encode_input(BeginRound())
            )
            append_events(self.encounter, [(row, event)], at)
            self.encounter.save()
        return {name: each.look(self.encounter) for name, each in self.onlookers.items()}


Anything = type("Anything", (type(RULESET),), {"events": tuple(get_all_kinds().values())})
"""The rules of these tables, where every kind of event may happen."""


@pytest.fixture(autouse=True)
def anything(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Offer these rules like any other ruleset.

    No question has a clock, so that it may be asked in any epoch.
    """
    monkeypatch.setattr("encounters.clocks.is_timed", lambda state, question: False)
    register("anything", f"{__name__}:Anything")
    yield
    unregister("anything")


@pytest.fixture
def wire(transactional_db: None) -> Callable[..., Wire]:
    """Return a function: `wire(opening)` makes an encounter that has only been opened.

    Its log is stored, so that it is held.
    """
    dora = User.objects.create(username="dora")
    numbers = count(1)

    def make(opening: e.EncounterOpened | None = None) -> Wire:
        encounter = make_encounter(
            dora, title=f"The weir {next(numbers)}", ruleset="anything", state=Encounter.State.PLAYING
        )
        Round.objects.create(encounter=encounter, number=1, attempt=1, dm_seed=DM_SEED)
        made = Wire(encounter)
        for name, who in PLAYERS.items():
            made.seat(name, who)
        made.store(opening or opened())
        return made

    return make


# Marks.


def has_canary(value: Any) -> bool:
    """Return True if a canary is anywhere in the value."""
    return WORD in repr(value) or str(NUMBER) in repr(value)


def marked(value: Any, n: int) -> tuple[Any, str]:
    """Return the value with a canary that no other field has, and the canary as it reads."""
    word, number = f"canary{n}x", 918_273_000 + n

    def put(each: Any) -> Any:
        match each:
            case str():
                return word if WORD in each else each
            case bool():
                return each
            case int():
                return number if each > 1 else each
            case tuple():
                return tuple(put(inner) for inner in each)
            case dict():
                return {key: put(inner) for key, inner in each.items()}
            case Fraction():
                return Fraction(number)
        given = {part.name: getattr(each, part.name) for part in fields(each)}
        return replace(each, **{name: put(part) for name, part in given.items() if has_canary(part)})

    made = put(value)
    return made, word if word in repr(made) else str(number)


def marks(kind: type[e.Event]) -> dict[str, tuple[Any, str]]:
    """Return a value and its mark for every field of this kind that can have any value."""
    fields = {name: value for name, value in cases(kind).items() if name not in DRAWN_BY}
    return {name: marked(value, n) for n, (name, value) in enumerate(fields.items())}


KINDS = get_all_kinds()


def has_secret_field(kind: type[e.Event]) -> bool:
    """Return whether a field of this kind is kept from a player or a spectator.

    The number of the moment does not count: it is kept from them in every kind.
    """
    kept = [one for one in marks(kind) if not all(sees(name, kind.__name__, one) for name in PLAYERS)]
    return kept != ["moment"]


SENT = {name: kind for name, kind in KINDS.items() if is_soak() or has_secret_field(kind)}
"""The kinds that are sent: all under `make soak`, those with secret fields under `make test`."""


@pytest.mark.soak
@pytest.mark.parametrize("kind", SENT.values(), ids=SENT)
def test_what_is_not_for_somebody_is_in_no_byte_of_a_view_read_along_or_taken_up(
    kind: type[e.Event], wire: Callable[..., Wire]
) -> None:
    given = marks(kind)
    values = {name: value for name, (value, _) in given.items()}
    if kind is e.EncounterOpened:
        table = wire(replace(opened(), **values))
    else:
        values |= {"question": "declare"} if "question" in get_type_hints(kind) else {}
        table = wire()
        for event in (*list_events_before(kind, values.get("id", "5")), sample(kind, **values)):
            table.store(event)
    for name, each in table.onlookers.items():
        sent = each.everything(table.encounter)
        assert (name, find_leaks(kind, given, name, sent)) == (name, [])
        assert DM_SEED not in sent
    for event in (e.RoundEnded(round=1), e.RoundBegan(round=2)):
        table.store(event)
    come_anew(table.onlookers.values(), table.encounter)
    for name, each in table.onlookers.items():
        sent = "\n".join([*each.frames, *each.resumes(), *each.pages(table.encounter, OF_ROUNDS)])
        assert (name, find_leaks(kind, given, name, sent)) == (name, [])


def find_leaks(kind: type[e.Event], given: dict[str, tuple[Any, str]], name: str, sent: str) -> list[str]:
    """Return the fields whose marks were sent to an onlooker who may not see them."""
    return [one for one, (_, mark) in given.items() if mark in sent and not sees(name, kind.__name__, one)]


@pytest.mark.parametrize("kind", [KINDS[name] for name in sorted(PRIVATE)], ids=sorted(PRIVATE))
def test_what_is_between_the_table_and_one_player_sends_the_others_nothing(
    kind: type[e.Event], wire: Callable[..., Wire]
) -> None:
    table = wire()
    for event in list_events_before(kind):
        table.store(event)
    asked = {"question": "declare"} if "question" in get_type_hints(kind) else {}
    frames = table.store(sample(kind, **asked))
    assert (frames["quill"], frames["sam"]) == (None, None)


def deeds_of_the_hidden() -> Iterator[e.Event]:
    """Yield every kind of event, done by a combatant that nobody has seen.

    That combatant stands in every field that may name one.
    """
    for kind in KINDS.values():
        hints = get_type_hints(kind)
        if kind in (e.EncounterOpened, e.Appeared, e.Revealed, e.TakenBack, e.Unmet) or "who" not in hints:
            continue
        given: dict[str, Any] = {"declaration": Strike(HIDDEN)} if kind is e.Declared else {}
        given |= {"question": "declare"} if "question" in hints else {}
        yield sample(kind, **{**given, "who": HIDDEN})


def test_what_a_hidden_combatant_does_sends_nothing_and_changes_no_page(wire: Callable[..., Wire]) -> None:
    table = wire()
    for event in list_events_before(e.Attacked):
        table.store(event)
    shown = {name: steady(each.everything(table.encounter)) for name, each in table.onlookers.items()}
    sent = {event.kind: frames for event in deeds_of_the_hidden() if any((frames := table.store(event)).values())}
    assert sent == {}
    assert {name: steady(each.everything(table.encounter)) for name, each in table.onlookers.items()} == shown


def steady(html: str) -> str:
    """Return a page without what is new each time it is asked for."""
    return re.sub(r"(csrfmiddlewaretoken\W+value=.|X-CSRFToken\W+)\w+", r"\1", html)


def test_a_hidden_combatant_that_others_act_on_is_in_no_byte(wire: Callable[..., Wire]) -> None:
    table = wire()
    for event in list_events_before(e.Attacked):
        table.store(event)
    for kind in KINDS.values():
        if kind not in (e.EncounterOpened, e.Appeared, e.PrecedenceDropped, e.TakenBack, e.Unmet):
            for name, value in stat_block_fields(kind).items():
                if name != "who":
                    asked = {"question": "declare"} if "question" in get_type_hints(kind) else {}
                    table.store(sample(kind, **{**asked, name: value}))
    for each in table.onlookers.values():
        sent = each.everything(table.encounter)
        assert [word for word in (HIDDEN, "Bran") if word in sent] == []


# A fight through the services.


@dataclass
class Fight:
    """A table in play, and what its services' work sends to those who look on."""

    at: At
    onlookers: dict[str, Onlooker]

    def look(self) -> dict[str, str | None]:
        """Return the frame that goes to each after what was just done."""
        return {name: each.look(self.at.encounter) for name, each in self.onlookers.items()}

    def sent(self, name: str) -> str:
        """Return all that somebody was pushed, and would be answered to a resume."""
        return "\n".join([*self.onlookers[name].frames, *self.onlookers[name].resumes()]).lower()


@pytest.fixture
def fight(transactional_db: None) -> Fight:
    """Return a fight whose first round has begun; nothing is ordered yet."""
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    clients = {"pip": at.pip, "quill": at.quill, "sam": at.sam}
    people = {seat.name.lower(): seat for seat in at.encounter.campaign.seats.all()}
    fight = Fight(
        at,
        {name: Onlooker(name, clients[name], ConnectedAudience(find_viewer(seat))) for name, seat in people.items()},
    )
    fight.look()
    services.begin_round(at.dora, at.tap())
    fight.look()
    return fight


def test_the_order_of_one_who_is_hidden_sends_nothing(fight: Fight) -> None:
    fight.at.order("canary", action="C")
    assert fight.look() == {"pip": None, "quill": None, "sam": None}


def test_the_order_of_one_in_sight_sends_wax_to_the_table_screen(fight: Fight) -> None:
    fight.at.order("orc-1", action="E", how="task", task="CANARY of the orc", segments=10)
    frames = fight.look()
    # Phones show how many orders of the party are in, and nothing of the foes'.
    assert [name for name, frame in frames.items() if frame is not None] == ["sam"]
    assert [name for name, frame in frames.items() if "canary" in str(frame).lower()] == []


def test_a_secret_ruling_sends_nothing(fight: Fight) -> None:
    services.rule(fight.at.dora, fight.at.tap(), [Change("orc-1", "hp", 4711)], "canary", secret=True)
    assert fight.look() == {"pip": None, "quill": None, "sam": None}


def test_orders_are_in_no_frame_but_their_authors(fight: Fight) -> None:
    give_orders(fight)
    assert all("canary" not in fight.sent(name) for name in fight.onlookers)
    assert "own plan" in fight.sent("quill")
    assert "own plan" not in fight.sent("pip") + fight.sent("sam")
    assert "cure light" in fight.sent("pip")
    assert "cure_light" not in fight.sent("quill") + fight.sent("sam")
    assert "cure light" not in fight.sent("quill") + fight.sent("sam")


def test_what_goes_on_is_in_no_frame_but_its_doers(fight: Fight) -> None:
    give_orders(fight)
    services.close(fight.at.dora, fight.at.tap())
    fight.look()
    while (fight.at.state.clock or 0) < 3:
        fight.at.step()
        fight.look()
    come_anew(fight.onlookers.values(), fight.at.encounter)
    others = fight.sent("quill") + fight.sent("sam")
    assert [word for word in ("canary", "cure light", "cure_light", "hold person", "bugbear") if word in others] == []


def give_orders(fight: Fight) -> None:
    """Give orders: a foe's task and Quill's have words of their own, Jaroo and the shaman cast."""
    at = fight.at
    orders: dict[str, dict[str, Any]] = {
        "orc-1": {"action": "E", "how": "task", "task": "CANARY of the orc", "segments": 10},
        "orc-2": {"action": "C"},
        "shaman": {"action": "D", "how": "spell", "spell": "cleric_hold_person", "target": ["otis"]},
        "canary": {"action": "C"},
    }
    for who, given in orders.items():
        at.order(who, **given)
        fight.look()
    at.answer(at.quill, action="E", how="task", task="QUILLS own plan", segments="10")
    fight.look()
    at.answer(at.pip, "jaroo", action="D", how="spell", spell="cleric_cure_light_wounds", target="otis")
    fight.look()
