"""Forms of questions as fields and steps, and what is posted of them as answers."""

from typing import Any
from urllib.parse import parse_qs

import pytest

from encounters.screens.answering.answer import MORE, REORDER, Data, QuestionStep, find_next_step, read_answer
from encounters.screens.answering.shown_fields import ShownChoice, find_dead_end
from encounters.screens.answering.typed import read_until, read_value, write_rows
from rules.kernel.effects import Answer
from rules.kernel.forms import (
    BadAnswer,
    ChangesField,
    Choice,
    Field,
    Form,
    Number,
    OneOf,
    PathField,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Text,
    build_yes_or_no,
)

FAR = Refusal("SOME.VII.A.5", "is out of range")
ORCS = [Choice("orc-1", "Orc 1"), Choice("orc-2", "Orc 2", refusal=FAR), Choice("orc-3", "Orc 3")]
TARGET = OneOf("target", "Target", ORCS)
MODE = OneOf("mode", "How", [Choice("strike", "To hurt"), Choice("subdue", "To subdue")], optional=True)


def weapons(*names: str) -> OneOf:
    return OneOf("weapon", "Weapon", [Choice(each, each.title(), then=lambda: [TARGET, MODE]) for each in names])


def spells() -> list[Field]:
    area: list[Field] = [SomeOf("target", "Target", ORCS), PlaceField("to", "Where?", optional=True)]
    return [OneOf("spell", "Spell", [Choice("sleep", "Sleep", then=lambda: area), Choice("light", "Light")])]


WAYS = OneOf(
    "how",
    "How",
    [
        Choice("spell", "Cast a spell", then=spells),
        Choice("shoot", "Shoot", then=lambda: [weapons("bow", "dagger")]),
        Choice("turn", "Turn undead", refusal=Refusal("SOME.VII.OTHER", "has no undead to turn")),
        Choice("close", "Move into melee with...", then=lambda: [TARGET]),
    ],
)


def declare(*swords: str) -> Form:
    """Wait and then perhaps strike, discharge, or strike with these."""
    return Form(
        (
            OneOf(
                "action",
                "What?",
                [
                    Choice(
                        "C", "Await", then=lambda: [Several("with", "Add another action", lambda: [weapons(*swords)])]
                    ),
                    Choice("D", "Cast, shoot or use", then=lambda: [WAYS]),
                    Choice("F", "Set", refusal=Refusal("SOME.VII.OTHER", "has no spear")),
                    Choice("G", "Strike", then=lambda: [weapons(*swords)]),
                ],
            ),
        )
    )


SPENT = Refusal("SOME.0.1", "has used 3 actions of 3")


def followed(most: int = 2) -> Form:
    """Strike, and then again, so many times."""

    def again(answer: Answer) -> list[Field]:
        done = answer["with"]
        assert isinstance(done, list)
        refusal = SPENT if len(done) >= most else None
        names = ("sword", "axe")
        return [OneOf("weapon", "Weapon", [Choice(n, n.title(), "", refusal, lambda: [TARGET, MODE]) for n in names])]

    then = Several("with", "Add another action", list, most=6, after=again)
    ways = [Choice(n, n.title(), then=lambda: [TARGET, MODE, then]) for n in ("sword", "axe")]
    strike = Choice("G", "Strike", then=lambda: [OneOf("weapon", "Weapon", ways)])
    return Form((OneOf("action", "What?", [strike, Choice("C", "Await")]),))


def data(**given: str | list[str]) -> Data:
    """Posted data: ``action="G"`` is answer.action."""
    named = {f"answer.{name.replace('__', '.')}": value for name, value in given.items()}
    return {name: [value] if isinstance(value, str) else value for name, value in named.items()}


def asked(step: QuestionStep) -> list[str]:
    return [each.name for each in step.fields]


def read(field: Field, **given: str | list[str]) -> object:
    return read_answer(Form((field,)), data(**given)).get(field.name)


# Steps.


def test_first_the_letters_are_asked_as_buttons_that_go_on() -> None:
    step = find_next_step(declare("sword"), {})
    assert (asked(step), step.goes_on, step.shape, step.back) == (["action"], True, "letters", None)


def test_what_is_barred_stays_in_its_place_with_its_reason() -> None:
    options = find_next_step(declare("sword"), {}).fields[0].choices
    assert [option.refusal.reason if option.refusal else "" for option in options] == ["", "", "has no spear", ""]


