"""The attributes and weapons with which a combatant is prepared, and the form for them.

Nothing is computed. Lengths are hundredths of a map inch, ranges whole points of range. Every default is the
catalogue's own.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel.frozen import Part, evolve, frozen
from rules.kernel.own import Attribute, AttributeKind, Owned, PartKind, Sheet, SheetFault, SheetPart
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.state import (
    ONE_HAND,
    SHIELD,
    ArmorClass,
    Body,
    DewCombatant,
    DewGear,
    GreatBlowPreparation,
    Ledger,
)
from rules.reference import find_similar, suggest_ids
from rules.reference.tables import Row, find, index_rows, list_rows


def _write_part(part: object, of: str) -> dict[str, Any]:
    """Return the attributes of a part, as its inline table has them."""
    return {key: _write_number(getattr(part, key)) for key in lookup_part(of)}


def _write_number(value: Any) -> Any:
    """Return a value as a table can hold it: a fraction as a number."""
    if not isinstance(value, Fraction):
        return value
    return int(value) if value.denominator == 1 else float(value)


@frozen
class DewMode:
    """One way to use a weapon."""

    mode: str = ONE_HAND
    """The grip: 1h or 2h."""
    use: str = "melee"
    """The use: melee, thrown or missile."""
    hit_number: int = 16
    """The number that the hit roll of this character must exceed."""
    damage: str = "1d8"
    crit_default: int = 9
    """The critical number against armor classes that ``crit_by_ac`` does not have."""
    crit_by_ac: tuple[tuple[int, int], ...] = ()
    reach: int = 2
    reach_min: int = 0
    parry: int = 2
    """The number by which a parry lowers the target's first modifier; 0 where it cannot parry."""

    def write_table(self) -> dict[str, Any]:
        """Return the inline table of this mode."""
        return _write_part(self, "mode") | {"crit_by_ac": {str(ac): number for ac, number in self.crit_by_ac}}


@frozen
class DewWeapon:
    """A weapon."""

    id: str
    name: str
    weight: str = "medium"
    """Light, medium or heavy."""
    motion: str = "swing"
    """Swing, thrust, bow or other."""
    flexible: bool = False
    breakage: int = 5
    """The breakage number; 0 never breaks."""
    carried: str = "sheath"
    """The place where it is at first: hand, sheath or ground."""
    broken: bool = False
    """True if it is broken from the start."""
    shots: tuple[tuple[int, int], ...] = ()
    """Bands of shooting: the greatest range of each, with the number added to the hit roll there."""
    modes: tuple[DewMode, ...] = (DewMode(),)

    def write_table(self) -> dict[str, Any]:
        """Return the inline table of this weapon."""
        modes = [mode.write_table() for mode in self.modes]
        return {
            "id": self.id,
            **_write_part(self, "weapon"),
            "shots": [list(band) for band in self.shots],
            "modes": modes,
        }


@frozen
class DewShield:
    """A shield."""

    ac_mod: int = -2
    """The number that it adds to the first modifier while held and whole."""
    breakage: int = 5
    broken: bool = False


@frozen
class DewArmor:
    """Armor that can be adjusted."""

    wt: Fraction = Fraction(10)
    """Its weight."""
    basic_enc: Fraction = Fraction(20)
    """Its basic encumbrance."""
    enc: Fraction = Fraction(20)
    """Its present encumbrance."""
    worn: bool = True
    unworn_ac: ArmorClass = (9, 0, 0)
    """The armor class without it."""

    def write_table(self) -> dict[str, Any]:
        """Return the inline table of this armor."""
        table = _write_part(self, "armor") | {"unworn_ac": list(self.unworn_ac)}
        # Left out, it is read as the basic encumbrance.
        return {key: value for key, value in table.items() if key != "enc" or self.enc != self.basic_enc}


@frozen
class DewSpell:
    """A spell as a preset: the DM decides its effect."""

    name: str
    en_cost: int = 0
    note: str = ""


@frozen
class DewAttributes(Part):
    """The numbers of a combatant that a fight does not change."""

    st: int = 10
    dx: int = 10
    el: int = 1
    """The experience level. With ``en_die`` it limits the EN of a phase."""
    en_die: str = "AD6+2"
    """AD6, AD6+2 or AD6+4."""
    en_max: int = 12
    bd_max: int = 10
    active_blows: int = 2
    reactive_blows: int = 1
    move: int = 1200
    """Movement in hundredths of an inch."""
    recovery_rate: int = 2
    hands: int = 2


