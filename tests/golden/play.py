"""The playing of a golden fight: answers at random, and each act of the table once."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from encounters import seat_moves, seats, services
from encounters.clocks import has_clocks, read_clocks
from encounters.errors import Rejected
from encounters.models import Encounter, Seat
from encounters.selectors import list_open_forms, list_open_rolls, read_view
from encounters.viewers import Viewer, build_dm_viewer
from rules.api import (
    DM,
    EFFECT_RULING,
    MAP_RULING,
    BadAnswer,
    Call,
    Change,
    Form,
    OpenQuestion,
    OpenRoll,
    State,
    find_likely_answer,
    get_ruleset,
)
from tests.golden.cast import list_effects, list_newcomers, list_rulings
from tests.people import find_viewer

PATIENCE = 300
"""The most inputs of a fight."""

BETWEEN = 2
"""The answers after which another act of the table is tried."""

DECLARING, HALF_PLAYED, ENDED = "in the orders", "half played", "ended"
"""How far fights are played; others are only prepared."""


class NeverDone(AssertionError):
    """An evening that was long enough, and in which something could never be done."""


class Evening:
    """The people at a table, and what they do.

    An act that is refused is tried again later. Those left at the end are an error: nothing is missing in silence.
    """

    def __init__(self, encounter: Encounter, rng: Random) -> None:
        self.encounter, self.rng, self.taps = encounter, rng, 0
        self.ruleset = get_ruleset(encounter.ruleset)
        self.dora = build_dm_viewer(encounter)
        joined = [seats.join(encounter.code, name, "player").seat for name in ("Pip", "Quill", "Newt")]
        self.pip, self.quill, self.newt = map(find_viewer, joined)
        self.sam = find_viewer(seats.join(encounter.code, "Sam", "spectator").seat)
        self.played = seats.list_pickable(encounter)
        self.players: dict[str, Viewer] = {}
        self.acts: dict[str, Callable[[], object]] = {}
        self.refused: dict[str, str] = {}
        for viewer, who in zip((self.pip, self.quill), self.played, strict=False):
            seats.pick(viewer, who)
            self.players[who] = viewer

    def open(self) -> None:
        """Begin the fight with everything that is prepared."""
        services.open_encounter(self.dora)
        self.encounter.refresh_from_db()

    @property
    def state(self) -> State:
        """Return the state as it is."""
        return read_view(self.dora).state

    @property
    def position(self) -> int:
        """Return the number of inputs so far."""
        return Encounter.objects.get(pk=self.encounter.pk).position

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        self.taps += 1
        return f"tap-{self.taps}"

    # Play.

    def play(self, until: str) -> None:
        """Play until everybody has done everything, and then to this point. Raises NeverDone."""
        self.acts, turns = dict(self.list_acts()), 0
        while self.acts or not self._is_at(until):
            turns += 1
            if self.position > PATIENCE:
                left = [f"{name}: {self.refused.get(name)}" for name in self.acts]
                raise NeverDone(f"{self.encounter}: never done: {'; '.join(left) or until}")
            if turns % BETWEEN == 0:
                self._try_one()
            self.step()
        if until == ENDED:
            if not self.state.ended:
                services.end(self.dora, self.tap(), "the foes have fled")
            services.publish_dm_seed(self.dora, 1)

    def _try_one(self) -> None:
        """Do the first of the acts that are left and possible now."""
        for name, act in self.acts.items():
            try:
                act()
            except (Rejected, StopIteration, IndexError) as problem:
                self.refused[name] = repr(problem)
                continue
            del self.acts[name]
            return

    def _is_at(self, until: str) -> bool:
        state = self.state
        if until == ENDED:
            return state.between_rounds and state.round >= 2
        waiting = [each for each in state.open if not each.sealed and each.awaited]
        if until == DECLARING:
            declares = "declare" not in self.ruleset.questions or any(each.question == "declare" for each in waiting)
            return state.round >= 2 and declares and bool(waiting)
        if state.round < 2 or state.clock is None or any(each.question == "declare" for each in waiting):
            return False
        return bool(state.open_rolls) or (self.position > PATIENCE // 2 and bool(waiting))

    def step(self) -> None:
        """Give one input: an answer, dice, the closing of what is open, or another round."""
        state = self.state
        if state.ended:
            services.take_back(self.dora, self.tap(), max(0, self.position - 4), "it is not over")
            return
        if state.between_rounds and not state.calls:
            services.begin_round(self.dora, self.tap())
            self._try_one()
            return
        if not (self._answer() or self._give_faces()):
            services.close(self.dora, self.tap())

    def _find_asked(self) -> tuple[Viewer, OpenQuestion, Form] | None:
        """Return who answers next, and the question as that viewer is shown it."""
        asked = [each for each in list_open_forms(read_view(self.dora)) if each.question.awaited]
        if not asked:
            return None
        chosen = self.rng.choice(asked)
        viewer = self.players.get(chosen.question.who, self.dora)
        for each in list_open_forms(read_view(viewer)) if viewer is not self.dora else ():
            return viewer, each.question, each.form
        return self.dora, chosen.question, chosen.form

    def _answer(self) -> bool:
        found = self._find_asked()
        if found is None or self.rng.random() < 0.03:
            return False
        viewer, question, form = found
        view = read_view(viewer)
        for _ in range(4):
            given = self._choose(view.state, question, form)
            try:
                services.answer(viewer, self.tap(), question.token, given, view.viewer_log)
            except Rejected:
                continue
            return True
        return False

    def _choose(self, state: State, question: OpenQuestion, form: Form) -> Mapping[str, object]:
        if question.question == "effect":
            return {"text": "as the spell says", "changes": list(self._list_effects(state))}
        if question.question == "declare" and self.rng.random() < 0.05:
            return {"action": self.rng.choice("PABCDEFG")}
        if question.question == "cancel":
            return {"choice": "no"}
        likely = find_likely_answer(state, question.who, form) if self.rng.random() < 0.5 else None
        try:
            return likely or form.draw_random(self.rng)
        except BadAnswer:
            return {}

    def _list_effects(self, state: State) -> Iterator[Mapping[str, object]]:
        who = self.rng.choice(list(state.combatants))
        yield {"who": who, "what": "effect", "value": "marked", "until": "2 rounds",
               "changes": [{"what": "to_hit", "by": 1}, {"what": "ac", "by": -2}]}  # fmt: skip
        yield {"who": who, "what": "prone", "value": "yes"}

    def _give_faces(self) -> bool:
        for viewer in (self.pip, self.quill, self.dora):
            rolls = list_open_rolls(read_view(viewer))
            if rolls:
                try:
                    services.give_faces(viewer, self.tap(), rolls[0].token, self._throw(rolls[0]))
                except Rejected:
                    # The die was thrown before the take-back, and keeps its face.
                    services.give_faces(viewer, self.tap(), rolls[0].token, None)
                return True
        return False

    def _throw(self, roll: OpenRoll) -> list[int] | None:
        return None if self.rng.random() < 0.2 else [self.rng.randint(1, roll.sides) for _ in range(roll.count)]

    # The acts of the table.

    def list_acts(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield everything that is done once, by a name for messages."""
        if has_clocks(self.encounter.ruleset):
            yield "clocks", self._use_clock
        if self.ruleset.orders and self.ruleset.intents.of_groups:
            yield "orders a group", self._order_group
            yield "standing orders", lambda: services.give_standing_orders(self.dora, self.tap())
        for who in self.played:
            yield f"types dice {who}", self._ruling(Change(who, "types_dice", True), "", False)
        for who, what, value, secret, until in list_rulings(self.encounter.ruleset):
            yield f"rules {what} {value}", self._ruling(Change(who, what, value, until), "so be it", secret)
        for value in (
            ["add", {"kind": "wall", "points": [[-20, 0], [-20, 10]]}], ["open", "door-1"], ["reveal", "door-2"],
            ["add", {"kind": "door", "points": [[-20, 12], [-20, 16]], "hidden": True}], ["remove", "rough-1"],
            ["hide", "picture"],
        ):  # fmt: skip
            yield f"map {value}", self._ruling(Change(DM, MAP_RULING, value), "the map", False)
        for row in list_effects(self.encounter.ruleset):
            yield "effect", self._ruling(Change(DM, EFFECT_RULING, row), "a thin web", False)
            yield "effect again", self._ruling(Change(DM, EFFECT_RULING, row["magic"][0]), "", False)
        yield "option", self._ruling(Change(DM, "option", ["table.foe_hp", "bar"]), "", False)
        yield "setting", self._ruling(Change(DM, "setting", "outdoors"), "", True)
        yield "note", self._ruling(Change(DM, "note"), "remember the bell", True)
        yield from self._list_calls()
        newcomers = list_newcomers(self.encounter.ruleset)
        yield "arrive", lambda: services.bring_in_combatants(self.dora, self.tap(), newcomers, "from the cellar")
        yield "bring in", lambda: services.bring_in(self.dora, self.tap(), self.state.coming[-1].id)
        yield "closes one", lambda: services.close(self.dora, self.tap(), self._find_awaited().who)
        yield "takes back", lambda: services.take_back(self.dora, self.tap(), self.position - 3, "again")
        yield "takes back a face", self._take_back_face
        yield (
            "takes back a take-back",
            lambda: services.take_back(self.dora, self.tap(), self.position - 1, "after all"),
        )
        yield "undoes", self._undo
        yield "seats", self._change_seats
        yield (
            "notes",
            lambda: services.write_combatant_note(self.dora, list(self.state.combatants)[-1], "knows the password"),
        )
        yield "recap", self._write_recap

    def _list_calls(self) -> Iterator[tuple[str, Callable[[], object]]]:
        one, other = self.played[0], self._list_foes()[0]
        if self.ruleset.morale is not None:
            yield "morale", lambda: services.call_morale(self.dora, self.tap(), ["foes"], "", 5)
        for save in list(self.ruleset.saves.words)[:1]:
            yield "save", self._calling(Call((one, other), save=save, modifier=1, why="the gas", follows="coughs"))
        yield "dice", self._calling(Call((one,), dice="3d6", at_most=12, why="the rope bridge", follows="falls"))
        yield "secret dice", self._calling(Call((other,), dice="1d20", secret=True))

    def _calling(self, call: Call) -> Callable[[], object]:
        return lambda: services.make_call(self.dora, self.tap(), call)

    def _ruling(self, change: Change, note: str, secret: bool) -> Callable[[], object]:
        return lambda: services.rule(self.dora, self.tap(), [change], note, secret)

    def _list_foes(self) -> list[str]:
        return [each.id for each in self.state.combatants.values() if each.stat_block.side == "foes" and each.present]

    def _find_awaited(self) -> OpenQuestion:
        return next(each for each in self.state.open if each.awaited and not each.sealed and each.who != DM)

    def _take_back_face(self) -> object:
        entry = next(entry for entry in reversed(read_view(self.dora).log) if entry.event.rolls and entry.input > 2)
        rolled = entry.event.rolls[0]
        face = (rolled.purpose, rolled.by, rolled.sides, rolled.first, 1 + rolled.faces[0] % rolled.sides)
        return services.take_back(self.dora, self.tap(), entry.input - 1, "that die was cocked", [face])

    def _undo(self) -> object:
        outcome = services.rule(self.dora, self.tap(), [Change(self.played[0], "types_dice", True)])
        return services.undo(self.dora, self.tap(), outcome.position)

    def _order_group(self) -> object:
        """Give the plainest order of a group, which everybody can carry out."""
        return services.order_group(self.dora, self.tap(), self._list_foes(), self.ruleset.intents.of_groups[-1].id)

    def _write_recap(self) -> None:
        services.publish_recap(self.dora, self.tap(), 1, "The hall was dark, and the orcs were many.")

    def _change_seats(self) -> None:
        who = self.played[-1]
        seats.give(self.dora, who, self.newt.seat_id)
        self.players[who] = self.newt
        seats.set_alerts(self.newt, ["orders", "nudge", "sound"])
        seats.mute(self.dora, self.quill.seat_id or 0, True)
        seat_moves.make_link(self.dora, self.newt.seat_id)
        seats.note_connected([each.pk for each in Seat.objects.filter(campaign=self.encounter.campaign)])
        seats.release(self.dora, self.sam.seat_id)

    def _use_clock(self) -> None:
        view = read_view(self.pip)
        token = next(each.question.token for each in list_open_forms(view) if each.question.question == "declare")
        services.note_question_shown(self.pip, token)
        services.ask_dm(self.pip, token)
        real = next(iter(read_clocks(read_view(self.dora))))
        services.let_clock_go_on(self.dora, real)
        services.pause_clock(self.dora, real)
        services.rule_clock(self.dora, real, 2, True)
