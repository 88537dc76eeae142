"""The declare form, which offers a combatant's actions.

The letters keep their order and place, and a forbidden option shows why. A player may choose only targets in sight:
what is hidden and what is absent are alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rules.kernel.battlefield import find_range_band, measure_distance, to_feet
from rules.kernel.forms import (
    Field,
    Form,
    MadeWhenRead,
    Number,
    OneOf,
    Option,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Text,
)
from rules.kernel.stat_block import Device, Spell, Weapon
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import ACTION_NAMES, Action
from rules.procedures.adnd.orders.task import NOTHING
from rules.procedures.adnd.orders.weapons import compute_melee_rate
from rules.procedures.adnd.procedure import AdndProcedure
from rules.procedures.adnd.psionics import forbid_out_of_reach
from rules.procedures.adnd.state import MoraleDuty
from rules.reference import list_classes

AVOIDING = (
    ("flee", "Flee"),
    ("fall_back", "Fall back fighting"),
    ("disengage", "Disengage"),
    ("surrender", "Surrender"),
)
STRIKING = (
    ("strike", "To hurt"),
    ("subdue", "To subdue"),
    ("grapple", "Grapple"),
    ("overbear", "Overbear"),
    ("pummel", "Pummel"),
)
OFF_HAND_WEAPONS = ("dagger", "axe_hand")
"""The weapons that may be used in the off hand, beside another."""
TWO_HANDED = "L"
"""The size of weapons that need both hands."""

MOST_SHOTS = 12
"""The most shots that an order names where the rate is no higher."""

LETTERS = tuple(letter.value for letter in Action)
"""The letters of the list, in its order."""

Fields = Sequence[Field]
Further = Callable[[], Fields]


class Declaring:
    """The declare form of one procedure."""

    def __init__(self, procedure: AdndProcedure) -> None:
        self._procedure = procedure

    def build_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the form; None when the combatant can no longer act, or has a morale duty."""
        me = state.combatants[question.who]
        if not me.able or me.own(MoraleDuty).avoid:
            return None
        cited = self._procedure.cites.psionic_target
        return Form(
            (OneOf("action", "What will you do?", self.list_letters(state, me)),),
            check=lambda answer: forbid_out_of_reach(state, me.id, answer, cited),
        )

    def list_letters(self, state: State, me: Combatant) -> Sequence[Option]:
        """Return the options for the eight letters, in the order of the list."""
        return MadeWhenRead(LETTERS, partial(self._build_letter, state, me))

    def _build_letter(self, state: State, me: Combatant, letter: str) -> Option:
        own = self._procedure
        return Option(
            letter,
            ACTION_NAMES[Action(letter)],
            self.get_price(state, me, letter, ""),
            refusal=own.forbid(state, me.id, letter, ""),
            then=lambda: [*self._list_fields(state, me, letter), *own.add_fields(state, me, letter)],
        )

    def _list_fields(self, state: State, me: Combatant, letter: str) -> Fields:
        """Return the fields of a letter, without a procedure's own."""
        match Action(letter):
            case Action.PSIONICS:
                return self._list_psionic_fields(state, me)
            case Action.AVOID:
                return self._list_avoid_fields(state, me)
            case Action.PARLEY:
                return [build_target_field(self, state, me, "B", "", optional=True)]
            case Action.AWAIT:
                return self._list_await_fields(state, me)
            case Action.DISCHARGE:
                return self._list_discharge_fields(state, me)
            case Action.MOVE:
                return self._list_move_fields(state, me)
            case Action.SET:
                return self._list_set_fields(state, me)
            case Action.STRIKE:
                return self._list_strike_fields(state, me)

    def _build_way(
        self, state: State, me: Combatant, letter: str, how: str, label: str, then: Callable[[], Fields]
    ) -> Option:
        refusal = self._procedure.forbid(state, me.id, letter, how)
        return Option(how, label, self.get_price(state, me, letter, how), refusal, then)

    def get_price(self, state: State, me: Combatant, letter: str, how: str) -> str:
        """Return the cost of a letter, or of a way of doing it, where the procedure counts it."""
        return ""

    def forbid_spell(self, state: State, me: Combatant, spell: Spell) -> Refusal | None:
        """Return the refusal of this spell, beside what forbids them all."""
        return None

    def forbid_weapon(self, state: State, me: Combatant, weapon: Weapon) -> Refusal | None:
        """Return the refusal of a blow with this weapon."""
        return None

    def forbid_thrown_away(self, state: State, me: Combatant, weapon: Weapon, letter: str) -> Refusal | None:
        """Return the refusal of a weapon of which the last was thrown; None for any other."""
        return self._procedure.forbid(state, me.id, letter, f"with:{weapon.id}") if me.is_thrown_away(weapon) else None

    def build_weapon_option(self, state: State, me: Combatant, weapon: Weapon, letter: str) -> Option:
        """Return the option for a weapon that is not thrown."""
        return Option(weapon.id, weapon.name, refusal=self.forbid_thrown_away(state, me, weapon, letter))

    def forbid_device(self, state: State, me: Combatant, device: Device, how: str) -> Refusal | None:
        """Return the refusal to put a device on (``how``: wear) or take it off (remove)."""
        return None

    def list_further_charge_fields(self, state: State, me: Combatant) -> Fields:
        """Return further fields for a charge."""
        return ()

    def list_further_move_fields(self, state: State, me: Combatant) -> Fields:
        """Return further fields for a move, or for closing."""
        return ()

    def list_further_fields(self, state: State, me: Combatant, letter: str, how: str) -> Fields:
        """Return the fields for the rest of a turn that is split between actions.

        There are none unless the procedure has such turns.
        """
        return ()

    def may_choose(self, state: State, other: Combatant, letter: str) -> bool:
        """Return whether another combatant can be named as a target at all.

        It must still be in the fight.
        """
        return other.present

    def _list_psionic_fields(self, state: State, me: Combatant) -> Fields:
        psionic = me.stat_block.powers.psionic
        attacks = psionic.attack_modes if psionic else ()
        defenses = psionic.defense_modes if psionic else ()
        return [
            build_target_field(self, state, me, "P", ""),
            OneOf("attack_mode", "Attack mode", [build_mode_option(mode) for mode in attacks], optional=not attacks),
            OneOf(
                "defense_mode", "Defense mode", [build_mode_option(mode) for mode in defenses], optional=not defenses
            ),
        ]

    def _list_avoid_fields(self, state: State, me: Combatant) -> Fields:
        ways = [
            self._build_way(
                state,
                me,
                "A",
                value,
                label,
                _defer_with_rest(self, state, me, "A", value, [PlaceField("to", "Where?", optional=True)]),
            )
            for value, label in AVOIDING
        ]
        return [OneOf("avoid", "How", ways)]

    def _list_await_fields(self, state: State, me: Combatant) -> Fields:
        return [
            build_target_field(self, state, me, "C", "", optional=True, label="Who do you wait for?"),
            Several(
                "with", "Add another action", lambda: [OneOf("action", "Then", self._list_letters_after(state, me))]
            ),
        ]

    def _list_letters_after(self, state: State, me: Combatant) -> list[Option]:
        """Return the letters of what is done after waiting, without a procedure's own fields."""
        own = self._procedure
        return [
            replace(each, then=_leave_out(each.then, own.add_fields(state, me, each.value)))
            for each in self._list_held_letters(state, me)
        ]

    def _list_held_letters(self, state: State, me: Combatant) -> Sequence[Option]:
        letters = self.list_letters(state, me)
        return tuple(each for each in letters if each.value in ("D", "E", "G"))

    def _list_discharge_fields(self, state: State, me: Combatant) -> Fields:
        ways = [
            self._build_way(state, me, "D", "spell", "Cast a spell", lambda: self._list_spell_fields(state, me)),
            self._build_way(state, me, "D", "shoot", "Shoot or throw", lambda: self._list_missile_fields(state, me)),
            self._build_way(state, me, "D", "device", "Use a device", lambda: self._list_device_fields(state, me)),
            replace(
                self._build_way(state, me, "D", "turn", "Turn undead", lambda: self._list_turning_fields(state, me)),
                unfit=not me.stat_block.powers.turns_undead and me.stat_block.creature.kind in list_classes(),
            ),
            self._build_way(
                state,
                me,
                "D",
                "wear",
                "Put on",
                _defer_with_rest(self, state, me, "D", "wear", self._list_worn_fields(state, me, "wear")),
            ),
            self._build_way(
                state,
                me,
                "D",
                "remove",
                "Take off",
                _defer_with_rest(self, state, me, "D", "remove", self._list_worn_fields(state, me, "remove")),
            ),
        ]
        return [OneOf("how", "How", ways)]

    def _list_spell_fields(self, state: State, me: Combatant) -> Fields:
        options = []
        for id in dict.fromkeys(me.spells):
            spell = me.spell(id)
            if spell is None:
                continue
            also = self.list_further_cantrip_fields(state, me, id) if spell.cantrip else []
            fields: list[Field] = [self.build_targets_field(state, me, "spell"), build_place_field(spell), *also]
            fields += self.list_further_fields(state, me, "D", "spell") if not also else ()
            price = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
            options.append(Option(id, spell.name, price, self.forbid_spell(state, me, spell), _defer(fields)))
        return [OneOf("spell", "Spell", options)]

    def list_further_cantrip_fields(self, state: State, me: Combatant, first: str) -> list[Field]:
        """Return the fields for a cantrip after the first.

        There are none unless the procedure has second ones.
        """
        return []

    def build_targets_field(self, state: State, me: Combatant, how: str) -> SomeOf:
        """Return the field for targets of a spell or device: anybody in sight, friends too."""
        forbid = self._procedure.forbid_target
        options = [
            Option(each.id, each.name, describe_distance(state, me, each), forbid(state, me.id, "D", how, each.id))
            for each in list_in_sight(state, me, lambda each: self.may_choose(state, each, "D"), everyone=True)
        ]
        return SomeOf("target", "Target", options, most=40)

    def _list_missile_fields(self, state: State, me: Combatant) -> Fields:
        options = []
        for weapon in me.stat_block.gear.weapons:
            if weapon.missile is None:
                continue
            rate = max(1, self._procedure.count_routines(state, me, weapon.missile.rate, max(1, state.round)))
            left = me.count_missiles(weapon)
            most = MOST_SHOTS if left is None else max(1, left)
            one = build_target_field(self, state, me, "D", "shoot", weapon=weapon)
            fields: list[Field] = [
                let_split(one, partial(int, min(rate, most))),
                Number("shots", "Shots", 1, min(max(rate, MOST_SHOTS), most), optional=True),
                *self.list_further_fields(state, me, "D", "shoot"),
            ]
            refusal = self._procedure.forbid(state, me.id, "D", f"with:{weapon.id}")
            price = f"{rate} a round" if left is None else f"{rate} a round, {left} left"
            options.append(Option(weapon.id, weapon.name, price, refusal, _defer(fields)))
        return [OneOf("weapon", "Weapon", options)]

    def _list_device_fields(self, state: State, me: Combatant) -> Fields:
        targets, further = (
            self.build_targets_field(state, me, "device"),
            self.list_further_fields(state, me, "D", "device"),
        )
        forbid = self._procedure.forbid
        options = [
            Option(
                device.id,
                device.name,
                describe_segments(device.activation),
                forbid(state, me.id, "D", f"with:{device.id}"),
                _defer([targets, build_place_field(device), *further]),
            )
            for device in me.stat_block.gear.devices
        ]
        return [OneOf("device", "Device", options)]

    def _list_worn_fields(self, state: State, me: Combatant, how: str) -> Fields:
        worn = [
            Option(device.id, device.name, refusal=self.forbid_device(state, me, device, how))
            for device in me.stat_block.gear.devices
        ]
        return [OneOf("device", "Device", worn)]

    def _list_turning_fields(self, state: State, me: Combatant) -> Fields:
        there = list_in_sight(state, me, lambda each: self.may_choose(state, each, "D"))
        undead = [each for each in there if each.stat_block.creature.undead]
        targets = OneOf("target", "Target", [Option(each.id, each.name) for each in undead])
        return [targets, *self.list_further_fields(state, me, "D", "turn")]

    def _list_move_fields(self, state: State, me: Combatant) -> Fields:
        weapons = [self.build_weapon_option(state, me, each, "E") for each in me.stat_block.gear.weapons if each.melee]
        timing = self.list_further_move_fields(state, me)
        ways = [
            self._build_way(
                state,
                me,
                "E",
                "close",
                "Move into melee with...",
                _defer_with_rest(
                    self, state, me, "E", "close", [build_target_field(self, state, me, "E", "close"), *timing]
                ),
            ),
            self._build_way(
                state,
                me,
                "E",
                "charge",
                "Charge",
                lambda: [
                    build_target_field(self, state, me, "E", "charge"),
                    OneOf("weapon", "Weapon", weapons, optional=True),
                    *self.list_further_charge_fields(state, me),
                    *self.list_further_fields(state, me, "E", "charge"),
                ],
            ),
            self._build_way(
                state,
                me,
                "E",
                "charge_to",
                "Charge to a place",
                _defer_with_rest(self, state, me, "E", "charge_to", [PlaceField("to", "Where?")]),
            ),
            self._build_way(
                state,
                me,
                "E",
                "move",
                "Move",
                _defer_with_rest(self, state, me, "E", "move", [PlaceField("to", "Where?"), *timing]),
            ),
            self._build_way(
                state,
                me,
                "E",
                "task",
                "Do something else",
                lambda: [
                    Text("task", "What", 80),
                    build_draw_field(me),
                    Number("segments", "Segments it takes", 1, 100, optional=True),
                    OneOf("peek", "Duck back", [Option("yes", "Yes"), Option("no", "No")], optional=True, unsaid="no"),
                    *self.list_further_fields(state, me, "E", "task"),
                ],
            ),
        ]
        return [OneOf("how", "How", ways)]

    def _list_set_fields(self, state: State, me: Combatant) -> Fields:
        settable = [each for each in me.stat_block.gear.weapons if each.settable]
        options = [self.build_weapon_option(state, me, each, "F") for each in settable]
        return [
            OneOf("weapon", "Weapon", options),
            build_target_field(self, state, me, "F", "", optional=True, label="Against"),
            *self.list_further_fields(state, me, "F", ""),
        ]

    def _list_strike_fields(self, state: State, me: Combatant) -> Fields:
        modes = OneOf(
            "mode", "How", [Option(mode, label) for mode, label in STRIKING], optional=True, unsaid=STRIKING[0][0]
        )
        own, sweep, round = self._procedure, self._procedure.count_sweep(state, me), max(1, state.round)

        def build_aim_field(weapon: Weapon) -> Field:
            one = build_target_field(self, state, me, "G", "", weapon=weapon)

            def count_blows() -> int:
                routines = own.count_routines(state, me, compute_melee_rate(me, weapon.id), round)
                return routines * len(weapon.blows)

            return let_split(one, count_blows, sweep)

        options = [
            Option(
                weapon.id,
                weapon.name,
                describe_speed_factor(weapon),
                self.forbid_thrown_away(state, me, weapon, "G") or self.forbid_weapon(state, me, weapon),
                _defer_with_rest(
                    self,
                    state,
                    me,
                    "G",
                    "",
                    [build_aim_field(weapon), modes, *self._list_off_hand_fields(state, me, weapon)],
                ),
            )
            for weapon in me.stat_block.gear.weapons
            if weapon.melee
        ]
        return [OneOf("weapon", "Weapon", options)]

    def _list_off_hand_fields(self, state: State, me: Combatant, weapon: Weapon) -> Fields:
        """Return the field for a second weapon; none where no weapon is fit for the off hand."""
        own = self._procedure
        fit = [each for each in me.stat_block.gear.weapons if each.id in OFF_HAND_WEAPONS and each.id != weapon.id]
        if not fit or not own.cites.two_weapons or weapon.natural:
            return ()
        refusal = None
        if not own.are_two_weapons_allowed(state):
            refusal = Refusal(own.cites.two_weapons[0], "a second weapon is not used at this table")
        elif weapon.size == TWO_HANDED:
            refusal = Refusal(own.cites.two_weapons[0], "needs both hands for the other weapon")
        return [
            OneOf(
                "off_hand",
                "In the other hand",
                [
                    Option(
                        each.id,
                        each.name,
                        "-4 to hit, the other -2",
                        refusal or self.forbid_thrown_away(state, me, each, "G"),
                    )
                    for each in fit
                ],
                optional=True,
            )
        ]


