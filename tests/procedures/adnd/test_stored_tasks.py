"""Tasks of earlier forms say nothing of their kind: it is read from their words."""

from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.codec import decode_event, encode_event, is_as_stored
from rules.procedures.adnd.accepting import read_declaration
from rules.procedures.adnd.deed_types import TaskKind
from rules.procedures.adnd.orders.task import DoTask
from tests.rules.fights import run

WORDS = {
    "draw sword": TaskKind.DRAW,
    "drop bow": TaskKind.DROP,
    "pick up the bow": TaskKind.GEAR,
    "open a door": TaskKind.GEAR,
    "openly laugh": TaskKind.OTHER,
    "dropped bow": TaskKind.OTHER,
    "something": TaskKind.OTHER,
}
TASK = {"action": "E", "how": "task", "draw": "no"}


def without_kind(data: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in data.items() if name != "kind"}


@pytest.mark.parametrize("words", WORDS)
def test_an_order_of_an_earlier_form_has_the_kind_that_its_words_say(words: str) -> None:
    order = DoTask("otis", task=words, draw="no", kind=WORDS[words])
    event = e.Declared(who="otis", declaration=order)
    data = encode_event(event)
    name, fields = data["declaration"]
    stored = {**data, "v": 8, "declaration": [name, without_kind(fields)]}
    assert decode_event(stored) == event
    assert is_as_stored(event, stored)


@pytest.mark.parametrize("words", WORDS)
def test_an_answer_that_says_no_kind_means_the_same(words: str) -> None:
    read = read_declaration(run().state, "otis", {**TASK, "task": words})
    assert isinstance(read, DoTask)
    assert read.kind is WORDS[words]


@pytest.mark.parametrize("kind", TaskKind)
@pytest.mark.parametrize("words", WORDS)
def test_a_task_is_what_its_kind_says_whatever_its_words_are(words: str, kind: TaskKind) -> None:
    read = read_declaration(run().state, "otis", {**TASK, "task": words, "kind": kind.value})
    assert isinstance(read, DoTask)
    assert (read.kind, read.task) == (kind, words)


def test_a_weapon_that_is_drawn_without_a_word_is_a_plain_task() -> None:
    answer = {**TASK, "task": "", "draw": "sword_long", "kind": "other"}
    read = read_declaration(run().state, "otis", answer)
    assert isinstance(read, DoTask)
    assert (read.kind, read.task) == (TaskKind.DRAW, "draw sword_long")


def test_a_question_of_an_earlier_form_goes_on_with_a_task_of_the_same_kind() -> None:
    begun = {**TASK, "task": "fetch oil", "kind": "gear", "segments": 20}
    event = e.Asked(who="otis", question="declare", id="1", facts={"going_on": begun})
    stored = {**encode_event(event), "v": 8, "facts": {"going_on": without_kind(begun)}}
    assert decode_event(stored) == event
    assert is_as_stored(event, stored)


def test_a_question_of_an_earlier_form_about_anything_else_is_read_as_it_is() -> None:
    for facts in ({}, {"going_on": {"action": "D", "how": "spell", "spell": "web"}}):
        event = e.Asked(who="otis", question="declare", id="1", facts=facts)
        assert decode_event({**encode_event(event), "v": 8}) == event
