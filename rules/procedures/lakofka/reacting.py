"""Rule 10: changes of mind, warnings and final aims; what is under way cannot be left."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed, add_own
from rules.kernel.effects import Answer, Ask
from rules.kernel.forms import Choice, Field, Form, OneOf, PlaceField, Refusal, SomeOf
from rules.kernel.frozen import evolve
from rules.kernel.order_keys import read_place
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import SEGMENTS, CombatantId
from rules.procedures.adnd.accepting import read_declaration, read_targets
from rules.procedures.adnd.declarations import Declaring
from rules.procedures.adnd.numbers import compute_nominal_segment
from rules.procedures.adnd.orders.base import WithWeapon
from rules.procedures.adnd.orders.device import HandleDevice
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.lakofka.acts import complete_declaration
from rules.procedures.lakofka.declaration_types import DeclaredWarning
from rules.procedures.lakofka.declaring import ByManner, Deeds
from rules.procedures.lakofka.deeds import Steps
from rules.procedures.lakofka.defence import find_under_way
from rules.procedures.lakofka.events import Noticed
from rules.procedures.lakofka.lateness import slip_deeds
from rules.procedures.lakofka.noticing import (
    build_happening_fact,
    has_noticed,
    is_watching,
    list_companions,
    list_noticed,
    list_to_come,
)
from rules.procedures.lakofka.options import get_settings, ids, refuse
from rules.procedures.lakofka.state import Happenings

KEEP = {"choice": "keep"}


def list_offers(state: State, clock: int) -> list[Ask]:
    """Return the questions to combatants who have just noticed something, or must aim a spell.

    Those who have noticed something may change their mind or warn somebody.
    """
    asks: list[Ask] = []
    for who in state.combatants:
        deeds = list_to_come(state, who)
        if deeds or is_watching(state, who):
            asks += _build_offer(state, who, clock - 1, awaited=False)
        spells = [deed for deed in deeds if isinstance(deed, Completion)]
        asks += [_build_aim_question(spell) for spell in spells if _must_aim(state, spell, clock)]
    return asks


def ask_urgent_reactions(table: Table, steps: Steps) -> Play:
    """Ask about reactions of combatants whose act would be over when the next column begins."""
    state, asks = table.state, list[Ask]()
    clock = state.clock or 0
    for who in state.combatants:
        due = any((deed.number or SEGMENTS) <= clock for deed in list_to_come(state, who))
        if due and not find_under_way(state, who):
            asks += _build_offer(state, who, clock, awaited=True)
    if asks:
        answers = yield asks
        yield from apply_answers(table, asks, answers, steps)


def _build_offer(state: State, who: CombatantId, event: int, *, awaited: bool) -> list[Ask]:
    fresh = [about for about, segment in list_noticed(state, who) if segment == event]
    if not fresh:
        return []
    defaults = {about: _find_default_answer(state, who, about) for about in fresh}
    about = next((each for each in fresh if defaults[each] != KEEP), fresh[0])
    facts = {"starts": compute_start(state, who, event), "about": about, **_find_happening_fact(state, about)}
    cited = ids("10.4", "10.8", "10.20", *(("10.14",) if list_companions(state, who) else ()))
    return [Ask("change", who, defaults[about], facts, cited, awaited=awaited)]


def _find_default_answer(state: State, who: CombatantId, about: CombatantId) -> dict[str, str]:
    """Return the answer of a player who gives none: the declared warning, or keeping to the act.

    There is no warning to a combatant who has noticed the event already.
    """
    declared = state.declared.get(who)
    other = declared.own(DeclaredWarning).warn if declared is not None else ""
    if not other or find_under_way(state, who) or has_noticed(state, other, about):
        return KEEP
    named = any(each.id == other for each in list_companions(state, who))
    return {"choice": "warn", "target": other} if named else KEEP


def _find_happening_fact(state: State, about: CombatantId) -> dict[str, object]:
    return build_happening_fact(state.own(Happenings).words.get(about, ""))


def _must_aim(state: State, deed: Completion, clock: int) -> bool:
    """Return whether this is the last segment of a longer casting, which is for aiming (10.2)."""
    spell = state.combatants[deed.who].spell(deed.order.spell)
    aimed = bool(deed.targets) or (deed.order.to is not None and spell is not None and not spell.relocation)
    return spell is not None and spell.casting > 1 and deed.number == clock and aimed


def _build_aim_question(deed: Completion) -> Ask:
    facts = {"spell": deed.order.spell, "targets": list(deed.targets)}
    declared = {"target": list(deed.targets)}
    return Ask("aim", deed.who, declared, facts, ids("10.2"), awaited=False)


def compute_start(state: State, who: CombatantId, event: int) -> int:
    """Return the segment in which a changed act starts (10.8).

    It is the segment after the later of the old act's start and the event; by option, the segment after the event.
    """
    own = [_find_planned_start(state, deed) for deed in list_to_come(state, who)]
    if get_settings(state).change_base == "event-plus-one":
        return event + 1
    return max([event, *own[:1]]) + 1


def _find_planned_start(state: State, deed: Deed) -> int:
    """Return the segment in which a deed was to start.

    It is the one in which a spell or device begins, else the deed's own. Some rulesets count a spell from the beginning
    of the round: it was due in the segment of ordinary acts (0.8).
    """
    if deed.timed and deed.begins > 1:
        return deed.begins
    if isinstance(deed, Completion):
        return compute_nominal_segment(state, deed.who, deed.targets[0] if deed.targets else "")
    return deed.number or 0


# The forms.


def build_change_form(declaring: Deeds, state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a reaction: keep to the act, do something else, or warn somebody.

    A choice to break off a spell is listed and always refused. None where there is nothing to do any more.
    """
    me = state.combatants[question.who]
    if not me.able or not (list_to_come(state, me.id) or is_watching(state, me.id)):
        return None
    under_way = find_under_way(state, me.id)
    refusal = _forbid_under_way(under_way)
    letters = OneOf("action", "What instead?", declaring.list_letters(state, me))
    choices = [Choice("keep", "Keep to it", at_once=True)]
    if list_to_come(state, me.id):
        price = f"from segment {question.facts['starts']}"
        choices.append(Choice("change", "Something else", price, refusal, lambda: (letters,)))
    if under_way == "spell":
        choices.append(Choice("stop", "Break it off", "", refuse("10.3", "has begun to cast")))
    others = list_companions(state, me.id)
    if others and "told" not in question.facts:
        others_field = OneOf("target", "Who?", [Choice(each.id, each.name) for each in others])
        choices.append(Choice("warn", "Warn somebody", "one segment", refusal, lambda: (others_field,)))

    def check(answer: Answer) -> Refusal | None:
        return declaring.forbid_answer(state, me.id, answer) if answer["choice"] == "change" else None

    return ByManner((OneOf("choice", "What do you do?", choices),), check)


