"""Question info before an answer: prices of options, results of parries, reach of traces."""

from collections.abc import Iterator, Sequence

import pytest

from rules.kernel import events as e
from rules.kernel.events import Event
from rules.kernel.form_fields import OneOf, PathField
from rules.kernel.forms import Form
from rules.kernel.frozen import evolve
from rules.kernel.question_words import QuestionInfo
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.standing import Pool
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset
from rules.procedures.dew.combat_option import ACTIVE_BLOW, ANY, FREE, HEAVY, Chooser
from rules.procedures.dew.options import get_option
from rules.scenarios import play_scenario
from rules.scenarios.library import find_scenario_files, load_library_script
from rules.scenarios.parse import parse_scenario

DEW = get_ruleset("dew")
TWO_ROUNDS = play_scenario(load_library_script("dew/two_rounds.toml")).events
Asked = tuple[State, OpenQuestion]


def asked(events: Sequence[Event], who: str, name: str) -> Iterator[Asked]:
    """Yield each question of this name to this combatant, with the state it knew."""
    viewer_log = ViewerLog(Viewpoint(characters=(who,)))
    for position, event in enumerate(events):
        viewer_log.see(event, position)
        if isinstance(event, e.Asked) and (event.who, event.question) == (who, name):
            yield viewer_log.state, next(each for each in viewer_log.state.open if each.question == name)


def first(who: str, name: str, events: Sequence[Event] = TWO_ROUNDS) -> Asked:
    return next(asked(events, who, name))


def stakes_of(known: Asked) -> QuestionInfo:
    state, question = known
    build_info = DEW.questions[question.question].question_info
    assert build_info is not None
    found = build_info(state, question)
    assert found is not None
    return found


def form_of(known: Asked) -> Form:
    state, question = known
    form = DEW.questions[question.question].form(state, question)
    assert form is not None
    return form


# Options.

BLOWS = {"attack": "1A+1", "prepare": "1A", "maneuver": "1", "draw": "1", "grab": "1A", "pass": "0"}

SIGNS = (FREE, ANY, ACTIVE_BLOW, HEAVY)


def test_each_option_has_its_blows_as_a_sign() -> None:
    field = form_of(first("bran", "option")).fields[0]
    assert isinstance(field, OneOf)
    signs = {each.value: each.box for each in field.choices}
    assert signs.items() >= BLOWS.items()
    assert {*signs.values()} <= {*SIGNS}


def test_a_weapon_that_is_not_heavy_strikes_with_one_blow() -> None:
    state, _ = first("cora", "option")
    assert get_option("attack").find_sign(Chooser(state, "cora")) == "1A"


def test_an_option_says_what_it_does_and_costs() -> None:
    state, _ = first("bran", "option")
    assert get_option("attack").describe(Chooser(state, "bran")) == "great axe on Cora, range 3, 1 EN"
    assert get_option("prepare").describe(Chooser(state, "bran")) == "+2 damage, -1 to hit, no EN"
    assert get_option("draw").describe(Chooser(state, "bran")) == "dagger, no EN"
    assert get_option("pass").describe(Chooser(state, "bran")) == "you may drop or fall"


def test_the_first_blow_of_a_round_is_free_and_no_other() -> None:
    state, question = list(asked(TWO_ROUNDS, "bran", "option"))[1]
    assert get_option("attack").describe(Chooser(state, "bran")) == "great axe on Cora, range 3, 2 EN"
    assert [note.clauses for note in stakes_of((state, question)).notes][-1] == ("DEW.1i",)


def test_an_unalert_archer_sees_whom_the_bow_reaches() -> None:
    state, _ = first("dain", "option")
    assert get_option("attack").describe(Chooser(state, "dain")).startswith("bow on ") is False, (
        "nine inches is beyond the bow"
    )
    prepared = get_option("prepare").describe(Chooser(state, "dain"))
    assert prepared == "+2 damage, -1 to hit; to be followed at once, no EN"


def test_what_must_follow_and_who_chooses_too_is_said() -> None:
    together, chained = list(asked(TWO_ROUNDS, "dain", "option"))[:2]
    assert "chooses too" in stakes_of(together).detail
    assert stakes_of(chained).title == "Your great blow must be followed"


