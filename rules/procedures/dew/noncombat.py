"""The noncombat phase: options chosen in secret and resolved together (2).

Only those who kept out of combat take part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from rules.kernel import events as e
from rules.kernel.drawing import DrawnFlight, EventMark, FlightKind, MarkKind
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.event import ShortWords, Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, Number, OneOf, Refusal, SomeOf, Text
from rules.kernel.forms import Form
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Mask, Open, SeenCombatants, Typed, show_as, show_to_owner
from rules.procedures.dew.answers import SECRET, build_yes_field, read_names, read_number
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import EnChanged, PhaseEnded, compute_en_limit, forbid_en, make_phase_started
from rules.procedures.dew.choices import CHOICES, ChoiceWords, Chosen, is_pass
from rules.procedures.dew.consultation import Reason, build_rule_choice, consult
from rules.procedures.dew.damage import apply_dm_answer
from rules.procedures.dew.posture import make_alert_changed
from rules.procedures.dew.refusals import MUST_BE_UNALERT, Message, refuse
from rules.procedures.dew.state import DewGear, Ledger
from rules.procedures.dew.terms import (
    NONCOMBAT,
    change_part,
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
    with_each,
    with_part,
)

SPENT_IN_COMBAT = Message("has spent blows or EN in the combat phase")
NO_ARMOR = Message("has no armor to adjust")
ENC_AT_MINIMUM = Message("The armor is at half of its encumbrance already.")


@dataclass(slots=True, kw_only=True)
class NoncombatRevealed(Event):
    """The options of the noncombat phase were revealed together."""

    audience = Audience.PERCEIVERS

    options: Annotated[tuple[Chosen, ...], show_as(Mask.CHOICES_WITHOUT_WORDS)] = ()

    def apply(self, state: State) -> State:
        acted = {each.who: each.option for each in self.options if not is_pass(each.option)}
        return with_each(
            state, {who: change_part(state.combatants[who], Ledger, acted=name) for who, name in acted.items()}
        )

    def narrate(self, voice: Voice) -> str:
        done = [each for each in self.options if not is_pass(each.option)]
        parts = [each.build_clause(voice) for each in done if CHOICES[each.option].is_retold or not voice.past]
        if voice.past:
            return f"{'; '.join(parts)}." if parts else ""
        return f"Out of combat: {'; '.join(parts)}." if parts else "Nobody does anything out of combat."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        marks = [(each.who, CHOICES[each.option].find_mark(each.params)) for each in self.options]
        return tuple(EventMark(who, label, MarkKind.TASK) for who, label in marks if label)


@dataclass(slots=True, kw_only=True)
class Rested(Event):
    """A combatant rested: EN recovered, the hourly rate, and EN expended in the round before."""

    audience = Audience.PERCEIVERS

    who: Doer
    amount: Annotated[int, show_to_owner(0)]
    """EN recovered."""
    rate: Annotated[int, show_to_owner(0)]
    """The hourly recovery rate."""
    spent_before: Annotated[int, show_to_owner(0)]
    """EN expended in the round before."""

    def narrate(self, voice: Voice) -> str:
        # Only the result: the rest itself was narrated with the others' choices.
        return f"{voice.does(self.who, 'recovers')} {self.amount} EN by rest." if self.amount else ""

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "rests", MarkKind.TASK),)


@dataclass(slots=True, kw_only=True)
class Cast(Event):
    """A combatant cast a spell, at a cost in EN. The DM decides its effect."""

    audience = Audience.PERCEIVERS

    who: Doer
    spell: Open[str]
    en_cost: Annotated[int, show_to_owner(0)]
    """Its cost in EN."""
    targets: SeenCombatants = ()
    note: Typed = ""

    def find_flight(self, voice: Voice) -> DrawnFlight:
        return DrawnFlight(FlightKind.SPELL, self.who, self.targets, f"casts {self.spell} on")

    def narrate(self, voice: Voice) -> str:
        note = f" (“{voice.quote(self.note)}”)" if self.note else ""
        return f"{voice.does(self.who, 'casts')} {voice.quote(self.spell)}{voice.on(self.targets)}{note}."

    def list_short_forms(self) -> tuple[ShortWords, ...]:
        return ((self.who, "casts", self.spell),)

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, self.spell, MarkKind.SPELL),) if self.spell else ()


@dataclass(slots=True, kw_only=True)
class ArmorAdjusted(Event):
    """A combatant put on or adjusted its armor: encumbrance before and after."""

    audience = Audience.PERCEIVERS

    who: Doer
    donned: Open[bool]
    """True if the combatant put it on."""
    enc_from: Annotated[Fraction, show_to_owner(Fraction(0))]
    """Encumbrance before."""
    enc_to: Annotated[Fraction, show_to_owner(Fraction(0))]
    """Encumbrance after."""

    def apply(self, state: State) -> State:
        donned = {"ac": get_equipment(state, self.who).ac} if self.donned else {}
        return with_part(state, self.who, DewGear, enc=self.enc_to, armor_worn=True, **donned)

    def narrate(self, voice: Voice) -> str:
        return f"{voice.does(self.who, 'puts', 'put') if self.donned else voice.does(self.who, 'adjusts')}" + (
            " armor on." if self.donned else " armor."
        )

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (EventMark(self.who, "armor on" if self.donned else "adjusts armor", MarkKind.TASK),)


def play_noncombat(table: Table) -> Play:
    """Play the whole phase."""
    asked = list_eligible(table.state)
    yield make_phase_started(table.state, NONCOMBAT, asked, *_cite_left_out(table.state))
    if asked:
        clauses = ids("S.2.1", "2.1d", "2.1f", "2.1g")
        answers = yield [Ask("noncombat", who, NONE, clauses=clauses) for who in asked]
        chosen = {who: answer for who, answer in zip(asked, answers, strict=True) if is_conscious(table.state, who)}
        yield from _resolve(table, chosen)
    yield PhaseEnded(phase=NONCOMBAT, why="all resolved", clauses=ids("S.3"))


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


def _list_adjudicate_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    dice = (Number("count", "How many dice?", 1, 20), Number("sides", "Of how many faces?", 2, 1000))
    return (Choice("nothing", "Nothing"), build_rule_choice(state), Choice("roll", "Dice first", then=lambda: dice))


ADJUDICATE = Reason(
    "adjudicate",
    "What comes of it?",
    "{by} does something else.",
    "what comes of it",
    list_choices=_list_adjudicate_choices,
    commands=("nothing", "rule", "roll"),
)


class NoncombatAct(ChoiceWords):
    """A choice of the phase. By itself nothing comes of it."""

    label: ClassVar[str]
    sign: ClassVar[str]
    adjudicated: ClassVar[tuple[str, ...]] = ()
    """The clauses by which the DM says what comes of it; empty where the rules say so."""

    def describe(self, state: State, who: CombatantId) -> str:
        """Return in a few words what it does."""
        return ""

    def find_refusal(self, state: State, who: CombatantId) -> Refusal | None:
        """Return its refusal for a combatant who has kept out of combat."""
        return None

    def list_fields(self, state: State, who: CombatantId) -> tuple[Field, ...]:
        """Return its own fields."""
        return ()

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        """Return the refusal of its fields."""
        return None

    def make_results(self, state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
        """Return the events of what comes of it."""
        return []


class Rest(NoncombatAct):
    """Clause 2.1.1."""

    id, label, sign, verb, is_retold = "rest", "Rest", "R", ("rests", "rest"), True
    events = (Rested,)

    def describe(self, state: State, who: CombatantId) -> str:
        regained = _compute_regained(state, who)
        return f"{regained} EN back" if regained else "no EN comes back"

    def make_results(self, state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
        """Return the events of a rest.

        EN recovered is the lesser of two numbers: the recovery rate, and 1 less than the EN expended in the round
        before. It is never below 0, nor past full EN.
        """
        each, mine = get_dew(state, who), get_attributes(state, who)
        amount = _compute_regained(state, who)
        due = min(mine.recovery_rate, each.ledger.en_previous - 1)
        cited = ["2.1.1a", "2.1.1c", *(["2.1.1b"] if amount != due else [])]
        rested = Rested(
            who=who, amount=amount, rate=mine.recovery_rate, spent_before=each.ledger.en_previous, clauses=ids(*cited)
        )
        if not amount:
            return [rested]
        old = each.body.en
        return [rested, EnChanged(who=who, old=old, new=old + amount, why="rest", clauses=ids("2.1.1a"))]


def _compute_regained(state: State, who: CombatantId) -> int:
    """Return the EN that rest gives back now."""
    each, mine = get_dew(state, who), get_attributes(state, who)
    return max(0, min(mine.recovery_rate, each.ledger.en_previous - 1, mine.en_max - each.body.en))


class CastAct(NoncombatAct):
    """Clause 2.1.2."""

    id, label, sign, verb = "cast", "Cast a spell", "S", ("casts a spell", "cast a spell")
    events = (Cast,)
    adjudicated = ("2.1.2d", "2.2b")

    def describe(self, state: State, who: CombatantId) -> str:
        """Return a combatant's spells with their EN, and how much EN the phase allows."""
        each = get_dew(state, who)
        known = [f"{spell.name}, {spell.en_cost} EN" for spell in get_equipment(state, who).spells]
        left = max(0, min(each.body.en, compute_en_limit(state, who) - each.ledger.en_phase))
        return f"{'; '.join(known)} of {left}" if known else f"at most {left} EN"

    def find_refusal(self, state: State, who: CombatantId) -> Refusal | None:
        return _forbid_alert(state, who, "2.1.2b")

    def list_fields(self, state: State, who: CombatantId) -> tuple[Field, ...]:
        known = ", ".join(f"{each.name} ({each.en_cost} EN)" for each in get_equipment(state, who).spells)
        targets = [Choice(each, get_name(state, each)) for each in list_present(state)]
        return (
            Text("spell", f"Which spell? {known}".strip(), 80, optional=False),
            Number("en_cost", "Its cost in EN", 0, 400),
            SomeOf("targets", "Target", targets),
            Text("note", "How"),
        )

    def forbid_answer(self, state: State, who: CombatantId, answer: Answer) -> Refusal | None:
        """Return the refusal of a spell that current EN or the limit cannot pay (2.1.2c, 0l)."""
        return forbid_en(state, who, read_number(answer, "en_cost"), "2.1.2c", "0l")

    def make_results(self, state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
        cost, old = read_number(answer, "en_cost"), get_dew(state, who).body.en
        done = Cast(
            who=who,
            spell=str(answer["spell"]),
            en_cost=cost,
            targets=read_names(answer, "targets"),
            note=str(answer.get("note", "") or ""),
            clauses=ids("2.1.2a"),
        )
        if not cost:
            return [done]
        return [done, EnChanged(who=who, old=old, new=old - cost, why="spell", clauses=ids("2.1.2c"))]


class AdjustArmor(NoncombatAct):
    """Clause 2.1.3."""

    id, label, sign, verb = "adjust_armor", "Adjust armor", "M", ("sees to the armor", "see to the armor")
    events = (ArmorAdjusted,)

    def describe(self, state: State, who: CombatantId) -> str:
        return "less encumbrance"

    def find_refusal(self, state: State, who: CombatantId) -> Refusal | None:
        armor, gear = get_equipment(state, who).armor, get_dew(state, who).gear
        if armor is None:
            return refuse(NO_ARMOR, "2.1.3b", who=get_name(state, who))
        if refusal := _forbid_alert(state, who, "2.1.3a"):
            return refusal
        if gear.armor_worn and gear.enc <= Fraction(armor.basic_enc, 2):
            return refuse(ENC_AT_MINIMUM, "2.1.3d")
        return None

    def make_results(self, state: State, who: CombatantId, answer: Answer) -> Sequence[e.Event]:
        """Return the adjustment of armor: put on if not worn, its encumbrance lessened.

        Encumbrance falls by half the armor's weight, but not below half its basic encumbrance.
        """
        armor, gear = get_equipment(state, who).armor, get_dew(state, who).gear
        assert armor is not None
        donned = not gear.armor_worn
        before = armor.basic_enc if donned else gear.enc
        least = armor.basic_enc / 2
        after = max(least, before - armor.wt / 2)
        cited = ["2.1.3c", *(["2.1.3b", "2.1.3e"] if donned else []), *(["2.1.3d"] if after == least else [])]
        return [ArmorAdjusted(who=who, donned=donned, enc_from=before, enc_to=after, clauses=ids(*cited))]


class SomethingElse(NoncombatAct):
    """Clause 2.1f."""

    id, label, sign, is_retold = "other", "Something else", "?", True
    adjudicated = ("2.1f", "2.2b")

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        # Only the DM is shown the player's own words.
        text = voice.quote(str(given.get("text", "")))
        return f"{voice.does(who, 'does', 'do')} something else{f' (“{text}”)' if text else ''}"

    def find_mark(self, given: Mapping[str, object]) -> str:
        return "something else"

    def describe(self, state: State, who: CombatantId) -> str:
        return "tell the DM in a line"

    def list_fields(self, state: State, who: CombatantId) -> tuple[Field, ...]:
        alert = _forbid_alert(state, who, "2.1c")
        what = Text("text", "What?", 200, optional=False)
        return what, build_yes_field("needs_unalert", "Does it take being unalert before?", alert)


class NoAct(NoncombatAct):
    """Nothing, which keeps the full move (3e)."""

    id, label, sign, passes = "none", "Nothing", "0", True

    def describe(self, state: State, who: CombatantId) -> str:
        return "keep your full move"


ACTS: tuple[NoncombatAct, ...] = (CastAct(), Rest(), AdjustArmor(), SomethingElse(), NoAct())
"""The choices, in the order of the form."""
_BY_ID = {each.id: each for each in ACTS}
CHOICES.update(_BY_ID)
NONE: Answer = {"command": NoAct.id}


def _get_act(answer: Answer) -> NoncombatAct:
    return _BY_ID[str(answer["command"])]


def _forbid_alert(state: State, who: CombatantId, clause: str) -> Refusal | None:
    return refuse(MUST_BE_UNALERT, clause, who=get_name(state, who)) if get_dew(state, who).body.alert else None


def build_noncombat_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of the phase's choices.

    None: the combatant is unconscious, or not present.
    """
    who = question.who
    if not is_conscious(state, who):
        return None
    ledger = get_dew(state, who).ledger
    spent: Refusal | None = None
    if ledger.fought:
        spent = refuse(SPENT_IN_COMBAT, "2.1a" if ledger.blows else "2.1b", who=get_name(state, who))
    return Form(
        (OneOf("command", "What do you do?", [_build_choice(state, who, each, spent) for each in ACTS]),),
        lambda answer: _get_act(answer).forbid_answer(state, who, answer),
    )


def _build_choice(state: State, who: CombatantId, act: NoncombatAct, spent: Refusal | None) -> Choice:
    refusal = None if act.passes else spent or act.find_refusal(state, who)
    return Choice(act.id, act.label, act.describe(state, who), refusal, lambda: act.list_fields(state, who), act.sign)


def _resolve(table: Table, chosen: Mapping[CombatantId, Answer]) -> Play:
    """Reveal the options, apply their results together, then ask the DM about some.

    All results are computed from the state before any of them.
    """
    options = tuple(Chosen(who, str(answer["command"]), _get_params(answer)) for who, answer in chosen.items())
    hidden = list_hidden(table.state, chosen)
    seen = [each for each in options if each.who not in hidden] or options
    other = ["2.1f"] if any(each.option == SomethingElse.id for each in seen) else []
    yield NoncombatRevealed(options=options, clauses=ids("S.2", "S.2.2", "2.1d", "2.2a", SECRET, *other))
    before = table.state
    for who, answer in chosen.items():
        if not _get_act(answer).passes:
            yield from _cease_alertness(table, who)
    for who, answer in chosen.items():
        yield from _get_act(answer).make_results(before, who, answer)
    for who, answer in chosen.items():
        if _get_act(answer).adjudicated:
            yield from _adjudicate(table, who, answer)


def _get_params(answer: Answer) -> dict[str, object]:
    return {key: value for key, value in answer.items() if key != "command"}


def _cease_alertness(table: Table, who: CombatantId) -> Play:
    if get_dew(table.state, who).body.alert:
        yield make_alert_changed(who, False, NONCOMBAT, "2.1c")


def _adjudicate(table: Table, who: CombatantId, answer: Answer) -> Play:
    what = str(answer.get("spell") or answer.get("text") or "")
    cited = _get_act(answer).adjudicated
    facts = {"text": what, "note": answer.get("note", "")}
    rolled: list[Rolled] = []
    while True:
        dm_answer = yield from consult(table, ADJUDICATE, cited, who=who, rolls=rolled, facts=facts)
        if dm_answer["command"] != "roll":
            break
        rolled = [(yield Roll("dm", who, read_number(dm_answer, "count"), read_number(dm_answer, "sides")))]
    yield from apply_dm_answer(table, Beat(), ADJUDICATE, dm_answer, *cited, by=who)