def _forbid_under_way(under_way: str) -> Refusal | None:
    if not under_way:
        return None
    clause = "10.6" if under_way == "spell" else "10.7"
    return refuse(clause, f"has a {under_way} under way")


def build_aim_form(declaring: Declaring, state: State, question: OpenQuestion) -> Form | None:
    """Return the form of a spell's final targets, or of the place it goes to."""
    me = state.combatants[question.who]
    if not me.able or me.casting is None:
        return None
    seen = [each for each in state.combatants.values() if each.present and (not each.hidden or each.side == me.side)]
    targets: Field = SomeOf("target", "Target", [Choice(each.id, each.name) for each in seen], 0, 40)
    return Form((targets, PlaceField("to", "Where?", optional=True)))


# Effects of the answers.


def apply_answers(table: Table, asks: Sequence[Ask], answers: Sequence[Answer], steps: Steps) -> Play:
    """Apply the answers in roster order: aims first, then warnings, then changes of mind."""
    given = list(zip(asks, answers, strict=True))
    for ask, answer in given:
        if ask.question == "aim":
            yield from _apply_final_aim(table, ask, answer)
    for ask, answer in given:
        if ask.question == "change" and answer["choice"] == "warn":
            yield from _apply_warning(table, ask, str(answer["target"]), steps)
    for ask, answer in given:
        if ask.question == "change" and answer["choice"] == "change":
            yield from _apply_change(table, ask, answer, steps)


