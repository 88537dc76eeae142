"""Whole games before viewers: played at random from what players are shown."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.codec import encode_text, normalise_input
from rules.kernel.dice import KeyedDice
from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, GiveAnswer, Input, MakeRuling, TakeBack
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import change_stat_block
from tests.rules.watchers import text
from tests.soak import runs

SEATS = {
    "dora": Viewpoint(dm=True),
    "pip": Viewpoint(characters=("otis",)),
    "quill": Viewpoint(characters=("tenser", "jaroo")),
    "sam": Viewpoint(),
}
PLAYERS = ("pip", "quill", "sam")
HIDDEN = ("orc-1", "orc-3", "lurker")
SHOWN = ("appears", "hidden", "hp", "held", "ac", "moved", "dead")


def roster() -> tuple[StatBlock, ...]:
    """Return three of the party, four orcs (two hidden), a shaman, and one who stays hidden.

    The shaman's id is not its name.
    """
    entries: list[dict[str, Any]] = [
        {"id": "otis", "side": "party", "class": "ranger", "level": 3, "weapons": ["sword_long", "bow_long"]},
        {"id": "tenser", "side": "party", "class": "magic_user", "level": 5, "spells": ["magic_user_sleep"]},
        {"id": "jaroo", "side": "party", "class": "cleric", "level": 5, "spells": ["cleric_bless"]},
        {"id": "orc", "side": "foes", "monster": "orc", "hp": 5, "weapons": ["axe_battle"], "count": 4},
        {"id": "witch", "name": "Shaman", "side": "foes", "class": "cleric", "spells": ["cleric_hold_person"]},
        {"id": "lurker", "name": "Skulk", "side": "foes", "class": "thief", "weapons": ["dagger"]},
    ]
    places = ([0, 0], [-5, 0], [0, 5], [8, 0], [20, 0], [9, 9])
    stat_blocks = [
        each for entry, at in zip(entries, places, strict=True) for each in build_stat_blocks({**entry, "position": at})
    ]
    return tuple(change_stat_block(each, hidden=True) if each.id in HIDDEN else each for each in stat_blocks)


class Sitting:
    """A game and everybody who watches it; players answer by what they are shown."""

    def __init__(self, seed: int, start: str) -> None:
        self.rng = Random(seed)
        opening = e.EncounterOpened(
            ruleset=ANY, version="1", stat_blocks=roster(), notes={"start": start, "distance_ft": 20},
            options={"table.hidden_acts": "ask"},
        )  # fmt: skip
        self.game = Game(
            opening, lambda number, attempt: KeyedDice(f"{seed} {number} {attempt}", f"dm {seed} {number}")
        )
        self.viewings = {name: ViewerLog(viewpoint) for name, viewpoint in SEATS.items()}
        self.log: list[tuple[e.Event, int]] = []
        self._show(opening, 0)

    def _show(self, event: e.Event, position: int) -> None:
        self.log.append((event, position))
        for viewer_log in self.viewings.values():
            viewer_log.see(event, position)

    def take(self, given: Input) -> None:
        """Submit an input; one that the rules reject changes nothing."""
        try:
            record = self.game.submit(normalise_input(given))
        except BadInput:
            assert not isinstance(given, GiveAnswer)
            return
        for event in record.events:
            self._show(event, record.position)

    def play(self, inputs: int, rulings: bool = True) -> None:
        """Submit this many inputs at random."""
        for _ in range(inputs):
            if not self.game.state.ended:
                self.take(self._next(self.rng.random() if rulings else 1))

    def _next(self, chance: float) -> Input:
        if chance < 0.03 and self.game.position:
            return TakeBack(self.rng.randrange(max(0, self.game.position - 8), self.game.position), "Skulk was here")
        if chance < 0.08:
            return self._ruling()
        if self.game.state.between_rounds:
            return BeginRound()
        asked = [each for each in self.game.state.open if not each.sealed and each.question != "next"]
        return self._answer(self.rng.choice(asked)) if asked else CloseQuestions()

    def _ruling(self) -> Input:
        who, what = (
            self.rng.choice([each for each in self.game.state.combatants if each != "lurker"]),
            self.rng.choice(SHOWN),
        )
        values: dict[str, Any] = {"hp": self.rng.randrange(-11, 9), "moved": [self.rng.randrange(30), 5], "ac": 3}
        value = values.get(what, self.rng.choice(["yes", "no"]))
        return MakeRuling((Change(who, what, value),), "Skulk and Orc 1", secret=self.rng.random() < 0.3)

    def _answer(self, question: OpenQuestion) -> Input:
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        assert form is not None
        viewer_log = next((each for each in self.viewings.values() if question.who in each.viewpoint.characters), None)
        try:
            if viewer_log is None:
                return GiveAnswer(question.token, form.draw_random(self.rng))
            given = viewer_log.show_form(form).draw_random(self.rng)
        except BadAnswer:
            return CloseQuestions(question.who)
        tokens = [each.token for each in viewer_log.state.open]
        token = next(each for each in tokens if viewer_log.find_real_token(each) == question.token)
        real: Answer = viewer_log.restore_real_answer(given, token)
        assert form.find_refusal(real) is None
        return GiveAnswer(str(viewer_log.find_real_token(token)), real)


STARTS = ("melee", "encounter")


@pytest.mark.soak
@pytest.mark.parametrize("start", STARTS)
def test_what_is_shown_can_be_folded_and_gives_the_state(start: str) -> None:
    for seed in range(runs(100)):
        sitting = Sitting(seed, start)
        sitting.play(120)
        assert sitting.viewings["dora"].state == sitting.game.state
        for viewer_log in sitting.viewings.values():
            assert fold([viewer_log.shown[number - 1] for number in viewer_log.standing]) == viewer_log.state


@pytest.mark.soak
@pytest.mark.parametrize("start", STARTS)
def test_a_round_can_be_read_without_those_before_it(start: str) -> None:
    rounds = 0
    for seed in range(runs(100)):
        sitting = Sitting(seed + 500, start)
        sitting.play(120)
        for viewer_log in sitting.viewings.values():
            standing = [viewer_log.shown[number - 1] for number in viewer_log.standing]
            assert viewer_log.list_between(1) == standing
            began = [at for at, event in enumerate(standing) if isinstance(event, e.RoundBegan)]
            assert [standing[at].round for at in began] == [each.number for each in viewer_log.rounds]
            for at, each in zip(began, viewer_log.rounds, strict=True):
                assert viewer_log.list_between(each.cursor) == standing[at:]
                assert viewer_log.list_between(1, each.cursor) == standing[:at]
                assert viewer_log.find_state_before(each) == fold(standing[:at])
            rounds += len(began)
    assert rounds > 20


@pytest.mark.soak
@pytest.mark.parametrize("start", STARTS)
def test_one_who_stays_hidden_is_in_nothing_that_is_sent(start: str) -> None:
    for seed in range(runs(100)):
        sitting = Sitting(seed + 1000, start)
        sitting.play(120)
        for name in PLAYERS:
            shown = text(sitting.viewings[name])
            assert [word for word in ("lurker", "Skulk", "witch") if word in shown] == []


@pytest.mark.parametrize("target", ["orc-3", "orc-4", "lurker", "nobody"])
def test_the_hidden_the_absent_and_ids_of_the_log_are_refused_alike(target: str) -> None:
    sitting = Sitting(1, "melee")
    sitting.take(BeginRound())
    sitting.take(CloseQuestions())
    pip = sitting.viewings["pip"]
    (question,) = pip.state.open
    order = {"action": "G", "weapon": "sword_long", "target": pip.find_alias("orc-4")}
    assert pip.restore_real_answer(order, question.token)["target"] == "orc-4"
    with pytest.raises(BadAnswer) as refused:
        pip.restore_real_answer({**order, "target": target}, question.token)
    assert str(refused.value) == f"Target: '{target}' cannot be chosen."


@pytest.mark.soak
@pytest.mark.parametrize("start", STARTS)
def test_a_log_without_the_hidden_shows_the_same_bytes(start: str) -> None:
    for seed in range(runs(100)):
        sitting = Sitting(seed + 2000, start)
        sitting.play(80, rulings=False)
        for name in PLAYERS:
            without = ViewerLog(SEATS[name])
            for event, position in without_the_hidden(sitting.log):
                without.see(event, position)
            assert [*map(encode_text, without.shown)] == [*map(encode_text, sitting.viewings[name].shown)]


def without_the_hidden(log: list[tuple[e.Event, int]]) -> Iterator[tuple[e.Event, int]]:
    """Yield the log as if those who stayed hidden were not there, with its questions closed up."""
    numbers: dict[str, str] = {}
    for event, position in log:
        if isinstance(event, e.EncounterOpened):
            yield (
                replace(event, stat_blocks=tuple(each for each in event.stat_blocks if each.id not in HIDDEN)),
                position,
            )
        elif getattr(event, "who", "") not in HIDDEN:
            yield _closed_up(_fewer(event), numbers), position


def _fewer(event: e.Event) -> e.Event:
    if isinstance(event, e.AgendaChanged):
        return replace(event, deeds=tuple(deed for deed in event.deeds if deed.who not in HIDDEN))
    if isinstance(event, e.MomentBegan):
        return replace(event, deeds=tuple(id for id in event.deeds if id.split(":")[0] not in HIDDEN))
    names: dict[str, Any] = {name: "" for name in ("target", "by", "closes") if getattr(event, name, "") in HIDDEN}
    if "by" in names and isinstance(event, e.Damaged):
        names["source"] = ""
    if "target" in names and isinstance(event, e.Attacked | e.ChargeBegan | e.ChargeMet):
        return e.MomentBegan()
    some = {name: getattr(event, name) for name in ("targets", "affected") if getattr(event, name, ())}
    kept: dict[str, Any] = {name: tuple(who for who in each if who not in HIDDEN) for name, each in some.items()}
    return replace(event, **names, **kept)


def _closed_up(event: e.Event, numbers: dict[str, str]) -> e.Event:
    if isinstance(event, e.Asked | e.DiceAsked):
        numbers[event.id] = str(len(numbers) + 1)
    if isinstance(event, e.Asked | e.Answered | e.Withdrawn | e.DiceAsked | e.DiceGiven):
        return replace(event, id=numbers[event.id])
    return event
