"""The noncombat phase: options chosen in secret and resolved together (2).

Only those who kept out of combat take part.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.forms import Form, Number, OneOf, Option, Refusal, SomeOf, Text
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.alertness import make_alert_changed
from rules.procedures.dew.answers import SECRET, build_yes_field, read_names, read_number
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import compute_en_limit, forbid_en, make_phase_started
from rules.procedures.dew.consultation import consult
from rules.procedures.dew.damage import apply_dm_answer
from rules.procedures.dew.events import Chosen
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.terms import (
    NONCOMBAT,
    get_attributes,
    get_dew,
    get_equipment,
    get_name,
    ids,
    is_conscious,
    is_object,
    list_conscious,
    list_hidden,
    list_present,
    list_seen,
)

NONE: Answer = {"command": "none"}


def play_noncombat(table: Table) -> Play:
    """Play the whole phase."""
    asked = list_eligible(table.state)
    yield make_phase_started(table.state, NONCOMBAT, asked, *_cite_left_out(table.state))
    if asked:
        clauses = ids("S.2.1", "2.1d", "2.1f", "2.1g")
        answers = yield [Ask("noncombat", who, NONE, clauses=clauses) for who in asked]
        chosen = {who: answer for who, answer in zip(asked, answers, strict=True) if is_conscious(table.state, who)}
        yield from _resolve(table, chosen)
    yield dew.PhaseEnded(phase=NONCOMBAT, why="all resolved", clauses=ids("S.3"))


def list_eligible(state: State) -> tuple[CombatantId, ...]:
    """Return the conscious who expended no blow and no EN in the combat phase (2.1a, b, g)."""
    return tuple(who for who in list_conscious(state) if not get_dew(state, who).ledger.fought)


def _cite_left_out(state: State) -> list[str]:
    """Return the clauses by which combatants that are not hidden cannot choose."""
    cited = []
    out = [each for who in list_seen(state, list_conscious(state)) if (each := get_dew(state, who)).ledger.fought]
    if any(each.ledger.blows for each in out):
        cited += ["1d", "2.1a"]
    if any(not each.ledger.blows for each in out):
        cited.append("2.1b")
    characters = [who for who in list_seen(state, list_present(state)) if not is_object(state, who)]
    if any(not get_dew(state, who).body.conscious for who in characters):
        cited.append("2.1g")
    return cited


def build_noncombat_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of the phase's options.

    None: the combatant is unconscious, or not present.
    """
    who = question.who
    if not is_conscious(state, who):
        return None
    each, name = get_dew(state, who), get_name(state, who)
    spent = refuse("SPENT_IN_COMBAT", "2.1a" if each.ledger.blows else "2.1b", who=name) if each.ledger.fought else None
    unalert = spent or _forbid_alert(state, who, "2.1.2b")
    armor = spent or _forbid_armor(state, who)
    regained = _compute_regained(state, who)
    options = [
        Option(
            "cast", "Cast a spell", _describe_spells(state, who), unalert, lambda: _list_spell_fields(state, who), "S"
        ),
        Option("rest", "Rest", f"{regained} EN back" if regained else "no EN comes back", spent, box="R"),
        Option("adjust_armor", "Adjust armor", "less encumbrance", armor, box="M"),
        Option(
            "other",
            "Something else",
            "tell the DM in a line",
            spent,
            lambda: _list_other_fields(_forbid_alert(state, who, "2.1c")),
            "?",
        ),
        Option("none", "Nothing", "keep your full move", box="0"),
    ]
    return Form((OneOf("command", "What do you do?", options),), lambda answer: _forbid_cost(state, who, answer))


def _forbid_alert(state: State, who: CombatantId, clause: str) -> Refusal | None:
    return refuse("MUST_BE_UNALERT", clause, who=get_name(state, who)) if get_dew(state, who).body.alert else None


def _forbid_armor(state: State, who: CombatantId) -> Refusal | None:
    armor, each = get_equipment(state, who).armor, get_dew(state, who)
    if armor is None:
        return refuse("NO_ARMOR", "2.1.3b", who=get_name(state, who))
    if refusal := _forbid_alert(state, who, "2.1.3a"):
        return refusal
    if each.gear.armor_worn and each.gear.enc <= Fraction(armor.basic_enc, 2):
        return refuse("ENC_AT_MINIMUM", "2.1.3d")
    return None


def _describe_spells(state: State, who: CombatantId) -> str:
    """Return a combatant's spells with their EN, and how much EN the phase allows."""
    known = [f"{each.name}, {each.en_cost} EN" for each in get_equipment(state, who).spells]
    left = max(0, min(get_dew(state, who).body.en, compute_en_limit(state, who) - get_dew(state, who).ledger.en_phase))
    return f"{'; '.join(known)} of {left}" if known else f"at most {left} EN"


def _list_spell_fields(state: State, who: CombatantId) -> tuple[Any, ...]:
    known = ", ".join(f"{each.name} ({each.en_cost} EN)" for each in get_equipment(state, who).spells)
    targets = [Option(each, get_name(state, each)) for each in list_present(state)]
    return (
        Text("spell", f"Which spell? {known}".strip(), 80, optional=False),
        Number("en_cost", "Its cost in EN", 0, 400),
        SomeOf("targets", "Target", targets),
        Text("note", "How"),
    )