def build_draw_field(me: Combatant) -> OneOf:
    """Return the field for the weapon that a combatant draws; natural weapons are not drawn."""
    carried = [each for each in me.stat_block.gear.weapons if not each.natural and each.id != "fist"]
    options = [Option(NOTHING, "Nothing"), *(Option(each.id, each.name) for each in carried)]
    return OneOf("draw", "Draw a weapon", options, optional=True, unsaid=NOTHING)


def build_target_field(
    declaring: Declaring,
    state: State,
    me: Combatant,
    letter: str,
    how: str,
    *,
    optional: bool = False,
    label: str = "Target",
    weapon: Weapon | None = None,
) -> OneOf:
    """Return the field for the combatant aimed at, closed with or waited for."""
    forbid = declaring._procedure.forbid_target
    options = []
    for each in list_in_sight(state, me, lambda each: declaring.may_choose(state, each, letter)):
        price = describe_distance(state, me, each)
        if letter == "D" and weapon is not None and weapon.missile is not None:
            band = find_range_band(state, measure_distance(state, me.id, each.id), weapon.missile.ranges)
            price += ("", ", medium range", ", long range", ", out of range")[band]
        options.append(Option(each.id, each.name, price, forbid(state, me.id, letter, how, each.id)))
    return OneOf("target", label, options, optional)


