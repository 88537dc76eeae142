"""Playing a fight to the end and reading off its moments: who acts together, at which clock, and what came of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules import codec
from rules import events as e
from rules.effects import Answer, Ask
from rules.forms import BadAnswer, Form, OneOf
from rules.game import Game
from rules.inputs import BeginRound, Change, CloseQuestions, Rule
from rules.ruleset import Play, Table
from rules.state import Combatant, Deed, OpenQuestion, Place, State
from rules.terms import HUNDREDTHS
from tests.rules.relations.fights import Fight, Key

Outcome = tuple[object, ...]

TOLD: dict[str, tuple[str, ...]] = {
    "Attacked": ("who", "target", "weapon", "routine", "bonus", "mode", "hit", "opportunity"),
    "Damaged": ("who", "by", "amount"),
    "Healed": ("who", "by", "amount"),
    "Slain": ("who",),
    "SavedOrNot": ("who", "saved"),
    "SpellBegan": ("who", "spell"),
    "SpellCompleted": ("who", "spell", "targets"),
    "SpellSpoiled": ("who", "spell", "forgotten"),
    "SpellContinues": ("who", "spell", "done"),
    "DeviceUsed": ("who", "device", "targets"),
    "DeviceFailed": ("who", "device"),
    "UndeadTurned": ("who", "target", "result"),
    "Moved": ("who", "to", "closes"),
    "ChargeBegan": ("who", "target"),
    "ChargeMet": ("who", "target", "first"),
    "Fled": ("who", "manner", "to"),
    "Surrendered": ("who",),
    "Parleyed": ("who",),
    "WeaponSet": ("who",),
    "TaskDone": ("who", "task"),
    "TaskContinues": ("who", "task", "done"),
    "MindChanged": ("who", "clause"),
    "TurnBegan": ("who", "count"),
    "Warned": ("who", "target"),
    "Parried": ("who", "against", "bonus", "works"),
    "MoraleChecked": ("who", "result"),
    "PsionicExchanged": ("who", "target", "attack_left", "defense_left"),
    "EffectBegan": ("who", "effect"),
    "EffectEnded": ("who", "effect"),
    "SegmentsLost": ("who", "segments"),
    "Refused": ("who", "clause"),
    "DeedLost": ("who", "cause"),
    "Retaliated": ("who",),
    "Triggered": ("who",),
    "Noticed": ("who",),
    "ActionCounted": ("who",),
    "Bled": ("who", "left"),
    "OptionChosen": ("who", "option"),
    "BlowSpent": ("who", "blow", "en_cost", "borrowed", "use"),
    "EnChanged": ("who", "old", "new"),
    "Passed": ("who",),
    "WeaponDrawn": ("who", "weapon"),
    "Grabbed": ("who", "object", "ok"),
    "PreparationLost": ("who", "weapon", "count"),
    "AttackDeclared": ("who", "target", "weapon", "range"),
    "FellDown": ("who", "why"),
    "Rose": ("who",),
    "Broke": ("item", "owner"),
    "CriticalStruck": ("who", "target", "critical"),
    "Unconscious": ("who",),
    "Out": ("who",),
    "Rested": ("who", "amount"),
    "Cast": ("who", "spell", "targets"),
    "MovementEnded": ("who", "time", "position"),
    "Borrowed": ("who", "blow"),
    "AlertChanged": ("who", "alert"),
}  # fmt: skip
"""What is compared of an event, by its kind: the fiction, not how it is explained."""


@dataclass(frozen=True)
class Moment:
    """Deeds that resolve together (none: what happens between moments), and what came of them, in no order."""

    round: int
    clock: int | None
    deeds: tuple[Outcome, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def place(self) -> tuple[object, ...]:
        """When it is."""
        return self.round, self.clock


@dataclass
class Played:
    """A fight that was played: its moments in order, how everybody came out of it, and what was said.

    ``by_roster``: of two deeds of one side, equal in everything the general order asks, the roster put one first.
    """

    fight: Fight
    moments: list[Moment] = field(default_factory=list)
    result: dict[str, Outcome] = field(default_factory=dict)
    answers: dict[Key, Answer | None] = field(default_factory=dict)
    events: list[e.Event] = field(default_factory=list)
    state: State | None = None
    by_roster: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the fight has ended."""
        return any(isinstance(event, e.EncounterEnded) for event in self.events)


Policy = Callable[[State, OpenQuestion, Form, Random], Answer | None]


