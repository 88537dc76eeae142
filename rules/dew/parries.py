"""Parries: who may, with what, and how much they count (1.2.5f to n)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules import events as e
from rules.dew.beats import Beat
from rules.dew.consulting import consult
from rules.dew.ledger import Paid, bar, blows_left, lose_preparations, spend, usual_blow
from rules.dew.refusals import refuse
from rules.dew.swing import Swing
from rules.dew.terms import ACTIVE, MELEE, MOVEMENT, REACTIVE, attributes, conscious, ids, name_of, now, option
from rules.dew.weapons import bar_hands, bar_use, in_hand, mode_of, range_of, weapon_of
from rules.dew_figure import DewMode, DewWeapon
from rules.effects import Answer, Ask
from rules.events import ParryMade
from rules.forms import Form, OneOf, Option, Refusal
from rules.ruleset import Play, Table
from rules.state import OpenQuestion, State
from rules.terms import CombatantId


def parry(table: Table, swing: Swing, beat: Beat) -> Play:
    """Ask everybody who may parry, all at once, and expend their blows. Returns the parries, and what was paid."""
    asked = [who for who in sorted(conscious(table.state)) if _may(table.state, who, swing, beat)]
    answers: list[Answer] = []
    if asked:
        answers = yield [_ask(table.state, who, swing, beat) for who in asked]
    made: list[ParryMade] = []
    paid: list[Paid] = []
    for who, answer in zip(asked, answers, strict=True):
        if answer["command"] == "parry":
            paid.append((yield from _spend(table, who, answer, beat)))
            made.append(_made(table.state, answer, paid[-1]))
    reduced: list[ParryMade] = []
    for each in made:
        reduced.append((yield from _reduced(table, each, swing, beat)))
    yield e.ParriesClosed(
        who=swing.who, target=swing.target, parries=tuple(reduced), clauses=_closed(table.state, swing, reduced, beat)
    )
    return reduced, paid


def _closed(state: State, swing: Swing, made: Sequence[ParryMade], beat: Beat) -> tuple[str, ...]:
    target = now(state, swing.target)
    cited = ["1.2.5n", *(["1.2.5k", "0b"] if made else [])]
    if not (target.alert and target.conscious):
        cited += ["0d", "1.2.5l"]
    if state.dew.phase == MOVEMENT:
        cited += ["3.2.2d"]
    if any(each.who in beat.uses for each in made):
        cited += ["1.1.3d"]
    return ids(*cited)


def _ask(state: State, who: CombatantId, swing: Swing, beat: Beat) -> Ask:
    lost = sum(each.count for each in now(state, who).preparations if each.weapon != _striking(who, beat))
    facts = {
        "attacker": swing.who,
        "target": swing.target,
        "weapon": swing.weapon,
        "borrowed": beat.borrowed,
        "own": beat.uses.get(who, ""),
        "loses": lost,
    }
    clauses = ids("1.2.5f" if who == swing.target else "1.2.5g")
    return Ask("parry", who, {"command": "decline"}, facts=facts, clauses=clauses)


def _striking(who: CombatantId, beat: Beat) -> str:
    """The weapon with which it strikes in this very beat: what is prepared of it is not lost to a parry (1.1.3e)."""
    return beat.uses[who] if who in beat.strikes else ""


def _may(state: State, who: CombatantId, swing: Swing, beat: Beat) -> bool:
    """Whether it is asked: alert, with a blow left and something fit to parry with.

    Who lacks the EN, or strikes with that weapon in this beat, is told why it cannot (1k, 1.1.3c).
    """
    if who == swing.who or not now(state, who).alert or sum(blows_left(state, who, beat.borrowed)) < 1:
        return False
    return any(
        _bar_weapon(state, who, swing.who, swing.target, weapon, mode, "") is None
        for weapon in in_hand(state, who)
        for mode in weapon.modes
        if mode.use == MELEE
    )


def _bar_weapon(
    state: State,
    who: CombatantId,
    attacker: CombatantId,
    target: CombatantId,
    weapon: DewWeapon,
    mode: DewMode,
    own: str,
) -> Refusal | None:
    barred = bar_use(state, who, weapon)
    if barred is not None:
        return barred
    if weapon.id == own:
        return refuse("WEAPON_IN_OWN_OPTION", "1.1.3c", item=weapon.name, who=name_of(state, who))
    if mode.parry < 1:
        return refuse("CANNOT_PARRY_WITH", "1.2.5n", item=weapon.name)
    if mode.mode == "2h" and (barred := bar_hands(state, who, 1)):
        return barred
    if who == target:
        return None
    return _bar_range(state, who, attacker, weapon, mode)


def _bar_range(
    state: State, who: CombatantId, attacker: CombatantId, weapon: DewWeapon, mode: DewMode
) -> Refusal | None:
    """Whether a helper is out of range of the attacker, as the table reads it (1.2.5m)."""
    rule, apart = option(state, "parry_weapon_reach_rule"), range_of(state, who, attacker)
    far = mode.reach
    if rule == "attacker_reach":
        far = max((each.reach for weapon in in_hand(state, attacker) for each in weapon.modes), default=0)
    if rule == "none" or apart <= far:
        return None
    return refuse(
        "NOT_IN_PARRY_RANGE", "1.2.5m", attacker=name_of(state, attacker), range=apart, item=weapon.name, hi=far
    )


def _spend(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """The blow of a parry; it costs what was prepared, but for the blow that is being struck in this very beat."""
    blow = str(answer.get("blow") or usual_blow(table.state, who, beat.borrowed))
    clauses = ("1g", "1.2.5h", "1.2.5i", "1.2d")
    paid = yield from spend(table, who, blow, "parry", clauses, borrowed=beat.borrowed)
    yield from lose_preparations(table, who, "blow", "1.2.4i", but=_striking(who, beat))
    if beat.held is not None:
        beat.held.parried.append(who)
    return paid


def _made(state: State, answer: Answer, paid: Paid) -> ParryMade:
    weapon, mode = str(answer["weapon"]), str(answer["mode"])
    used = mode_of(weapon_of(state, paid.who, weapon), mode, MELEE)
    assert used is not None
    return ParryMade(paid.who, weapon, mode, used.parry, paid.blow)


def _reduced(table: Table, made: ParryMade, swing: Swing, beat: Beat) -> Play:
    """A response during one's own option may count less: the DM says by how much (1.1.3d)."""
    if made.who not in beat.uses:
        return made
    answer = yield from consult(
        table, "reduced_parry", ("1.1.3d",), who=made.who, target=swing.target, facts={"weapon": made.weapon}
    )
    less = cast("int", answer.get("by", 0) or 0)
    return replace(made, value=max(0, made.value - less))


