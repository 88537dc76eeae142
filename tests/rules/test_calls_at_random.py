"""Random fights in which the DM calls for saves and dice: the log proves itself."""

from random import Random

import pytest

from rules.kernel.dice import Call
from rules.kernel.inputs import CloseQuestions, Input, MakeCall
from rules.kernel.terms import Save
from tests.any_procedure import FAMILY
from tests.rules.proofs import assert_faces_stand, assert_folds, assert_replays, assert_resumes, boundaries
from tests.rules.random_play import Chatter, SeededDice, random_opening
from tests.soak import runs

pytestmark = pytest.mark.soak


class Caller(Chatter):
    """A table whose DM also calls for dice, rightly and wrongly; some of them are typed."""

    def _something(self) -> Input:
        state = self.game.state
        if self.rng.random() < 0.08:
            return MakeCall(self._draw_call())
        if state.between_rounds and state.open_rolls:
            return self._dice() if self.rng.random() < 0.8 else CloseQuestions()  # type: ignore[return-value]
        return super()._something()

    def _draw_call(self) -> Call:
        known = [*self.game.state.combatants, "nobody"]
        who = tuple(self.rng.sample(known, self.rng.randint(1, min(4, len(known)))))
        secret, modifier = self.rng.random() < 0.2, self.rng.choice([0, 0, 2, -4])
        if self.rng.random() < 0.5:
            return Call(
                who, save=self.rng.choice([*(each.value for each in Save), "fog"]), modifier=modifier, secret=secret
            )
        dice = self.rng.choice(["1d20", "3d6", "2d4+1", "lots"])
        return Call(who, dice=dice, modifier=modifier, at_least=self.rng.choice([None, 11]), secret=secret)


@pytest.mark.parametrize("ruleset", FAMILY)
@pytest.mark.parametrize("seed", range(runs(50)))
def test_a_fight_with_calls_proves_itself(seed: int, ruleset: str) -> None:
    rng = Random(seed)
    game = Caller(rng, random_opening(rng, ruleset), SeededDice(seed)).play()
    assert_folds(game)
    assert_replays(game, SeededDice(seed))
    assert_faces_stand(game.records)
    places = list(boundaries(game.records))
    assert_resumes(game, SeededDice(seed), rng.sample(places, min(3, len(places))), 8)