@frozen
class DewLedger:
    """The ledger of a fight that is taken up in mid-round."""

    active: int | None = None
    """Active blows left; None for the whole complement."""
    reactive: int | None = None
    """Reactive blows left; None for the whole complement."""
    blows: int = 0
    en_phase: int = 0
    en_round: int = 0
    en_previous: int = 0
    preparations: tuple[tuple[str, str, int], ...] = ()
    """Weapon, mode and count of each."""
    passed: bool = False
    fought: bool = False
    """True if blows or EN were expended in this combat phase."""
    borrowed_active: int = 0
    borrowed_reactive: int = 0
    acted: str = ""

    def start(self, attributes: DewAttributes) -> Ledger:
        """Return the ledger as the combatant comes into play."""
        return Ledger(
            active=attributes.active_blows if self.active is None else self.active,
            reactive=attributes.reactive_blows if self.reactive is None else self.reactive,
            blows=self.blows,
            en_phase=self.en_phase,
            en_round=self.en_round,
            en_previous=self.en_previous,
            passed=self.passed,
            fought=self.fought or bool(self.blows or self.en_round or self.en_phase),
            preparations=tuple(GreatBlowPreparation(*each) for each in self.preparations),
            borrowed_active=self.borrowed_active,
            borrowed_reactive=self.borrowed_reactive,
            acted=self.acted,
        )

    def write_entries(self) -> dict[str, Any]:
        """Return the entries of this ledger, which stand among those of the whole sheet."""
        entries = {
            "active": self.active,
            "reactive": self.reactive,
            "blows_this_round": self.blows,
            "en_spent_phase": self.en_phase,
            "en_spent_round": self.en_round,
            "en_spent_previous_round": self.en_previous,
            "preparations": [
                {"weapon": weapon, "mode": mode, "count": count} for weapon, mode, count in self.preparations
            ],
            "passed": self.passed,
            "fought": self.fought,
            "borrowed": {"active": self.borrowed_active, "reactive": self.borrowed_reactive},
            "acted": self.acted or None,
        }
        return {key: value for key, value in entries.items() if value is not None}


@frozen
class DewEquipment:
    """The things that a combatant brings in, and the spells that it knows."""

    ac: ArmorClass = (9, 0, 0)
    """The armor class while armor is worn."""
    shield: DewShield | None = None
    armor: DewArmor | None = None
    weapons: tuple[DewWeapon, ...] = ()
    spells: tuple[DewSpell, ...] = ()

    def weapon(self, id: str) -> DewWeapon | None:
        """Return the weapon of this id, or None."""
        for weapon in self.weapons:
            if weapon.id == id:
                return weapon
        return None

    def start_gear(self) -> DewGear:
        """Return what the combatant carries and wears as it comes into play."""
        armor, shield = self.armor, self.shield
        broken_shield = (SHIELD,) if shield is not None and shield.broken else ()
        return DewGear(
            carried={each.id: each.carried for each in self.weapons},
            broken=(*(each.id for each in self.weapons if each.broken), *broken_shield),
            shield_held=shield is not None,
            ac=self.ac if armor is None or armor.worn else armor.unworn_ac,
            armor_worn=armor is not None and armor.worn,
            enc=armor.enc if armor is not None else Fraction(0),
        )


ATTRIBUTE_KEYS = tuple(each.name for each in fields(DewAttributes))
BODY_KEYS = ("en", "bd", "alert", "conscious", "fallen", "stationary")
"""The keys of a combatant's entry that are fields of its attributes, and of its body."""


