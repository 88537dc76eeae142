"""Declarations of several deeds in sequence: prices, what is left of the actions, refusals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from rules.kernel import events as e
from rules.kernel.deeds import Declaration
from rules.kernel.effects import Answer
from rules.kernel.forms import Choice, Field, Form, Number, OneOf, Refusal, Several, Usage
from rules.kernel.frozen import evolve, frozen
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, OpenQuestion, State, with_own
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.accepting import read_declaration, read_steps
from rules.procedures.adnd.declarations import HELD, Declaring
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.device import HandleDevice
from rules.procedures.adnd.orders.form import Using, Way
from rules.procedures.adnd.orders.listed import DECLARATION_CLASSES
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.lakofka.act_kinds import ActKind, CountedAct
from rules.procedures.lakofka.acts import (
    FLIGHT,
    HANDLED,
    UNARMED,
    complete_declaration,
    find_acts,
    list_acts,
    list_steps,
)
from rules.procedures.lakofka.attacks import forbid_throw
from rules.procedures.lakofka.counting import Counted, Counting
from rules.procedures.lakofka.limits import refuse_action
from rules.procedures.lakofka.noticing import list_companions
from rules.procedures.lakofka.options import get_settings, ids, refuse
from rules.procedures.lakofka.places import move_by_steps
from rules.procedures.lakofka.state import get_spent

MOST = 6
"""The most further steps of a declaration: a round has no room for more."""

SURPRISE = "surprise segments"
FOLLOWED = ("D", "E", "F", "G", "A")
"""Letters that a further step can have, and after which a further step can come."""
RULE_7 = ids("7.1", "7.2", "7.3", "7.4")
"""The clauses of the rule on missiles and movement."""

LISTED = ("spell", "shoot", "device", "wear", "remove", "turn")
"""Ways of acting that open a list of things, each with a refusal of its own."""

FLEEING = ("flee", "fall_back", "disengage")
"""The ways of avoiding that are movement."""

NO_ATTACK_LEFT = tuple(f"LAKOFKA.{clause}" for clause in ("2.1", "2.2", "2.3", "6.9"))
"""Clauses by which a combatant has no attack left."""


@frozen
class ByManner(Form):
    """A form that lists weapons before the player chooses how a blow is meant.

    A blow that turns out to be unarmed is refused by 6.11.
    """

    def find_refusal(self, answer: Answer) -> Refusal | None:
        """Return the form's refusal, by 6.11 where no attack is left for an unarmed blow."""
        found = super().find_refusal(answer)
        if found is None or found.clause not in NO_ATTACK_LEFT:
            return found
        blows = [each for each in (answer, *read_steps(answer)) if each.get("action") == "G"]
        return replace(found, clause="LAKOFKA.6.11") if blows and blows[-1].get("mode") in UNARMED else found


