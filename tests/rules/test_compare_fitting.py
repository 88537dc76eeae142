"""An answer fitted to another form keeps what fits, names the rest, and needs its choices."""

import pytest

from rules.compare.fitting import fit
from rules.kernel.forms import BadAnswer, Choice, Form, Number, OneOf, PlaceField, Several, SomeOf, Text


def choice(*values: str, name: str = "target", optional: bool = False) -> OneOf:
    return OneOf(name, name, [Choice(value, value) for value in values], optional)


def test_what_fits_is_kept_as_it_is() -> None:
    form = Form((choice("orc"), Number("shots", "Shots", 1, 3, optional=True)))
    assert fit(form, {"target": "orc", "shots": 2}).answer == {"target": "orc", "shots": 2}


def test_a_field_that_the_form_has_not_is_left_out_and_named() -> None:
    fitted = fit(Form((choice("orc"),)), {"target": "orc", "mode": "grapple"})
    assert (fitted.answer, fitted.left_out) == ({"target": "orc"}, ("mode",))


def test_a_number_that_may_be_missing_is_left_out_where_it_is_too_great() -> None:
    form = Form((choice("orc"), Number("shots", "Shots", 1, 2, optional=True)))
    fitted = fit(form, {"target": "orc", "shots": 3})
    assert (fitted.answer, fitted.left_out) == ({"target": "orc"}, ("shots",))


def test_of_several_targets_the_first_is_taken_where_there_is_room_for_one() -> None:
    fitted = fit(Form((choice("orc", "ogre"),)), {"target": ["ogre", "orc"]})
    assert (fitted.answer, fitted.left_out) == ({"target": "ogre"}, ("more than one target",))


def test_a_single_target_is_a_list_where_several_may_be_named() -> None:
    form = Form((SomeOf("target", "Target", [Choice("orc", "Orc")], 1, 3),))
    assert fit(form, {"target": "orc"}).answer == {"target": ["orc"]}


def test_targets_that_are_not_there_are_left_out() -> None:
    form = Form((SomeOf("target", "Target", [Choice("orc", "Orc")], 1, 3),))
    fitted = fit(form, {"target": ["orc", "ghost"]})
    assert (fitted.answer, fitted.left_out) == ({"target": ["orc"]}, ("some of target",))


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (Form((choice("orc"),)), {"target": "ghost"}),
        (Form((choice("orc"),)), {}),
        (Form((SomeOf("target", "Target", [Choice("orc", "Orc")], 1),)), {"target": ["ghost"]}),
        (Form((Text("task", "What", optional=False),)), {"task": 7}),
    ],
)
def test_a_needed_choice_that_does_not_fit_is_refused(form: Form, answer: dict[str, object]) -> None:
    with pytest.raises(BadAnswer):
        fit(form, answer)


def test_further_deeds_are_fitted_one_by_one() -> None:
    form = Form((choice("E", name="action"), Several("with", "Then", lambda: [choice("G", name="action")])))
    fitted = fit(form, {"action": "E", "with": [{"action": "G", "mode": "strike"}, {"action": "G"}]})
    assert fitted.answer == {"action": "E", "with": [{"action": "G"}]}
    assert fitted.left_out == ("more than 1 of with", "mode")


def test_a_prepared_act_waits_for_the_one_who_was_watched() -> None:
    held = Several(
        "with", "Then", lambda: [OneOf("action", "Then", [Choice("G", "Strike", then=lambda: [choice("orc")])])]
    )
    waits = Choice("C", "Await", then=lambda: [choice("orc", optional=True), held])
    strikes = Choice("G", "Strike", then=lambda: [choice("orc")])
    form = Form((OneOf("action", "What", [waits, strikes]),))
    fitted = fit(form, {"action": "G", "target": "orc", "prepared": "yes", "when": "moves", "watch": "orc"})
    assert fitted.waits
    assert fitted.answer == {"action": "C", "target": "orc", "with": [{"action": "G", "target": "orc"}]}


def test_a_place_that_is_none_is_left_out() -> None:
    form = Form((choice("orc"), PlaceField("to", "Where", optional=True)))
    assert fit(form, {"target": "orc", "to": ["here"]}).left_out == ("to",)