def _list_other_fields(alert: Refusal | None) -> tuple[Any, ...]:
    what = Text("text", "What?", 200, optional=False)
    return what, build_yes_field("needs_unalert", "Does it take being unalert before?", alert)


def _forbid_cost(state: State, who: CombatantId, answer: Answer) -> Refusal | None:
    """Return the refusal of a spell that current EN or the limit cannot pay (2.1.2c, 0l)."""
    if answer.get("command") != "cast":
        return None
    return forbid_en(state, who, read_number(answer, "en_cost"), "2.1.2c", "0l")


def _resolve(table: Table, chosen: Mapping[CombatantId, Answer]) -> Play:
    """Reveal the options, apply their results together, then ask the DM about some.

    All results are computed from the state before any of them.
    """
    options = tuple(Chosen(who, str(answer["command"]), _get_params(answer)) for who, answer in chosen.items())
    hidden = list_hidden(table.state, chosen)
    seen = [each for each in options if each.who not in hidden] or options
    other = ["2.1f"] if any(each.option == "other" for each in seen) else []
    yield dew.NoncombatRevealed(options=options, clauses=ids("S.2", "S.2.2", "2.1d", "2.2a", SECRET, *other))
    before = table.state
    for who, answer in chosen.items():
        if answer["command"] != "none":
            yield from _cease_alertness(table, who)
    for who, answer in chosen.items():
        yield from _list_results(before, who, answer)
    for who, answer in chosen.items():
        if answer["command"] in ("cast", "other"):
            yield from _adjudicate(table, who, answer)


def _get_params(answer: Answer) -> dict[str, object]:
    return {key: value for key, value in answer.items() if key != "command"}


def _cease_alertness(table: Table, who: CombatantId) -> Play:
    if get_dew(table.state, who).body.alert:
        yield make_alert_changed(who, False, NONCOMBAT, "2.1c")


def _list_results(state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
    match answer["command"]:
        case "rest":
            return _make_rested(state, who)
        case "cast":
            return _make_cast(state, who, answer)
        case "adjust_armor":
            return [make_armor_adjusted(state, who)]
    return []


def _make_rested(state: State, who: CombatantId) -> Sequence[e.Event]:
    """Return the events of a rest.

    EN recovered is the lesser of two numbers: the recovery rate, and 1 less than the EN expended in the round before.
    It is never below 0, nor past full EN.
    """
    each, mine = get_dew(state, who), get_attributes(state, who)
    amount = _compute_regained(state, who)
    due = min(mine.recovery_rate, each.ledger.en_previous - 1)
    cited = ["2.1.1a", "2.1.1c", *(["2.1.1b"] if amount != due else [])]
    rested = dew.Rested(
        who=who, amount=amount, rate=mine.recovery_rate, spent_before=each.ledger.en_previous, clauses=ids(*cited)
    )
    if not amount:
        return [rested]
    return [
        rested,
        dew.EnChanged(who=who, old=each.body.en, new=each.body.en + amount, why="rest", clauses=ids("2.1.1a")),
    ]


def _compute_regained(state: State, who: CombatantId) -> int:
    """Return the EN that rest gives back now."""
    each, mine = get_dew(state, who), get_attributes(state, who)
    return max(0, min(mine.recovery_rate, each.ledger.en_previous - 1, mine.en_max - each.body.en))


def _make_cast(state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
    cost, each = read_number(answer, "en_cost"), get_dew(state, who)
    targets = read_names(answer, "targets")
    done = dew.Cast(
        who=who,
        spell=str(answer["spell"]),
        en_cost=cost,
        targets=targets,
        note=str(answer.get("note", "") or ""),
        clauses=ids("2.1.2a"),
    )
    if not cost:
        return [done]
    return [done, dew.EnChanged(who=who, old=each.body.en, new=each.body.en - cost, why="spell", clauses=ids("2.1.2c"))]


def make_armor_adjusted(state: State, who: CombatantId) -> dew.ArmorAdjusted:
    """Return the adjustment of armor: put on if not worn, its encumbrance lessened (2.1.3).

    Encumbrance falls by half the armor's weight, but not below half its basic encumbrance.
    """
    armor, each = get_equipment(state, who).armor, get_dew(state, who)
    assert armor is not None
    donned = not each.gear.armor_worn
    before = armor.basic_enc if donned else each.gear.enc
    least = armor.basic_enc / 2
    after = max(least, before - armor.wt / 2)
    cited = ["2.1.3c", *(["2.1.3b", "2.1.3e"] if donned else []), *(["2.1.3d"] if after == least else [])]
    return dew.ArmorAdjusted(who=who, donned=donned, enc_from=before, enc_to=after, clauses=ids(*cited))


def _adjudicate(table: Table, who: CombatantId, answer: Answer) -> Play:
    what = str(answer.get("spell") or answer.get("text") or "")
    cited = ("2.1.2d", "2.2b") if answer["command"] == "cast" else ("2.1f", "2.2b")
    facts = {"text": what, "note": answer.get("note", "")}
    rolled: list[Rolled] = []
    while True:
        dm_answer = yield from consult(table, "adjudicate", cited, who=who, rolls=rolled, facts=facts)
        if dm_answer["command"] != "roll":
            break
        rolled = [(yield Roll("dm", who, read_number(dm_answer, "count"), read_number(dm_answer, "sides")))]
    yield from apply_dm_answer(table, Beat(), "adjudicate", dm_answer, *cited, by=who)