class Deeds(Declaring):
    """The declare form of one combatant: step after step, as far as the three actions go."""

    def __init__(self, procedure: AdndProcedure, counting: Counting, nested: bool = False) -> None:
        super().__init__(procedure)
        self._counting = counting
        self._nested = nested

    def build_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the base's form with a check of the whole answer and a count of what it uses.

        In surprise segments the base's form is returned unchanged.
        """
        form = super().build_form(state, question)
        if form is None or state.stage == SURPRISE:
            return form
        who = question.who
        return ByManner(
            form.fields,
            check=lambda answer: form.check(answer) or self.forbid_answer(state, who, answer),
            count_usage=lambda answer: self._count_usage(state, who, answer),
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        """Return what forbids the deeds of an answer, done one after another from now on."""
        begun = forbid_all_else(state, state.combatants[who])
        if begun is not None and not is_going_on(state.combatants[who], answer):
            return begun
        return count_declaration(self._counting, state, read_declaration(state, who, answer)).refusal

    def _count_usage(self, state: State, who: CombatantId, answer: Answer) -> Sequence[Usage]:
        return count_usage(self._counting, self._count_answer(state, who, answer), who)

    def _count_answer(self, state: State, who: CombatantId, answer: Answer) -> State:
        """Return the state after as much of an answer as can be counted."""
        whole = _keep_whole_steps(answer)
        return count_declaration(self._counting, state, read_declaration(state, who, whole)).state if whole else state

    # Closed letters.

    def list_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        """Return the base's letters, closed where no action is left and nothing is free (0.1).

        While a spell or device is under way, all letters but D are closed, provided that D is open.
        """
        letters, limit = super().list_letters(state, me), self._counting.limits.count_actions(state, me)
        begun = forbid_all_else(state, me) if not self._nested else None
        if begun is not None and any(each.value == "D" and each.refusal is None for each in letters):
            return tuple(
                each if each.value == "D" else replace(each, refusal=each.refusal or begun) for each in letters
            )
        if not self._nested and state.stage != SURPRISE:
            letters = tuple(replace(each, then=_with_warning(state, me, each)) for each in letters)
        if state.stage == SURPRISE or get_spent(me).actions < limit:
            return letters
        count = refuse_action(get_spent(me), limit)
        return tuple(
            replace(each, refusal=self._forbid_letter(each, count)) if each.value in FOLLOWED else each
            for each in letters
        )

    def _forbid_letter(self, letter: Choice, count: Refusal) -> Refusal | None:
        """Return why nothing can be done under a letter; None where something can.

        Surrender, though free, is no further deed. A refusal by rule 7 precedes the count, from which 7.2 excepts a
        volley.
        """
        if letter.refusal is not None:
            return letter.refusal
        whys: list[Refusal] = []
        for way in _list_first_choices(letter.then()):
            listed = _list_first_choices(way.then()) if way.refusal is None and way.value in LISTED else ()
            free = way.refusal is None and way.value not in LISTED
            if any(each.refusal is None for each in listed) or (
                free and not (self._nested and way.value == "surrender")
            ):
                return None
            whys += [each.refusal for each in (way, *listed) if each.refusal is not None]
        return next((each for each in whys if each.clause in RULE_7), count)

    def list_further_move_fields(self, state: State, me: Combatant) -> Sequence[Field]:
        """Return the field for the segment of this half of a move (rule 6)."""
        return () if state.stage == SURPRISE else (Number("segment", "In segment", 1, SEGMENTS, optional=True),)

    # Further steps.

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Sequence[Field]:
        """Return the field for further steps; none in a surprise segment or for a deed held back."""
        if self._nested or state.stage == SURPRISE or letter not in FOLLOWED:
            return ()

        def build_after(answer: Answer) -> Sequence[Field]:
            there = self._count_answer(state, me.id, answer)
            there = evolve(there, declared=state.declared)
            return self._build_next_step(there, there.combatants[me.id])

        return [
            Several(
                "with", "Add another action", lambda: self._build_next_step(state, me), most=MOST, after=build_after
            )
        ]

    def _build_next_step(self, state: State, me: Combatant) -> Sequence[Field]:
        inner = Deeds(self._procedure, self._counting, nested=True)
        letters = [each for each in inner.list_letters(state, me) if each.value in FOLLOWED]
        return [OneOf("action", "Add another action", letters)]

    def _list_held_letters(self, state: State, me: Combatant) -> Sequence[Choice]:
        inner = Deeds(self._procedure, self._counting, nested=True)
        return tuple(each for each in inner.list_letters(state, me) if each.value in HELD)

    def list_further_cantrip_fields(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Return no field: the second cantrip is one of the further steps."""
        return []

    # Prices and refusals.

    def get_price(self, state: State, me: Combatant, letter: str, how: str) -> str:
        """Return the price of a way of acting, such as "1 action, the spell".

        It is "" where the price depends on what is used, and where the count refuses the act.
        """
        act = build_plain_act(me, letter, how)
        if act is None:
            return ""
        found = self._counting.count(state, me, act)
        if isinstance(found, Refusal):
            return ""
        words = {"spell": ", the spell", "device": ", one device"}.get(found.sort, "")
        attack = ", one attack" if found.attack else ""
        return f"{found.cost} action{'s' if found.cost != 1 else ''}{words}{attack}"

    def forbid_spell(self, state: State, me: Combatant, spell: Spell) -> Refusal | None:
        """Return why this spell may not be cast now."""
        return self._forbid_act(state, me, CountedAct(ActKind.SPELL, "spell", spell=spell))

    def forbid_weapon(self, state: State, me: Combatant, weapon: Weapon) -> Refusal | None:
        """Return why no blow may be struck with this weapon now."""
        return self._forbid_act(state, me, CountedAct(ActKind.BLOW, "blow", weapon=weapon))

    def forbid_device(self, state: State, me: Combatant, device: Device, how: str) -> Refusal | None:
        """Return why this device may not be put on (``how``: wear) or taken off (remove) now."""
        return self._forbid_act(state, me, CountedAct(HANDLED[how][0], how, device=device))

    def _forbid_without_missiles(self, state: State, me: Combatant, weapon: Weapon) -> Refusal | None:
        if me.may_shoot_with(weapon):
            return None
        return self._procedure.forbid(state, me.id, "D", Using(weapon.id))

    def _forbid_act(self, state: State, me: Combatant, act: CountedAct) -> Refusal | None:
        if state.stage == SURPRISE:
            return None
        found = self._counting.count(state, me, act)
        return found if isinstance(found, Refusal) else None

    def list_further_charge_fields(self, state: State, me: Combatant) -> Sequence[Field]:
        """Return the fields of a charge: a weapon to throw, its segment, unarmed blows (rule 8)."""
        thrown = [
            Choice(
                weapon.id,
                weapon.name,
                "one action",
                forbid_throw(me, weapon) or self._forbid_without_missiles(state, me, weapon),
                lambda: _build_throw_fields(),
            )
            for weapon in me.stat_block.gear.weapons
            if weapon.missile is not None and weapon.missile.thrown
        ]
        modes = [Choice(mode, mode.capitalize()) for mode in UNARMED]
        fields: list[Field] = [OneOf("throw", "Throw first", thrown, optional=True)] if thrown else []
        return [*fields, OneOf("mode", "How", modes, optional=True)]