def test_the_only_weapon_is_taken_without_asking() -> None:
    step = find_next_step(declare("sword"), data(action="G"))
    assert ([each.value for each in step.taken], asked(step), step.last) == (["G", "sword"], ["target", "mode"], True)


def test_of_two_weapons_one_is_chosen() -> None:
    step = find_next_step(declare("sword", "axe"), data(action="G"))
    assert (asked(step), step.goes_on) == (["weapon"], True)


def test_ways_that_open_lists_are_asked_as_one_list_under_headings() -> None:
    options = find_next_step(declare("sword"), data(action="D")).fields[0].choices
    shown = [(each.value, each.group if isinstance(each, ShownChoice) else "") for each in options]
    assert shown == [
        ("spell>sleep", "Cast a spell"),
        ("spell>light", "Cast a spell"),
        ("shoot>bow", "Shoot"),
        ("shoot>dagger", "Shoot"),
        ("turn", ""),
        ("close", ""),
    ]


def test_a_choice_from_such_a_list_answers_both_fields() -> None:
    step = find_next_step(declare("sword"), data(action="D", how="shoot>dagger"))
    assert [(each.name, each.value) for each in step.taken] == [("answer.action", "D"), ("answer.how", "shoot>dagger")]
    given = data(action="D", how="shoot>dagger", target="orc-1")
    assert read_answer(declare("sword"), given) == {
        "action": "D",
        "how": "shoot",
        "weapon": "dagger",
        "target": "orc-1",
    }


def test_going_back_undoes_one_tap_with_all_it_took() -> None:
    step = find_next_step(declare("sword"), data(action="D", how="shoot>dagger"))
    assert step.back == "answer.action=D"


def test_going_back_does_not_stop_at_what_was_taken_without_asking() -> None:
    step = find_next_step(declare("sword"), data(action="G", weapon="sword"))
    assert step.back == ""


def test_an_address_with_the_choices_made_leads_to_the_same_step() -> None:
    form = declare("sword")
    step = find_next_step(form, data(action="D", how="spell>sleep"))
    again = find_next_step(form, parse_qs(step.query))
    assert (asked(again), again.query) == (asked(step), step.query)


def test_at_most_four_taps_make_an_order() -> None:
    answer = read_answer(declare("sword", "axe"), data(action="G", weapon="axe", target="orc-3"))
    assert answer == {"action": "G", "weapon": "axe", "target": "orc-3"}


def test_choices_after_the_first_begin_at_what_comes_first() -> None:
    modes = [OneOf(name, name, [Choice("a", "A"), Choice("b", "B")]) for name in ("target", "attack", "defense")]
    step = find_next_step(Form(tuple(modes)), {})
    assert [each.value for each in step.fields] == ["", "a", "a"]


def test_what_leaving_a_choice_out_means_is_shown_chosen() -> None:
    peek = OneOf("peek", "Duck back", [Choice("yes", "Yes"), Choice("no", "No")], optional=True, unsaid="no")
    form = Form((Text("task", "What"), peek))

    def chosen(data: Data) -> list[str]:
        return [
            each.value
            for each in find_next_step(form, data).fields[1].choices
            if isinstance(each, ShownChoice) and each.checked
        ]

    assert chosen({}) == ["no"]
    assert chosen({"answer.peek": ["yes"]}) == ["yes"]


def test_where_nobody_can_be_chosen_the_step_is_not_possible() -> None:
    nobody = OneOf("target", "Target", [Choice("orc-2", "Orc 2", refusal=FAR)])
    assert not find_next_step(Form((nobody, Text("task", "What"))), {}).possible


def test_yes_or_no_is_one_tap() -> None:
    step = find_next_step(build_yes_or_no("Dodge?"), {})
    assert (step.shape, step.last) == ("acts", True)


def test_what_was_given_is_kept_where_it_is_asked_again() -> None:
    step = find_next_step(declare("sword"), data(action="G", target="orc-3"))
    chosen = [each.value for each in step.fields[0].choices if isinstance(each, ShownChoice) and each.checked]
    assert chosen == ["orc-3"]


def test_a_choice_that_is_none_is_told_by_its_field() -> None:
    with pytest.raises(BadAnswer) as bad:
        find_next_step(declare("sword"), data(action="Z"))
    assert bad.value.field == "action"


# Deeds after waiting.


