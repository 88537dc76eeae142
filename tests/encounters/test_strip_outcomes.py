"""A hit, a miss, a fall and a death: each has its own shape and its own words."""

import re

import pytest
from django.test import Client

from encounters import services
from encounters.screens.strip import Lane, Mark, MarkKind, MarkState
from encounters.screens.strip.lanes import draw_strip
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.inputs import Change
from tests.any_procedure import ANY
from tests.encounters.seated import At, markup, prepared_fight
from tests.rules.stat_block_fields import make_stat_block

PUBLIC = ("public",)
OPENED = e.EncounterOpened(
    ruleset=ANY,
    version="1",
    title="The bridge",
    stat_blocks=(
        make_stat_block("otis", "Otis", "party", hit_points=20),
        *(make_stat_block(f"orc-{n}", f"Orc {n}", "foes", mob="orc", hit_points=5) for n in range(1, 7)),
    ),
)


def at(clock: int, **more: object) -> dict[str, object]:
    return {"round": 1, "segment": clock, "clock": clock, "perceived_by": PUBLIC, **more}


def attack(hit: bool, who: str = "otis", clock: int = 2, **more: object) -> e.Event:
    given = {"target": "orc-1", "weapon": "axe", "routine": 1, "mode": "melee", "needed": 9, "face": 8, **more}
    return e.Attacked(who=who, hit=hit, **at(clock), **given)  # type: ignore[arg-type]


def draw(*events: e.Event, who: str = "Otis") -> tuple[Lane, str]:
    """Return somebody's lane of a round in which this happened, and what is said of segment 2."""
    log = [OPENED, e.RoundBegan(round=1), e.SegmentBegan(**at(2)), *events]  # type: ignore[arg-type]
    strip = draw_strip(fold(log), events)
    lane = next(each for each in strip.lanes if each.name == who)
    told = next((each.text for each in strip.sentences if each.label == "2"), "")
    return lane, told


def get_only(lane: Lane) -> Mark:
    assert len(lane.marks) == 1
    return lane.marks[0]


@pytest.mark.parametrize(
    ("hits", "outcome", "label", "words"),
    [
        ((True,), "hit", "axe, Orc 1", "hits"),
        ((False,), "miss", "axe, Orc 1", "misses"),
        ((True, False), "hit", "1 of 2 hit", ""),
        ((False, False), "miss", "2 × axe", "0 of 2 hit"),
    ],
)
def test_blows_of_one_column_say_how_many_hit(hits: tuple[bool, ...], outcome: str, label: str, words: str) -> None:
    lane, told = draw(*(attack(hit) for hit in hits))
    assert (get_only(lane).outcome, get_only(lane).label) == (outcome, label)
    assert told == f"Otis: {label}{words and ', '}{words}."


def test_the_head_of_a_charge_shows_whether_its_blow_hit() -> None:
    began = e.ChargeBegan(who="otis", target="orc-1", distance_ft=20, **at(1))  # type: ignore[arg-type]
    met = e.ChargeMet(who="otis", target="orc-1", distance_ft=0, first="otis", **at(2))  # type: ignore[arg-type]
    lane, told = draw(began, met, attack(False))
    assert (get_only(lane).kind, get_only(lane).outcome) == (MarkKind.CHARGE, "miss")
    assert told == "Otis: charge at Orc 1, arrives, misses."


def test_a_charge_to_a_place_ends_with_its_move() -> None:
    began = e.ChargeBegan(who="otis", target="", distance_ft=0, **at(1))  # type: ignore[arg-type]
    lane, told = draw(began, e.Moved(who="otis", to=(2000, 0), feet=20, **at(2)))  # type: ignore[arg-type]
    mark = get_only(lane)
    assert (mark.kind, mark.state, mark.end, told) == (MarkKind.CHARGE, MarkState.DONE, "2", "Otis: charge, ends.")


@pytest.mark.parametrize(
    ("event", "kind", "words", "out"),
    [
        (e.HelplessMade(who="otis", cause="hit points", **at(2)), MarkKind.DOWN, "falls", "down"),  # type: ignore[arg-type]
        (e.Slain(who="otis", **at(2)), MarkKind.DEAD, "dies", "dead"),  # type: ignore[arg-type]
    ],
)
def test_who_falls_and_who_dies_are_marked_apart(event: e.Event, kind: MarkKind, words: str, out: str) -> None:
    lane, told = draw(event)
    assert (get_only(lane).kind, get_only(lane).label, lane.out) == (kind, words, out)
    assert told == f"Otis: {words}."


def test_a_fall_stands_beside_the_blow_before_it() -> None:
    lane, _ = draw(attack(True), e.Slain(who="otis", **at(2)))  # type: ignore[arg-type]
    assert [(mark.kind, mark.share[1]) for mark in lane.marks] == [
        (MarkKind.BLOW, pytest.approx(1 / 1.3)), (MarkKind.DEAD, pytest.approx(1))
    ]  # fmt: skip


def test_a_fall_stands_over_the_spell_that_it_spoils() -> None:
    began = e.SpellBegan(who="otis", spell="", **at(1))  # type: ignore[arg-type]
    spoiled = e.SpellSpoiled(who="otis", spell="", cause="hit", **at(2))  # type: ignore[arg-type]
    lane, _ = draw(began, spoiled, e.Slain(who="otis", **at(2)))  # type: ignore[arg-type]
    assert [(mark.kind, mark.state) for mark in lane.marks] == [
        (MarkKind.SPELL, MarkState.SPOILED), (MarkKind.DEAD, MarkState.DONE)
    ]  # fmt: skip
    assert lane.marks[1].share == (0.75, 1.0)


def test_a_mob_counts_who_hit_and_who_fell() -> None:
    blows = [attack(n < 3, who=f"orc-{n}", target="otis") for n in range(1, 7)]
    deaths = [e.Slain(who=f"orc-{n}", **at(2)) for n in (5, 6)]  # type: ignore[arg-type]
    lane, told = draw(*blows, *deaths, who="Orcs 1-6")
    assert [(mark.label, mark.outcome) for mark in lane.marks] == [("2/6", "hit"), ("×2", "")]
    assert told == "Orcs 1-6: 2 of 6 hit. Orcs 1-6: 2 die."
    assert lane.out == ""


@pytest.mark.django_db
@pytest.mark.storage
def test_every_screen_shows_who_is_down_and_who_is_dead() -> None:
    table: At = prepared_fight()
    table.sit()
    table.begin()
    services.rule(table.dora, table.tap(), [Change("orc-1", "dead", True), Change("orc-2", "helpless", True)], "")
    dora = Client()
    dora.force_login(table.encounter.campaign.find_owner())
    for page in (table.sam.get(table.url("watch/")), dora.get(f"/e/{table.encounter.pk}/")):
        lanes = re.findall(
            r'class="out">(?:<a [^>]+>)?([^<]+)(?:</a>)?</b>.*?#i-(\w+)".*?visually-hidden">(\w+)<', markup(page)
        )
        assert lanes[:2] == [("Orc 1", "dead", "dead"), ("Orc 2", "down", "down")]


@pytest.mark.django_db
def test_the_key_of_the_strip_has_every_mark(client: Client) -> None:
    page = markup(client.get("/rules/strip/"))
    for words in ("axe, hits.", "axe, misses.", "Falls: falls.", "Dies: dies.", "1 of 2 hit."):
        assert words in page