def let_split(one: OneOf, count_attacks: Callable[[], int], sweep: int = 1) -> Field:
    """Return the field for one target or, as there are attacks, for several in their order.

    A sweep at weak foes is offered as several from the first.
    """
    if sweep > 1:
        return SomeOf(one.name, one.label, one.options, 1, max(sweep, count_attacks()))
    return OneOf(one.name, one.label, one.options, count_most=count_attacks)


def _defer_with_rest(
    declaring: Declaring, state: State, me: Combatant, letter: str, how: str, fields: Fields
) -> Callable[[], Fields]:
    """Return a function that returns these fields, and those that the procedure adds."""
    return lambda: [*fields, *declaring.list_further_fields(state, me, letter, how)]


def _leave_out(then: Callable[[], Fields], added: Fields) -> Callable[[], Fields]:
    """Return a function that returns the same fields without these."""
    names = [each.name for each in added]
    return lambda: [each for each in then() if each.name not in names]


def _defer(fields: Fields) -> Callable[[], Fields]:
    return lambda: fields


# Parts of the form that need the state alone: targets, places and labels.


def list_in_sight(
    state: State,
    me: Combatant,
    is_there: Callable[[Combatant], bool] = lambda each: each.present,
    *,
    everyone: bool = False,
) -> list[Combatant]:
    """Return the foes that a combatant may choose; friends too with ``everyone``.

    ``is_there`` tests who is still there. Hidden foes are only for combatants that the DM plays.
    """
    dm = not me.stat_block.played and me.side != "party"
    return [
        each
        for each in state.combatants.values()
        if (everyone or each.side != me.side) and is_there(each) and (dm or not each.hidden or each.side == me.side)
    ]


def build_place_field(magic: Spell | Device) -> PlaceField:
    """Return the field for the place at which magic is aimed, or puts down its user."""
    label = "Where do you land? (The DM says, if you leave it open.)" if magic.relocation else "Where?"
    return PlaceField("to", label, optional=True)


def describe_distance(state: State, me: Combatant, each: Combatant) -> str:
    """Return the distance to another combatant in words."""
    return f"{to_feet(measure_distance(state, me.id, each.id))} ft" if each.present else "gone"


def describe_segments(number: int | None) -> str:
    """Return a number of segments in words; nothing where it is not known."""
    return "" if number is None else f"{number} segment{'s' if number != 1 else ''}"


def describe_speed_factor(weapon: Weapon) -> str:
    """Return a weapon's speed factor in words, where it has one."""
    return "" if weapon.speed_factor is None else f"speed {weapon.speed_factor}"


def build_mode_option(id: str) -> Option:
    """Return the option for a psionic mode."""
    return Option(id, id.replace("_", " "))
