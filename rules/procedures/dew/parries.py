"""Parries: the combatants who may parry, with which weapons, and their value (1.2.5f to n)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules.kernel import events as e
from rules.kernel.drawing import EventMark
from rules.kernel.effects import Answer, Ask
from rules.kernel.event import ShortWords, Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, MadeOnce, Number, OneOf, Refusal
from rules.kernel.forms import Form
from rules.kernel.hiding import is_revealed_by_acting, is_unseen_by
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Mask, show_as
from rules.procedures.dew.answers import read_number
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import Paid, build_blow_field, choose_usual_blow, count_blows_left, forbid, spend
from rules.procedures.dew.borrowing import cite_parry
from rules.procedures.dew.consultation import Reason, consult
from rules.procedures.dew.declared_attack import DeclaredAttack, ParryMade
from rules.procedures.dew.great_blows import lose_to_blow
from rules.procedures.dew.posture import cite_ignored_attack
from rules.procedures.dew.ranges import get_range
from rules.procedures.dew.refusals import Message, refuse
from rules.procedures.dew.sheet import DewMode, DewWeapon
from rules.procedures.dew.terms import MELEE, get_dew, get_equipment, get_name, get_settings, ids, is_conscious
from rules.procedures.dew.weapons import find_mode, forbid_hands, forbid_use, get_weapon, list_weapons_in_hand

WEAPON_IN_OWN_OPTION = Message("uses {item} in an option of this very beat")
NOT_IN_PARRY_RANGE = Message("{attacker} is at range {range}; {item} parries as far as {hi}.")
CANNOT_PARRY_WITH = Message("{item} cannot parry.")


@dataclass(slots=True, kw_only=True)
class ParriesClosed(Event):
    """The parries of an attack are complete; nobody else parries it."""

    audience = Audience.PERCEIVERS

    who: Doer
    target: Doer
    parries: Annotated[tuple[ParryMade, ...], show_as(Mask.OF_THE_SEEN)] = ()

    def narrate(self, voice: Voice) -> str:
        attack = f"{voice.whose(self.who)} attack"
        if not self.parries:
            return voice.tense(f"Nobody parries {attack}.", "")
        first, *more = ((each.who, voice.weapon(each.who, each.weapon)) for each in self.parries)
        parried = [f"{voice.does(first[0], 'parries', 'parry')} {attack} with the {first[1]}"]
        return ", and ".join([*parried, *(f"{voice.name(who)} with the {weapon}" for who, weapon in more)]) + "."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return tuple((each.who, "parries", self.who) for each in self.parries)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return tuple(EventMark(each.who, "parries") for each in self.parries)


def _list_reduced_parry_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    return (
        Choice("nothing", "At full strength"),
        Choice("reduce", "At less", then=lambda: (Number("by", "Less by", 0, 20),)),
    )


REDUCED_PARRY = Reason(
    "reduced_parry",
    "How much does the parry count?",
    "{by} parries in passing.",
    "a parry made in passing",
    list_choices=_list_reduced_parry_choices,
    commands=("nothing", "reduce"),
)


def parry(table: Table, attack: DeclaredAttack, beat: Beat) -> Play:
    """Ask all who may parry at the same time, and expend their blows.

    A hidden combatant that parries is revealed as by an attack. Returns the parries, and what was paid.
    """
    asked = [who for who in sorted(table.state.combatants) if _may_parry(table.state, who, attack, beat)]
    answers: list[Answer] = []
    if asked:
        answers = yield [_build_ask(table.state, who, attack, beat) for who in asked]
    made: list[ParryMade] = []
    paid: list[Paid] = []
    for who, answer in zip(asked, answers, strict=True):
        if answer["command"] == "parry":
            if is_revealed_by_acting(table.state, who, attack.who):
                yield e.Revealed(who=who)
            paid.append((yield from _spend(table, who, answer, beat)))
            made.append(_make_parry(table.state, answer, paid[-1]))
    reduced: list[ParryMade] = []
    for each in made:
        reduced.append((yield from _reduce(table, each, attack, beat)))
    yield ParriesClosed(
        who=attack.who,
        target=attack.target,
        parries=tuple(reduced),
        clauses=_cite_closed(table.state, attack, reduced, beat),
    )
    return reduced, paid


def _build_ask(state: State, who: CombatantId, attack: DeclaredAttack, beat: Beat) -> Ask:
    lost = sum(
        each.count
        for each in get_dew(state, who).ledger.preparations
        if each.weapon != _find_striking_weapon(who, beat)
    )
    facts = {
        "attacker": attack.who,
        "target": attack.target,
        "weapon": attack.weapon,
        "borrowed": beat.borrowed,
        "own": beat.uses.get(who, ""),
        "loses": lost,
    }
    clauses = ids("1.2.5f" if who == attack.target else "1.2.5g")
    return Ask("parry", who, {"command": "decline"}, facts=facts, clauses=clauses)


def _find_striking_weapon(who: CombatantId, beat: Beat) -> str:
    """Return the weapon with which a combatant attacks in this beat; empty for none.

    Preparations of that weapon are not lost to a parry (1.1.3e).
    """
    return beat.uses[who] if who in beat.strikes else ""


def _may_parry(state: State, who: CombatantId, attack: DeclaredAttack, beat: Beat) -> bool:
    """Return whether a combatant is asked to parry.

    It must perceive the attacker and be alert, with a blow left and something fit to parry with. A combatant who lacks
    the EN, or uses that weapon in this beat, is asked too. The form shows why it cannot parry (1k, 1.1.3c).
    """
    if who == attack.who or not get_dew(state, who).body.alert or sum(count_blows_left(state, who, beat.borrowed)) < 1:
        return False
    if who != attack.target and _is_out_of_reach(state, who, attack.who):
        return False
    if not is_conscious(state, who) or is_unseen_by(state, attack.who, who):
        return False
    return any(
        _forbid_weapon(state, who, attack.who, attack.target, weapon, mode, "") is None
        for weapon in list_weapons_in_hand(state, who)
        for mode in weapon.modes
        if mode.use == MELEE
    )


def _forbid_weapon(
    state: State,
    who: CombatantId,
    attacker: CombatantId,
    target: CombatantId,
    weapon: DewWeapon,
    mode: DewMode,
    own: str,
) -> Refusal | None:
    refusal = forbid_use(state, who, weapon)
    if refusal is not None:
        return refusal
    if weapon.id == own:
        return refuse(WEAPON_IN_OWN_OPTION, "1.1.3c", item=weapon.name, who=get_name(state, who))
    if mode.parry < 1:
        return refuse(CANNOT_PARRY_WITH, "1.2.5n", item=weapon.name)
    if mode.mode == "2h" and (refusal := forbid_hands(state, who, 1)):
        return refusal
    if who == target:
        return None
    return _forbid_range(state, who, attacker, weapon, mode)


def _forbid_range(
    state: State, who: CombatantId, attacker: CombatantId, weapon: DewWeapon, mode: DewMode
) -> Refusal | None:
    """Return the refusal if a helper is too far from the attacker, by table option (1.2.5m)."""
    rule, apart = get_settings(state).parry_weapon_reach_rule, get_range(state, who, attacker)
    far = mode.reach
    if rule == "attacker_reach":
        far = _find_longest_reach(state, attacker)
    if rule == "none" or apart <= far:
        return None
    return refuse(
        NOT_IN_PARRY_RANGE, "1.2.5m", attacker=get_name(state, attacker), range=apart, item=weapon.name, hi=far
    )


def _is_out_of_reach(state: State, who: CombatantId, attacker: CombatantId) -> bool:
    """Return whether a helper is too far from the attacker with whatever it has in hand.

    It is asked first, because of many combatants few are near (1.2.5m).
    """
    rule = get_settings(state).parry_weapon_reach_rule
    return rule != "none" and get_range(state, who, attacker) > _find_longest_reach(
        state, attacker if rule == "attacker_reach" else who
    )


def _find_longest_reach(state: State, who: CombatantId) -> int:
    """Return the longest range at which a weapon in hand strikes; 0 with none."""
    return max([each.reach for weapon in list_weapons_in_hand(state, who) for each in weapon.modes], default=0)


def _spend(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """Expend the blow of a parry and lose preparations. Returns what was paid.

    Preparations of the weapon that attacks in this beat are kept.
    """
    blow = str(answer.get("blow") or choose_usual_blow(table.state, who, beat.borrowed))
    clauses = ("1g", "1.2.5h", "1.2.5i", "1.2d")
    paid = yield from spend(table, who, blow, "parry", clauses, borrowed=beat.borrowed)
    yield from lose_to_blow(table, who, but=_find_striking_weapon(who, beat))
    if beat.held is not None:
        beat.held.parried.append(who)
    return paid


def _make_parry(state: State, answer: Answer, paid: Paid) -> ParryMade:
    weapon, mode = str(answer["weapon"]), str(answer["mode"])
    used = find_mode(get_weapon(state, paid.who, weapon), mode, MELEE)
    assert used is not None
    return ParryMade(paid.who, weapon, mode, used.parry, paid.blow)


def _reduce(table: Table, made: ParryMade, attack: DeclaredAttack, beat: Beat) -> Play:
    """Return a parry, lessened by the DM if made during the parrier's own option (1.1.3d)."""
    if made.who not in beat.uses:
        return made
    answer = yield from consult(
        table, REDUCED_PARRY, ("1.1.3d",), who=made.who, target=attack.target, facts={"weapon": made.weapon}
    )
    less = read_number(answer, "by")
    return replace(made, value=max(0, made.value - less))


