"""An attack, from its declaration to a hit or a miss (1.2.5, 1.2.5.1)."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.breakage import on_equality, on_near_miss, over_100
from rules.procedures.dew.consulting import consult
from rules.procedures.dew.events import ParryMade
from rules.procedures.dew.harm import fully_surprised, settle, strike
from rules.procedures.dew.ledger import Paid, give_back
from rules.procedures.dew.parries import parry
from rules.procedures.dew.state import SHIELD
from rules.procedures.dew.swing import Swing
from rules.procedures.dew.terms import MISSILE, THROWN, attributes, ids, is_object, now, number
from rules.procedures.dew.weapons import furthest, great_blow, mode_of, range_of, shot_modifier, weapon_of


def swing_of(state: State, who: CombatantId, answer: Answer) -> Swing:
    """Return the attack that an answer declares."""
    weapon = weapon_of(state, who, str(answer["weapon"]))
    mode, use = str(answer["mode"]), str(answer["use"])
    used = mode_of(weapon, mode, use)
    assert used is not None
    return Swing(
        who=who,
        target=str(answer["target"]),
        weapon=weapon.id,
        mode=mode,
        use=use,
        weight=weapon.weight,
        damage=used.damage,
        preparations=now(state, who).prepared(weapon.id, mode),
        great_blow=great_blow(state, who),
        ruled=bool(now(state, who).great_blow),
    )


def attack(table: Table, who: CombatantId, answer: Answer, beat: Beat, paid: Sequence[Paid]) -> Play:
    """Declare an attack, let it be parried, roll for it. Returns False if the DM cancels it."""
    before, swing = table.state, swing_of(table.state, who, answer)
    yield from _lose_other_mode(table, swing)
    yield _declared(table.state, swing)
    parries: list[ParryMade] = []
    parried: list[Paid] = []
    if swing.is_melee:
        parries, parried = yield from parry(table, swing, beat)
    limit = yield from over_100(table, swing, parries, beat)
    if limit in ("refund", "cancel"):
        if limit == "refund":
            yield from give_back(table, [*paid, *parried], before)
        return False
    yield from _roll(table, swing, parries, beat, limit)
    if swing.use == THROWN:
        yield from beat.happen(lambda: _thrown(swing))
    return True


def _thrown(swing: Swing) -> Play:
    yield e.Dropped(who=swing.who, items=(swing.weapon,), why="thrown", clauses=ids("1.2.5q"))


def _lose_other_mode(table: Table, swing: Swing) -> Play:
    for each in now(table.state, swing.who).preparations:
        if each.weapon == swing.weapon and each.mode != swing.mode:
            yield dew.PreparationLost(
                who=swing.who, weapon=each.weapon, mode=each.mode, count=each.count, why="other_mode",
                clauses=ids("1.2.4p"),
            )  # fmt: skip


def _declared(state: State, swing: Swing) -> dew.AttackDeclared:
    apart = range_of(state, swing.who, swing.target)
    weapon = weapon_of(state, swing.who, swing.weapon)
    far = furthest(state, swing.who, weapon, swing.mode_in(state))
    base = max((band for band, _ in weapon.shots), default=0)
    cited = ["1.2.5p", *([] if swing.is_melee else ["1.2.5j", "1.2.5e"])]
    cited += ["1.2.5d"] if swing.is_melee else []
    if swing.use == MISSILE and apart > base:
        cited += ["1.2.4m"]
    return dew.AttackDeclared(
        who=swing.who,
        target=swing.target,
        weapon=swing.weapon,
        mode=swing.mode,
        use=swing.use,
        preparations=swing.preparations,
        range=apart,
        limit=far,
        clauses=ids(*cited),
    )


def _roll(table: Table, swing: Swing, parries: Sequence[ParryMade], beat: Beat, limit: int | None) -> Play:
    die = number(table.state, "hit_die")
    rolled: Rolled = yield Roll("hit", swing.who, 2, die)
    worked = worked_hit(table.state, swing, parries, rolled)
    yield worked
    if swing.preparations:
        yield dew.PreparationUsed(
            who=swing.who, weapon=swing.weapon, mode=swing.mode, count=swing.preparations, clauses=ids("1.2.4h")
        )
    if worked.outcome in ("double_one", "double_max"):
        yield from _consult_doubles(table, swing, worked.outcome, beat)
    elif worked.outcome == "hit_equal":
        yield from on_equality(table, swing, parries, beat, limit)
    elif worked.outcome == "near_miss":
        yield from on_near_miss(table, swing, parries, beat, limit)
    if worked.hit:
        yield from strike(table, swing, beat)


def _consult_doubles(table: Table, swing: Swing, outcome: str, beat: Beat) -> Play:
    purpose, clause = ("consult.ones", "1.2.5.1.1a") if outcome == "double_one" else ("consult.tens", "1.2.5.1.2a")
    die: Rolled = yield Roll(purpose, swing.who, 1, 20)
    answer = yield from consult(
        table, outcome, (clause,), who=swing.who, target=swing.target, rolls=(die,), facts={"item": swing.weapon}
    )
    yield from settle(table, beat, outcome, answer, clause)


def surprise(state: State, who: CombatantId) -> tuple[int, tuple[str, ...]]:
    """Return the multiplier of the natural roll against a target, and its clauses.

    The multiplier is 1, 2 or 3 (1.2.5.1.3a to e).
    """
    each = now(state, who)
    if fully_surprised(state, who):
        return 3, ("1.2.5.1.3d",) if is_object(state, who) else ("1.2.5.1.3c",)
    if each.alert and each.conscious and not each.fallen:
        return 1, ()
    clauses = [*([] if each.alert else ["1.2.5.1.3a"]), *(["1.2.5.1.3b"] if each.fallen else [])]
    several = (each.fallen and not each.alert) or not each.conscious
    return 2, (*clauses, *(["1.2.5.1.3e"] if several else []))


def worked_hit(state: State, swing: Swing, parries: Sequence[ParryMade], rolled: Rolled) -> e.Attacked:
    """Return the result of a hit roll, with everything that was added to it.

    The natural dice count first; then the sum is compared with the attacker's hit number.
    """
    mode, weapon = swing.mode_in(state), weapon_of(state, swing.who, swing.weapon)
    times, surprised = surprise(state, swing.target)
    base, mod1, _ = now(state, swing.target).ac
    parried, shield = sum(each.value for each in parries), shield_modifier(state, swing.target)
    shot = shot_modifier(state, swing.who, weapon, mode, range_of(state, swing.who, swing.target))
    less = swing.preparations * swing.great_blow[0]
    result = rolled.total * times + base + mod1 - parried + shield + shot - less
    outcome, clauses = outcome_of(rolled, result, mode.hit_number)
    if not outcome.startswith("double"):
        added = ["1.2.5.1.3f", "1.2.5.1.3g", *(["1.2.5.1.3h"] if parried else []), *(["1.2.5.1.3i"] if shield else [])]
        clauses = (*surprised, *added, *clauses)
    prepared = (*ids("1.2.5.1.3j"), *swing.cites("1.2.4c"))
    return e.Attacked(
        who=swing.who,
        target=swing.target,
        weapon=swing.weapon,
        routine=1,
        mode=swing.use,
        needed=mode.hit_number,
        face=rolled.total,
        hit=outcome in ("hit", "hit_equal", "double_max"),
        natural=rolled.total,
        multiplier=times,
        ac_base=base,
        ac_mod1=mod1,
        parries=parried,
        shield=shield,
        shot=shot,
        preparations=swing.preparations,
        result=result,
        outcome=outcome,
        rolls=(rolled,),
        clauses=(*ids("1.2.5.1a", "0b", *clauses), *(prepared if swing.preparations or shot else ())),
    )


def outcome_of(rolled: Rolled, result: int, needed: int) -> tuple[str, tuple[str, ...]]:
    """Return the outcome of a hit roll, and the clauses that decide it."""
    if all(face == 1 for face in rolled.faces):
        return "double_one", ("1.2.5.1.1b", "1.2.5.1.2c", "1.2.5o")
    if all(face == rolled.sides for face in rolled.faces):
        return "double_max", ("1.2.5.1.2b", "1.2.5.1.2c")
    if result > needed:
        return "hit", ("1.2.5.1.3k",)
    if result == needed:
        return "hit_equal", ("1.2.5.1.3l",)
    if result == needed - 1:
        return "near_miss", ("1.2.5.1.3q", "1.2.5o")
    return "miss", ("1.2.5.1.3t", "1.2.5o")


def shield_modifier(state: State, who: CombatantId) -> int:
    """Return what a shield, held and whole, adds to the first armor modifier."""
    shield, each = attributes(state, who).shield, now(state, who)
    return shield.ac_mod if shield is not None and each.shield_held and SHIELD not in each.broken else 0
