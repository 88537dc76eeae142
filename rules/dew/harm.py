"""What a blow does: the critical roll, damage to EN and BD, and who is out (1.2.5.2, 1.2.5.3)."""

from rules import events as e
from rules.dew.beats import Beat
from rules.dew.consulting import consult, rule, ruled_whom
from rules.dew.ledger import lose_preparations
from rules.dew.swing import Swing
from rules.dew.terms import MOVEMENT, ids, is_object, now, number, option
from rules.dew.weapons import held
from rules.dice_text import parse
from rules.effects import Roll, Rolled
from rules.ruleset import Play, Table
from rules.state import State
from rules.terms import CombatantId


def strike(table: Table, swing: Swing, beat: Beat) -> Play:
    """A hit: whether it is critical, and what it does."""
    natural, critical = yield from _critical(table, swing)
    yield from _damage(table, swing, beat, natural, critical)


def fully_surprised(state: State, who: CombatantId) -> bool:
    """Stationary, and unconscious or inanimate."""
    each = now(state, who)
    return each.stationary and (not each.conscious or is_object(state, who))


def _critical(table: Table, swing: Swing) -> Play:
    rolled: Rolled = yield Roll("crit", swing.who, 1, 12)
    state = table.state
    base, _, mod2 = now(state, swing.target).ac
    surprised = fully_surprised(state, swing.target)
    better = swing.preparations * swing.great_blow[1]
    result = rolled.total * (2 if surprised else 1) - mod2 + better
    mode = swing.mode_in(state)
    by_class = dict(mode.crit_by_ac)
    needed = by_class.get(base, mode.crit_default)
    cited = ["1.2.5.2a", "1.2.5.2c", "1.2.5.2e"]
    cited += ["1.2.5.2b"] if surprised else ["1.2.5.2g"] if _partly(state, swing.target) else []
    cited += ["1.2.5.2f"] if base in by_class else []
    yield e.CriticalStruck(
        who=swing.who,
        target=swing.target,
        natural=rolled.total,
        multiplier=2 if surprised else 1,
        ac_mod2=mod2,
        preparations=swing.preparations,
        result=result,
        needed=needed,
        critical=result >= needed,
        rolls=(rolled,),
        clauses=(*ids(*cited, *(["1.2.5.2d"] if swing.preparations else [])), *swing.cites("1.2.4d")),
    )
    return rolled.total, result >= needed


def _partly(state: State, who: CombatantId) -> bool:
    each = now(state, who)
    return not each.alert or each.fallen


def _damage(table: Table, swing: Swing, beat: Beat, natural: int, critical: bool) -> Play:
    dice = parse(swing.mode_in(table.state).damage)
    rolls: tuple[Rolled, ...] = ()
    if dice.count:
        rolls = ((yield Roll("damage", swing.who, dice.count, dice.sides)),)
    original = sum(rolled.total for rolled in rolls) + dice.plus
    total = max(0, original + swing.preparations * swing.great_blow[2])
    if beat.held is not None:
        # Dice are told as they fall, though what they do waits.
        yield e.DamageRolled(
            who=swing.who, target=swing.target, original=original, amount=total, rolls=rolls, clauses=ids("1.2.5.3a")
        )
    told = rolls if beat.held is None else ()
    yield from beat.happen(lambda: _hurt(table, swing, beat, told, original, total, critical))
    if _is_great(table.state, swing, original, natural, critical):
        yield from _consult_max(table, swing, beat)
    yield from beat.happen(lambda: thresholds(table, swing.target, critical=critical))


def _hurt(
    table: Table, swing: Swing, beat: Beat, rolls: tuple[Rolled, ...], original: int, total: int, critical: bool
) -> Play:
    who = swing.target
    plain = parse(swing.damage).plus or swing.preparations
    cited = ["1.2.5.3a", "1.2.5.3c", "0k", *(["1.2.5.3h"] if plain else [])]
    prepared = (*ids("1.2.5.3b"), *swing.cites("1.2.4e")) if swing.preparations else ()
    told = {"original": original, "preparations": swing.preparations, "critical": critical, "amount": total}
    yield e.Damaged(
        who=who,
        by=swing.who,
        left=now(table.state, who).en - total,
        source=swing.weapon,
        pool="EN",
        rolls=rolls,
        clauses=(*ids(*cited), *prepared, *beat.together),
        **told,  # type: ignore[arg-type]
    )
    if critical:
        left = now(table.state, who).bd - total
        clauses = (*ids("1.2.5.3d"), *beat.together)
        yield e.Damaged(
            who=who, by=swing.who, left=left, source=swing.weapon, pool="BD", clauses=clauses,
            **told,  # type: ignore[arg-type]
        )  # fmt: skip


