"""The form of an option: all that can be chosen, with prices, and clauses that forbid."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.kernel.effects import Answer
from rules.kernel.forms import Field, Form, MadeWhenRead, Number, OneOf, Option, Refusal, SomeOf, Text
from rules.kernel.procedure import Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.dew.answers import build_yes_field, read_names
from rules.procedures.dew.blows import count_blows_left, forbid
from rules.procedures.dew.borrowing import forbid_borrowing, forbid_ended
from rules.procedures.dew.great_blows import forbid_flexible, forbid_other_weapon
from rules.procedures.dew.maneuvers import KINDS
from rules.procedures.dew.options import (
    OFFERED,
    Abandon,
    Attack,
    Draw,
    Grab,
    Maneuver,
    Nothing,
    Pass,
    Prepare,
    get_option,
)
from rules.procedures.dew.parries import build_blow_field, find_first_free
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.refusals import REFUSED, refuse
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import GRIPS, ONE_HAND
from rules.procedures.dew.terms import (
    ACTIVE,
    MELEE,
    REACTIVE,
    SYLLABLES,
    get_dew,
    get_equipment,
    get_name,
    get_settings,
    is_conscious,
    list_present,
)
from rules.procedures.dew.weapons import (
    forbid_broken,
    forbid_reach,
    forbid_use,
    get_weapon,
    list_items_in_hands,
)

USES = ("melee", "thrown", "missile")
SPEECH = 1000
"""Characters that may be entered as speech; no more than the first `SYLLABLES` of them are spoken."""
SHOWN = tuple(each.id for each in OFFERED)
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

    def build_form(self) -> Form:
        """Return the whole form."""
        commands = self._list_chained_options() if self.chain else self._list_options()
        return Form((OneOf("command", "What do you do?", commands),), self._forbid)

    def _list_options(self) -> Sequence[Option]:
        return MadeWhenRead((*SHOWN, *((Nothing.id,) if self.borrowed else ())), self._build_command, self._add_price)

    def _build_command(self, value: str) -> Option:
        chosen = get_option(value)
        if value not in FIELDS:
            return Option(value, chosen.label)
        return Option(
            value,
            chosen.label,
            refusal=chosen.find_refusal(self.state, self.who, self.borrowed),
            then=lambda: self._add_common_fields(FIELDS[value](self)),
        )

    def _add_price(self, option: Option) -> Option:
        """Return an option with its blows as a sign, and in words what it does and costs."""
        chosen = get_option(option.value)
        words = chosen.describe(self.state, self.who, self.borrowed)
        return replace(option, price=words, box=chosen.find_sign(self.state, self.who))

    def _add_common_fields(self, fields: Sequence[Field]) -> tuple[Field, ...]:
        """Return the fields of an option: drops that precede it, its own fields, a short speech.

        The speech comes last, since few players use it.
        """
        items = MadeWhenRead(
            list_items_in_hands(self.state, self.who), lambda each: Option(each, self._get_thing_name(each))
        )
        drop = (SomeOf("drop", "Drop first", items, unlisted=self._forbid_not_held),)
        return (
            *drop,
            *fields,
            Text("speech", f"Say a few syllables (the first {SYLLABLES} letters are heard)", SPEECH, aside=True),
        )

    def _forbid_not_held(self, item: str) -> Refusal:
        return refuse("NOT_HELD", "1.2b", "1.2.1a", REFUSED, who=self.name, item=self._get_thing_name(item))

    def _forbid_absent(self, target: str) -> Refusal | None:
        """Return the refusal of a target that is no longer present."""
        gone = target in self.state.combatants
        return refuse("NO_SUCH_TARGET", REFUSED, target=get_name(self.state, target)) if gone else None

    def _get_thing_name(self, item: str) -> str:
        weapon = self.mine.weapon(item)
        return weapon.name if weapon is not None else item

    # Pass, draw, grab, prepare.

    def _list_pass_fields(self) -> tuple[Field, ...]:
        down = refuse("ALREADY_FALLEN", REFUSED, "1.2.1b", who=self.name) if self.me.body.fallen else None
        alert = refuse("ALREADY_ALERT", REFUSED, "1.2.1c", who=self.name) if self.me.body.alert else None
        return build_yes_field("fall", "Go to the ground?", down), build_yes_field(
            "become_alert", "Become alert?", alert
        )

    def _list_draw_fields(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "Which?", [self._build_drawn_option(each) for each in self.mine.weapons]),)

    def _build_drawn_option(self, weapon: DewWeapon) -> Option:
        heavy = weapon.weight == "heavy"
        refusal: Refusal | None = None
        if self.me.gear.carried.get(weapon.id) != "sheath":
            refusal = refuse("NOT_SHEATHED", "1.2.2d", item=weapon.name, who=self.name)
        elif weapon.id in self.me.gear.broken:
            refusal = forbid_broken(weapon)
        elif heavy:
            refusal = forbid(self.state, self.who, "1.2.2b", borrowed=self.borrowed)
        blow = (
            self._build_active_blow_field(weapon)
            if heavy
            else build_blow_field(self.state, self.who, borrowed=self.borrowed)
        )
        return Option(
            weapon.id,
            weapon.name,
            refusal=refusal,
            then=lambda: (self._build_grip_field(weapon, carried=ONE_HAND), blow),
        )

    def _build_active_blow_field(self, weapon: DewWeapon) -> OneOf:
        """Return the field for the blow that draws a heavy weapon: it must be active."""
        refusal = refuse("NEED_ACTIVE_TO_DRAW", "1.2.2b", "1j", item=weapon.name)
        options = (Option(ACTIVE, "active blow"), Option(REACTIVE, "reactive blow", refusal=refusal))
        return OneOf("blow", "Which blow?", options, optional=True, unsaid=ACTIVE)

    def _build_grip_field(self, weapon: DewWeapon, carried: str = "") -> OneOf:
        """Return the field for the grip of a weapon.

        ``carried`` is one more grip that is allowed: the weapon may be carried in it, though it is not used in it.
        """
        known = [carried, *(mode.mode for mode in weapon.modes)]
        wrong = refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        return OneOf("mode", "How?", [Option(each, each, refusal=None if each in known else wrong) for each in GRIPS])

    def _list_grab_fields(self) -> tuple[Field, ...]:
        return (Text("object", "What?", 60, optional=False),)

    def _list_prepare_fields(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "Which?", [self._build_prepared_option(each) for each in self.mine.weapons]),)

    def _build_prepared_option(self, weapon: DewWeapon) -> Option:
        refusal = forbid_use(self.state, self.who, weapon)
        refusal = refusal or forbid_flexible(weapon)
        return Option(weapon.id, weapon.name, refusal=refusal, then=lambda: (self._build_grip_field(weapon),))

    # Maneuver.

    def _list_maneuver_fields(self) -> tuple[Field, ...]:
        return (OneOf("kind", "Which way?", [self._build_kind_option(kind) for kind in KINDS]),)

    def _build_kind_option(self, kind: str) -> Option:
        label = kind.replace("_", " ").capitalize()
        return Option(kind, label, WAYS[kind], then=lambda: self._list_kind_fields(kind))

    def _list_kind_fields(self, kind: str) -> tuple[Field, ...]:
        others = MadeWhenRead(list_present(self.state), lambda each: self._build_other_option(each, kind))
        to = (Number("new_range", "New range", 0, 999),) if kind == "change_range" else ()
        return (
            OneOf("other", "Who?", others, unlisted=self._forbid_absent),
            *to,
            build_blow_field(self.state, self.who, borrowed=self.borrowed),
        )

    def _build_other_option(self, other: CombatantId, kind: str) -> Option:
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

    def _list_attack_fields(self) -> tuple[Field, ...]:
        return (OneOf("weapon", "With what?", [self._build_weapon_option(each) for each in self.mine.weapons]),)

    def _build_weapon_option(self, weapon: DewWeapon) -> Option:
        refusal = forbid_use(self.state, self.who, weapon)
        if refusal is None and weapon.weight == "heavy":
            refusal = forbid(self.state, self.who, "1.2.5a", borrowed=self.borrowed, second=True)
        return Option(weapon.id, weapon.name, refusal=refusal, then=lambda: self._list_weapon_fields(weapon))

    def _list_weapon_fields(self, weapon: DewWeapon) -> tuple[Field, ...]:
        grips = MadeWhenRead(GRIPS, partial(self._build_grip_option, weapon))
        second = (self._build_second_blow_field(),) if weapon.weight == "heavy" else ()
        return (OneOf("mode", "How?", grips), *second)

    def _build_grip_option(self, weapon: DewWeapon, grip: str) -> Option:
        known = any(mode.mode == grip for mode in weapon.modes)
        wrong = None if known else refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        return Option(grip, grip, refusal=wrong, then=self._make_use_fields(weapon, grip))

    def _build_second_blow_field(self) -> OneOf:
        options = [Option(blow, f"{blow} blow", refusal=self._forbid_second(blow)) for blow in ("reactive", "active")]
        return OneOf("second_blow", "Second blow", options, optional=True, unsaid=find_first_free(options))

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

    def _make_use_fields(self, weapon: DewWeapon, grip: str) -> Callable[[], tuple[Field, ...]]:
        return lambda: (OneOf("use", "As what?", MadeWhenRead(USES, partial(self._build_use_option, weapon, grip))),)

    def _build_use_option(self, weapon: DewWeapon, grip: str, use: str) -> Option:
        refusal: Refusal | None = None
        if not any((mode.mode, mode.use) == (grip, use) for mode in weapon.modes):
            refusal = refuse("NO_SUCH_MODE", "1.2.4b", item=weapon.name)
        elif use == MELEE and not self.me.body.alert:
            refusal = refuse("NOT_ALERT", "1.2.5d", who=self.name)
        elif use != MELEE and self.me.body.alert:
            refusal = refuse(
                "MUST_BE_UNALERT", "1.2.1g" if use == "missile" else "1.2.5e", "1.2.1g", "1.2.5e", who=self.name
            )
        return Option(use, use, refusal=refusal, then=lambda: (self._build_target_field(weapon, grip, use),))

    def _build_target_field(self, weapon: DewWeapon, grip: str, use: str) -> OneOf:
        targets = MadeWhenRead(
            list_present(self.state), lambda each: self._build_target_option(weapon, grip, use, each)
        )
        return OneOf("target", "Target", targets, unlisted=self._forbid_absent)

    def _build_target_option(self, weapon: DewWeapon, grip: str, use: str, target: CombatantId) -> Option:
        if target == self.who:
            return Option(target, self.name, refusal=refuse("SELF_TARGET", REFUSED, who=self.name))
        mode = next(mode for mode in weapon.modes if (mode.mode, mode.use) == (grip, use))
        refusal: Refusal | None = None
        if self.borrowed:
            refusal = forbid_ended(self.state, target)
        refusal = refusal or forbid_reach(self.state, self.who, target, weapon, mode)
        return Option(target, get_name(self.state, target), refusal=refusal)

    # A great blow that must be followed.

    def _list_chained_options(self) -> list[Option]:
        assert self.chain is not None
        weapon = get_weapon(self.state, self.who, self.chain[0])
        only = [self._build_chained_option(each, weapon) for each in self.mine.weapons]
        prepare = forbid(self.state, self.who, "1j", "1.2.4a", borrowed=self.borrowed)
        strike = forbid(
            self.state, self.who, "1.2.5a", borrowed=self.borrowed, second=weapon.weight == "heavy"
        ) or forbid_use(self.state, self.who, weapon)
        follow = self._add_common_fields((OneOf("weapon", "With what?", only),))
        striking = [self._build_chained_option(each, weapon, strikes=True) for each in self.mine.weapons]
        blow = self._add_common_fields((OneOf("weapon", "With what?", striking),))
        options = (
            Option(Attack.id, Attack.label, refusal=strike, then=lambda: blow),
            Option(Prepare.id, "Prepare once more", refusal=prepare, then=lambda: follow),
            Option(Abandon.id, Abandon.label),
        )
        return [self._add_price(each) for each in options]

    def _build_chained_option(self, weapon: DewWeapon, chained: DewWeapon, strikes: bool = False) -> Option:
        """Return a weapon as an option while a great blow must be followed up.

        Only the chained weapon is allowed, prepared in the chained grip. An attack in the other grip loses what is
        prepared.
        """
        assert self.chain is not None
        other = forbid_other_weapon(chained)
        if weapon.id != chained.id:
            return Option(weapon.id, weapon.name, refusal=other)
        if strikes:
            return Option(weapon.id, weapon.name, then=lambda: self._list_weapon_fields(weapon))
        grips = [Option(each, each, refusal=None if each == self.chain[1] else other) for each in GRIPS]
        return Option(weapon.id, weapon.name, then=lambda: (OneOf("mode", "How?", grips),))

    def _forbid(self, answer: Answer) -> Refusal | None:
        return get_option(answer["command"]).forbid_answer(self.state, self.who, answer)


FIELDS: Mapping[str, Callable[[Choosing], tuple[Field, ...]]] = {
    Attack.id: Choosing._list_attack_fields,
    Prepare.id: Choosing._list_prepare_fields,
    Maneuver.id: Choosing._list_maneuver_fields,
    Draw.id: Choosing._list_draw_fields,
    Grab.id: Choosing._list_grab_fields,
    Pass.id: Choosing._list_pass_fields,
}
"""The own fields of each option."""


def build_option_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of an option. None: the combatant is unconscious, or not present."""
    if not is_conscious(state, question.who):
        return None
    return Choosing(state, question.who, question.facts).build_form()


def can_only_pass(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is all that a combatant can afford (1.1.1g)."""
    return all(each.passes or each.find_refusal(table.state, who, False) for each in OFFERED)


def should_pass_by_itself(table: Table, who: CombatantId) -> bool:
    """Return whether Pass is chosen automatically for a combatant who can do nothing else."""
    return get_settings(table.state).auto_pass_when_forced and can_only_pass(table, who)