def test_another_deed_is_asked_for_within_the_same_order() -> None:
    step = find_next_step(declare("sword", "axe"), {**data(action="C"), MORE: ["with"]})
    assert (asked(step), step.goes_on) == (["with.0.weapon"], True)


def test_asking_for_another_deed_goes_on_in_the_address() -> None:
    step = find_next_step(declare("sword", "axe"), {**data(action="C"), MORE: ["with"]})
    assert step.query == "answer.action=C&more=with.0"


def test_the_added_deed_is_named_where_more_could_be_added() -> None:
    step = find_next_step(declare("sword", "axe"), data(action="C", with__0__weapon="axe"))
    assert next(each.done for each in step.fields if each.name == "with") == ("Axe",)


def test_the_fields_of_several_deeds_say_whose_they_are() -> None:
    given = data(action="G", weapon="sword", with__0__weapon="axe")
    step = find_next_step(followed(), given)
    assert [(each.name, each.deed) for each in step.fields] == [
        ("target", "Deed 1: Strike, Sword"),
        ("mode", "Deed 1: Strike, Sword"),
        ("with.0.target", "Deed 2: Axe"),
        ("with.0.mode", "Deed 2: Axe"),
        ("with", ""),
    ]


def order_of_three() -> Data:
    more = {
        f"with__{n}__{key}": value
        for n, of in enumerate(("axe", "bow"))
        for key, value in (("action", "G"), ("weapon", of))
    }
    return data(action="G", weapon="sword", target="orc-1", warn="jaroo", **more)


def marched() -> Form:
    """Strike with one weapon after another; a warning belongs to the whole order."""

    def strike(*more: Field) -> list[Field]:
        ways = [Choice(each, each.title(), then=lambda: [TARGET, *more]) for each in ("sword", "axe", "bow")]
        return [
            OneOf(
                "action",
                "Do",
                [Choice("G", "Strike", then=lambda: [OneOf("weapon", "Weapon", ways)]), Choice("C", "Await")],
            )
        ]

    warn = OneOf("warn", "Warn", [Choice("jaroo", "Jaroo")], optional=True)
    return Form(tuple(strike(Several("with", "Add another action", list, 3, lambda answer: strike()), warn)))


def moved(value: str) -> QuestionStep:
    return find_next_step(marched(), {**order_of_three(), REORDER: [value]})


def list_weapons(step: QuestionStep) -> list[str]:
    return [each.value for each in step.taken if each.name.endswith("weapon")]


def test_deeds_of_an_order_are_listed_with_the_ways_to_move_them() -> None:
    [several] = [each for each in find_next_step(marched(), order_of_three()).fields if each.deeds]
    assert [(each.earlier, each.later) for each in several.deeds] == [
        ("", "with.0.1"),
        ("with.1.0", "with.1.2"),
        ("with.2.1", ""),
    ]


@pytest.mark.parametrize(
    ("value", "order"), [("with.0.2", ["axe", "bow", "sword"]), ("with.2.0", ["bow", "sword", "axe"])]
)
def test_a_deed_is_put_in_another_place_with_all_that_was_chosen_for_it(value: str, order: list[str]) -> None:
    step = moved(value)
    assert list_weapons(step) == order
    assert step.problem == ""
    assert ("answer.warn", "jaroo") in [(each.name, each.value) for each in step.given]
    assert REORDER not in step.query


@pytest.mark.parametrize("value", ["with.0.9", "with.-1.0", "with.one.two", "with"])
def test_a_place_that_is_none_changes_nothing(value: str) -> None:
    step = moved(value)
    assert list_weapons(step) == ["sword", "axe", "bow"]
    assert step.problem == "They cannot be done in that order."


def test_the_fields_of_one_deed_need_no_name() -> None:
    step = find_next_step(followed(), data(action="G", weapon="sword"))
    assert [each.deed for each in step.fields] == ["", "", ""]


def test_where_no_further_deed_can_be_done_none_is_asked_for() -> None:
    def full(step: QuestionStep) -> Refusal | None:
        return next(each.full for each in step.fields if each.name == "with")

    assert full(find_next_step(followed(), data(action="G", weapon="sword"))) is None
    assert full(find_next_step(followed(most=1), data(action="G", weapon="sword", with__0__weapon="axe"))) == SPENT


# What was filled in goes along.