@frozen
class DewSheet(Sheet):
    """A character or a thing as prepared. Its hit points are its EN."""

    key = "dew"
    beside = ("weapons", "spells")

    kind: str = "character"
    """"character", or "object" for an inanimate thing."""
    attributes: DewAttributes = DewAttributes()
    body: Body = Body()
    """Its body as it comes into play."""
    equipment: DewEquipment = DewEquipment()
    ledger: DewLedger = DewLedger()
    ranges: Mapping[str, int] = field(default_factory=dict)
    """Ranges that are known beforehand, by the other's id."""

    @classmethod
    def drop_absent(cls, table: Mapping[str, Any], ids: Collection[CombatantId]) -> Mapping[str, Any]:
        """Return its table without ranges to combatants that are not among these ids."""
        if "ranges" not in table:
            return table
        return {**table, "ranges": {other: points for other, points in table["ranges"].items() if other in ids}}

    @classmethod
    def describe_form(cls) -> SheetPart:
        """Return the attributes and parts of the sheet; a form has a field for each."""
        return build_form_parts()

    @classmethod
    def list_ready_made(cls) -> Mapping[str, str]:
        """Return a few words on how each ready-made character fights, by its id."""
        return describe_characters()

    @classmethod
    def list_ready_party(cls) -> tuple[Mapping[str, object], ...]:
        """Return the entries of the ready-made characters, each at its place beside the others."""
        return list_party()

    @property
    def hit_points(self) -> int:
        """Return the EN of the unhurt combatant, at least 1."""
        return max(1, self.attributes.en_max)

    @property
    def points(self) -> int:
        """Return the EN that the combatant begins with."""
        return self.body.en

    def find_greatest(self, pool: str) -> int | None:
        """Return the most BD that the combatant can have; None for other pools."""
        return self.attributes.bd_max if pool == "BD" else None

    def keep_at_first(self) -> DewCombatant:
        """Return the Dew state that the combatant begins with."""
        conscious = self.body.conscious and self.kind == "character"
        return DewCombatant(
            body=evolve(self.body, alert=self.body.alert and conscious, conscious=conscious),
            ledger=self.ledger.start(self.attributes),
            gear=self.equipment.start_gear(),
        )

    def get_kept(self, owned: Owned) -> DewCombatant:
        """Return the combatant's Dew state as it is now."""
        found = owned.get(DewCombatant)
        return found if isinstance(found, DewCombatant) else self.keep_at_first()

    def show_kept(self, owned: Owned, call: Callable[[CombatantId], CombatantId]) -> DewCombatant:
        """Return the combatant's Dew state as its player sees it."""
        kept = self.get_kept(owned)
        moving = kept.movement
        return evolve(kept, movement=evolve(moving, chase=call(moving.chase))) if moving.chase else kept

    def show_outside(self, owned: Owned, hit_points: int) -> "DewSheet":
        """Return what others can see of the combatant: what it holds, and its condition.

        ``hit_points`` is the EN to show.
        """
        kept = self.get_kept(owned)
        held = (weapon for weapon in self.equipment.weapons if kept.gear.carried.get(weapon.id) == "hand")
        return DewSheet(
            kind=self.kind,
            attributes=DewAttributes(en_max=hit_points),
            body=Body(
                en=hit_points,
                alert=kept.body.alert,
                conscious=kept.body.conscious,
                fallen=kept.body.fallen,
                stationary=kept.body.stationary,
            ),
            equipment=DewEquipment(
                shield=DewShield() if kept.gear.shield_held else None,
                weapons=tuple(DewWeapon(weapon.id, weapon.name, carried="hand", modes=()) for weapon in held),
            ),
        )

    def describe_numbers(self) -> str:
        """Return the combatant's EN, BD, blows and movement."""
        mine, body = self.attributes, self.body
        blows = f"{mine.active_blows}+{mine.reactive_blows} blows"
        return f"EN {body.en}, BD {body.bd}, {blows}, move {mine.move / HUNDREDTHS:g}"

    def describe(self) -> str:
        """Return the combatant's numbers and weapons, and whether it is not alert."""
        weapons = [weapon.name for weapon in self.equipment.weapons]
        return ", ".join((self.describe_numbers(), *weapons, *([] if self.body.alert else ["not alert"])))

    def _list_implied(self) -> list[str]:
        """Return the keys that are read alike where they are left out."""
        full = {"en_max": self.body.en, "bd_max": self.body.bd}
        return [key for key, now in full.items() if getattr(self.attributes, key) == max(now, 1)]

    def write_table(self) -> dict[str, Any]:
        """Return the ``dew`` table, defaults too, from which the same sheet is read."""
        mine, brought = self.attributes, self.equipment
        return {
            "kind": self.kind,
            **{key: getattr(mine, key) for key in ATTRIBUTE_KEYS if key not in self._list_implied()},
            **{key: getattr(self.body, key) for key in BODY_KEYS},
            "move": _write_number(Fraction(mine.move, HUNDREDTHS)),
            "ac": list(brought.ac),
            "spells": [_write_part(spell, "spell") for spell in brought.spells],
            "shield": False if brought.shield is None else _write_part(brought.shield, "shield"),
            "armor": False if brought.armor is None else brought.armor.write_table(),
            "weapons": [weapon.write_table() for weapon in brought.weapons],
            "ranges": dict(self.ranges),
            **self.ledger.write_entries(),
        }

    def write_left(self, owned: Owned) -> Mapping[str, object]:
        """Return the combatant's EN and BD as the fight left them."""
        kept = self.get_kept(owned)
        body, mine = kept.body, self.attributes
        return {"en": body.en, "en_max": mine.en_max, "bd": body.bd, "bd_max": mine.bd_max}

    def name_spells(self) -> tuple[str, ...]:
        """Return the names of the combatant's spells."""
        return tuple(each.name for each in self.equipment.spells)

    def find_fault(self, ids: Sequence[CombatantId]) -> SheetFault | None:
        """Return a fault of the sheet, or None.

        A fault is a range to somebody who is not there, or a preparation of a weapon that the combatant lacks.
        """
        for other in self.ranges:
            if other not in ids:
                return SheetFault(
                    f"dew.ranges.{other}", f'nobody here is "{other}"' + suggest_ids(find_similar(other, ids))
                )
        weapons = [weapon.id for weapon in self.equipment.weapons]
        for weapon, _, _ in self.ledger.preparations:
            if weapon not in weapons:
                words = f'has no weapon "{weapon}"' + suggest_ids(find_similar(weapon, weapons))
                return SheetFault("dew.preparations", words)
        return None