def test_several_who_choose_together_are_named_as_several() -> None:
    state, question = next(iter(asked(TWO_ROUNDS, "dain", "option")))
    with_all = evolve(question, facts={**question.facts, "together": ["bran", "cora", "dain"]})
    assert stakes_of((state, with_all)).detail == "Bran and Cora choose too; nobody sees another’s choice first"


# Standing.


def test_blows_and_en_are_what_is_left() -> None:
    before, after = list(asked(TWO_ROUNDS, "bran", "option"))[:2]
    assert DEW.describe_standing(before[0], "bran").round == (
        Pool("active", 3, 3, "diamond", "active blows"),
        Pool("reactive", 1, 1, "circle", "reactive blows"),
    )
    later = DEW.describe_standing(after[0], "bran")
    assert (later.vigour.name, later.vigour.left, later.vigour.most) == ("EN", 12, 24)
    assert later.round[0].pips == (True, True, False)
    assert ("BD", "6 of 12") in (later.sheet or ())


# Parries.


def test_a_parry_says_what_it_costs_changes_and_loses() -> None:
    stakes = stakes_of(first("bran", "parry"))
    assert (stakes.title, stakes.detail) == (
        "Cora attacks you. Parry?",
        "spear, range 3. Secret until all have answered",
    )
    parry = stakes.acts[0]
    assert parry.label == "Parry, 1 reactive"
    assert parry.text == (
        "Costs 1 reactive blow and 1 EN (24 to 23). Your armor modifier -1 becomes -3. You lose 1 preparation."
    )
    assert stakes.acts[-1].text == "You keep 2 active and 1 reactive blows and the prepared great blow."
    assert "great axe limit 4 in 100" in stakes.notes[0].text


def test_preparations_that_were_seen_raise_the_limit() -> None:
    stakes = stakes_of(first("cora", "parry"))
    assert stakes.notes[0].text == "It is a great blow."
    assert "spear limit 10 in 100" in stakes.notes[1].text
    assert "Your armor modifier -3 becomes -6." in stakes.acts[0].text, "the shield counts"


@pytest.mark.parametrize("hidden", ["st = 18", "el = 9", "bd = 3"])
def test_what_cannot_be_seen_of_the_attacker_changes_no_word(hidden: str) -> None:
    text = find_scenario_files()["dew/two_rounds.toml"].read_text(encoding="utf-8").partition("[expect]")[0]
    changed = text.replace('{ like = "cora" }', f'{{ like = "cora", {hidden} }}')
    assert changed != text
    events = play_scenario(parse_scenario(f'unscripted = "low"\n{changed}', "changed.toml")).events
    assert stakes_of(first("bran", "parry", events)) == stakes_of(first("bran", "parry"))


def test_every_act_is_an_answer_that_the_form_takes() -> None:
    found = {"parry": 0, "trace": 0, "noncombat": 0}
    for file in find_scenario_files("dew"):
        events = play_scenario(load_library_script(file)).events
        for who, name in dict.fromkeys((each.who, each.question) for each in events if isinstance(each, e.Asked)):
            for known in asked(events, who, name) if name in found else ():
                build_info = DEW.questions[name].question_info
                info = build_info(*known) if build_info is not None else None
                for act in info.acts if info is not None else ():
                    assert form_of(known).find_refusal(act.answer) is None
                    found[name] += 1
    assert found["parry"] > 10
    assert found["trace"] > 10


# Traces.


def test_how_far_a_trace_may_lead_turns_on_alertness_and_chase() -> None:
    field = form_of(first("bran", "trace")).fields[0]
    assert isinstance(field, OneOf)
    way = next(each for option in field.choices for each in option.then() if isinstance(each, PathField))
    assert [(each.longest, each.words, dict(each.when)) for each in way.limits] == [
        (300, "9, less 4 blows, less 2 for the chase", {"cease_alert": ("yes",), "chase": ("*",)}),
        (500, "9, less 4 blows", {"cease_alert": ("yes",)}),
        (0, "half of 9, less 4 blows, less 2 for the chase", {"chase": ("*",)}),
        (50, "half of 9, less 4 blows", {}),
    ]


def test_a_trace_is_begun_and_one_may_stand() -> None:
    stakes = stakes_of(first("bran", "trace"))
    assert (stakes.begun, [act.name for act in stakes.acts]) == ({"command": "trace"}, ["stand"])
