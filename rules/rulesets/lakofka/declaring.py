"""Declaring several deeds one after another: prices, what is left of the three actions, what forbids the next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, cast

from rules import events as e
from rules.adnd.declarations import Declaring
from rules.adnd.hearing import declaration_from
from rules.adnd.procedures import Procedures
from rules.effects import Answer
from rules.figure import Device, Spell, Weapon
from rules.forms import Count, Field, Form, Number, OneOf, Option, Refusal, Several
from rules.ruleset import Ruleset
from rules.rulesets.lakofka.acts import UNARMED, completed
from rules.rulesets.lakofka.counting import Act, Counted, Counting, no
from rules.rulesets.lakofka.noticing import companions
from rules.rulesets.lakofka.options import ids, option
from rules.rulesets.lakofka.walking import account, walk
from rules.state import Combatant, Declaration, OpenQuestion, State, evolve, with_combatant
from rules.terms import SEGMENTS, CombatantId

MOST = 6
"""Further steps: a round has no room for more."""

SURPRISE = "surprise segments"
FOLLOWED = ("D", "E", "F", "G", "A")
LISTED = ("spell", "shoot", "device", "wear", "remove", "turn")
"""Ways that open a list of things, each with a bar of its own."""

NO_ATTACK_LEFT = tuple(f"LAKOFKA.{clause}" for clause in ("2.1", "2.2", "2.3", "2.5", "6.9"))

MAGES = ("magic_user", "illusionist")
LEARNS_TO_THROW = 6

PLAIN_ACTS = {
    ("D", "turn"): Act("turn", "turning"),
    ("A", "flee"): Act("leg", "flight"),
    ("A", "fall_back"): Act("leg", "flight"),
    ("A", "disengage"): Act("leg", "flight"),
    ("E", "close"): Act("leg", "move"),
    ("E", "charge"): Act("leg", "charge"),
    ("E", "move"): Act("leg", "move"),
    ("E", "task"): Act("task", "task"),
    ("F", ""): Act("set", "setting a weapon"),
    ("P", ""): Act("psionic", "psionics"),
}
"""What a letter, or a way of doing it, is by itself, whatever it is done with."""


@dataclass(frozen=True)
class ByManner(Form):
    """A form that opens weapons before it is said how a blow is meant: 6.11, an unarmed one is refused as such."""

    def refusal(self, answer: Answer) -> Refusal | None:
        """As of any form, but by 6.11 where no attack is left for a blow that was to be an unarmed one."""
        found = super().refusal(answer)
        if found is None or found.clause not in NO_ATTACK_LEFT:
            return found
        further = cast("Sequence[Mapping[str, object]]", answer.get("with", ()))
        blows = [each for each in (answer, *further) if each.get("action") == "G"]
        return replace(found, clause="LAKOFKA.6.11") if blows and blows[-1].get("mode") in UNARMED else found


class Deeds(Declaring):
    """The declare form of one figure: each step followed by another, as far as the three actions go."""

    def __init__(self, ruleset: Callable[[], Ruleset], counting: Counting, nested: bool = False) -> None:
        super().__init__(ruleset)
        self._counting = counting
        self._nested = nested

    def form(self, state: State, question: OpenQuestion) -> Form | None:
        """The base's form, checked as a whole and with an account of what it would use."""
        form = super().form(state, question)
        if form is None or state.stage == SURPRISE:
            return form
        who = question.who
        return ByManner(
            form.fields,
            check=lambda answer: self.forbids(state, who, answer),
            account=lambda answer: self._account(state, who, answer),
        )

    def forbids(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        """What forbids the deeds of an answer, done one after another from here on."""
        return walk(self._counting, state, declared_by(who, answer)).refusal

    def _account(self, state: State, who: CombatantId, answer: Answer) -> Sequence[Count]:
        return account(self._counting, self._after(state, who, answer), who)

    def _after(self, state: State, who: CombatantId, answer: Answer) -> State:
        """The state after as much of an answer as there is."""
        whole = _so_far(answer)
        return walk(self._counting, state, declared_by(who, whole)).state if whole else state

    # What is closed.

    def letters(self, state: State, me: Combatant) -> tuple[Option, ...]:
        """The base's letters; 0.1: with no action left those are closed in which nothing is free."""
        letters, limit = super().letters(state, me), self._counting.limits.actions(state, me)
        if not self._nested and state.stage != SURPRISE:
            letters = tuple(replace(each, then=_with_warning(state, me, each)) for each in letters)
        if state.stage == SURPRISE or me.spent.actions < limit:
            return letters
        count = no("0.1", f"has used {me.spent.actions} actions of {limit}")
        return tuple(
            replace(each, barred=self._why_closed(each, count)) if each.value in FOLLOWED else each for each in letters
        )

    def _why_closed(self, letter: Option, count: Refusal) -> Refusal | None:
        """Why nothing can be done under a letter; None where something can.

        To surrender, though free, is no further deed. Rule 7 goes before the count, from which 7.2 excepts a volley.
        """
        if letter.barred is not None:
            return letter.barred
        whys: list[Refusal] = []
        for way in _first_choice(letter.then()):
            listed = _first_choice(way.then()) if way.barred is None and way.value in LISTED else ()
            free = way.barred is None and way.value not in LISTED
            if any(each.barred is None for each in listed) or (
                free and not (self._nested and way.value == "surrender")
            ):
                return None
            whys += [each.barred for each in (way, *listed) if each.barred is not None]
        return next((each for each in whys if each.clause.startswith("LAKOFKA.7.")), count)

    def move_fields(self, state: State, me: Combatant) -> Sequence[Field]:
        """Rule 6: in which segment this half of a move is made."""
        return () if state.stage == SURPRISE else (Number("segment", "In segment", 1, SEGMENTS, optional=True),)

    # What comes after a step.

    def rest(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """What is done after this: nothing in a segment of surprise, and nothing of a deed that is held back."""
        if self._nested or state.stage == SURPRISE or letter not in FOLLOWED:
            return ()

        def after(answer: Answer) -> Sequence[Field]:
            there = self._after(state, me.id, answer)
            there = evolve(there, declared=state.declared)
            return self._next(there, there.combatants[me.id])

        return [Several("with", "And then", lambda: self._next(state, me), most=MOST, after=after)]

    def _next(self, state: State, me: Combatant) -> Sequence[Field]:
        inner = Deeds(self._ruleset, self._counting, nested=True)
        letters = [each for each in inner.letters(state, me) if each.value in FOLLOWED]
        return [OneOf("action", "And then", letters)]

    def _held(self, state: State, me: Combatant) -> tuple[Option, ...]:
        inner = Deeds(self._ruleset, self._counting, nested=True)
        return tuple(each for each in inner.letters(state, me) if each.value in ("D", "E", "G"))

    def further_cantrip(self, state: State, me: Combatant, first: str) -> list[Field]:
        """The second cantrip is one of the further steps."""
        return []

    # Prices and bars.

    def price(self, state: State, me: Combatant, letter: str, how: str) -> str:
        """What a way of acting costs."""
        act = plain_act(me, letter, how)
        if act is None:
            return ""
        found = self._counting.count(state, me, act)
        if isinstance(found, Refusal):
            return ""
        words = {"spell": ", the spell", "device": ", one device"}.get(found.sort, "")
        attack = ", one attack" if found.attack else ""
        return f"{found.cost} action{'s' if found.cost != 1 else ''}{words}{attack}"

    def bar_spell(self, state: State, me: Combatant, spell: Spell) -> Refusal | None:
        """Why this spell may not be cast now."""
        return self._refused(state, me, Act("spell", "spell", spell=spell))

    def bar_weapon(self, state: State, me: Combatant, weapon: Weapon) -> Refusal | None:
        """Why no blow may be struck with this weapon now."""
        return self._refused(state, me, Act("blow", "blow", weapon=weapon))

    def bar_device(self, state: State, me: Combatant, device: Device, how: str) -> Refusal | None:
        """Why this may not be put on or taken off now."""
        return self._refused(state, me, Act(how, how, device=device))

    def _refused(self, state: State, me: Combatant, act: Act) -> Refusal | None:
        if state.stage == SURPRISE:
            return None
        found = self._counting.count(state, me, act)
        return found if isinstance(found, Refusal) else None

    def charge_fields(self, state: State, me: Combatant) -> Sequence[Field]:
        """Rule 8: what may be thrown in a charge, and when; and unarmed blows at its end."""
        thrown = [
            Option(weapon.id, weapon.name, "one action", bar_throw(me, weapon), lambda: _when())
            for weapon in me.figure.weapons
            if weapon.missile is not None and weapon.missile.thrown
        ]
        modes = [Option(mode, mode.capitalize()) for mode in UNARMED]
        fields: list[Field] = [OneOf("throw", "Throw first", thrown, optional=True)] if thrown else []
        return [*fields, OneOf("mode", "How", modes, optional=True)]


def _with_warning(state: State, me: Combatant, letter: Option) -> Callable[[], Sequence[Field]]:
    """10.14: after the fields of a letter, whom the figure warns as soon as it notices something."""
    friends = [Option(each.id, each.name) for each in companions(state, me.id)]
    warning = (OneOf("warn", "Warn, on noticing something", friends, optional=True),) if friends else ()
    return lambda: (*letter.then(), *warning)


def _first_choice(fields: Sequence[Field]) -> Sequence[Option]:
    """The options of the first field, where that is a choice."""
    return fields[0].options if fields and isinstance(fields[0], OneOf) else ()


def _when() -> Sequence[Field]:
    running = [Option("yes", "On the run"), Option("no", "Standing")]
    how = OneOf("running", "How", running, optional=True, unsaid="no")
    return [Number("throw_segment", "In segment", 1, 9, optional=True), how]


def declared_by(who: CombatantId, answer: Answer) -> Declaration:
    """The declaration that an answer means."""
    return declaration_from(who, cast("dict[str, Any]", answer))


def _so_far(answer: Answer) -> Answer:
    """As much of an answer as can be counted: the first step, and those after it up to one that is not whole yet."""
    if not _is_whole(answer):
        return {}
    further = cast("Sequence[Mapping[str, object]]", answer.get("with", ()))
    return {**answer, "with": list(takewhile(_is_whole, further))} if further else answer


def _is_whole(each: Mapping[str, object]) -> bool:
    """Whether a step goes far enough to be counted: as far as what is done with what, to whom."""
    lacking = {"E": ("how",), "D": ("how",), "G": ("weapon", "target"), "F": ("weapon",)}
    needed = {"shoot": ("weapon",), "spell": ("spell",), "device": ("device",), "charge": ("target",), "move": ("to",)}
    return (
        "action" in each
        and all(name in each for name in lacking.get(str(each["action"]), ()))
        and all(name in each for name in needed.get(str(each.get("how", "")), ()))
    )


def plain_act(me: Combatant, letter: str, how: str) -> Act | None:
    """The act of a letter, or of a way of doing it, as far as that alone says it."""
    if (letter, how) == ("D", "shoot"):
        return Act("shot", "shot", weapon=next((w for w in me.figure.weapons if w.missile), None))
    if (letter, how) == ("G", ""):
        return Act("blow", "blow", weapon=_in_hand(me))
    return PLAIN_ACTS.get((letter, how))


def barring(base: Procedures, counting: Counting) -> Callable[[State, CombatantId, str, str], Refusal | None]:
    """What the base forbids, and what the count of actions does."""

    def bar(state: State, who: CombatantId, letter: str, how: str) -> Refusal | None:
        refusal = base.bar(state, who, letter, how)
        me = state.combatants[who]
        if refusal is not None or state.stage == SURPRISE:
            return refusal
        if (letter, how[:5]) == ("D", "with:"):
            return _bar_thing(counting, state, me, how.removeprefix("with:"))
        act = plain_act(me, letter, how)
        found = counting.count(state, me, act) if act is not None else None
        if isinstance(found, Counted) and (letter, how) == ("E", "charge"):
            there = with_combatant(state, who, spent=found.spent)
            blow = counting.count(there, there.combatants[who], Act("blow", "blow", weapon=_in_hand(me)))
            return blow if isinstance(blow, Refusal) and blow.clause == "LAKOFKA.0.1" else None
        return found if isinstance(found, Refusal) else None

    return bar


def _in_hand(me: Combatant) -> Weapon | None:
    return next((weapon for weapon in me.figure.weapons if weapon.melee), None)


def _bar_thing(counting: Counting, state: State, me: Combatant, id: str) -> Refusal | None:
    weapon, device = me.weapon(id), me.device(id)
    if weapon is not None and weapon.missile is not None:
        thrown = bar_throw(me, weapon) if weapon.missile.thrown else None
        if thrown is not None:
            return thrown
        found = counting.count(state, me, Act("shot", "shot", weapon=weapon))
        return found if isinstance(found, Refusal) else None
    if device is not None:
        found = counting.count(state, me, Act("device", "device", device=device))
        return found if isinstance(found, Refusal) else None
    return None


def bar_throw(me: Combatant, weapon: Weapon) -> Refusal | None:
    """8.4 to 8.6: a dagger is thrown by one who has learned it, and by no magic-user below the sixth level."""
    if "dagger" not in weapon.id:
        return None
    if me.figure.kind in MAGES and me.figure.level < LEARNS_TO_THROW:
        return Refusal("LAKOFKA.8.6", "must first learn to wield the dagger in hand")
    if weapon.id in me.figure.untrained:
        return Refusal("LAKOFKA.8.5", "has not been trained to throw it")
    return None


def barring_targets(
    base: Procedures,
) -> Callable[[State, CombatantId, str, str, CombatantId], Refusal | None]:
    """What the base forbids against one target; 10.19: nobody turns round in time for one who came up from behind."""

    def bar(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
        refusal = base.bar_target(state, who, letter, how, target)
        if refusal is None and f"behind|{who}|{target}" in state.marks and (letter == "G" or how == "shoot"):
            return Refusal("LAKOFKA.10.19", "cannot swing round in time")
        return refusal

    return bar


Heard = Callable[[State, OpenQuestion, Answer], Sequence[e.Event]]


def hearing(base: Heard, counting: Counting) -> Heard:
    """10.1: the intention as stated; 5.5: whoever would use one device too many is told that it will not work."""

    def heard(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
        told = list(base(state, question, answer))
        order = next((each for each in told if isinstance(each, e.Declared)), None)
        if order is None or state.stage == SURPRISE:
            return told
        order.declaration = completed(state.combatants[question.who], order.declaration)
        order.clauses = (*order.clauses, *ids("10.1", "10.1.ex"))
        if option(state, "warn_overlimit"):
            for failing in walk(counting, state, order.declaration).failing:
                device = failing.act.device
                what = f"{device.name if device is not None else 'it'} will not work: {failing.fails}"
                told.append(e.Warned(who=question.who, what=what, clauses=ids("5.5"), perceived_by=(question.who,)))
        return told

    return heard
