"""Forms: one tree of fields that offers, checks, refuses and draws."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel.forms import (
    BadAnswer,
    ChangesField,
    Choice,
    Field,
    Form,
    MadeWhenRead,
    Number,
    OneOf,
    PathField,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Text,
    build_yes_or_no,
    refuse_all_but_default,
)

TOO_HEAVY = Refusal("TEXT.VII.B.1.c", "is too encumbered")
TARGETS = (Choice("orc", "Orc"), Choice("ogre", "Ogre", refusal=Refusal("TEXT.I.F", "is not surprised")))
HOW = OneOf(
    "how",
    "How",
    (
        Choice("strike", "Strike", then=lambda: [OneOf("target", "Target", TARGETS)]),
        Choice("charge", "Charge", "the round", TOO_HEAVY, then=lambda: [OneOf("target", "Target", TARGETS)]),
        Choice("wait", "Wait"),
    ),
)
WHO = (Choice("orc", "Orc"),)


def form(*fields: Field) -> Form:
    return Form(fields)


# What is asked.


def test_an_option_opens_its_own_fields() -> None:
    assert form(HOW).find_refusal({"how": "strike", "target": "orc"}) is None
    assert form(HOW).find_refusal({"how": "wait"}) is None


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "how"),
        ({"how": "sing"}, "how"),
        ({"how": ["strike"]}, "how"),
        ({"how": "strike"}, "target"),
        ({"how": "strike", "target": "dragon"}, "target"),
        ({"how": "wait", "target": "orc"}, "target"),
        ({"how": "wait", "loudly": True}, "loudly"),
    ],
)
def test_an_answer_of_another_shape_names_the_field_at_fault(answer: dict[str, object], field: str) -> None:
    with pytest.raises(BadAnswer) as error:
        form(HOW).find_refusal(answer)
    assert error.value.field == field


def test_a_forbidden_option_is_refused_with_its_clause() -> None:
    assert form(HOW).find_refusal({"how": "strike", "target": "ogre"}) == TARGETS[1].refusal


def test_the_refusal_of_an_outer_option_is_named_before_that_of_an_inner() -> None:
    assert form(HOW).find_refusal({"how": "charge", "target": "ogre"}) == TOO_HEAVY


def test_the_answer_itself_is_left_alone() -> None:
    answer: dict[str, object] = {"how": "strike", "target": "orc"}
    form(HOW).find_refusal(answer)
    assert answer == {"how": "strike", "target": "orc"}


def test_nested_fields_are_made_only_when_somebody_descends() -> None:
    asked: list[str] = []

    def further() -> list[Field]:
        asked.append("further")
        return []

    options = (Choice("a", "A", then=further), Choice("b", "B"))
    form(OneOf("choice", "Choose", options)).find_refusal({"choice": "b"})
    assert asked == []


# Every kind of field.


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (Number("n", "N", 1, 10), [1, 10], [0, 11, "3", 2.0, True, None]),
        (Text("n", "N", 4), ["", "four"], ["fifth", 3, None]),
        (PlaceField("n", "N"), [[0, 0], (3, -4)], [[1], [1, 2, 3], "12", [1.5, 2], [1, 10**9], None]),
        (PathField("n", "N", 2), [[[0, 0]], [[0, 0], [5, 5]]], [[], [[0, 0]] * 3, [[0]], "here"]),
        (SomeOf("n", "N", WHO, 1, 1), [["orc"], "orc"], [[], ["orc", "orc"], ["ogre"], 7, [{}]]),
        (ChangesField("n", "N", WHO, (Choice("hp", "hp"),)), [[], [{"who": "orc", "what": "hp", "value": 3}]],
         [{}, "no", [3], [{"who": "orc"}], [{"who": "elf", "what": "hp"}], [{"who": "orc", "what": "wings"}],
          [{"who": "orc", "what": "hp", "how": "so"}]]),
        (Several("n", "N", lambda: [Number("k", "K", 1, 2)], 1), [[], [{"k": 2}]],
         [[{"k": 3}], [{}], [3], [{"k": 1}] * 2, {}]),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, list) else "",
)  # fmt: skip
def test_a_field_takes_what_fits_and_rejects_the_rest(field: Field, good: list[object], bad: list[object]) -> None:
    for value in good:
        assert form(field).find_refusal({"n": value}) is None
    for value in bad:
        with pytest.raises(BadAnswer):
            form(field).find_refusal({"n": value})


@pytest.mark.parametrize(
    "field",
    [
        OneOf("n", "N", WHO, optional=True), Number("n", "N", 1, 2, optional=True), Text("n", "N"),
        PlaceField("n", "N", optional=True), ChangesField("n", "N", WHO, WHO), SomeOf("n", "N", WHO),
        Several("n", "N", list),
    ],
)  # fmt: skip
def test_what_is_optional_may_be_left_out(field: Field) -> None:
    assert form(field).find_refusal({}) is None


@pytest.mark.parametrize(
    "field",
    [OneOf("n", "N", WHO), Number("n", "N", 1, 2), Text("n", "N", optional=False), PlaceField("n", "N"),
     PathField("n", "N"), SomeOf("n", "N", WHO, 1)],
)  # fmt: skip
def test_a_required_field_may_not_be_missing(field: Field) -> None:
    with pytest.raises(BadAnswer, match="missing"):
        form(field).find_refusal({})


def test_one_forbidden_choice_refuses_the_whole_answer() -> None:
    assert form(SomeOf("target", "Target", TARGETS)).find_refusal({"target": ["orc", "ogre"]}) == TARGETS[1].refusal


def test_a_further_deed_that_is_forbidden_is_refused() -> None:
    further = Several("with", "Add another action", lambda: [HOW])
    assert form(further).find_refusal({"with": [{"how": "charge", "target": "orc"}]}) == TOO_HEAVY


def test_yes_or_no() -> None:
    assert build_yes_or_no("Dodge?").find_refusal({"choice": "yes"}) is None
    assert build_yes_or_no("Dodge?", refusal=TOO_HEAVY).find_refusal({"choice": "yes"}) == TOO_HEAVY
    assert build_yes_or_no("Dodge?", refusal=TOO_HEAVY).find_refusal({"choice": "no"}) is None


# Random answers.


@pytest.mark.parametrize("seed", range(30))
def test_a_random_answer_is_neither_refused_nor_rejected(seed: int) -> None:
    whole = form(
        HOW, SomeOf("some", "Some", TARGETS, 1), Number("number", "N", 3, 5), Text("text", "T", optional=False),
        PlaceField("place", "P", optional=True), PathField("path", "P"), Several("with", "W", lambda: [HOW]),
        OneOf("none", "None", TARGETS[1:], optional=True),
    )  # fmt: skip
    assert whole.find_refusal(whole.draw_random(Random(seed))) is None


def test_random_answers_reach_every_free_option_and_no_forbidden_one() -> None:
    drawn = [form(HOW).draw_random(Random(seed)) for seed in range(60)]
    assert {answer["how"] for answer in drawn} == {"strike", "wait"}
    assert {answer["target"] for answer in drawn if "target" in answer} == {"orc"}


def test_the_same_seed_draws_the_same_answer() -> None:
    assert form(HOW).draw_random(Random(5)) == form(HOW).draw_random(Random(5))


def test_where_everything_is_forbidden_there_is_no_random_answer() -> None:
    with pytest.raises(BadAnswer, match="No answer"):
        form(OneOf("target", "Target", TARGETS[1:])).draw_random(Random(1))


def parry_form(*refusals: Refusal | None) -> Form:
    """Return a form: decline, or parry with a weapon for each argument, which is its refusal."""
    weapons = OneOf("weapon", "With what?", [Choice(str(n), str(n), refusal=each) for n, each in enumerate(refusals)])
    options = (Choice("parry", "Parry", then=lambda: (weapons,)), Choice("decline", "Decline"))
    return Form((OneOf("command", "Parry?", options),))


DECLINE = {"command": "decline"}


def test_the_refusal_of_everything_but_the_default_is_found_without_its_final_stop() -> None:
    broken, held = Refusal("T.1", "The axe is broken."), Refusal("T.2", "holds no spear", ("T.3",))
    assert refuse_all_but_default(parry_form(None, held), DECLINE) is None
    assert refuse_all_but_default(parry_form(broken, held), DECLINE) == Refusal("T.1", "The axe is broken")


def test_a_default_that_can_be_given_in_several_ways_is_a_choice() -> None:
    asleep = Refusal("T.1", "is asleep")
    ways = Choice("stay", "Stay", then=lambda: (OneOf("alert", "Alert?", (Choice("yes", "Yes"),), optional=True),))
    moves = Choice("go", "Go", refusal=asleep)
    assert refuse_all_but_default(Form((OneOf("command", "Where to?", (moves, ways)),)), {"command": "stay"}) is None
    plain = Form((OneOf("command", "Where to?", (moves, Choice("stay", "Stay"))),))
    assert refuse_all_but_default(plain, {"command": "stay"}) == asleep


# Options made when they are read.


def test_an_answer_makes_the_option_that_it_names_and_no_other() -> None:
    made: list[str] = []

    def make(value: str) -> Choice:
        made.append(value)
        return Choice(value, value.capitalize(), refusal=TOO_HEAVY if value == "charge" else None)

    options = MadeWhenRead(("strike", "charge", "wait"), make, lambda option: replace(option, price="the round"))
    asked = form(OneOf("how", "How", options))
    assert (asked.find_refusal({"how": "charge"}), asked.find_refusal({"how": "charge"})) == (TOO_HEAVY, TOO_HEAVY)
    with pytest.raises(BadAnswer, match="'sing' cannot be chosen"):
        asked.find_refusal({"how": "sing"})
    assert made == ["charge"]
    assert [(each.value, each.price) for each in options] == [
        (how, "the round") for how in ("strike", "charge", "wait")
    ]
    assert sorted(made) == ["charge", "strike", "wait"]


def test_a_field_for_one_takes_a_list_in_order_as_far_as_it_counts() -> None:
    both = OneOf("target", "Target", (Choice("orc", "Orc"), Choice("ogre", "Ogre")), count_most=lambda: 2)
    assert form(both).find_refusal({"target": ["ogre", "orc"]}) is None
    assert form(both).find_refusal({"target": ["orc", "orc"]}) is None
    assert form(both).find_refusal({"target": "orc"}) is None
    with pytest.raises(BadAnswer, match="choose 1 or more"):
        form(both).find_refusal({"target": ["orc", "ogre", "orc"]})
    with pytest.raises(BadAnswer, match="cannot be chosen"):
        form(replace(both, count_most=lambda: 1)).find_refusal({"target": ["orc", "ogre"]})
