"""Seats as viewers: their questions, take-backs, and a change of characters."""

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.deeds import Deed
from rules.kernel.forms import BadAnswer, Choice, Form, OneOf, Refusal, Several, SomeOf
from rules.kernel.order import Because
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog, build_viewer_log
from rules.procedures.adnd.deed_types import Blow
from rules.procedures.adnd.orders.parley import Parleyed
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.procedures.adnd.orders.strike import Strike
from tests.rules.watchers import DORA, OTIS, PIP, QUILL, SAM, opened, text, watch


def asked(who: str, id: str, epoch: int = 0, **facts: object) -> e.Asked:
    return e.Asked(who=who, question="declare", id=id, epoch=epoch, facts=facts, perceived_by=(who,))


def strike(who: str, number: int, *targets: str) -> Deed:
    return Blow(f"{who}:{number}", who, targets)


def agenda(*deeds: Deed) -> e.AgendaChanged:
    return e.AgendaChanged(deeds=deeds, why="Bran moved", perceived_by=("dm",))


def kinds(viewer_log: ViewerLog) -> list[str]:
    return [event.kind for event in viewer_log.shown]


# Questions.


def test_questions_are_numbered_for_each_who_is_asked() -> None:
    viewer_log = watch(PIP, asked("doppelganger", "1"), asked("orc-1", "2"), asked("otis", "3"), asked("tenser", "4"))
    assert [(each.id, each.who) for each in viewer_log.state.open] == [("1", "otis")]


def test_the_one_who_was_asked_answers_by_the_token_he_was_given() -> None:
    viewer_log = watch(PIP, asked("orc-1", "1"), asked("otis", "2"))
    assert viewer_log.find_real_token(viewer_log.state.open[0].token) == "2~0"


@pytest.mark.parametrize("token", ["2~0", "3~0", "1~1", "", "x"])
def test_no_other_token_leads_anywhere(token: str) -> None:
    viewer_log = watch(PIP, asked("orc-1", "1"), asked("otis", "2"), asked("tenser", "3"))
    assert viewer_log.find_real_token(token) is None


def test_a_token_is_worth_nothing_once_the_answer_is_in() -> None:
    answered = e.Answered(who="otis", question="declare", id="2", by="Pip")
    viewer_log = watch(PIP, asked("otis", "2"), asked("tenser", "3"), answered)
    assert (viewer_log.state.open, viewer_log.find_real_token("1~0")) == ((), None)


def test_dice_to_be_typed_have_tokens_too() -> None:
    dice = e.DiceAsked(who="otis", id="9", purpose="to_hit", sides=20)
    viewer_log = watch(PIP, dice)
    assert viewer_log.find_real_token(viewer_log.state.open_rolls[0].token) == "9~0"
    viewer_log.see(e.DiceGiven(who="otis", id="9", by="Pip"), 2)
    assert viewer_log.state.open_rolls == ()


def test_what_a_question_is_about_is_told_in_the_viewers_ids() -> None:
    facts: dict[str, Any] = {
        "attacker": "orc-3",
        "others": ["orc-2", "doppelganger"],
        "deed": "orc-3:1",
        "doppelganger": 1,
    }
    viewer_log = watch(PIP, agenda(strike("orc-3", 1)), asked("otis", "1", **facts))
    assert viewer_log.state.open[0].facts == {"attacker": "orc-2", "others": ["orc-1"], "deed": ""}


def test_nobody_else_is_told_that_somebody_was_asked() -> None:
    for viewpoint in (QUILL, SAM):
        viewer_log = watch(viewpoint, asked("otis", "1"), e.Answered(who="otis", question="declare", id="1"))
        assert viewer_log.count == 1


def test_a_refusal_is_for_the_one_who_was_refused() -> None:
    refused = e.Refused(who="otis", clause="TEXT.I", reason="Bran stands before Orc 3")
    assert watch(PIP, refused).shown[-1] == replace(
        refused, reason="someone stands before Orc 2", perceived_by=("otis",)
    )
    assert watch(QUILL, refused).count == 1


def test_an_event_for_one_player_that_only_the_dm_perceives_is_the_dms() -> None:
    refused = e.Refused(who="otis", clause="TEXT.I", reason="Otis checks no morale", perceived_by=("dm",))
    assert watch(PIP, refused).count == 1