# What may be answered.


def parry_form(state: State, question: OpenQuestion) -> Form | None:
    """Parry with something in hand, or decline. None: the attacker is gone, or it holds nothing or cannot act."""
    who, attacker = question.who, str(question.facts["attacker"])
    weapons = list(in_hand(state, who))
    if who not in conscious(state) or attacker not in state.combatants or not weapons:
        return None
    loses = question.facts.get("loses", 0)
    price = f"loses {loses} preparations" if loses else ""
    unpaid = bar(state, who, "1j", borrowed=bool(question.facts.get("borrowed")), blow="")
    parry = Option("parry", "Parry", price, unpaid, lambda: (_weapons(state, question, weapons),))
    return Form((OneOf("command", "Parry?", (parry, Option("decline", "Decline"))),))


def _weapons(state: State, question: OpenQuestion, weapons: Sequence[DewWeapon]) -> OneOf:
    def offered(weapon: DewWeapon) -> Option:
        barred = _wholly_barred(state, question, weapon)
        return Option(weapon.id, weapon.name, barred=barred, then=lambda: _how(state, question, weapon))

    def not_held(item: str) -> Refusal | None:
        weapon = attributes(state, question.who).weapon(item)
        return None if weapon is None else bar_use(state, question.who, weapon)

    return OneOf("weapon", "With what?", [offered(each) for each in weapons], unlisted=not_held)


def _wholly_barred(state: State, question: OpenQuestion, weapon: DewWeapon) -> Refusal | None:
    """Why no mode of a weapon will do."""
    barred = [bar_mode(state, question, weapon, mode) for mode in weapon.modes if mode.use == MELEE]
    if not barred:
        return refuse("CANNOT_PARRY_WITH", "1.2.5n", item=weapon.name)
    return None if None in barred else barred[0]


def bar_mode(state: State, question: OpenQuestion, weapon: DewWeapon, mode: DewMode) -> Refusal | None:
    """Why a weapon, held so, does not parry the attack that is asked about."""
    facts = question.facts
    attacker, target, own = (str(facts.get(key, "")) for key in ("attacker", "target", "own"))
    return _bar_weapon(state, question.who, attacker, target, weapon, mode, own)


def _how(state: State, question: OpenQuestion, weapon: DewWeapon) -> tuple[OneOf, OneOf]:
    modes = [
        Option(each.mode, each.mode, barred=bar_mode(state, question, weapon, each))
        for each in weapon.modes
        if each.use == MELEE
    ]
    return OneOf("mode", "How?", modes), blow_field(state, question.who, borrowed=bool(question.facts.get("borrowed")))


def blow_field(state: State, who: CombatantId, *, borrowed: bool, name: str = "blow") -> OneOf:
    """Which blow to expend, where the choice is free (1.2d). Left out: a reactive one while there is any."""
    options = [
        Option(blow, f"{blow} blow", barred=bar(state, who, "1j", borrowed=borrowed, blow=blow))
        for blow in (REACTIVE, ACTIVE)
    ]
    return OneOf(name, "Which blow?", options, optional=True, unsaid=first_free(options))


def first_free(options: Sequence[Option]) -> str:
    """The first of these blows that can be expended: the one that is, where nobody names another."""
    return next((each.value for each in options if each.barred is None), "")