def _cite_closed(state: State, attack: DeclaredAttack, made: Sequence[ParryMade], beat: Beat) -> tuple[str, ...]:
    made = [each for each in made if not state.combatants[each.who].hidden]
    cited = ["1.2.5n", *(["1.2.5k", "0b"] if made else [])]
    if ignored := cite_ignored_attack(state, attack.target):
        cited += [*ignored, "1.2.5l"]
    cited += cite_parry(state)
    if any(each.who in beat.uses for each in made):
        cited += ["1.1.3d"]
    return ids(*cited)


# Forms.


def build_parry_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a parry. None: the attacker is gone, or a parry is impossible.

    It is impossible with nothing in hand, and for a combatant that cannot act.
    """
    who, attacker = question.who, str(question.facts["attacker"])
    weapons = list_weapons_in_hand(state, who)
    if not is_conscious(state, who) or attacker not in state.combatants or not weapons:
        return None
    loses = question.facts.get("loses", 0)
    price = f"loses {loses} preparations" if loses else ""
    unpaid = forbid(state, who, borrowed=bool(question.facts.get("borrowed")), blow="")
    parry = Choice("parry", "Parry", price, unpaid, lambda: (_build_weapon_field(state, question, weapons),))
    return Form((OneOf("command", "Parry?", (parry, Choice("decline", "Decline"))),))


def _build_weapon_field(state: State, question: OpenQuestion, weapons: Sequence[DewWeapon]) -> OneOf:
    def build_choice(weapon: DewWeapon) -> Choice:
        refusal = _forbid_all_modes(state, question, weapon)
        fields = MadeOnce(lambda: _list_mode_fields(state, question, weapon))
        return Choice(weapon.id, weapon.name, refusal=refusal, then=fields)

    def forbid_not_held(item: str) -> Refusal | None:
        weapon = get_equipment(state, question.who).weapon(item)
        return None if weapon is None else forbid_use(state, question.who, weapon)

    return OneOf("weapon", "With what?", [build_choice(each) for each in weapons], unlisted=forbid_not_held)


def _forbid_all_modes(state: State, question: OpenQuestion, weapon: DewWeapon) -> Refusal | None:
    """Return the refusal of a weapon if none of its modes can parry."""
    refusal = [forbid_mode(state, question, weapon, mode) for mode in weapon.modes if mode.use == MELEE]
    if not refusal:
        return refuse(CANNOT_PARRY_WITH, "1.2.5n", item=weapon.name)
    return None if None in refusal else refusal[0]


def forbid_mode(state: State, question: OpenQuestion, weapon: DewWeapon, mode: DewMode) -> Refusal | None:
    """Return the refusal of a weapon, held in this mode, for the attack in question."""
    facts = question.facts
    attacker, target, own = (str(facts.get(key, "")) for key in ("attacker", "target", "own"))
    return _forbid_weapon(state, question.who, attacker, target, weapon, mode, own)


def _list_mode_fields(state: State, question: OpenQuestion, weapon: DewWeapon) -> tuple[OneOf, OneOf]:
    modes = [
        Choice(each.mode, each.mode, refusal=forbid_mode(state, question, weapon, each))
        for each in weapon.modes
        if each.use == MELEE
    ]
    return OneOf("mode", "How?", modes), build_blow_field(
        state, question.who, borrowed=bool(question.facts.get("borrowed"))
    )
