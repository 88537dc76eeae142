"""The form of an option: all that can be chosen, with prices, and clauses that forbid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.kernel.effects import Answer
from rules.kernel.forms import Field, Form, MadeWhenRead, Number, OneOf, Option, Refusal, SomeOf, Text
from rules.kernel.procedure import Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.answers import build_yes_field, read_names, read_number
from rules.procedures.dew.blows import count_blows_left, forbid
from rules.procedures.dew.borrowing import forbid_borrowing, forbid_ended
from rules.procedures.dew.great_blows import forbid_flexible, forbid_other_weapon
from rules.procedures.dew.maneuvers import KINDS, forbid_maneuver
from rules.procedures.dew.option_prices import blows_of, words_of
from rules.procedures.dew.parries import blow_field, first_free
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.refusals import REFUSED, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import GRIPS, ONE_HAND, TWO_HANDS
from rules.procedures.dew.terms import (
    ACTIVE,
    MELEE,
    REACTIVE,
    SYLLABLES,
    get_dew,
    get_equipment,
    get_name,
    get_number,
    is_conscious,
    list_present,
    option,
)
from rules.procedures.dew.weapons import (
    forbid_broken,
    forbid_hands,
    forbid_reach,
    forbid_use,
    get_weapon,
    list_items_in_hands,
)

USES = ("melee", "thrown", "missile")
SPEECH = 1000
"""Characters that may be entered as speech; no more than the first `SYLLABLES` of them are spoken."""
COSTLY = ("attack", "prepare", "maneuver", "draw", "grab")
"""Every option but Pass and those that are as good as Pass."""
WAYS = {
    "close": "2 nearer if the DX check is made, else 1; from 91 on none, and you may fall",
    "open": "2 further if the DX check is made, else 1; from 91 on none, and you may fall",
    "step_close": "1 nearer, without a check",
    "step_open": "1 further, without a check",
    "change_range": "to one who has fallen: any range from 1 to 6",
}
"""The result of each maneuver (1.2.3M.1 to 1.2.3M.5)."""


class Choosing:
    """The choices of one combatant in one beat.

    ``facts`` are those of the question. ``borrowed`` is true if the blows are those of the next round. ``chain`` is the
    weapon and mode of a great blow that must be followed up.
    """

    def __init__(self, state: State, who: CombatantId, facts: Mapping[str, object]) -> None:
        self.state, self.who = state, who
        self.borrowed = bool(facts.get("borrowed"))
        chain = read_names(facts, "chain")
        self.chain = (chain[0], chain[1]) if chain else None
        self.me, self.mine, self.name = get_dew(state, who), get_equipment(state, who), get_name(state, who)

    def form(self) -> Form:
        """Return the whole form."""
        commands = self._chained() if self.chain else self._options()
        return Form((OneOf("command", "What do you do?", commands),), self._forbid)

    def _options(self) -> Sequence[Option]:
        return MadeWhenRead((*FIELDS, *(("nothing",) if self.borrowed else ())), self._command, self._priced)

    def _command(self, value: str) -> Option:
        if value == "nothing":
            return Option(value, "Nothing")
        label, fields = FIELDS[value]
        return Option(value, label, refusal=self.refusal(value), then=lambda: self._whole(fields(self)))

    def _priced(self, option: Option) -> Option:
        """Return an option with its blows as a sign, and in words what it does and costs."""
        words = words_of(self.state, self.who, option.value, self.borrowed)
        return replace(option, price=words, box=blows_of(self.state, self.who, option.value))

    def refusal(self, command: str) -> Refusal | None:
        """Return the refusal of an option, whatever else is chosen with it.

        None if nothing forbids it, or if it is free.
        """
        match command:
            case "draw":
                return self._unarmed("NOT_SHEATHED", "1.2.2d") or self._unpaid("1.2.2a", blow="")
            case "grab":
                return self._unpaid("1.2.3Ga")
            case "prepare":
                return self._unarmed("NOT_HELD", REFUSED) or self._unpaid("1j", "1.2.4a")
            case "maneuver":
                return forbid_maneuver(self.state, self.who, borrowed=self.borrowed) or self._unpaid("1.2.3Ma", blow="")
            case "attack":
                return self._unarmed("NOT_HELD", REFUSED) or self._unpaid("1.2.5a")
        return None

    def _unpaid(self, lacking: str, *also: str, blow: str = ACTIVE) -> Refusal | None:
        return forbid(self.state, self.who, lacking, *also, borrowed=self.borrowed, blow=blow)

    def _unarmed(self, lacking: str, clause: str) -> Refusal | None:
        """Return the refusal of an option that needs a weapon if the combatant has none."""
        return None if self.mine.weapons else refuse(lacking, clause, who=self.name, item="a weapon")

    def _whole(self, fields: Sequence[Field]) -> tuple[Field, ...]:
        """Return the fields of an option: drops that precede it, its own fields, a short speech.

        The speech comes last, since few players use it.
        """
        items = MadeWhenRead(list_items_in_hands(self.state, self.who), lambda each: Option(each, self._thing(each)))
        drop = (SomeOf("drop", "Drop first", items, unlisted=self._not_held),)
        return (
            *drop,
            *fields,
            Text("speech", f"Say a few syllables (the first {SYLLABLES} letters are heard)", SPEECH, aside=True),
        )

    def _not_held(self, item: str) -> Refusal:
        return refuse("NOT_HELD", "1.2b", "1.2.1a", REFUSED, who=self.name, item=self._thing(item))

    def _absent(self, target: str) -> Refusal | None:
        """Return the refusal of a target that is no longer present."""
        gone = target in self.state.combatants
        return refuse("NO_SUCH_TARGET", REFUSED, target=get_name(self.state, target)) if gone else None

    def _thing(self, item: str) -> str:
        weapon = self.mine.weapon(item)
        return weapon.name if weapon is not None else item

    # Pass, draw, grab, prepare.

    def _pass(self) -> tuple[Field, ...]:
        down = refuse("ALREADY_FALLEN", REFUSED, "1.2.1b", who=self.name) if self.me.body.fallen else None
        alert = refuse("ALREADY_ALERT", REFUSED, "1.2.1c", who=self.name) if self.me.body.alert else None
        return build_yes_field("fall", "Go to the ground?", down), build_yes_field(
            "become_alert", "Become alert?", alert
        )

    def _draw(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "Which?", [self._drawn(each) for each in self.mine.weapons]),)

    def _drawn(self, weapon: DewWeapon) -> Option:
        heavy = weapon.weight == "heavy"
        refusal: Refusal | None = None
        if self.me.gear.carried.get(weapon.id) != "sheath":
            refusal = refuse("NOT_SHEATHED", "1.2.2d", item=weapon.name, who=self.name)
        elif weapon.id in self.me.gear.broken:
            refusal = forbid_broken(weapon)
        elif heavy:
            refusal = forbid(self.state, self.who, "1.2.2b", borrowed=self.borrowed)
        blow = self._active_blow(weapon) if heavy else blow_field(self.state, self.who, borrowed=self.borrowed)
        return Option(
            weapon.id, weapon.name, refusal=refusal, then=lambda: (self._grip(weapon, carried=ONE_HAND), blow)
        )

    def _active_blow(self, weapon: DewWeapon) -> OneOf:
        """Return the field for the blow that draws a heavy weapon: it must be active."""
        refusal = refuse("NEED_ACTIVE_TO_DRAW", "1.2.2b", "1j", item=weapon.name)
        options = (Option(ACTIVE, "active blow"), Option(REACTIVE, "reactive blow", refusal=refusal))
        return OneOf("blow", "Which blow?", options, optional=True, unsaid=ACTIVE)

    def _grip(self, weapon: DewWeapon, carried: str = "") -> OneOf:
        """Return the field for the grip of a weapon.

        ``carried`` is one more grip that is allowed: the weapon may be carried in it, though it is not used in it.
        """
        known = [carried, *(mode.mode for mode in weapon.modes)]
        wrong = refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        return OneOf("mode", "How?", [Option(each, each, refusal=None if each in known else wrong) for each in GRIPS])

    def _grab(self) -> tuple[Field, ...]:
        return (Text("object", "What?", 60, optional=False),)

    def _prepare(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "Which?", [self._prepared(each) for each in self.mine.weapons]),)

    def _prepared(self, weapon: DewWeapon) -> Option:
        refusal = forbid_use(self.state, self.who, weapon)
        refusal = refusal or forbid_flexible(weapon)
        return Option(weapon.id, weapon.name, refusal=refusal, then=lambda: (self._grip(weapon),))

    # Maneuver.

    def _maneuver(self) -> tuple[Field, ...]:
        return (OneOf("kind", "Which way?", [self._kind(kind) for kind in KINDS]),)

    def _kind(self, kind: str) -> Option:
        label = kind.replace("_", " ").capitalize()
        return Option(kind, label, WAYS[kind], then=lambda: self._towards(kind))

    def _towards(self, kind: str) -> tuple[Field, ...]:
        others = MadeWhenRead(list_present(self.state), lambda each: self._other(each, kind))
        to = (Number("new_range", "New range", 0, 999),) if kind == "change_range" else ()
        return (
            OneOf("other", "Whom?", others, unlisted=self._absent),
            *to,
            blow_field(self.state, self.who, borrowed=self.borrowed),
        )

    def _other(self, other: CombatantId, kind: str) -> Option:
        label = f"{get_name(self.state, other)} ({get_range(self.state, self.who, other)})" if other != self.who else ""
        if other == self.who:
            return Option(other, self.name, refusal=refuse("SELF_TARGET", REFUSED, who=self.name))
        refusal: Refusal | None = None
        if kind == "change_range":
            target = get_name(self.state, other)
            if self.state.combatants[other].side == self.state.combatants[self.who].side:
                refusal = refuse("NOT_OPPONENT", "1.2.3M.5a", target=target)
            elif not get_dew(self.state, other).body.fallen:
                refusal = refuse("NOT_FALLEN", "1.2.3M.5a", target=target)
        return Option(other, label, refusal=refusal)

    # Attack.

    def _attack(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "With what?", [self._with(each) for each in self.mine.weapons]),)

    def _with(self, weapon: DewWeapon) -> Option:
        refusal = forbid_use(self.state, self.who, weapon)
        if refusal is None and weapon.weight == "heavy":
            refusal = forbid(self.state, self.who, "1.2.5a", borrowed=self.borrowed, second=True)
        return Option(weapon.id, weapon.name, refusal=refusal, then=lambda: self._struck(weapon))

    def _struck(self, weapon: DewWeapon) -> tuple[Field, ...]:
        grips = MadeWhenRead(GRIPS, partial(self._struck_in, weapon))
        second = (self._second_blow(),) if weapon.weight == "heavy" else ()
        return (OneOf("mode", "How?", grips), *second)

    def _struck_in(self, weapon: DewWeapon, grip: str) -> Option:
        known = any(mode.mode == grip for mode in weapon.modes)
        wrong = None if known else refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        return Option(grip, grip, refusal=wrong, then=self._uses(weapon, grip))

    def _second_blow(self) -> OneOf:
        options = [Option(blow, f"{blow} blow", refusal=self._forbid_second(blow)) for blow in ("reactive", "active")]
        return OneOf("second_blow", "Second blow", options, optional=True, unsaid=first_free(options))

    def _forbid_second(self, blow: str) -> Refusal | None:
        """Return the refusal of a second blow of this kind: it is expended after an active blow."""
        from_same = 2 if blow == ACTIVE else 1
        active, reactive = count_blows_left(self.state, self.who, self.borrowed)
        left = active if blow == ACTIVE else reactive
        if left >= from_same:
            return None
        if self.borrowed:
            return forbid_borrowing(self.state, self.who, blow, "1.2.5b", "1.2.5c")
        return refuse("NO_BLOW_LEFT", "1j", "1.2.5b", "1.2.5c", who=self.name, kind=blow)

    def _uses(self, weapon: DewWeapon, grip: str) -> Callable[[], tuple[Field, ...]]:
        return lambda: (OneOf("use", "As what?", MadeWhenRead(USES, partial(self._use, weapon, grip))),)

    def _use(self, weapon: DewWeapon, grip: str, use: str) -> Option:
        refusal: Refusal | None = None
        if not any((mode.mode, mode.use) == (grip, use) for mode in weapon.modes):
            refusal = refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        elif use == MELEE and not self.me.body.alert:
            refusal = refuse("NOT_ALERT", "1.2.5d", who=self.name)
        elif use != MELEE and self.me.body.alert:
            refusal = refuse(
                "MUST_BE_UNALERT", "1.2.1g" if use == "missile" else "1.2.5e", "1.2.1g", "1.2.5e", who=self.name
            )
        return Option(use, use, refusal=refusal, then=lambda: (self._targets(weapon, grip, use),))

    def _targets(self, weapon: DewWeapon, grip: str, use: str) -> OneOf:
        targets = MadeWhenRead(list_present(self.state), lambda each: self._target(weapon, grip, use, each))
        return OneOf("target", "Whom?", targets, unlisted=self._absent)

    def _target(self, weapon: DewWeapon, grip: str, use: str, target: CombatantId) -> Option:
        if target == self.who:
            return Option(target, self.name, refusal=refuse("SELF_TARGET", REFUSED, who=self.name))
        mode = next(mode for mode in weapon.modes if (mode.mode, mode.use) == (grip, use))
        refusal: Refusal | None = None
        if self.borrowed:
            refusal = forbid_ended(self.state, target)
        refusal = refusal or forbid_reach(self.state, self.who, target, weapon, mode)
        return Option(target, get_name(self.state, target), refusal=refusal)

    # A great blow that must be followed.

    def _chained(self) -> list[Option]:
        assert self.chain is not None
        weapon = get_weapon(self.state, self.who, self.chain[0])
        only = [self._only(each, weapon) for each in self.mine.weapons]
        prepare = forbid(self.state, self.who, "1j", "1.2.4a", borrowed=self.borrowed)
        strike = forbid(
            self.state, self.who, "1.2.5a", borrowed=self.borrowed, second=weapon.weight == "heavy"
        ) or forbid_use(self.state, self.who, weapon)
        follow = self._whole((OneOf("weapon", "With what?", only),))
        striking = [self._only(each, weapon, strikes=True) for each in self.mine.weapons]
        blow = self._whole((OneOf("weapon", "With what?", striking),))
        options = (
            Option("attack", "Attack", refusal=strike, then=lambda: blow),
            Option("prepare", "Prepare once more", refusal=prepare, then=lambda: follow),
            Option("abandon", "Abandon the great blow"),
        )
        return [self._priced(each) for each in options]

    def _only(self, weapon: DewWeapon, chained: DewWeapon, strikes: bool = False) -> Option:
        """Return a weapon as an option while a great blow must be followed up.

        Only the chained weapon is allowed, prepared in the chained grip. An attack in the other grip loses what is
        prepared.
        """
        assert self.chain is not None
        other = forbid_other_weapon(chained)
        if weapon.id != chained.id:
            return Option(weapon.id, weapon.name, refusal=other)
        if strikes:
            return Option(weapon.id, weapon.name, then=lambda: self._struck(weapon))
        grips = [Option(each, each, refusal=None if each == self.chain[1] else other) for each in GRIPS]
        return Option(weapon.id, weapon.name, then=lambda: (OneOf("mode", "How?", grips),))

    # Checks of several fields together.

    def _forbid(self, answer: Answer) -> Refusal | None:
        free = len(read_names(answer, "drop"))
        match answer.get("command"):
            case "draw":
                return forbid_hands(self.state, self.who, 2 if answer.get("mode") == TWO_HANDS else 1, free)
            case "grab":
                return forbid_hands(self.state, self.who, 1, free)
            case "attack" | "prepare":
                return self._forbid_dropped(answer, free)
            case "maneuver" if answer.get("kind") == "change_range":
                most, to = get_number(self.state, "range_max"), read_number(answer, "new_range")
                return refuse("RANGE_1_6", "1.2.3M.5b", most=most) if not 1 <= to <= most else None
        return None

    def _forbid_dropped(self, answer: Answer, free: int) -> Refusal | None:
        """Return the refusal of a weapon that is dropped first, or lacks a second hand.

        A weapon used in both hands needs the other hand empty.
        """
        weapon = get_weapon(self.state, self.who, str(answer["weapon"]))
        if weapon.id in read_names(answer, "drop"):
            return refuse("NOT_HELD", REFUSED, who=self.name, item=weapon.name)
        return forbid_hands(self.state, self.who, 1, free) if answer.get("mode") == TWO_HANDS else None


FIELDS: Mapping[str, tuple[str, Callable[[Choosing], tuple[Field, ...]]]] = {
    "attack": ("Attack", Choosing._attack),
    "prepare": ("Prepare a great blow", Choosing._prepare),
    "maneuver": ("Maneuver", Choosing._maneuver),
    "draw": ("Draw a weapon", Choosing._draw),
    "grab": ("Grab an object", Choosing._grab),
    "pass": ("Pass", Choosing._pass),
}
"""The label of each option, and its own fields."""


def option_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of an option. None: the combatant is unconscious, or not present."""
    if not is_conscious(state, question.who):
        return None
    return Choosing(state, question.who, question.facts).form()


def only_passes(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is all that a combatant can afford (1.1.1g)."""
    choosing = Choosing(table.state, who, {})
    return all(choosing.refusal(each) for each in COSTLY)


def passes_by_itself(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is chosen automatically for a combatant who can do nothing else."""
    return bool(option(table.state, "auto_pass_when_forced")) and only_passes(table, who)
