"""Fights and those who play them: made combatants, scripted dice, and a player of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.kernel import events as e
from rules.kernel.dice import build_typed_roll
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.game import Game, Record
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer
from rules.kernel.stat_block import Device, Missile, Psionic, Spell, StatBlock, Weapon, WeaponBlow
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import HUNDREDTHS, Save
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block

FACES = Mapping[tuple[str, str], Sequence[int]]
"""Faces by purpose and roller, in order; what is not named shows 1."""

TO_HIT = tuple(range(10, 31))
"""An attack row that needs 10 against armor class 10: the unscripted 1 misses everyone."""

SAVES = tuple((save, 11) for save in Save)


def script_dice(faces: FACES) -> "ScriptedDice":
    """Return dice that show these faces."""
    return ScriptedDice(faces)


@dataclass(frozen=True)
class ScriptedDice:
    """The dice of a round: the n-th of a kind shows the n-th face given, then 1."""

    faces: FACES

    def draw(self, roll: Roll, n: int) -> Rolled:
        given = self.faces.get((roll.purpose, roll.by), ())
        shown = tuple(given[at] if at < len(given) else 1 for at in range(n, n + roll.count))
        return build_typed_roll(roll, shown, n, "scripted")

    def reveal_seed(self) -> str:
        return ""

    def get_commitments(self) -> tuple[str, str]:
        return "", ""


# What combatants hold.


def sword(speed_factor: int = 5, length_ft: int = 4, **more: object) -> Weapon:
    """Return a weapon with a speed factor."""
    return weapon("sword", speed_factor=speed_factor, length=length_ft * HUNDREDTHS, **more)


def claws(length_ft: int = 2) -> Weapon:
    """Natural weapons: no speed factor."""
    return weapon("claws", natural=True, length=length_ft * HUNDREDTHS)


def bow(rate: int = 1, **more: object) -> Weapon:
    """Return a missile weapon, within short range however far."""
    missile = Missile(rate=Fraction(rate), ranges=(100_000, 200_000, 300_000))
    return weapon("bow", melee=False, missile=missile, **more)


def spear(length_ft: int = 6, **more: object) -> Weapon:
    """Return a weapon that can be set against a charge, and charged with."""
    return weapon("spear", speed_factor=6, length=length_ft * HUNDREDTHS, settable=True, **more)


def weapon(id: str, **more: object) -> Weapon:
    """Return a weapon of one blow for 1 hit point."""
    given: dict[str, object] = {"length": 3 * HUNDREDTHS, "blows": (WeaponBlow(id, "1", "1"),), **more}
    return Weapon(id=id, name=id.capitalize(), **given)  # type: ignore[arg-type]


def spell(casting: int = 3, **more: object) -> Spell:
    """Return a spell that hurts each target for 1 hit point, unless the target saves."""
    return Spell(id=f"spell_{casting}", name="Spell", casting=casting, damage="1", save="negates", **more)  # type: ignore[arg-type]


def wand(activation: int | None = 3) -> Device:
    """Return a device that hurts for 1 hit point, unless the target saves."""
    return Device(id="wand", name="Wand", activation=activation, attack=True, damage="1", save="negates")


def mind() -> Psionic:
    """Return a mind that only defends itself, for longer than any round."""
    return Psionic(attack=0, defense=500, attack_modes=(), defense_modes=("mind_blank",))


def prepare_combatant(id: str, side: str, **more: object) -> StatBlock:
    """Return a combatant of 50 hit points that needs 10 to hit and to be hit."""
    given: dict[str, object] = {"hit_points": 50, "to_hit": TO_HIT, "saves": SAVES, "position": (0, 0), **more}
    return make_stat_block(id=id, name=id.capitalize(), side=side, **given)


# At the table.


def opening(
    stat_blocks: Sequence[StatBlock],
    *,
    ruleset: str = ANY,
    options: Mapping[str, object] | None = None,
    setting: str = "indoors",
    **notes: object,
) -> e.EncounterOpened:
    """Return the opening of an encounter.

    It begins with its first round, unless ``start`` says otherwise.
    """
    return e.EncounterOpened(
        ruleset=ruleset,
        version="test",
        setting=setting,
        options=dict(options or {}),
        notes={"start": "melee", **notes},
        stat_blocks=tuple(stat_blocks),
    )


@dataclass
class Hand:
    """The player of a game, who declares the orders and leaves the rest to the defaults."""

    game: Game
    orders: Mapping[str, Answer] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return self.game.state

    def play_round(self) -> list[e.Event]:
        """Play one whole round. Returns its events."""
        first = len(self.game.list_live_events())
        self.game.submit(BeginRound())
        while not self.state.between_rounds and not self.state.ended:
            self.step()
        return self.game.list_live_events()[first:]

    def step(self) -> Record:
        """Answer the first open question that there is a word for, or close what is open."""
        for question in self.state.open:
            answer = self._word(question)
            if answer is not None and not question.sealed:
                record = self.game.submit(GiveAnswer(question.token, answer))
                assert record.refusal is None, record.refusal
                return record
        return self.game.submit(CloseQuestions())

    def _word(self, question: OpenQuestion) -> Answer | None:
        if question.question == "declare":
            return self.orders.get(question.who)
        return self.answers.get(question.question)


def played(
    stat_blocks: Sequence[StatBlock],
    orders: Mapping[str, Answer],
    faces: FACES,
    *,
    answers: Mapping[str, Answer] | None = None,
    **how: object,
) -> list[e.Event]:
    """Return the events of one round of these combatants with these orders and dice."""
    return hand(stat_blocks, orders, faces, answers=answers, **how).play_round()


def hand(
    stat_blocks: Sequence[StatBlock],
    orders: Mapping[str, Answer],
    faces: FACES,
    *,
    answers: Mapping[str, Answer] | None = None,
    **how: object,
) -> Hand:
    """Somebody to play a fight of these combatants."""
    dice = script_dice(faces)
    game = Game(opening(stat_blocks, **how), lambda number, attempt: dice)  # type: ignore[arg-type]
    return Hand(game, orders, answers or {})