def forbid_all_else(state: State, me: Combatant) -> Refusal | None:
    """Return what forbids all else while a spell or device of the last round is under way.

    The clauses are 10.3, 10.6 and 10.7. Anything begun in surprise can still be given up, as under the base.
    """
    if me.casting is None or state.stage != "declare" or state.round < 2:
        return None
    if me.spell(me.casting.what) is not None:
        return refuse("10.3", "has begun to cast")
    return refuse("10.7", "has a device under way") if me.device(me.casting.what) is not None else None


def is_going_on(me: Combatant, answer: Answer) -> bool:
    """Return whether an answer begins by going on at once with what is under way."""
    named = (answer.get("spell"), answer.get("device"))
    at_once = answer.get("prepared") not in ("yes", True)
    return me.casting is not None and me.casting.what in named and at_once


def _with_warning(state: State, me: Combatant, letter: Choice) -> Callable[[], Sequence[Field]]:
    """Return a function that gives a letter's fields, then the companion to warn (10.14).

    The warning is given as soon as the combatant notices something.
    """
    friends = [Choice(each.id, each.name) for each in list_companions(state, me.id)]
    warning = (OneOf("warn", "Warn, on noticing something", friends, optional=True),) if friends else ()
    return lambda: (*letter.then(), *warning)


def _list_first_choices(fields: Sequence[Field]) -> Sequence[Choice]:
    """Return the choices of the first field; none where it is no choice."""
    return fields[0].choices if fields and isinstance(fields[0], OneOf) else ()


def _build_throw_fields() -> Sequence[Field]:
    running = [Choice("yes", "On the run"), Choice("no", "Standing")]
    how = OneOf("running", "How", running, optional=True, unsaid="no")
    return [Number("throw_segment", "In segment", 1, 9, optional=True), how]


def _keep_whole_steps(answer: Answer) -> Answer:
    """Return as much of an answer as can be counted.

    That is the first step, and the further steps up to the first incomplete step.
    """
    if not _is_whole(answer):
        return {}
    further = read_steps(answer)
    return {**answer, "with": list(takewhile(_is_whole, further))} if further else answer


def _is_whole(each: Mapping[str, object]) -> bool:
    """Return whether a step names enough to be counted: the deed, what it uses and its target."""
    lacking = {"E": ("how",), "D": ("how",), "G": ("weapon", "target"), "F": ("weapon",)}
    needed = {"shoot": ("weapon",), "spell": ("spell",), "device": ("device",), "charge": ("target",)}
    needed |= {"move": ("to",), "charge_to": ("to",)}
    return (
        "action" in each
        and all(name in each for name in lacking.get(str(each["action"]), ()))
        and all(name in each for name in needed.get(str(each.get("how", "")), ()))
    )


def build_plain_act(me: Combatant, letter: str, how: str) -> CountedAct | None:
    """Return the act of a letter and a way of acting, as far as these alone determine it."""
    if (letter, how) == ("D", "shoot"):
        shooting = (weapon for weapon in me.stat_block.gear.weapons if me.may_shoot_with(weapon))
        return CountedAct(ActKind.SHOT, "shot", weapon=next(shooting, None))
    if (letter, how) == ("G", ""):
        return CountedAct(ActKind.BLOW, "blow", weapon=_find_melee_weapon(me))
    if letter == Avoid.action:
        return FLIGHT if how in FLEEING else None
    order = DECLARATION_CLASSES.get((letter, how))
    acts = find_acts(order) if order is not None else None
    return acts.plain if acts is not None else None