class Player:
    """Plays a fight: by the answers it holds or, with a ``policy``, by new ones, which are kept."""

    def __init__(self, fight: Fight, policy: Policy | None = None) -> None:
        self.fight = fight
        self.policy = policy
        self.game = Game(fight.opening(), fight.dice, bot=self._answer)
        self.game.ruleset = self._watched()
        self.played = Played(fight)
        self._asked: dict[Key, int] = {}
        self._defaults: dict[Key, Answer] = {}
        self._deeds: dict[str, Deed] = {}

    def play(self) -> Played:
        """Play its rounds."""
        game = self.game
        while not game.state.ended and not (game.state.between_rounds and game.state.round >= self.fight.rounds):
            if self.fight.ruled and game.state.between_rounds:
                game.submit(Rule(tuple(in_place(each) for each in game.state.combatants.values())))
            game.submit(BeginRound() if game.state.between_rounds else CloseQuestions())
        self.played.events = game.live_events()
        self.played.state = game.state
        self.played.moments = self._moments()
        back = self.fight.names.back
        for who, each in game.state.combatants.items():
            conditions = ("dead",) if each.has("dead") else tuple(sorted(one.name for one in each.conditions))
            self.played.result[back(who)] = (each.hp, each.place, conditions, tuple(each.spells), each.in_hand)
        return self.played

    # Watching.

    def _watched(self) -> Any:
        """The ruleset; its stages note which deeds are due and what silence would mean."""
        ruleset = self.game.ruleset
        return replace(ruleset, stages={name: self._watch(stage) for name, stage in ruleset.stages.items()})

    def _watch(self, stage: Callable[[Table], Play]) -> Callable[[Table], Play]:
        def watched(table: Table) -> Play:
            play, back = stage(table), None
            while True:
                try:
                    effect = play.send(back)
                except StopIteration as stop:
                    return stop.value
                if isinstance(effect, e.MomentBegan):
                    self.played.by_roster |= by_roster(table, effect.deeds)
                    due = [deed for deed in table.state.pending if deed.id in effect.deeds]
                    self._deeds |= {f"{table.state.round}|{deed.id}": as_done(table.state, deed) for deed in due}
                for ask in effect if isinstance(effect, list | tuple) else [effect]:
                    if isinstance(ask, Ask):
                        self._defaults[(ask.question, ask.who, canonical(ask.facts))] = ask.default
                back = yield effect

        return watched

    # Answering.

    def _key(self, state: State, question: OpenQuestion) -> Key:
        back = self.fight.names.back
        stem = (state.round, question.question, back(question.who), canonical(back(question.facts)))
        self._asked[stem] = self._asked.get(stem, 0) + 1
        return (*stem, self._asked[stem])

    def _answer(self, state: State, question: OpenQuestion) -> Answer | None:
        if question.question == "next":
            return {"choice": "go"}
        if self.fight.trusted and question.question == "declare":
            said = self.fight.answers.get(self._key(state, question))
            return self.fight.names.of(said) if said is not None else self._silence(question)
        form = self.game.ruleset.questions[question.question].form(state, question)
        if form is None:
            return None
        key = self._key(state, question)
        if self.policy is not None and key not in self.fight.answers:
            said = self.policy(state, question, form, Random(f"{self.fight.seed}|{key}"))
            said = said if said is not None and allowed(form, said) else None
        else:
            said = self.fight.answers.get(key)
            said = self.fight.names.of(said) if said is not None else None
        self.played.answers[key] = said
        if said is None:
            return self._silence(question)
        if self.fight.stepping and question.question == "declare" and "by" not in question.facts:
            with_step = after_a_step(said, state.combatants[question.who].place)
            said = with_step if allowed(form, with_step) else said
        return said if allowed(form, said) else None

    def _silence(self, question: OpenQuestion) -> Answer | None:
        default = self._defaults[(question.question, question.who, canonical(question.facts))]
        return default if self.fight.outspoken else None

    # Moments.

    def _moments(self) -> list[Moment]:
        found: list[tuple[tuple[int, int | None, int | None], list[Outcome], list[Outcome]]] = []
        for event in self.played.events:
            place = (event.round, event.clock, event.moment)
            if not found or found[-1][0] != place:
                found.append((place, [], []))
            if isinstance(event, e.MomentBegan):
                for id in event.deeds:
                    found[-1][1].append(self._named(self._deeds[f"{event.round}|{id}"]))
            elif event.kind in TOLD and not (isinstance(event, e.Moved) and not event.feet):
                told = self.fight.names.back(tuple(getattr(event, each) for each in TOLD[event.kind]))
                found[-1][2].append((event.kind, *told))
        return [
            Moment(round, clock, tuple(sorted(deeds, key=repr)), tuple(sorted(outcomes, key=repr)))
            for (round, clock, _), deeds, outcomes in found
            if deeds or outcomes
        ]  # fmt: skip

    def _named(self, deed: Deed) -> Outcome:
        thing = deed.weapon or deed.spell or deed.device or deed.task
        names = (deed.who, deed.kind, thing, deed.part, deed.targets)
        return (*self.fight.names.back(names), deed.routine, deed.bonus, deed.cantrip)


def by_roster(table: Table, due: Sequence[str]) -> bool:
    """Whether only the roster puts these deeds before another of their side."""
    state, order = table.state, table.ruleset.order
    waiting = [deed for deed in state.pending if not deed.standing]
    first = [deed for deed in waiting if deed.id in due]
    if state.round == 0:
        return len(state.declared) > len(first)
    return any(
        one.who != other.who
        and state.combatants[one.who].side == state.combatants[other.who].side
        and order.key(state, one)[:3] == order.key(state, other)[:3]
        for one in first
        for other in waiting
        if other.id not in due
    )