def test_an_order_is_seen_by_its_author_and_others_see_the_seal() -> None:
    order = e.Declared(who="otis", declaration=Strike("otis", targets=("orc-3", "orc-1")))
    sealed = e.Sealed(who="otis")
    assert watch(PIP, order, sealed).state.declared["otis"].targets == ("orc-2",)
    assert kinds(watch(QUILL, order, sealed)) == ["EncounterOpened", "Sealed"]


# Deeds.


def test_only_own_deeds_are_pending_and_their_ids_tell_nothing() -> None:
    viewer_log = watch(PIP, agenda(strike("orc-2", 1, "otis"), strike("otis", 7, "orc-3", "doppelganger")))
    (deed,) = viewer_log.state.pending
    assert (deed.id, deed.who, deed.targets) == ("deed-1", "otis", ("orc-2",))


def test_the_order_that_a_deed_holds_is_in_the_viewers_ids() -> None:
    order = Cast(
        "otis", ("orc-3", "doppelganger"), then=(Cast("otis", ("doppelganger",), spell="bless"),), spell="bless"
    )
    (deed,) = watch(PIP, agenda(Completion("otis:spell", "otis", order.targets, order=order))).state.pending
    shown = Cast("otis", ("orc-2",), then=(Cast("otis", spell="bless"),), spell="bless")
    assert deed == Completion("deed-1", "otis", ("orc-2",), order=shown)


def test_a_change_among_others_deeds_is_not_sent() -> None:
    own = strike("otis", 1, "orc-2")
    viewer_log = watch(PIP, agenda(own, strike("orc-2", 1)), agenda(own), agenda(own, strike("doppelganger", 1)))
    assert kinds(viewer_log) == ["EncounterOpened", "AgendaChanged"]


def test_own_deeds_that_are_no_longer_pending_go() -> None:
    viewer_log = watch(PIP, agenda(strike("otis", 1), strike("orc-2", 1)), agenda(strike("orc-2", 1)))
    assert viewer_log.state.pending == ()


def test_a_moment_is_told_to_those_who_act_in_it_with_their_own_reasons() -> None:
    deeds = (strike("otis", 1), strike("otis", 2), strike("orc-2", 1))
    because = (
        Because("otis:1", "before", "otis:2", ("A.1",), "1 < 2"),
        Because("otis:1", "before", "orc-2:1", ("A.2",), "3 < 5"),
    )
    moment = e.MomentBegan(deeds=("otis:1", "orc-2:1"), because=because)
    shown = watch(PIP, agenda(*deeds), moment).shown[-1]
    assert isinstance(shown, e.MomentBegan)
    assert (shown.deeds, [each.clauses for each in shown.because]) == (("deed-1",), [("A.1",)])
    assert kinds(watch(QUILL, agenda(*deeds), moment)) == ["EncounterOpened"]


def test_a_precedence_that_was_dropped_is_told_where_both_deeds_are_ones_own() -> None:
    deeds = agenda(strike("otis", 1), strike("otis", 2), strike("orc-2", 1))
    own = e.PrecedenceDropped(first="otis:1", then="otis:2", outranked=("A.1",))
    mixed = e.PrecedenceDropped(first="otis:1", then="orc-2:1")
    assert kinds(watch(PIP, deeds, own, mixed)) == ["EncounterOpened", "AgendaChanged", "PrecedenceDropped"]


def test_a_lost_deed_is_its_owners() -> None:
    deeds = agenda(strike("otis", 1), strike("orc-2", 1))
    lost = [e.DeedLost(who=who, deed=f"{who}:1", cause="Bran is gone") for who in ("otis", "orc-2")]
    viewer_log = watch(PIP, deeds, *lost)
    shown = e.DeedLost(who="otis", deed="deed-1", cause="someone is gone", perceived_by=("otis",))
    assert viewer_log.shown[-1] == shown
    assert kinds(viewer_log).count("DeedLost") == 1


# Taking back.


def waited(who: str, *by: str) -> e.Waited:
    return e.Waited(who=who, perceived_by=by or ("public",))


def test_a_take_back_returns_to_what_was_known_then() -> None:
    hit = e.Damaged(who="orc-2", by="otis", amount=20, left=7)
    viewer_log = watch(PIP, waited("jaroo"), hit, e.TakenBack(to=1, epoch=3, note="Bran says no"))
    assert viewer_log.state.combatants["orc-1"].hp == 4
    assert viewer_log.shown[-1] == e.TakenBack(to=2, epoch=1, note="someone says no")
    assert (viewer_log.count, viewer_log.standing) == (4, (1, 2, 4))