def test_what_was_filled_in_is_kept_while_another_deed_is_chosen() -> None:
    """Pick a target and ask for another deed: a list opens, and the pick goes along unseen."""
    step = find_next_step(followed(), {**data(action="G", weapon="sword", target="orc-3"), MORE: ["with"]})
    assert step.goes_on
    assert [(each.name, each.value) for each in step.given] == [("answer.target", "orc-3")]
    assert ("answer.target", "orc-3") in [(each.name, each.value) for each in step.kept]


def test_at_the_end_only_the_choices_are_kept_since_all_else_is_shown() -> None:
    step = find_next_step(followed(), data(action="G", weapon="sword", target="orc-3"))
    assert step.last
    assert [each.name for each in step.given] == ["answer.target"]
    assert [each.name for each in step.kept] == ["answer.action", "answer.weapon"]


def test_what_was_filled_in_goes_back_with_its_own_tap() -> None:
    """Keep what was filled in for the first deed, going back from the second, and no more."""
    step = find_next_step(followed(), data(action="G", weapon="sword", target="orc-3", with__0__weapon="axe"))
    assert parse_qs(step.back or "") == {
        "answer.action": ["G"], "answer.weapon": ["sword"], "answer.target": ["orc-3"], "more": ["with.0"]
    }  # fmt: skip


def test_both_halves_of_a_place_are_kept() -> None:
    form = Form((PlaceField("to", "To"), Several("with", "Add another action", lambda: [weapons("sword", "axe")])))
    step = find_next_step(form, {**data(to__x="12", to__y="3"), MORE: ["with"]})
    assert [(each.name, each.value) for each in step.given] == [("answer.to.x", "12"), ("answer.to.y", "3")]


def test_an_added_deed_is_an_item_of_the_answer() -> None:
    given = data(action="C", with__0__weapon="axe", with__0__target="orc-1")
    assert read_answer(declare("sword", "axe"), given) == {
        "action": "C",
        "with": [{"weapon": "axe", "target": "orc-1"}],
    }


# Values.


def test_a_place_is_typed_in_feet_and_kept_in_hundredths() -> None:
    assert read(PlaceField("to", "To"), to__x="12.5", to__y="-3") == [1250, -300]


@pytest.mark.parametrize("feet", ["far", "1e9", "99999999", "١٢"])
def test_what_is_no_number_of_feet_is_told_by_its_field(feet: str) -> None:
    with pytest.raises(BadAnswer) as bad:
        read(PlaceField("to", "To"), to__x=feet, to__y="0")
    assert bad.value.field == "to"


def test_a_path_is_corners_one_a_line() -> None:
    assert read(PathField("way", "Way"), way="1, 2\n\n3 4.5") == [[100, 200], [300, 450]]


def test_half_a_corner_is_told_as_it_was_typed() -> None:
    with pytest.raises(BadAnswer, match="'12' is not a corner"):
        read(PathField("way", "Way"), way="12")


def test_a_number_that_is_none_is_told_as_it_was_typed() -> None:
    with pytest.raises(BadAnswer, match="'two' is not a whole number"):
        read(Number("shots", "Shots", 1, 3), shots="two")


def test_several_choices_are_a_list() -> None:
    assert read(SomeOf("target", "Target", ORCS), target=["orc-1", "orc-3"]) == ["orc-1", "orc-3"]


def test_what_was_left_empty_is_not_in_the_answer() -> None:
    fields = (
        Text("text", "What"),
        Number("shots", "Shots", 1, 3, optional=True),
        PlaceField("to", "To", optional=True),
    )
    assert read_answer(Form(fields), data(text=" ", shots="", to__x="", to__y="")) == {}


def test_rulings_are_read_row_by_row() -> None:
    field = ChangesField("changes", "Changes", [Choice("otis", "Otis")], [Choice("held", "held"), Choice("hp", "hp")])
    given = {"changes__0__who": "otis", "changes__0__what": "hp", "changes__0__value": "7"}
    more = {"changes__2__who": "otis", "changes__2__what": "held", "changes__2__until": "round 3, segment 4"}
    assert read(field, **given, **more) == [
        {"who": "otis", "what": "hp", "value": 7},
        {"who": "otis", "what": "held", "until": [3, 4]},
    ]


