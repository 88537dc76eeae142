"""Rule 10: which events can be noticed, by which combatants, and by which saving throws."""

from collections.abc import Iterator, Sequence

from rules.kernel import events as e
from rules.kernel.battlefield import is_sight_barred, measure_between
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.forms import Form, Number, Refusal
from rules.kernel.frozen import frozen
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM, HUNDREDTHS, Action, CombatantId, Save
from rules.procedures.adnd.deed_types import Background, Blow, Charge, Shot
from rules.procedures.adnd.saves import get_save_needed
from rules.procedures.lakofka.declaration_types import DeclaredWarning
from rules.procedures.lakofka.devices import save_from_falling
from rules.procedures.lakofka.events import Noticed, Observed
from rules.procedures.lakofka.options import get_settings, ids, refuse
from rules.procedures.lakofka.state import Appearance, Attention, Happenings

TEN_FEET = 10 * HUNDREDTHS
IN_SIGHT = Appearance(is_present=True, is_able=True)
"""The appearance of a combatant who is in sight, able, and at nobody's back."""
UNSEEN = Appearance()
"""The appearance of a combatant who has not come yet, and of an event about none."""

ATTACKS = (Action.DISCHARGE, Action.MOVE, Action.SET, Action.STRIKE)
"""The letters whose target is a foe that must be in sight."""

MOST = 8
"""The largest penalty to a saving throw for noticing."""
SAVES = {
    "spells": Save.SPELL,
    "petrification": Save.PETRIFICATION_POLYMORPH,
    "rods": Save.ROD_STAFF_WAND,
    "poison": Save.PARALYSIS_POISON_DEATH,
    "breath": Save.BREATH,
}


CARRIED_OFF = "is carried off by magic"
"""Words for a combatant that magic has put somewhere else in sight."""

FAR_SEEN = ("appears", "vanishes", "comes up from behind", CARRIED_OFF)
"""Events that combatants more than ten feet away notice by a saving throw."""


@frozen
class Happening:
    """An event that may be noticed."""

    about: CombatantId
    """The combatant it happened to; "" for an event that concerns no combatant."""
    far_seen: bool
    """Others may notice it from more than ten feet away."""
    words: str = ""
    """The DM's own words for it."""


def build_appearance(state: State, each: Combatant) -> Appearance:
    """Return a combatant's appearance to others."""
    if not (each.conditions or each.hidden or each.behind):
        return IN_SIGHT
    at_back_of = each.behind if each.behind in state.combatants else ""
    return Appearance(each.present, each.able, each.hidden, at_back_of)


def find_known_appearance(table: Table, each: Combatant) -> Appearance:
    """Return a combatant's appearance when it was last observed.

    A combatant who has come since then was unseen; at a quiet table, in sight.
    """
    return table.state.own(Happenings).known.get(each.id, IN_SIGHT if table.quiet else UNSEEN)


def describe_change(state: State, each: Combatant, before: Appearance) -> str:
    """Return in a few words what has become of a combatant since it was last observed."""
    now = build_appearance(state, each)
    if now.at_back_of not in ("", before.at_back_of):
        return "comes up from behind"
    if before.is_present and not now.is_present:
        return "vanishes" if each.has("vanished") else "is gone"
    if now.is_hidden and not before.is_hidden:
        return "hides"
    if (now.is_present and not before.is_present) or (before.is_hidden and not now.is_hidden):
        return "appears"
    return "falls" if before.is_able and not now.is_able else "stands again"


def record_appearances(table: Table) -> Play:
    """Note the appearance of all as the segments begin; differences found later are events."""
    for each in table.state.combatants.values():
        now = build_appearance(table.state, each)
        if now != find_known_appearance(table, each):
            yield Observed(who=each.id, what="", known=now)