def test_the_standing_events_give_the_state() -> None:
    hit = e.Damaged(who="orc-2", by="otis", amount=20, left=7)
    backs = (e.TakenBack(to=1, epoch=3), e.TakenBack(to=2, epoch=5))
    viewer_log = watch(PIP, hit, waited("jaroo"), backs[0], waited("orc-3"), backs[1])
    assert fold([viewer_log.shown[number - 1] for number in viewer_log.standing]) == viewer_log.state


def test_one_who_saw_nothing_of_what_is_taken_back_is_not_told() -> None:
    hidden = waited("orc-1", "dm")
    viewer_log = watch(PIP, waited("jaroo"), hidden, e.TakenBack(to=1, epoch=3))
    assert kinds(viewer_log) == ["EncounterOpened", "Waited"]


def test_his_token_stays_good_where_he_was_not_told() -> None:
    viewer_log = watch(PIP, asked("otis", "1"), waited("orc-1", "dm"), e.TakenBack(to=1, epoch=3))
    assert viewer_log.find_real_token("1~0") == "1~3"


def test_a_take_back_that_he_was_told_of_makes_his_tokens_stale() -> None:
    viewer_log = watch(PIP, asked("otis", "1"), waited("jaroo"), e.TakenBack(to=1, epoch=3))
    assert (viewer_log.find_real_token("1~0"), viewer_log.find_real_token("1~1")) == (None, "1~3")


def test_a_take_back_can_be_taken_back() -> None:
    hit = e.Damaged(who="orc-2", by="otis", amount=20, left=7)
    viewer_log = watch(PIP, hit, e.TakenBack(to=0, epoch=2), waited("jaroo"), e.TakenBack(to=1, epoch=4))
    assert viewer_log.state.combatants["orc-1"].hp == 2
    assert viewer_log.standing == (1, 2, 5)


def test_a_name_once_given_is_kept_when_the_meeting_is_taken_back() -> None:
    show = [e.Ruled(who=who, what="appears", new="yes") for who in ("orc-1", "doppelganger")]
    viewer_log = watch(PIP, show[0], e.TakenBack(to=0, epoch=2))
    assert (viewer_log.find_alias("orc-1"), viewer_log.find_real("orc-3")) == (None, None)
    viewer_log.see(show[0], 3)
    assert viewer_log.find_alias("orc-1") == "orc-3"


def test_dora_is_told_of_every_take_back_as_it_is() -> None:
    back = e.TakenBack(to=0, epoch=2)
    viewer_log = watch(DORA, waited("orc-1", "dm"), back)
    assert viewer_log.shown[-1] == back
    assert viewer_log.state.epoch == 2


# Other characters.

BOTH = Viewpoint(characters=("otis", "tenser"))


def test_a_seat_sees_what_its_characters_perceived_while_they_were_its_own() -> None:
    private = [Parleyed(who="jaroo", perceived_by=(who,)) for who in ("otis", "tenser", "otis", "tenser")]
    log = [
        (opened(), PIP, 0),
        (private[0], PIP, 1),
        (private[1], PIP, 2),
        (private[2], QUILL, 3),
        (private[3], QUILL, 4),
    ]
    viewer_log = build_viewer_log(log)
    assert [each.perceived_by for each in viewer_log.shown if isinstance(each, Parleyed)] == [("otis",), ("tenser",)]


def test_a_character_that_is_gained_is_seen_whole_and_as_he_is() -> None:
    wound = e.Damaged(who="otis", by="orc-2", amount=13, left=7)
    cast = e.SpellCompleted(who="otis", spell="bless")
    ruled = e.Ruled(who="otis", what="ac", old=4, new=1)
    viewer_log = watch(SAM, wound, cast, ruled, e.EffectBegan(who="otis", effect="prone", until=(2, 3)))
    viewer_log.change_characters(PIP)
    otis = viewer_log.state.combatants["otis"]
    assert otis.stat_block == OTIS
    assert (otis.hp, otis.spells, otis.armor_class) == (7, (), 1)
    assert [(each.name, each.until) for each in otis.conditions] == [("prone", (2, 3))]