def _apply_final_aim(table: Table, ask: Ask, answer: Answer) -> Play:
    state = table.state
    spells = [each for each in state.pending if each.who == ask.who and isinstance(each, Completion)]
    deed = next((each for each in spells if each.order.spell == ask.facts["spell"]), None)
    if deed is None:
        return
    targets, to = read_targets(answer), read_place(answer.get("to")) or deed.order.to
    if (targets, to) == (deed.targets, deed.order.to):
        return
    aimed = evolve(deed, targets=targets, order=evolve(deed.order, targets=targets, to=to))
    clause = ids("10.2")
    yield e.MindChanged(who=ask.who, what="the final aim", clause=clause[0], clauses=clause)
    deeds = tuple(aimed if each is deed else each for each in state.pending)
    yield e.AgendaChanged(deeds=deeds, why="aimed")


def _apply_warning(table: Table, ask: Ask, target: CombatantId, steps: Steps) -> Play:
    """Apply a warning by words or gestures, which takes a segment (10.14, 10.15).

    The combatant who is warned has noticed the event. The warner's own deeds come a segment later.
    """
    state = table.state
    about = str(ask.facts["about"])
    if target not in state.combatants or (about and about not in state.combatants):
        return
    yield e.Warned(who=ask.who, target=target, cost=1, clauses=ids("10.14", "10.15"))
    behind = bool(about) and state.combatants[about].behind == target
    cited = ("10.14", "10.15", *(("10.18", "10.19") if behind else ()))
    yield Noticed(
        who=target,
        target=about,
        automatic=False,
        notices=True,
        told=ask.who,
        behind=behind,
        what=state.own(Happenings).words.get(about, ""),
        clauses=ids(*cited),
    )
    if behind:
        yield e.Ruled(who=about, what="behind", old=target, new="", note="warned", clauses=ids("10.18"))
    yield e.AgendaChanged(deeds=slip_deeds(table.state, ask.who), why="warns")
    if not list_to_come(table.state, target):
        return
    facts = {"starts": compute_start(table.state, target, (state.clock or 0) + 1), "about": about, "told": ask.who}
    facts |= _find_happening_fact(table.state, about)
    question = Ask("change", target, KEEP, facts, ids("10.4", "10.8", "10.14", "10.15", "10.20"))
    answer = yield question
    if answer["choice"] == "change" and list_to_come(table.state, target):
        yield from _apply_change(table, question, answer, steps)