def as_done(state: State, deed: Deed) -> Deed:
    """The deed; a move to where its doer stands is called a stay."""
    stays = deed.kind == "move" and deed.to == state.combatants[deed.who].place
    return replace(deed, kind="stay") if stays else deed


def in_place(each: Combatant) -> Change:
    """A ruling that puts a figure where it stands."""
    return Change(each.id, "moved", [coordinate / HUNDREDTHS for coordinate in each.place])


WHEN = ("clock", "segment", "starts", "about")
"""Facts of a question that tell when it is asked, or which of several things that were noticed at once it names."""


def canonical(facts: object) -> str:
    """What a question is about, as a text, but for when it is asked; names in a list are in no order."""
    return json.dumps(_unordered(codec.normal(facts)), sort_keys=True, default=str)


def _unordered(thing: Any) -> Any:
    if isinstance(thing, Mapping):
        return {key: _unordered(value) for key, value in thing.items() if key not in WHEN}
    if isinstance(thing, list):
        return sorted((_unordered(each) for each in thing), key=str)
    return thing


def after_a_step(said: Answer, place: Place) -> Answer:
    """An order to strike, shoot, cast or use something, with a move to where its doer stands before it."""
    if said["action"] not in ("D", "G") or said.get("prepared") == "yes":
        return said
    return {"action": "E", "how": "move", "to": list(place), "with": [dict(said)]}


def allowed(form: Form, answer: Answer) -> bool:
    """Whether an answer is taken."""
    try:
        return form.refusal(answer) is None
    except BadAnswer:
        return False


def played(fight: Fight) -> Played:
    """The fight as it goes with the answers it holds."""
    return Player(fight).play()


def settled(fight: Fight) -> Played:
    """The fight with everything that is said in it, made up as it goes."""
    once = Player(fight, say).play()
    once.fight = replace(fight, answers=once.answers)
    return once


# What a table says.

LETTERS = "DDDDDDDDDGGGGGGGEEEEEFPAC"


COMMANDED = ("option", "parry", "noncombat", "trace", "at_stop", "consult")
"""Questions that are answered with a command."""


def say(state: State, question: OpenQuestion, form: Form, rng: Random) -> Answer | None:
    """Something that is allowed: orders mostly aimed at foes; silence now and then."""
    if rng.random() < 0.06:
        return None
    if question.question == "declare":
        return order(state, question, form, rng)
    if question.question in COMMANDED:
        return command(form, rng)
    if question.question == "effect" or rng.random() < 0.4:
        return None
    if question.question == "cancel" and rng.random() < 0.8:
        return None
    return drawn(form, rng)


def command(form: Form, rng: Random) -> Answer | None:
    """A command, an attack or a parry where one is allowed."""
    words = [word for _ in range(4) if (word := drawn(form, rng)) is not None and allowed(form, word)]
    return next(
        (word for word in words if word.get("command") in ("attack", "parry", "act")), words[0] if words else None
    )


def order(state: State, question: OpenQuestion, form: Form, rng: Random) -> Answer | None:
    """An order under one of the letters, at a foe where there is one to aim at."""
    best: Answer | None = None
    for _ in range(8):
        answer = ordered(form, rng.choice(LETTERS), rng)
        answer = aimed(state, question.who, answer, rng)
        if answer is None or not allowed(form, answer):
            continue
        best = best or answer
        if hostile(state, question.who, answer):
            return answer
    return best


def ordered(form: Form, letter: str, rng: Random) -> Answer | None:
    """A random order under this letter; None where the letter is barred, or asks for what there is not."""
    first = form.fields[0]
    if not isinstance(first, OneOf):
        return drawn(form, rng)
    option = next((each for each in first.options if each.value == letter), None)
    if option is None or option.barred is not None:
        return None
    rest = drawn(Form(tuple(option.then())), rng)
    if rest is None or (rest.get("prepared") and rng.random() < 0.7):
        return None
    return {first.name: letter, **rest}


def aimed(state: State, who: str, answer: Answer | None, rng: Random) -> Answer | None:
    """The same order; a spell or device is mostly aimed at one of the foes."""
    if answer is None or not (answer.get("spell") or answer.get("device")) or answer.get("how") in ("wear", "remove"):
        return answer
    foes = [each.id for each in state.foes_of(who) if each.present]
    if not foes or rng.random() < 0.2:
        return answer
    return {**answer, "target": rng.sample(foes, 2 if len(foes) > 1 and rng.random() < 0.2 else 1)}


def drawn(form: Form, rng: Random) -> Answer | None:
    """A random answer; None where there is none."""
    try:
        return form.random(rng)
    except BadAnswer:
        return None


def hostile(state: State, who: str, answer: Answer) -> bool:
    """Whether an order is aimed at foes alone, or at nobody."""
    target = answer.get("target")
    aims: Sequence[object] = target if isinstance(target, list) else [target] if target else []
    side = state.combatants[who].side if who in state.combatants else ""
    friends = [each for each in aims if state.combatants[str(each)].side == side]
    return not friends and (bool(aims) or answer.get("action") not in ("D", "G"))