def observe(table: Table, moment: Moment | None = None) -> Play:
    """Note what has happened since the last moment, and let others notice it (10.4, 10.9).

    Only combatants who have something to do, or were declared to warn, can notice.
    """
    happenings = table.state.own(Happenings)
    said = [(about, words) for about, words in happenings.words.items() if about in happenings.unobserved]
    changed = _list_changed(table, happenings)
    if not said and not changed:
        return
    happened: list[Happening] = []
    for each in changed:
        before = find_known_appearance(table, each)
        what = (
            CARRIED_OFF if build_appearance(table.state, each) == before else describe_change(table.state, each, before)
        )
        if what == "falls" and (yield from save_from_falling(table, each)):
            continue
        now = build_appearance(table.state, table.state.combatants[each.id])
        if now.is_hidden and not before.is_present:
            yield Observed(who=each.id, what="", known=now)
            continue  # one who comes hidden is not seen to hide
        yield Observed(who=each.id, what=what, known=now, clauses=ids("10.4", "10.9"))
        happened.append(Happening(each.id, what in FAR_SEEN))
    for about, words in said:
        known_as = build_appearance(table.state, table.state.combatants[about]) if about else UNSEEN
        yield Observed(who=about, what=words, known=known_as, clauses=ids("10.4", "10.9"))
        happened.append(Happening(about, True, words))
    for each_one in happened if not table.quiet else ():
        yield from _notice(table, each_one)


def _list_changed(table: Table, happenings: Happenings) -> list[Combatant]:
    """Return the combatants that no longer appear as last observed, or that magic has moved."""
    state, known_as, carried_off = table.state, happenings.known, happenings.carried_off
    at_first = IN_SIGHT if table.quiet else UNSEEN
    changed: list[Combatant] = []
    for who, each in state.combatants.items():
        before = known_as.get(who, at_first)
        if before is IN_SIGHT and not (each.conditions or each.hidden or each.behind) and not carried_off:
            continue  # the usual case
        if who in carried_off or before != build_appearance(state, each):
            changed.append(each)
    return changed


# Observers.


def _notice(table: Table, happening: Happening) -> Play:
    about = happening.about
    behind = table.state.combatants[about].behind if about else ""
    asked: list[CombatantId] = []
    for who in table.state.combatants:
        if who == about or not (list_to_come(table.state, who) or is_watching(table.state, who)):
            continue
        near = bool(about) and _is_automatic(table.state, who, about)
        if near and behind != who:  # nobody sees at once who comes up from behind (10.17)
            yield Noticed(
                who=who,
                target=about,
                automatic=True,
                notices=True,
                what=happening.words,
                clauses=ids("10.10"),
            )
        elif happening.far_seen:
            asked.append(who)
    if asked:
        yield from _roll_to_notice(table, asked, happening, behind)


def _roll_to_notice(table: Table, asked: Sequence[CombatantId], happening: Happening, behind: CombatantId) -> Play:
    """Yield questions on how hard an event is to notice, then hidden saving throws.

    The DM decides how far the event is out of the line of sight. The saving throw has no other modifiers (10.11 to
    10.13).
    """
    proposed = get_settings(table.state).default_observation_modifier
    examples = "-1 in plain view, -8 behind the back"
    facts = {
        "about": happening.about,
        "proposed": proposed,
        "examples": examples,
        **build_happening_fact(happening.words),
    }
    answers = yield [
        Ask(
            "observation",
            DM,
            {"choice": 0},
            {"who": who, **facts},
            ids("10.12", "10.13", *(("10.17",) if behind == who else ())),
        )
        for who in asked
    ]
    rolls: list[Rolled] = yield [Roll("observation", who, 1, 20, hidden=True) for who in asked]
    column = SAVES[get_settings(table.state).observation_save]
    for who, answer, rolled in zip(asked, answers, rolls, strict=True):
        modifier = int(answer["choice"])
        needed = get_save_needed(table.state.combatants[who], column) - modifier
        notices = rolled.total >= needed
        yield Noticed(
            who=who,
            target=happening.about,
            automatic=False,
            notices=notices,
            needed=needed,
            face=rolled.total,
            modifier=modifier,
            behind=behind == who,
            what=happening.words,
            rolls=(rolled,),
            clauses=ids("10.9", "10.11", "10.12", "10.13"),
        )


def build_happening_fact(words: str) -> dict[str, object]:
    """Return the DM's words for an event as a fact of a question; nothing where there are none."""
    return {"happening": words} if words else {}


def _is_automatic(state: State, who: CombatantId, about: CombatantId) -> bool:
    """Return whether noticing is automatic (10.10).

    It is within ten feet of a target of what the observer is doing, or has just done.
    """
    there = state.combatants[about].place
    aimed = dict.fromkeys(target for deed in _list_own_deeds(state, who) for target in deed.targets if target != who)
    return any(measure_between(state.combatants[target].place, there) <= TEN_FEET for target in aimed)


