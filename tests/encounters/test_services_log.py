"""The two logs: taken back, built again, fed by other processes, played under changed rules."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from encounters import services
from encounters.errors import Conflict, Invalid, RulesHaveChanged
from encounters.models import Encounter, Event, Round
from encounters.selectors import read_view
from encounters.services import games
from rules.kernel import events as e
from rules.kernel.game import Game
from rules.kernel.inputs import Change, CloseQuestions
from rules.kernel.procedure import Play
from rules.kernel.procedure import Table as RulesTable
from rules.procedures import register
from tests.encounters.conftest import Table, stored
from tests.encounters.toy import Toy

pytestmark = pytest.mark.storage
Proved = Callable[[Encounter], AbstractContextManager[None]]


def test_a_take_back_asks_again_with_another_token(table: Table, proved: Proved) -> None:
    position = table.begin().position
    before = table.token(table.pip, "otis")
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")
        services.take_back(table.dora, table.tap(), position)
    assert table.token(table.pip, "otis") != before


def test_an_answer_to_a_question_taken_back_is_late(table: Table) -> None:
    table.begin()
    token = table.token(table.quill, "tenser")
    position = table.strike(table.pip, "otis", "orc-1").position
    services.take_back(table.dora, table.tap(), position - 1)
    with pytest.raises(Conflict):
        services.answer(table.quill, table.tap(), token, {"action": "C"})


def test_a_take_back_can_itself_be_taken_back(table: Table, proved: Proved) -> None:
    begun = table.begin().position
    with proved(table.encounter):
        table.strike(table.pip, "otis", "orc-1")
        back = services.take_back(table.dora, table.tap(), begun).position
        services.take_back(table.dora, table.tap(), back - 1)
    assert read_view(table.dora).state.declared["otis"].action == "G"


def test_what_was_taken_back_stays_readable(table: Table) -> None:
    position = table.begin().position
    declared = table.strike(table.pip, "otis", "orc-1").events[0]
    services.take_back(table.dora, table.tap(), position)
    kinds = list(Event.objects.filter(encounter=table.encounter).values_list("kind", flat=True))
    assert declared.kind in kinds
    assert kinds[-1] == "TakenBack"


def test_one_cannot_go_back_to_what_has_not_been(table: Table) -> None:
    with pytest.raises(Invalid) as refused:
        services.take_back(table.dora, table.tap(), 99)
    assert refused.value.field == "to"


def test_a_round_taken_back_whole_is_tried_anew_with_other_seeds(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.play_round()
        services.take_back(table.dora, table.tap(), 0)
        table.play_round()
    seeds = Round.objects.filter(encounter=table.encounter, number=1).order_by("attempt")
    assert [each.attempt for each in seeds] == [1, 2]
    assert seeds[0].open_seed != seeds[1].open_seed


def test_a_face_once_shown_is_shown_again(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.play_round()
        first = otis_rolled(table)
        services.take_back(table.dora, table.tap(), 0)
        table.play_round()
    assert otis_rolled(table) == first


def test_the_fight_goes_on_after_its_end_is_taken_back(table: Table, proved: Proved) -> None:
    position = table.begin().position
    with proved(table.encounter):
        services.end(table.dora, table.tap())
        services.take_back(table.dora, table.tap(), position)
    assert table.encounter.state == "playing"


def test_another_process_goes_on_where_this_one_stopped(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.begin()
        games.forget_all()
        table.strike(table.pip, "otis", "orc-1")
        games.forget_all()
        services.close(table.dora, table.tap())
        games.forget_all()
        table.step()
    assert "Attacked" in kinds(table)


def test_a_game_held_here_is_fed_what_others_took(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        table.begin()
        held = games._held.get(table.encounter.pk)
        assert held is not None
        games.forget_all()
        table.strike(table.pip, "otis", "orc-1")
        games.keep(table.encounter.pk, held)
        table.wait(table.quill, "tenser")
    assert games._held.get(table.encounter.pk) is held


def test_a_game_ahead_of_the_log_is_not_used(table: Table, proved: Proved) -> None:
    table.begin()
    ahead = games.load(Game, table.encounter.pk)
    ahead.submit(CloseQuestions())
    with proved(table.encounter):
        games.keep(table.encounter.pk, ahead)
        table.wait(table.quill, "tenser")
    assert games._held.get(table.encounter.pk) is not ahead


def test_rules_that_change_in_mid_round_stop_the_round(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_under_other_rules(table, monkeypatch)
    before = stored(table.encounter)
    with pytest.raises(RulesHaveChanged) as refused:
        services.close(table.dora, table.tap())
    assert refused.value.status == 409
    assert stored(table.encounter) == before


def test_the_round_can_then_be_reopened(table: Table, monkeypatch: pytest.MonkeyPatch, proved: Proved) -> None:
    begun_under_other_rules(table, monkeypatch)
    services.reopen_round(table.dora, table.tap(), "the rules were updated")
    assert read_view(table.dora).state.between_rounds
    table.begin()
    assert read_view(table.dora).state.attempt == 2


def test_or_the_fight_ended(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun_under_other_rules(table, monkeypatch)
    services.end_past_changed_rules(table.dora, table.tap())
    table.encounter.refresh_from_db()
    assert table.encounter.state == "ended"
    assert games.load(Game, table.encounter.pk).state.ended


def test_no_round_can_be_reopened_where_none_is_in_play(table: Table) -> None:
    table.play_round()
    with pytest.raises(Conflict):
        services.reopen_round(table.dora, table.tap())


def test_typed_dice_are_asked_for_and_taken(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        asked_for_dice(table)
        token = read_view(table.pip).state.open_rolls[0].token
        outcome = services.give_faces(table.pip, table.tap(), token, [17])
    attacked = next(event for event in outcome.events if isinstance(event, e.Attacked))
    assert (attacked.face, attacked.rolls[0].source) == (17, "typed")


def test_a_player_may_have_the_server_roll_after_all(table: Table, proved: Proved) -> None:
    with proved(table.encounter):
        asked_for_dice(table)
        token = read_view(table.pip).state.open_rolls[0].token
        outcome = services.give_faces(table.pip, table.tap(), token, None)
    assert next(event for event in outcome.events if isinstance(event, e.Attacked)).rolls[0].source == "seed"


def test_faces_that_the_dice_do_not_have_are_not_taken(table: Table) -> None:
    asked_for_dice(table)
    token = read_view(table.pip).state.open_rolls[0].token
    with pytest.raises(Invalid) as refused:
        services.give_faces(table.pip, table.tap(), token, [21])
    assert refused.value.field == "faces"


def test_nobody_types_anothers_dice(table: Table) -> None:
    asked_for_dice(table)
    token = read_view(table.dora).state.open_rolls[0].token
    with pytest.raises(Conflict):
        services.give_faces(table.quill, table.tap(), token, [20])


def test_a_player_says_whose_dice_are_typed_only_of_his_own(table: Table) -> None:
    services.set_types_dice(table.pip, table.tap(), table.name(table.pip, "otis"), True)
    assert read_view(table.dora).state.combatants["otis"].types_dice
    with pytest.raises(Exception, match="Only the DM"):
        services.set_types_dice(table.pip, table.tap(), table.name(table.pip, "tenser"), True)


def asked_for_dice(table: Table) -> None:
    """Let Otis strike with dice that Pip rolls at the table."""
    services.rule(table.dora, table.tap(), [Change("otis", "types_dice", True)])
    table.begin()
    table.strike(table.pip, "otis", "orc-1")
    services.close(table.dora, table.tap())
    table.step()


def begun_under_other_rules(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin a round, change the rules, and forget every held game."""
    table.begin()
    table.strike(table.pip, "otis", "orc-1")
    games.forget_all()

    register("toy", f"{__name__}:Backwards")


def declare_backwards(rules: RulesTable) -> Play:
    yield e.DeclarationsClosed()
    return "blows"


class Backwards(Toy):
    """The toy, whose declarations are closed at once."""

    stages = {**Toy.stages, "declare": declare_backwards}


def otis_rolled(table: Table) -> int:
    events = [each for each in read_view(table.dora).all_events if isinstance(each, e.Attacked)]
    return events[-1].face


def kinds(table: Table) -> list[str]:
    return list(Event.objects.filter(encounter=table.encounter).values_list("kind", flat=True))
