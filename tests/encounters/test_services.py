"""Taking inputs: what is recorded, what leaves no trace, and who may."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from encounters import services
from encounters.errors import Conflict, Forbidden, Invalid, NotFound, Rejected
from encounters.models import Declaration, Encounter, Input, Round
from encounters.selectors import read_view
from encounters.services import games
from encounters.viewers import Role, Viewer
from rules.kernel.inputs import Change
from tests.encounters.conftest import Table, stored

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]


def test_a_round_begins_with_two_fresh_seeds_and_their_promises(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        began = table.begin().events[0]
    row = Round.objects.get(encounter=table.encounter)
    assert row.open_seed != row.dm_seed
    assert (began.open_promise, began.dm_promise) == row.promises  # type: ignore[attr-defined]


def test_a_player_declares_for_his_combatant(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        outcome = table.strike(table.pip, "otis", "orc-1")
    assert [event.kind for event in outcome.events] == ["Declared", "Sealed", "Answered"]
    assert read_view(table.dora).state.declared["otis"].targets == ("orc-1",)


def test_a_declaration_is_kept_as_the_detail_of_its_input(table: Table) -> None:
    table.begin()
    position = table.strike(table.pip, "otis", "orc-1").position
    detail = Declaration.objects.get()
    assert (detail.input.position, detail.round, detail.who, detail.action) == (position, 1, "otis", "G")


def test_an_answer_says_who_gave_it(table: Table) -> None:
    table.begin()
    answered = table.strike(table.pip, "otis", "orc-1").events[-1]
    assert answered.by == "seat-1"  # type: ignore[attr-defined]


def test_a_whole_round_is_played_and_closed(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.play_round()
    assert read_view(table.dora).state.between_rounds


def test_the_next_round_has_seeds_of_its_own(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.play_round()
        table.play_round()
    assert len(set(Round.objects.values_list("open_seed", flat=True))) == 2


def test_a_refusal_is_recorded_and_the_question_stays_open(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        outcome = table.strike(table.pip, "otis", "tenser")
    assert outcome.refusal is not None
    assert outcome.refusal.clause == "TOY.1"
    assert table.token(table.pip, "otis")


def test_the_same_tap_twice_is_one_input(table: Table, proved: Proved) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    with proved(table.encounter):
        first = services.answer(table.pip, "same", token, {"action": "C"})
        again = services.answer(table.pip, "same", token, {"action": "C"})
    assert (again.position, again.events, again.repeated) == (first.position, first.events, True)
    assert Input.objects.filter(tap="same").count() == 1


def test_a_repeated_tap_is_told_of_the_refusal_again(table: Table) -> None:
    table.begin()
    first = table.strike(table.pip, "otis", "tenser", tap="same")
    again = table.strike(table.pip, "otis", "tenser", tap="same")
    assert again.refusal == first.refusal


def test_another_persons_tap_of_the_same_id_is_told_nothing(table: Table) -> None:
    table.begin()
    table.strike(table.pip, "otis", "orc-1", tap="same")
    with pytest.raises(Conflict) as refused:
        services.answer(table.quill, "same", table.token(table.quill), {"action": "C"})
    assert refused.value.field == "tap"


def test_a_late_answer_is_told_so_and_leaves_no_trace(table: Table) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    services.answer(table.dora, table.tap(), table.token(table.dora, "otis"), {"action": "C"})
    services.close(table.dora, table.tap())
    assert_leaves_no_trace(table, Conflict, lambda: services.answer(table.pip, table.tap(), token, {"action": "C"}))


def test_anothers_question_and_one_that_never_was_are_refused_with_the_same_words(table: Table) -> None:
    table.begin()
    texts = set()
    for token in (table.token(table.dora, "tenser"), "999~0", "nonsense"):
        with pytest.raises(Conflict) as refused:
            services.answer(table.pip, table.tap(), token, {"action": "C"})
        texts.add((refused.value.message, refused.value.field, refused.value.status))
    assert len(texts) == 1


def test_a_player_may_not_answer_for_anothers_combatant(table: Table) -> None:
    table.begin()
    token = table.token(table.dora, "tenser")
    assert_leaves_no_trace(table, Conflict, lambda: services.answer(table.pip, table.tap(), token, {"action": "C"}))


def test_a_spectator_may_not_answer(table: Table) -> None:
    table.begin()
    token = table.token(table.dora, "otis")
    assert_leaves_no_trace(table, Forbidden, lambda: services.answer(table.sam, table.tap(), token, {"action": "C"}))


@pytest.mark.parametrize("deed", ["begin_round", "close", "end", "take_back", "rule", "add", "nudge", "reopen"])
def test_only_the_dm_may(table: Table, deed: str) -> None:
    table.begin()
    change = Change("otis", "hp", 99)
    deeds: dict[str, Callable[[], object]] = {
        "begin_round": lambda: services.begin_round(table.pip, "t"),
        "close": lambda: services.close(table.pip, "t"),
        "end": lambda: services.end(table.pip, "t"),
        "take_back": lambda: services.take_back(table.pip, "t", 0),
        "rule": lambda: services.rule(table.pip, "t", [change]),
        "add": lambda: services.bring_in_combatants(table.pip, "t", [{"id": "ogre", "side": "foes"}]),
        "nudge": lambda: services.remind(table.pip, table.quill.seat_id or 0),
        "reopen": lambda: services.reopen_round(table.pip, "t"),
    }
    assert_leaves_no_trace(table, Forbidden, deeds[deed])


def test_the_dm_answers_for_anyone(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        for who in ("otis", "tenser", "orc-1"):
            table.wait(table.dora, who)
    assert list(read_view(table.dora).state.declared) == ["otis", "tenser", "orc-1"]


def test_an_answer_that_is_not_of_the_forms_shape_names_the_field(table: Table) -> None:
    table.begin()
    token = table.token(table.pip, "otis")
    given = {"action": "G", "target": "nobody"}
    problem = assert_leaves_no_trace(table, Invalid, lambda: services.answer(table.pip, table.tap(), token, given))
    assert (problem.status, problem.field) == (400, "target")


def test_what_json_cannot_hold_is_no_answer(table: Table) -> None:
    table.begin()
    token = table.token(table.dora, "otis")
    assert_leaves_no_trace(table, Invalid, lambda: services.answer(table.dora, table.tap(), token, {"action": {1, 2}}))


@pytest.mark.parametrize("tap", ["", "x" * 49, "with space", "a+1"])
def test_a_tap_without_a_proper_id_is_not_taken(table: Table, tap: str) -> None:
    problem = assert_leaves_no_trace(table, Invalid, lambda: services.begin_round(table.dora, tap))
    assert problem.field == "tap"


def test_one_order_for_a_mob_is_taken_together(table: Table, proved: Proved) -> None:
    table.begin()
    tokens = [table.token(table.dora, "orc-1"), table.token(table.dora, "orc-2")]
    with proved(table.encounter):
        outcome = services.answer_all(table.dora, "mob", tokens, {"action": "G", "target": "otis"})
    assert [event.kind for event in outcome.events].count("Declared") == 2
    assert services.answer_all(table.dora, "mob", tokens, {"action": "C"}).events == outcome.events


def test_one_order_for_a_mob_is_taken_whole_or_not_at_all(table: Table) -> None:
    table.begin()
    tokens = [table.token(table.dora, "orc-1"), "999~0"]
    assert_leaves_no_trace(table, Conflict, lambda: services.answer_all(table.dora, "mob", tokens, {"action": "C"}))


def test_closing_gives_everyone_the_default(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        services.close(table.dora, table.tap())
    assert {each.action for each in read_view(table.dora).state.declared.values()} == {"C"}


def test_a_ruling_changes_the_state_with_a_note(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        outcome = services.rule(table.dora, table.tap(), [Change("otis", "hp", 3)], "a bad fall")
    assert read_view(table.dora).state.combatants["otis"].hp == 3
    assert outcome.events[0].note == "a bad fall"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("change", "field"),
    [(Change("nobody", "hp", 3), "who"), (Change("otis", "mood", 3), "what"), (Change("otis", "hp", "many"), "value")],
)
def test_a_ruling_that_cannot_be_names_what_is_at_fault(table: Table, change: Change, field: str) -> None:
    problem = assert_leaves_no_trace(table, Invalid, lambda: services.rule(table.dora, table.tap(), [change]))
    assert problem.field == field


def test_a_combatant_comes_into_play(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        services.bring_in_combatants(table.dora, table.tap(), [{"id": "ogre", "side": "foes", "monster": "ogre"}])
    assert "ogre" in read_view(table.dora).state.combatants


def test_a_combatant_that_cannot_be_names_its_key(table: Table) -> None:
    wrong = [{"id": "ogre", "side": "foes", "monster": "oger"}]
    problem = assert_leaves_no_trace(
        table, Invalid, lambda: services.bring_in_combatants(table.dora, table.tap(), wrong)
    )
    assert problem.field == "monster"


def test_the_dm_ends_the_fight(table: Table, proved: Proved) -> None:
    table.begin()
    with proved(table.encounter):
        services.end(table.dora, table.tap(), "the orcs make peace")
    assert table.encounter.state == "ended"
    assert_leaves_no_trace(table, Invalid, lambda: services.begin_round(table.dora, table.tap()))


def test_a_round_cannot_begin_twice(table: Table) -> None:
    table.begin()
    assert_leaves_no_trace(table, Invalid, lambda: services.begin_round(table.dora, table.tap()))


def test_nothing_is_taken_before_the_opening(prepared: Encounter) -> None:
    with pytest.raises(Conflict):
        services.begin_round(Viewer(prepared.pk, Role.DM), "t")


def test_nothing_is_taken_for_an_encounter_that_is_not(table: Table) -> None:
    with pytest.raises(NotFound):
        services.begin_round(Viewer(999_999, Role.DM), "t")


def test_a_failure_inside_is_rolled_back_and_the_game_dropped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    token = table.token(table.pip, "otis")

    def fails(*given: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("encounters.services.playing.append_events", fails)
        assert_leaves_no_trace(table, RuntimeError, lambda: services.answer(table.pip, "t", token, {"action": "C"}))
    assert list(games._held) == []
    assert services.answer(table.pip, "t", token, {"action": "C"}).repeated is False


def test_a_nudge_is_not_recorded(table: Table) -> None:
    before = stored(table.encounter)
    services.remind(table.dora, table.pip.seat_id or 0)
    assert stored(table.encounter) == before


def test_nobody_is_nudged_who_has_no_seat_here(table: Table) -> None:
    assert_leaves_no_trace(table, NotFound, lambda: services.remind(table.dora, 999_999))


def test_an_input_is_taken_though_the_doorbell_fails(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ConnectionError("no channel layer")

    monkeypatch.setattr("encounters.live.doorbell.get_channel_layer", fails)
    assert table.begin().position == 1


def assert_leaves_no_trace(table: Table, error: type[Exception], deed: Callable[[], object]) -> Rejected:
    """Check that the deed is refused and leaves all stored as it was; return the refusal."""
    before = stored(table.encounter)
    with pytest.raises(error) as refused:
        deed()
    assert stored(table.encounter) == before
    return refused.value  # type: ignore[return-value]