def forbid_by_count(counting: Counting, state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
    """Return what the count of actions forbids of a letter, or of a way of acting.

    A charge is refused, too, where no action is left for the blow at its end (0.1).
    """
    me = state.combatants[who]
    if isinstance(how, Using):
        return _forbid_thing(counting, state, me, how.thing) if letter == "D" else None
    act = build_plain_act(me, letter, how)
    found = counting.count(state, me, act) if act is not None else None
    if isinstance(found, Counted) and (letter, how) == ("E", "charge"):
        there = with_own(state, who, found.spent)
        blow = counting.count(
            there, there.combatants[who], CountedAct(ActKind.BLOW, "blow", weapon=_find_melee_weapon(me))
        )
        return blow if isinstance(blow, Refusal) and blow.clause == "LAKOFKA.0.1" else None
    return found if isinstance(found, Refusal) else None


def _find_melee_weapon(me: Combatant) -> Weapon | None:
    return next((weapon for weapon in me.list_weapons_left() if weapon.melee), None)


def _forbid_thing(counting: Counting, state: State, me: Combatant, id: str) -> Refusal | None:
    weapon, device = me.weapon(id), me.device(id)
    if weapon is not None and weapon.missile is not None:
        thrown = forbid_throw(me, weapon) if weapon.missile.thrown else None
        if thrown is not None:
            return thrown
        found = counting.count(state, me, CountedAct(ActKind.SHOT, "shot", weapon=weapon))
        return found if isinstance(found, Refusal) else None
    if device is not None:
        found = counting.count(state, me, CountedAct(ActKind.DEVICE, "device", device=device))
        return found if isinstance(found, Refusal) else None
    return None


Accept = Callable[[State, OpenQuestion, Answer], Sequence[e.Event]]
"""Makes the events that the answer to a question gives at once."""


def accept_counted(base: Accept, counting: Counting) -> Accept:
    """Return the base's reader of declarations with what the ten rules add to it.

    A declaration states an intention (10.1). By option, a player who declares one device too many is warned that it
    will not work (5.5).
    """

    def accept(state: State, question: OpenQuestion, answer: Answer) -> Sequence[e.Event]:
        events = list(base(state, question, answer))
        order = next((each for each in events if isinstance(each, e.Declared)), None)
        if order is None or state.stage == SURPRISE:
            return events
        order.declaration = complete_declaration(state.combatants[question.who], order.declaration)
        order.clauses = (*order.clauses, *ids("10.1"))
        if get_settings(state).warn_overlimit and any(map(_may_fail, list_steps(state, order.declaration))):
            for failing in count_declaration(counting, state, order.declaration).failing:
                device = failing.act.device
                what = f"{device.name if device is not None else 'it'} will not work: {failing.fails}"
                events.append(e.Warned(who=question.who, what=what, clauses=ids("5.5"), seen_by=(question.who,)))
        return events

    return accept


def _may_fail(step: Declaration) -> bool:
    """Return whether a step may be one device too many: it handles one, or may draw one."""
    return isinstance(step, HandleDevice | DoTask)


# A declaration counted step by step: what it spends, what will not work, what forbids it.


@frozen
class DeclarationCount:
    """The count of a declaration, up to the step that a clause forbids."""

    state: State
    """The state after the steps that were counted."""
    counted: tuple[Counted, ...]
    refusal: Refusal | None = None
    """The refusal of the first step that is forbidden, if any is."""

    @property
    def failing(self) -> tuple[Counted, ...]:
        """Return the devices that will not work."""
        return tuple(each for each in self.counted if each.fails)


def count_declaration(counting: Counting, state: State, declared: Declaration) -> DeclarationCount:
    """Return the count of a declaration, after what the combatant has spent already."""
    who = declared.who
    state = evolve(state, declared={**state.declared, who: declared})
    counted: list[Counted] = []
    for step in list_steps(state, declared):
        first = True
        for act in list_acts(state, state.combatants[who], step, counting.limits):
            found = counting.count(state, state.combatants[who], act)
            if isinstance(found, Refusal):
                named = isinstance(step, Shoot) and step.shots
                if act.kind in (ActKind.BLOW, ActKind.SHOT) and not first and not named:
                    break  # a routine has as many blows or shots as there is room for
                return DeclarationCount(state, tuple(counted), found)
            counted.append(found)
            state = with_own(state, who, found.spent)
            first = first and act.kind in (ActKind.LEG, ActKind.THROW)
        state = move_by_steps(state, who, (step,))
    return DeclarationCount(state, tuple(counted))


def count_usage(counting: Counting, state: State, who: CombatantId) -> Sequence[Usage]:
    """Return what a combatant has spent, out of what the rules allow."""
    return tuple(_list_usage(counting, state, who))


def _list_usage(counting: Counting, state: State, who: CombatantId) -> Iterator[Usage]:
    me = state.combatants[who]
    spent, limits = get_spent(me), counting.limits
    yield Usage("actions", spent.actions, limits.count_actions(state, me))
    yield Usage("spells", spent.spells, 1)
    yield Usage("devices", spent.devices, 1 if spent.spells else 2)
    most = max(
        (limits.count_shots(state, me, weapon) for weapon in me.stat_block.gear.weapons if weapon.missile), default=1
    )
    yield Usage("attacks", spent.attacks, most if spent.shots else limits.count_blows(state, me))
