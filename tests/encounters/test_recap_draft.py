"""The draft of a recap: prose in the past tense, without the bookkeeping of the table."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from encounters.narration import write_recap
from rules.api import to_past
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.procedures import list_rulesets
from rules.scenarios.library import find_scenario_files, load_library_script
from rules.scenarios.play import play_scenario, reveal_run
from tests.encounters.test_narration import BLOW, STATE

MISS: dict[str, Any] = {**BLOW, "weapon": "sword_long", "who": "otis", "target": "orc-1", "moment": 1, "hit": False}
HIT = {**MISS, "hit": True}


def draft(*events: e.Event) -> str:
    return write_recap(events, STATE)


def hurt(amount: int, who: str = "orc-1", by: str = "otis") -> e.Damaged:
    return e.Damaged(who=who, by=by, amount=amount, left=1, moment=1)


# What one sentence tells.


def test_a_blow_its_damage_and_the_fall_are_one_sentence() -> None:
    told = draft(e.Attacked(**HIT), hurt(7), e.HelplessMade(who="orc-1", cause="hit points", moment=1))
    assert told == "Otis hit Orc 1 with the long sword for 7 damage, and Orc 1 fell."


def test_damage_that_comes_later_in_the_moment_is_told_with_its_blow() -> None:
    back = {**HIT, "who": "orc-1", "target": "otis", "weapon": "weapon"}
    told = draft(e.Attacked(**HIT), e.Attacked(**back), hurt(3), hurt(2, "otis", "orc-1"))
    assert told == "Otis hit Orc 1 with the long sword for 3 damage, and Orc 1 hit back for 2 damage."


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (
            [e.Attacked(**HIT), hurt(3), e.Attacked(**HIT), hurt(4)],
            "Otis hit Orc 1 with the long sword twice for 7 damage.",
        ),
        (
            [e.Attacked(**HIT), hurt(3), e.Attacked(**MISS), e.Attacked(**HIT), hurt(4)],
            "Otis hit Orc 1 with the long sword twice for 7 damage.",
        ),
    ],
)  # fmt: skip
def test_the_same_blow_again_is_counted(events: Sequence[e.Event], words: str) -> None:
    assert draft(*events) == words


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([e.Attacked(**MISS), e.Attacked(**HIT), hurt(4)], "Otis hit Orc 1 with the long sword for 4 damage."),
        ([e.Attacked(**MISS)] * 3, "Every attack missed."),
        ([e.Attacked(**MISS)], "The only attack missed."),
    ],
)  # fmt: skip
def test_a_miss_is_told_only_where_nobody_hits(events: Sequence[e.Event], words: str) -> None:
    assert draft(*events) == words


def test_nobody_is_said_to_strike_first() -> None:
    met = e.ChargeMet(who="otis", target="orc-1", first="orc-1", distance_ft=30)
    assert (
        draft(met, e.Attacked(**HIT), hurt(3)) == "Otis charged Orc 1 and hit Orc 1 with the long sword for 3 damage."
    )


def test_two_deeds_of_one_combatant_are_one_sentence() -> None:
    drawn = e.TaskDone(who="otis", task="draw sword_long")
    assert draft(drawn, e.Moved(who="otis", to=(0, 0), feet=12)) == "Otis drew the long sword and moved 12 feet."


def test_a_spell_that_takes_effect_does_not_begin_as_well() -> None:
    began = e.SpellBegan(who="tenser", spell="magic_user_sleep", segments=1)
    done = e.SpellCompleted(who="tenser", spell="magic_user_sleep", targets=("orc-1", "orc-2"))
    assert draft(began, done) == "Tenser’s sleep took effect on Orc 1 and Orc 2."


# What is left out.


@pytest.mark.parametrize(
    "event",
    [
        e.Waited(who="otis"),
        e.SegmentsLost(who="otis", segments=2),
        e.InitiativeRolled(side="party", face=4, number=4),
        e.SurpriseRolled(side="party", chance="2/6", face=5, surprised=False),
        e.Ruled(who="otis", what="hp", old=3, new=7),
        e.MindChanged(who="otis", what="cancelled"),
    ],
)
def test_bookkeeping_is_not_retold(event: e.Event) -> None:
    assert draft(event) == ""


def test_a_ruling_that_everybody_saw_is_told_as_what_happened() -> None:
    told = draft(e.Ruled(who="orc-1", what="dead", new=True, note="the bridge gives way"))
    assert told == "Orc 1 died. The bridge gives way."


# Tense.


@pytest.mark.parametrize(
    ("present", "past"),
    [
        ("hits", "hit"), ("misses", "missed"), ("closes", "closed"), ("parries", "parried"), ("drops", "dropped"),
        ("has fled", "fled"), ("falls back", "fell back"), ("disengages and goes", "disengaged and went"),
        ("is warned, and changes course", "was warned, and changed course"),
    ],
)  # fmt: skip
def test_a_verb_is_put_into_the_past(present: str, past: str) -> None:
    assert to_past(present) == past
    assert to_past("is held", several=True) == "were held"


PRESENT = re.compile(
    r"\b(is|are|has|have|does|hits|misses|takes|falls|moves|begins|flees|strikes|charges|closes|waits|uses|draws)\b"
)
BOOKKEEPING = re.compile(r"The DM|by default|segment \d|[A-Z]{3,}\.\w")
SAMPLES = [name for ruleset in list_rulesets() for name in list(find_scenario_files(ruleset.partition("/")[0]))[::12]]
"""Fights of every procedure. What follows a call for dice is told in the DM's own words."""


@pytest.mark.parametrize("name", [name for name in dict.fromkeys(SAMPLES) if "/calls/" not in name])
def test_drafts_of_the_library_are_past_and_without_bookkeeping(name: str) -> None:
    events = list(reveal_run(play_scenario(load_library_script(name)), "public"))
    notes = {str(getattr(event, "note", "")) for event in events if isinstance(event, e.Ruled | e.EffectDescribed)}
    text = " ".join(
        write_recap([event for event in events if event.round == number], fold(events))
        for number in dict.fromkeys(event.round for event in events)
    )
    if not any(notes):
        assert PRESENT.findall(text) == []
    assert BOOKKEEPING.findall(text) == []
