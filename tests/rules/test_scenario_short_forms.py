"""Short forms: each verb is shown by its events, and read as the scenario format says."""

import pytest

from rules.kernel import events as e
from rules.procedures.adnd.orders.parley import Parleyed
from rules.scenarios import ShortForm, describe_event
from rules.scenarios.short_forms import list_verbs
from tests.registered import gather
from tests.rules.fights import fight

ROSTER = fight().roster


def attack(mode: str, hit: bool = False) -> e.Attacked:
    return e.Attacked(who="otis", target="orc-1", weapon="x", routine=1, mode=mode, needed=1, face=1, hit=hit)


SHOWN: list[tuple[str, e.Event]] = [
    ("otis strikes orc-1", attack("melee")),
    ("otis strikes orc-1", attack("grapple")),
    ("otis shoots orc-1", attack("missile")),
    ("otis throws orc-1", attack("thrown")),
    ("tenser casts magic_user_sleep", e.SpellCompleted(who="tenser", spell="magic_user_sleep")),
    ("tenser loses magic_user_sleep", e.SpellSpoiled(who="tenser", spell="magic_user_sleep")),
    ("otis uses ring_invisibility", e.DeviceUsed(who="otis", device="ring_invisibility")),
    ("otis fails ring_invisibility", e.DeviceFailed(who="otis", device="ring_invisibility")),
    ("otis charges orc-1", e.ChargeMet(who="otis", target="orc-1", distance_ft=30, first="otis")),
    ("otis closes orc-1", e.Moved(who="otis", to=(0, 0), feet=5, closes="orc-1")),
    ("otis moves", e.Moved(who="otis", to=(0, 0), feet=5)),
    ("otis moves", e.Moved(who="otis", to=(0, 0), feet=5, closes="orc-1")),
    ("orc-1 sets", e.WeaponSet(who="orc-1", weapon="spear")),
    ("otis turns orc-1", e.UndeadTurned(who="otis", target="orc-1", needed="7", face=9, result="turned")),
    ("orc-1 flees", e.Fled(who="orc-1")),
    ("otis parleys orc-1", Parleyed(who="otis", target="orc-1")),
    ("otis waits orc-1", e.Waited(who="otis", target="orc-1")),
    (
        "otis exchanges orc-1",
        e.PsionicExchanged(who="otis", target="orc-1", attack_mode="", defense_mode="", attack_left=0, defense_left=0),
    ),
    ("orc-1 falls", e.HelplessMade(who="orc-1")),
    ("orc-1 falls", e.Ruled(who="orc-1", what="falls")),
    ("orc-1 dies", e.Slain(who="orc-1")),
    ("orc-1 dies", e.Ruled(who="orc-1", what="dead")),
    ("otis parries orc-1", e.Parried(who="otis", against="orc-1")),
    ("otis warns orc-1", e.Warned(who="otis", target="orc-1")),
    *(row for rows in gather("shown", "SHORT_FORMS") for row in rows),
]


def form(text: str) -> ShortForm:
    subject, verb, *thing = text.split()
    return ShortForm(text, subject, verb, *thing)


@pytest.mark.parametrize(("text", "event"), SHOWN, ids=[f"{text} by {event.kind}" for text, event in SHOWN])
def test_an_event_shows_its_short_form(text: str, event: e.Event) -> None:
    assert form(text).is_matching(event, ROSTER)


def test_every_verb_is_shown_by_some_event() -> None:
    assert set(list_verbs()) - {text.split()[1] for text, _ in SHOWN} == set()


def test_the_object_may_be_left_out() -> None:
    assert form("otis strikes").is_matching(attack("melee"), ROSTER)
    assert not form("otis strikes orc-2").is_matching(attack("melee"), ROSTER)


def test_a_blow_counts_whether_it_hits_or_not() -> None:
    assert form("otis strikes orc-1").is_matching(attack("melee", hit=True), ROSTER)
    assert form("otis strikes orc-1").is_matching(attack("melee", hit=False), ROSTER)


def test_a_shot_is_no_stroke() -> None:
    assert not form("otis strikes orc-1").is_matching(attack("missile"), ROSTER)


def test_the_id_of_a_count_means_any_of_its_members() -> None:
    assert form("otis strikes orc").is_matching(attack("melee"), ROSTER)
    assert form("orc falls").is_matching(e.HelplessMade(who="orc-2"), ROSTER)
    assert not form("orc falls").is_matching(e.HelplessMade(who="otis"), ROSTER)


def test_an_event_kind_may_stand_with_its_who_or_side() -> None:
    rolled = e.InitiativeRolled(side="party", face=4, number=4)
    assert ShortForm("", "party", "InitiativeRolled").is_matching(rolled, ROSTER)
    assert not ShortForm("", "foes", "InitiativeRolled").is_matching(rolled, ROSTER)
    assert ShortForm("", "otis", "Surrendered").is_matching(e.Surrendered(who="otis"), ROSTER)
    assert ShortForm("", "", "RoundEnded").is_matching(e.RoundEnded(), ROSTER)


def test_most_of_the_engines_own_events_show_nothing() -> None:
    for event in (e.RoundBegan(), e.Ruled(who="otis", what="hp"), e.Sealed(who="otis")):
        assert event.list_short_forms() == ()


def test_words_are_the_first_short_form_or_the_kind() -> None:
    assert describe_event(e.Moved(who="otis", to=(0, 0), feet=5, closes="orc-1")) == "otis closes orc-1"
    assert describe_event(e.InitiativeRolled(side="party", face=4, number=4)) == "InitiativeRolled party"
    assert describe_event(e.RoundEnded()) == "RoundEnded"
