"""Playing a world before its viewers: what each is shown, in order, and what is so."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rules.kernel import events as e
from rules.kernel.codec import normalise
from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer, Field, Form, OneOf, Text, find_listed
from rules.kernel.game import BadInput, Game
from rules.kernel.inputs import BeginRound, Change, CloseQuestions, GiveAnswer, GiveFaces, Input, MakeRuling, TakeBack
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.state import OpenQuestion, State
from tests.rules.two_worlds.secrecy import secrecy_of
from tests.rules.two_worlds.worlds import LURKER, OWN, World

Key = tuple[object, ...]
"""Which question: round, its name, who is asked, what it is about, and which of these it is."""

MOST = 25
"""Inputs of players after which the table only closes what is open."""

LONGEST = 500

LETTERS = "DDDDDDGGGGGEEEFPAC"


@dataclass
class Played:
    """The result of playing a world.

    ``shown``: what each viewer was shown, with the forms of the viewer's questions. ``marks``: how much a viewer had
    been shown before each event of the log. ``until``: the length of the log when the sealed answer was opened.
    """

    world: World
    log: list[e.Event] = field(default_factory=list)
    shown: dict[str, list[object]] = field(default_factory=dict)
    marks: dict[str, list[int]] = field(default_factory=dict)
    answers: dict[Key, Answer | None] = field(default_factory=dict)
    sealed_at: Key | None = None
    sealed_from: int = 0
    until: int = 0


class Sitting:
    """A table that plays a world.

    With ``other``, the DM's combatants and those of the viewers ``knowing`` are given the answers that they had there.
    """

    def __init__(self, world: World, other: Played | None = None, knowing: tuple[str, ...] = ()) -> None:
        self.world = world
        self.other = other
        self.knowing = knowing
        self.game = Game(world.opening, world.dice)
        self.viewings = {name: ViewerLog(Viewpoint(characters=OWN[name])) for name in world.seats}
        self.players = {who: name for name in world.seats for who in OWN[name]}
        self.played = Played(world, shown={name: [] for name in world.seats}, marks={name: [] for name in world.seats})
        self.common = [0]
        self.spoken: dict[str, tuple[str, Answer]] = {}
        self._asked: dict[Key, int] = {}
        self._ordered: list[str] = []
        self._paused = 0
        self._sealed = ""
        self._tell(world.opening, 0)

    def play(self) -> Played:
        """Play the world's rounds."""
        game, inputs = self.game, 0
        while not game.state.ended and not (game.state.between_rounds and game.state.round >= self.world.rounds):
            inputs += 1
            assert inputs < LONGEST, "a round does not end"
            self._step(patient=len(self.common) <= MOST)
            if self._is_open_again():
                break
        self._end()
        return self.played

    def _end(self) -> None:
        for name, viewer_log in self.viewings.items():
            self.played.shown[name].append(viewer_log.state)

    def _is_open_again(self) -> bool:
        """Return whether the answer that was sealed is open now: what follows may differ."""
        sealed = any(each.id == self._sealed and each.sealed for each in self.game.state.open)
        return bool(self._sealed) and not sealed

    # What is said.

    def _step(self, *, patient: bool) -> None:
        state = self.game.state
        asked = [each for each in state.open if not each.sealed]
        waiting = [each for each in asked if each.question != "next"]
        if all(each.who == LURKER for each in waiting if each.awaited):
            # A question that holds nobody up is withdrawn when all that do are answered.
            waiting = [each for each in waiting if each.awaited]
        players = [each for each in waiting if each.who in self.players]
        if (state.between_rounds or players or state.open_rolls) and self._interrupted():
            return
        if state.between_rounds:
            self._take(BeginRound(), common=True)
        elif patient and waiting:
            self._put(min(waiting, key=self._turn))
        elif patient and state.open_rolls:
            self._take(GiveFaces(state.open_rolls[0].token, None), common=True)
        elif stops := [each for each in asked if each.question == "next"]:
            self._take(GiveAnswer(stops[0].token, {"choice": "go"}, "dm"), common=False)
        else:
            self._take(CloseQuestions(), common=False)

    def _interrupted(self) -> bool:
        """Interrupt, once before each input of a player: with a ruling, a take-back, or nothing."""
        if self._paused == len(self.common):
            return False
        self._paused = len(self.common)
        self._look()
        chance = self._chance("what else", self._paused)
        if (ruling := self.world.rulings.get(self._paused)) is not None:
            self._take(ruling, common=False)
        if chance < 0.01 and len(self.common) > 1:
            to = self.common[-min(len(self.common), 2 + int(chance * 500))]
            self._take(TakeBack(to, "not so"), common=False)
        elif chance < 0.03:
            everybody = [each for each in self.game.state.combatants if each != LURKER]
            who = Random(f"{chance}").choice(everybody)
            self._take(MakeRuling((Change(who, "moved", [int(chance * 1000), 2]),), "put there"), common=False)
        return True

    def _look(self) -> None:
        """Note what screens say besides what is shown."""
        for name, viewer_log in self.viewings.items():
            awaited = (viewer_log.list_choosing(), viewer_log.list_rolling())
            self.played.shown[name].append(f"the party is asked: {awaited}")

    def _chance(self, *about: object) -> float:
        return Random(f"{self.world.seed}|{about}").random()

    def _turn(self, question: OpenQuestion) -> float:
        first = question.who == self.world.sealed and self.played.sealed_at is None
        who = self.world.names.back(question.who)
        return -1 if first else self._chance(self.game.state.round, question.question, who)

    def _put(self, question: OpenQuestion) -> None:
        key = self._key(question)
        viewer = self.players.get(question.who, "")
        common = bool(viewer)
        answer = self._seal(
            question,
            key,
            self._of_player(question, key, viewer)
            if viewer and viewer not in self.knowing
            else self._of_dm(question, key),
        )
        self.played.answers[key] = answer
        before = len(self.played.log)
        if answer is None:
            self._take(CloseQuestions(question.who), common=common)
        else:
            self._take(GiveAnswer(question.token, answer, viewer or "dm"), common=common)
        if any(each.token == question.token and not each.sealed for each in self.game.state.open):
            self._take(CloseQuestions(question.who), common=False)
        if self.played.sealed_at == key and not self._sealed:
            self._sealed, self.played.sealed_from = question.id, before

    def _key(self, question: OpenQuestion) -> Key:
        back = self.world.names.back
        told = secrecy_of(self.world).told_to_dm if question.who == "dm" else ()
        asked = {name: fact for name, fact in question.facts.items() if name not in told}
        facts = json.dumps(_without_the_hidden(normalise(back(asked))), sort_keys=True, default=str)
        stem = (self.game.state.round, question.question, back(question.who), facts)
        self._asked[stem] = self._asked.get(stem, 0) + 1
        return (*stem, self._asked[stem])

    def _of_player(self, question: OpenQuestion, key: Key, viewer: str) -> Answer | None:
        """Return a player's answer, from the form as the player sees it.

        The form is added to what the player was shown.
        """
        viewer_log = self.viewings[viewer]
        put = next(each for each in viewer_log.state.open if viewer_log.find_real_token(each.token) == question.token)
        form = self.game.ruleset.questions[put.question].form(viewer_log.state, put)
        rng = Random(f"{self.world.seed}|{key}")
        said = say(viewer_log.state, put, form, rng) if form is not None else None
        if self.world.typed and form is not None:
            said = type_texts(form, rng, self.world.typed) or said
        self.played.shown[viewer].append(f"{put} {form and looks(form)} {said}")
        if said is None:
            return None
        self.spoken[question.token] = (put.token, said)
        try:
            return viewer_log.restore_real_answer(said, put.token)
        except BadAnswer as wrong:
            self.played.shown[viewer].append(str(wrong))
            return None

    def _of_dm(self, question: OpenQuestion, key: Key) -> Answer | None:
        """Return the DM's answer for a combatant: the same in both worlds.

        It has nothing about the one who may not be there.
        """
        ordered = self.world.orders.get(self.world.names.back(question.who))
        if ordered is not None and question.question == "declare" and question.who not in self._ordered:
            self._ordered.append(question.who)
            return ordered
        if self.other is not None:
            given = self.other.answers.get(key)
            return self.world.names.of(given) if given is not None else None
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        said = say(self.game.state, question, form, Random(f"{self.world.seed}|{key}")) if form is not None else None
        return None if self._concerns_others(question.who, said) else said

    def _concerns_others(self, who: str, said: Answer | None) -> bool:
        """Return whether an answer is about the one who may not be there.

        Where that one is quiet, also whether it acts on others.
        """
        if who != LURKER:
            return LURKER in f"{said}"
        return self.world.quiet and any(each in f"{said}" for each in self.world.stat_blocks if each != LURKER)

    def _seal(self, question: OpenQuestion, key: Key, said: Answer | None) -> Answer | None:
        """Return another answer to the sealed question, in the world that differs in it.

        The sealed question is the first to them while others are asked.
        """
        others = [each for each in self.game.state.open if each.awaited and not each.sealed and each.id != question.id]
        if question.who != self.world.sealed or self.played.sealed_at is not None or not others:
            return said
        self.played.sealed_at = key
        if not self.world.other_answer:
            return said
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        for n in range(8):
            other = say(self.game.state, question, form, Random(f"{key}|{n}")) if form is not None else None
            if other is not None and other != said:
                self.spoken.pop(question.token, None)
                return other
        self.played.sealed_at = ("nothing else to say",)
        return said

    # What comes of it.

    def _take(self, given: Input, *, common: bool) -> None:
        try:
            record = self.game.submit(given)
        except BadInput:
            if not isinstance(given, GiveAnswer):
                raise
            return
        self._taken(given)
        for event in record.events:
            self._tell(event, record.position)
        if not self._sealed or any(each.id == self._sealed and each.sealed for each in self.game.state.open):
            self.played.until = len(self.played.log)
        if common:
            self.common.append(self.game.position)

    def _taken(self, given: Input) -> None:
        """Have what was taken happen elsewhere, too."""

    def _tell(self, event: e.Event, position: int) -> None:
        for name, viewer_log in self.viewings.items():
            self.played.marks[name].append(len(self.played.shown[name]))
            self.played.shown[name].extend(viewer_log.see(event, position))
        self.played.log.append(event)