# Every attribute, and the form made of them.


DATA = Path(__file__).parent / "data"


@cache
def list_every_attribute() -> tuple[Attribute, ...]:
    """Return every attribute, in the table's order."""
    return tuple(_read_attribute(row) for row in list_rows("attributes", "attribute", DATA))


def _read_attribute(row: Row) -> Attribute:
    typed = {"kind": AttributeKind(row["kind"]), "choices": tuple(row.get("choices", ()))}
    return Attribute(**{**row, **typed})


@cache
def lookup_part(of: str) -> dict[str, Attribute]:
    """Return the attributes of one part by key.

    Parts are character, armor_class, shield, armor, weapon, mode, spell, ledger, preparation and borrowed.
    """
    return {each.key: each for each in list_every_attribute() if each.of == of}


@cache
def build_form_parts() -> SheetPart:
    """Return the attributes and parts of a sheet, in the order of the form."""
    grip = replace(lookup_part("mode")["mode"], meaning="1h in one hand, 2h in two.")
    prepared = {**lookup_part("preparation"), "mode": grip}
    columns = {
        "spells": tuple(lookup_part("spell").values()),
        "preparations": tuple(prepared[key] for key in PREPARATION_KEYS),
    }
    unworn = (
        replace(each, label=f"{each.label} without it", group="Armor", row=3)
        for each in lookup_part("armor_class").values()
    )
    return SheetPart(
        attributes=tuple(
            replace(each, columns=columns.get(each.key, ()))
            for each in (*lookup_part("character").values(), *lookup_part("ledger").values())
        ),
        parts=(
            _build_part("ac", PartKind.LIST, "armor_class"),
            replace(_build_part("shield", PartKind.OPTIONAL), label="Has a shield", row=3),
            SheetPart(
                "armor",
                PartKind.OPTIONAL,
                tuple(lookup_part("armor").values()),
                (SheetPart("unworn_ac", PartKind.LIST, tuple(unworn)),),
                label="Has armor that can be put on or adjusted",
                group="Armor",
                row=1,
            ),
            replace(
                _build_part("weapons", PartKind.SEVERAL, "weapon"),
                parts=(replace(_build_part("modes", PartKind.SEVERAL, "mode"), noun="use", least=1, most=6),),
                noun="weapon",
                most=12,
            ),
            _build_part("borrowed", PartKind.TABLE),
        ),
    )


def _build_part(key: str, kind: PartKind, of: str = "") -> SheetPart:
    return SheetPart(key, kind, tuple(lookup_part(of or key).values()))


PREPARATION_KEYS = ("weapon", "mode", "count")
"""The keys of a preparation's table, in the order in which they are typed."""


# Ready-made characters.


@cache
def _load_characters() -> dict[str, Row]:
    return index_rows(list_rows("characters", "character", DATA))


NOT_ATTRIBUTES = ("id", "about", "side", "position")
"""The keys of a ready-made character that are none of its attributes."""


def lookup_character(id: str) -> Row:
    """Return the attributes and weapons of a ready-made character, as a ``dew`` table has them.

    Raises UnknownId.
    """
    row = find("character", id, _load_characters())
    return {key: value for key, value in row.items() if key not in NOT_ATTRIBUTES}


def describe_characters() -> dict[str, str]:
    """Return a few words on how each ready-made character fights, by its id."""
    return {id: str(row["about"]) for id, row in _load_characters().items()}


def list_party() -> tuple[Mapping[str, object], ...]:
    """Return the entries of the ready-made characters that have a side, each at its place."""
    return tuple(
        {
            "id": id,
            "name": id.capitalize(),
            "side": row["side"],
            "played": True,
            "position": row["position"],
            "dew": {"like": id},
        }
        for id, row in _load_characters().items()
        if "side" in row
    )