def test_a_ruling_is_typed_with_its_numbers_and_its_duration() -> None:
    field = ChangesField("changes", "Changes", [Choice("otis", "Otis")], [Choice("held", "held")])
    row = {"who": "otis", "what": "effect", "value": "slowed (to hit -1, movement -9/2)", "until": "1d4+1 rounds"}
    changes: Any = read(field, **{f"changes__0__{key}": value for key, value in row.items()})
    change = changes[0]
    numbers = [{"what": "to_hit", "by": -1}, {"what": "movement", "by": "-9/2"}]
    assert change == {
        "who": "otis",
        "what": "effect",
        "value": "slowed",
        "changes": numbers,
        "until": "1d4+1 rounds",
    }
    assert write_rows("answer.changes", [change]) == {f"answer.changes.0.{key}": [value] for key, value in row.items()}
    assert write_rows("c", [{"who": "orc", "what": "held"}])["c.0.value"] == [""]


def test_words_in_brackets_that_are_no_numbers_stay_words() -> None:
    field = ChangesField("changes", "Changes", [Choice("otis", "Otis")], [Choice("event", "event")])
    given = {"changes__0__who": "otis", "changes__0__what": "event", "changes__0__value": "a horn (loud)"}
    assert read(field, **given) == [{"who": "otis", "what": "event", "value": "a horn (loud)"}]


@pytest.mark.parametrize(("text", "value"), [("7", 7), ("-3", -3), ("12, 20", [12, 20]), ("orc-1, 30", ["orc-1", 30])])
def test_a_ruled_value_is_read_as_it_looks(text: str, value: object) -> None:
    assert read_value(text) == value


def test_a_round_alone_lasts_to_its_end() -> None:
    assert read_until("until", "3") == [3, 10]


def test_words_that_name_no_time_are_told_so() -> None:
    with pytest.raises(BadAnswer, match="not a time"):
        read_until("until", "later")


def test_what_is_not_asked_stays_for_the_form_to_refuse() -> None:
    form = build_yes_or_no("Dodge?")
    with pytest.raises(BadAnswer) as bad:
        form.find_refusal(read_answer(form, data(choice="yes", seed="1")))
    assert bad.value.field == "seed"


def test_one_choice_given_twice_is_refused() -> None:
    with pytest.raises(BadAnswer, match="more than once"):
        read_answer(build_yes_or_no("Dodge?"), data(choice=["yes", "no"]))


# Ways that lead nowhere.


def test_a_way_on_which_everything_is_barred_says_why() -> None:
    self_ = Choice("otis", "Otis", refusal=Refusal("SOME.V", "is oneself"))
    far = Choice("orc-1", "Orc 1", refusal=FAR)
    held = Choice("bow", "Bow", then=lambda: [OneOf("target", "Target", [self_, far])])
    sheathed = Choice("sword", "Sword", refusal=Refusal("SOME.V", "is in its sheath"))
    strike = Choice("strike", "Strike", then=lambda: [OneOf("weapon", "Weapon", [sheathed, held])])
    assert find_dead_end(strike, without="otis") == FAR, "the reason that turns up furthest along"


def test_a_way_that_can_be_gone_says_nothing() -> None:
    assert find_dead_end(Choice("strike", "Strike", then=lambda: [TARGET])) is None
    assert find_dead_end(Choice("strike", "Strike", then=lambda: [MODE])) is None
    assert find_dead_end(Choice("sing", "Sing")) is None


def test_whoever_is_alone_is_barred_from_nothing() -> None:
    alone = Choice("otis", "Otis", refusal=Refusal("SOME.V", "is oneself"))
    assert find_dead_end(Choice("strike", "Strike", then=lambda: [OneOf("target", "Target", [alone])]), "otis") is None


def test_options_with_a_box_are_drawn_with_it() -> None:
    boxed = [Choice("strike", "Strike", then=lambda: [TARGET], box="1A"), Choice("pass", "Pass", box="0")]
    assert find_next_step(Form((OneOf("command", "What", boxed),)), {}).shape == "boxes"


def test_targets_of_several_shots_are_posted_and_shown_as_several() -> None:
    both = OneOf("target", "Target", [ORCS[0], ORCS[2]], count_most=lambda: 2)
    posted: Data = {"answer.target": ["orc-3", "orc-1"]}
    assert read_answer(Form((both,)), posted) == {"target": ["orc-3", "orc-1"]}
    (shown,) = find_next_step(Form((both,)), posted).fields
    assert isinstance(shown.of, SomeOf)
    assert shown.values == ("orc-3", "orc-1")