def _apply_change(table: Table, ask: Ask, answer: Answer, steps: Steps) -> Play:
    """Apply a change of mind (10.8, 10.20 to 10.23).

    The new act starts after a segment of deciding, and after what a new spell needs.
    """
    state, who = table.state, ask.who
    declared = state.declared.get(who)
    changed = read_declaration(state, who, {key: value for key, value in answer.items() if key != "choice"})
    changed = complete_declaration(state.combatants[who], changed)
    if declared is not None and declared.has(DeclaredWarning) and not changed.has(DeclaredWarning):
        changed = add_own(changed, declared.own(DeclaredWarning))
    start, cost, cited = ask.facts["starts"], 1, ["10.4", "10.8", "10.20"]
    assert isinstance(start, int)
    if declared is not None and _is_same_but_for_target(declared, changed):
        cited.append("10.21")
        if not get_settings(state).retarget_costs:
            start, cost = max(0, start - 1), 0
            still_to_come = list_to_come(state, who)
            if spells := [deed for deed in still_to_come if isinstance(deed, Completion) and deed.begins <= 1]:
                yield from _turn_spell(table, spells[0], changed, cited)
                return
    old_spell = declared.spell if isinstance(declared, Cast) else ""
    new_spell = isinstance(changed, Cast) and changed.spell != old_spell
    if new_spell:
        cited.append("10.22")
        start, cost = start + _get_component_segments(state, who), cost + _get_component_segments(state, who)
    without = new_spell and (state.combatants[who].stat_block.gear.components or 0) < 0
    if without or start > SEGMENTS:
        cited += ["10.23"] if without else []
    yield e.MindChanged(
        who=who,
        cost=1 if without else cost,
        what="no action" if without else "",
        clause="LAKOFKA.10.8",
        starts=0 if without else start,
        clauses=ids(*cited),
    )
    for deed in [each for each in table.state.pending if each.who == who and not isinstance(each, Psionics)]:
        yield e.DeedLost(who=who, deed=deed.id, cause="changed", clauses=ids(*cited), segment=deed.number)
    if without or start > SEGMENTS:
        return
    yield e.Declared(who=who, declaration=changed, clauses=ids(*cited))
    now = state.clock or 0
    made = steps.build_deeds_of_one(table.state, changed, start, max(now + 1, start))
    known = {each.id for each in (*state.pending, *state.done)}
    deeds = tuple(evolve(deed, id=_make_unlike(known, f"{deed.id}'{now}")) for deed in made)
    yield e.AgendaChanged(deeds=(*table.state.pending, *deeds), why="changed")


def _make_unlike(known: Collection[str], id: str) -> str:
    """Return the id of a deed, made unlike those of deeds given up or done in the same segment."""
    return _make_unlike(known, f"{id}'") if id in known else id


def _turn_spell(table: Table, spell: Deed, changed: Declaration, cited: Sequence[str]) -> Play:
    """Turn a spell at another target in its own segment, at no cost (10.21, by option).

    The ruleset counts such a spell from the beginning of the round.
    """
    at = spell.number or 0
    clauses = ids(*cited)
    yield e.MindChanged(who=spell.who, clause="LAKOFKA.10.8", starts=at, clauses=clauses)
    yield e.Declared(who=spell.who, declaration=changed, clauses=clauses)
    aimed = evolve(spell, targets=changed.targets)
    deeds = tuple(aimed if each is spell else each for each in table.state.pending)
    yield e.AgendaChanged(deeds=deeds, why="changed")


def _is_same_but_for_target(old: Declaration, new: Declaration) -> bool:
    """Return whether nothing differs but the target."""
    return type(old) is type(new) and _find_used(old) == _find_used(new)


def _find_used(declared: Declaration) -> str:
    """Return the weapon, spell or device that a declaration names; "" for none."""
    match declared:
        case WithWeapon():
            return declared.weapon
        case Cast():
            return declared.spell
        case HandleDevice():
            return declared.device
    return ""


def _get_component_segments(state: State, who: CombatantId) -> int:
    own = state.combatants[who].stat_block.gear.components
    return own if own is not None and own >= 0 else get_settings(state).component_pouch_segments


def forbid_breaking_off(form: Form, under_way: str) -> Form:
    """Return a form that refuses to break off a spell or device under way (10.3, 10.7)."""
    refusal = refuse("10.3", "has begun to cast") if under_way == "spell" else _forbid_under_way(under_way)

    def refuse_choices(field: Field) -> Field:
        if not isinstance(field, OneOf):
            return field
        choices = [each if each.value in ("no", "keep") else replace(each, refusal=refusal) for each in field.choices]
        return replace(field, choices=choices)

    return Form(tuple(refuse_choices(field) for field in form.fields))