def _list_own_deeds(state: State, who: CombatantId) -> list[Deed]:
    return [*list_to_come(state, who), *(deed for deed in (*state.acting, *state.done) if deed.who == who)]


def list_to_come(state: State, who: CombatantId) -> list[Deed]:
    """Return a combatant's deeds still to come, begun or not; none if it cannot act."""
    if not state.combatants[who].able:
        return []
    return [deed for deed in state.pending if deed.who == who and not isinstance(deed, Background)]


def is_watching(state: State, who: CombatantId) -> bool:
    """Return whether a combatant that is able was declared to warn somebody (10.14).

    Its own deeds still to come make no difference.
    """
    declared = state.declared.get(who)
    return declared is not None and declared.has(DeclaredWarning) and state.combatants[who].able


def list_companions(state: State, who: CombatantId) -> list[Combatant]:
    """Return the able combatants of the same side, which a combatant can warn."""
    side = state.combatants[who].side
    return [each for each in state.combatants.values() if each.side == side and each.id != who and each.able]


def has_noticed(state: State, who: CombatantId, about: CombatantId) -> bool:
    """Return whether a combatant has noticed an event about another this round.

    ``about`` is "" for an event that concerns no combatant.
    """
    return (who, about) in state.own(Attention).noticed


def list_noticed(state: State, who: CombatantId) -> Iterator[tuple[CombatantId, int]]:
    """Yield what a combatant has noticed this round and not acted upon, with its segment.

    Each event is named by the combatant it is about; "" stands for none.
    """
    noticed = state.own(Attention).noticed
    for about in (*state.combatants, "") if noticed else ():
        if (who, about) in noticed:
            yield about, noticed[who, about]


def build_observation_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the distance from the line of sight: 0 to -8."""
    if str(question.facts.get("who", "")) not in state.combatants:
        return None
    return Form((Number("choice", "How far out of sight?", -MOST, 0),))


# Deeds whose target is gone.


def can_outlive_target(state: State, deed: Deed) -> bool:
    """Return whether a deed outlives its target until its own time comes (10.4, 10.20).

    Only an act that has not begun does.
    """
    timely = deed.number is not None and deed.number >= (state.clock or 0)
    return timely and isinstance(deed, (Blow, Shot, Charge)) and is_target_gone(state, deed)


def is_target_gone(state: State, deed: Deed) -> bool:
    """Return whether the first target of a deed is no longer in the fight."""
    return bool(deed.targets) and not state.combatants[deed.targets[0]].present


def list_lapsing_by_column(state: State) -> list[Deed]:
    """Return the pending deeds whose target is no longer in the fight, or that have a status."""
    return [deed for deed in state.pending if deed.status is not None or is_target_gone(state, deed)]


def drop_without_target(table: Table, moment: Moment | None) -> Play:
    """Drop kept deeds whose time has come without another target."""
    clock = table.state.clock or 0
    now = moment.deeds if moment is not None and moment.clock <= clock else ()
    kept = [deed for deed in now if isinstance(deed, (Blow, Shot, Charge)) and is_target_gone(table.state, deed)]
    for deed in table.state.pending if kept else ():
        if deed in kept:
            yield e.DeedLost(who=deed.who, deed=deed.id, cause="target gone", clauses=ids("10.4"), segment=deed.number)


def forbid_out_of_sight(state: State, who: CombatantId, letter: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of an attack on a foe behind a wall or a closed door (10.1).

    Intentions are stated from what is sensed at the start of the round.
    """
    is_foe = state.combatants[who].side != state.combatants[target].side
    if is_foe and letter in ATTACKS and is_sight_barred(state, who, target):
        return refuse("10.1", "cannot see the target: a wall stands between")
    return None


def forbid_from_behind(state: State, who: CombatantId, letter: str, how: str, target: CombatantId) -> Refusal | None:
    """Return the refusal of a blow or shot at somebody who came up from behind (10.19).

    Nobody turns round in time.
    """
    if (letter == "G" or how == "shoot") and (who, target) in state.own(Attention).at_back:
        return refuse("10.19", "cannot swing round in time")
    return None
