"""Declarations of the AD&D family: a class for each letter and way, from an answer and back."""

import pytest

from rules.kernel.effects import Answer
from rules.kernel.terms import Action
from rules.procedures.adnd.accepting import read_declaration
from rules.procedures.adnd.orders.base import as_order
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from tests.rules.fights import run

ANSWERS: tuple[Answer, ...] = (
    {"action": "P", "attack_mode": "mind_thrust", "target": "orc-1"},
    {"action": "A", "avoid": "flee", "to": [100, 200]},
    {"action": "B", "target": "orc-1"},
    {"action": "C", "target": "orc-1", "with": [{"action": "D", "how": "shoot", "weapon": "bow_long"}]},
    {"action": "D", "how": "spell", "spell": "magic_user_web", "target": ["orc-1"], "to": [100, 200]},
    {"action": "D", "how": "shoot", "weapon": "bow_long", "target": "orc-1", "shots": 2},
    {"action": "D", "how": "device", "device": "wand", "target": ["orc-1", "orc-2"]},
    {"action": "D", "how": "turn", "target": "orc-1"},
    {"action": "D", "how": "wear", "device": "ring"},
    {"action": "D", "how": "remove", "device": "ring"},
    {"action": "E", "how": "close", "target": "orc-1"},
    {"action": "E", "how": "charge", "target": "orc-1", "weapon": "sword_long"},
    {"action": "E", "how": "charge_to", "to": [100, 200]},
    {"action": "E", "how": "move", "to": [100, 200]},
    {"action": "E", "how": "task", "task": "bar the door", "draw": "no", "kind": "gear", "segments": 3},
    {"action": "F", "weapon": "spear"},
    {"action": "G", "weapon": "sword_long", "mode": "subdue", "target": ["orc-1", "orc-2"]},
)
"""An answer for each class, as the declare form has it."""


def test_every_letter_has_a_class() -> None:
    assert {letter for letter, _ in DECLARATION_CLASSES} == {each.value for each in Action}


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer['action']}{answer.get('how', '')}")
def test_a_declaration_means_the_answer_that_it_was_made_from(answer: Answer) -> None:
    state = run().state
    declared = read_declaration(state, "otis", answer)
    assert type(declared) is DECLARATION_CLASSES[declared.action, declared.how]
    assert as_order(declared).write_answer() == answer


def test_every_class_is_made_from_an_answer() -> None:
    assert {(each["action"], each.get("how", "")) for each in ANSWERS} == set(DECLARATION_CLASSES)


def test_a_peek_is_not_repeated() -> None:
    peek = read_declaration(run().state, "otis", {"action": "E", "how": "task", "task": "peek", "peek": "yes"})
    assert "peek" not in as_order(peek).write_answer()


def test_a_file_may_name_what_is_declared_by_its_keys() -> None:
    declared = read_declaration(run().state, "otis", ANSWERS[3])
    assert (declared.words["action"], declared.words["targets"]) == ("C", ("orc-1",))