def test_a_character_that_is_gained_brings_his_questions_orders_and_deeds() -> None:
    order = e.Declared(who="otis", declaration=Strike("otis", targets=("orc-3",)))
    viewer_log = watch(SAM, asked("orc-1", "1"), asked("otis", "2"), order, agenda(strike("otis", 1, "orc-3")))
    made = viewer_log.change_characters(PIP)
    assert viewer_log.find_real_token("1~0") == "2~0"
    assert viewer_log.state.declared["otis"].targets == ("orc-2",)
    assert [each.targets for each in viewer_log.state.pending] == [("orc-2",)]
    assert {each.perceived_by for each in made} == {()}


def test_a_character_that_is_lost_is_seen_from_outside_and_asked_no_more() -> None:
    viewer_log = watch(BOTH, asked("otis", "1"), asked("tenser", "2"), agenda(strike("otis", 1)))
    viewer_log.change_characters(QUILL)
    assert viewer_log.state.combatants["otis"].stat_block.powers.spells == ()
    assert [each.who for each in viewer_log.state.open if not each.sealed] == ["tenser"]
    assert (viewer_log.state.pending, viewer_log.find_real_token("1~0")) == ((), None)


def test_what_was_taken_back_does_not_give_a_character_back() -> None:
    log = [(opened(), PIP, 0), (waited("jaroo"), PIP, 1), (waited("orc-2"), QUILL, 2)]
    viewer_log = build_viewer_log([*log, (e.TakenBack(to=1, epoch=3), QUILL, 3)])
    assert viewer_log.state.combatants["otis"].stat_block.powers.spells == ()
    assert viewer_log.state.combatants["tenser"].stat_block.powers.spells != ()


def test_dora_stays_dora() -> None:
    with pytest.raises(ValueError, match="the DM"):
        watch(PIP).change_characters(DORA)


# Forms and answers.


def form() -> Form:
    targets = [Choice(each, f"Strike {name}") for each, name in (("orc-1", "Orc 1"), ("orc-3", "Orc 3"))]
    refusal = Refusal("A.1", "Orc 3 is behind Bran")
    return Form(
        (
            OneOf("action", "What?", [Choice("G", "Strike", then=lambda: [SomeOf("target", "Whom?", targets, 1, 1)])]),
            Several("with", "And", lambda: [OneOf("who", "Whom?", [Choice("orc-3", "Orc 3", refusal=refusal)])]),
        )
    )


def test_a_form_offers_whom_the_viewer_has_met_by_his_names() -> None:
    shown = watch(PIP).show_form(form())
    action, further = shown.fields
    assert isinstance(action, OneOf)
    (target,) = action.choices[0].then()
    assert isinstance(target, SomeOf)
    assert [(each.value, each.label) for each in target.choices] == [("orc-2", "Strike Orc 2")]
    assert isinstance(further, Several)
    (who,) = further.each()
    assert isinstance(who, OneOf)
    assert who.choices[0].refusal == Refusal("A.1", "Orc 2 is behind someone")


def test_an_answer_goes_back_in_the_ids_of_the_log() -> None:
    viewer_log = watch(PIP)
    answer = {"action": "G", "target": ["orc-2"], "with": [{"who": "orc-2"}]}
    assert viewer_log.restore_real_answer(answer) == {"action": "G", "target": ["orc-3"], "with": [{"who": "orc-3"}]}


def test_the_hidden_and_the_absent_are_refused_alike() -> None:
    shown = watch(PIP).show_form(form())
    messages = []
    for target in ("orc-3", "orc-9"):
        with pytest.raises(BadAnswer) as refused:
            shown.find_refusal({"action": "G", "target": [target]})
        messages.append(str(refused.value).replace(target, "?"))
    assert messages[0] == messages[1]
    assert watch(PIP).restore_real_answer({"target": ["orc-3", "doppelganger"]}) == {"target": ["", ""]}


def test_doras_forms_and_answers_are_those_of_the_log() -> None:
    viewer_log = watch(DORA, asked("otis", "1"))
    given = form()
    assert viewer_log.show_form(given) is given
    assert viewer_log.restore_real_answer({"target": "orc-1"}) == {"target": "orc-1"}
    assert viewer_log.find_real_token("1~0") == "1~0"
    assert (viewer_log.find_real("orc-1"), viewer_log.find_real("nobody")) == ("orc-1", None)


def test_nothing_of_the_hidden_is_anywhere_after_all_this() -> None:
    events = [asked("doppelganger", "1"), agenda(strike("doppelganger", 1, "otis"), strike("otis", 1, "doppelganger"))]
    viewer_log = watch(PIP, *events, e.TakenBack(to=1, epoch=3))
    assert not any(word in text(viewer_log) for word in ("doppelganger", "Bran"))