def _without_the_hidden(facts: object) -> object:
    """Return the facts of a question as they would be without the hidden one."""
    if isinstance(facts, Mapping):
        alone = isinstance(facts.get("together"), list) and not [who for who in facts["together"] if who != LURKER][1:]
        left_out = (LURKER, "together") if alone else (LURKER,)
        return {key: _without_the_hidden(value) for key, value in facts.items() if key not in left_out}
    if isinstance(facts, list):
        return [_without_the_hidden(each) for each in facts if each != LURKER]
    return facts


def looks(form: Form) -> Mapping[str, object]:
    """Return what is to be read on a form before anything is chosen."""
    return {
        each.name: [(one.value, one.label, one.price, one.refusal) for one in each.choices]
        if isinstance(each, OneOf)
        else each.label
        for each in form.fields
    }


# What a table says.


def say(state: State, question: OpenQuestion, form: Form, rng: Random) -> Answer | None:
    """Something that is allowed, silence now and then."""
    if rng.random() < 0.05 or (question.question in ("effect", "cancel", "change") and rng.random() < 0.8):
        return None
    draw = order if question.question == "declare" else drawn
    return next((answer for _ in range(3) if (answer := draw(form, rng)) is not None), None)


def order(form: Form, rng: Random) -> Answer | None:
    """Return a random order under a letter that is not forbidden."""
    first = form.fields[0]
    if not isinstance(first, OneOf):
        return drawn(form, rng)
    letter = rng.choice(LETTERS)
    option = next((each for each in first.choices if each.value == letter and each.refusal is None), None)
    rest = drawn(Form(tuple(option.then())), rng) if option is not None else None
    if rest is None or (rest.get("prepared") and rng.random() < 0.7):
        return None
    answer = {first.name: letter, **rest}
    return answer if allowed(form, answer) else None


def drawn(form: Form, rng: Random) -> Answer | None:
    """Return a random answer; None where there is none."""
    try:
        return form.draw_random(rng)
    except BadAnswer:
        return None


def type_texts(form: Form, rng: Random, texts: Sequence[str]) -> Answer | None:
    """Return a random answer with these texts in all its text fields; None where none was found."""
    for _ in range(40):
        answer = drawn(form, rng)
        fields = list(list_text_fields(form.fields, answer)) if answer is not None else []
        if answer is not None and fields:
            typed = {**answer, **{each.name: rng.choice(texts)[: each.most] for each in fields}}
            if allowed(form, typed):
                return typed
    return None


def list_text_fields(fields: Sequence[Field], answer: Answer) -> Iterator[Text]:
    """Yield the text fields that an answer has come to."""
    for each in fields:
        if isinstance(each, Text):
            yield each
        elif isinstance(each, OneOf) and (option := find_listed(each.choices, answer.get(each.name))) is not None:
            yield from list_text_fields(option.then(), answer)


def allowed(form: Form, answer: Answer) -> bool:
    """Return whether an answer is accepted."""
    try:
        return form.find_refusal(answer) is None
    except BadAnswer:
        return False