def _is_great(state: State, swing: Swing, original: int, natural: int, critical: bool) -> bool:
    """Whether the damage dice send to the DM: at their maximum, one below it for a heavy weapon (1.2.5.3e to g)."""
    dice, weight = parse(swing.damage), swing.weight
    if not dice.count or (option(state, "consult_requires_critical") and not critical):
        return False
    if weight in str(option(state, "consult_even_weights")).split() and natural % 2:
        return False
    return original >= dice.count * dice.sides + dice.plus - (weight == "heavy")


def _consult_max(table: Table, swing: Swing, beat: Beat) -> Play:
    rolled: Rolled = yield Roll("consult.max", swing.who, 1, 20)
    cited = ["1.2.5.3e", *{"heavy": ["1.2.5.3f"], "light": ["1.2.5.3g"]}.get(swing.weight, [])]
    answer = yield from consult(
        table, "max_damage", cited, who=swing.who, target=swing.target, rolls=(rolled,), facts={"item": swing.weapon}
    )
    yield from settle(table, beat, "max_damage", answer, *cited)


def settle(table: Table, beat: Beat, reason: str, answer: dict[str, object], *clauses: str) -> Play:
    """Make the DM's word happen, and what follows from it for those whom it is about."""
    yield from rule(table, beat, reason, answer, *clauses)
    for who in ruled_whom(answer):
        if who in table.state.combatants:
            yield from beat.happen(lambda who=who: thresholds(table, who))  # type: ignore[misc]


# Who is out.


def thresholds(table: Table, who: CombatantId, *, critical: bool = False) -> Play:
    """Unconscious with too little EN or BD; of one whose BD is spent the DM says the fate (1.2.5.3i, j)."""
    each = now(table.state, who)
    if is_object(table.state, who) or not table.state.combatants[who].present:
        return
    out = each.bd < number(table.state, "out_below_bd")
    if each.conscious and (out or each.en < number(table.state, "unconscious_below_en")):
        yield from knock_out(table, who, "BD" if out else "EN", "1.2.5.3j" if out else "1.2.5.3i")
    if out and critical:
        yield from _fate(table, who)


def knock_out(table: Table, who: CombatantId, why: str, clause: str) -> Play:
    """A combatant loses consciousness: by option it falls, drops what it holds and is no longer alert."""
    yield e.Unconscious(who=who, why=why, clauses=ids(clause))
    if option(table.state, "out_drops_and_falls"):
        yield from _collapse(table, who, clause)
    each = now(table.state, who)
    if table.state.dew.phase == MOVEMENT and not each.ended:
        yield e.MovementEnded(
            who=who,
            time=table.state.dew.time,
            position=table.state.combatants[who].place,
            alert=each.alert,
            why="unconscious",
            clauses=ids("3.2.2e"),
        )


def _collapse(table: Table, who: CombatantId, clause: str) -> Play:
    if not now(table.state, who).fallen:
        yield e.FellDown(who=who, why="unconscious", clauses=ids(clause))
    items = held(table.state, who)
    if items:
        yield e.Dropped(who=who, items=items, why="unconscious", clauses=ids(clause))
    yield from lose_preparations(table, who, "dropped", "1.2.1f")
    if now(table.state, who).alert:
        yield e.AlertChanged(who=who, alert=False, why="unconscious", clauses=ids("0c", clause))


def _fate(table: Table, who: CombatantId) -> Play:
    answer = yield from consult(table, "fate", ("1.2.5.3j",), who=who, facts={"bd": now(table.state, who).bd})
    text = str(answer.get("text", "") or "")
    yield e.Out(who=who, fate=str(answer["result"]), text=text, clauses=ids("1.2.5.3j"))
