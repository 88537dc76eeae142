"""The class of the layer: its answers in place of its base's, or together with them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.kernel import events as e
from rules.kernel.deeds import Declaration, Deed
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.forms import Form, Refusal
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Question, Table, join_changes
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import SetWeaponBlow, Struck
from rules.procedures.adnd.moments import Resolving, Telling
from rules.procedures.adnd.orders.form import Way
from rules.procedures.adnd.procedure import AdndProcedure, Resolve
from rules.procedures.lakofka import defence, noticing, questions, reacting
from rules.procedures.lakofka.counting import Counting
from rules.procedures.lakofka.declaration_types import DeclaredWarning, NamedSegment, Throw
from rules.procedures.lakofka.declaring import SURPRISE, Deeds, accept_counted, forbid_by_count
from rules.procedures.lakofka.deeds import Steps, release
from rules.procedures.lakofka.defence import Defence
from rules.procedures.lakofka.events import EVENTS
from rules.procedures.lakofka.lateness import drop_late, wait_for_earlier
from rules.procedures.lakofka.options import OPTIONS, get_settings, ids
from rules.procedures.lakofka.order import is_throw, lay_over
from rules.procedures.lakofka.resolving import Round
from rules.procedures.lakofka.state import CHANGES, RULINGS, GearFacts

TITLE = "The ten rules"
MINDS, DEFENCES = ("aim", "change"), ("parry", "retaliate")
OWN = (*MINDS, *DEFENCES)
"""Questions that the layer asks between two columns."""


class TenRules(AdndProcedure):
    """The ten rules laid over a subclass of AdndProcedure; clauses of both can be cited."""

    file_words = questions.TenRulesWords()

    def __init__(self) -> None:
        super().__init__()
        self.counting = Counting(self)
        self.steps = Steps(super().build_deeds)
        self.defence = Defence(self.counting)
        self.round = Round(self.counting)
        self.declaring = Deeds(self, self.counting)
        self.title = f"{TITLE} over {super().title}"
        base = super().id.upper()
        laid_over = base if base in super().title else super().title
        self.summary = f"three actions, one spell, two devices a round; laid over {laid_over}"
        self.catalogues = ("lakofka", *super().catalogues)
        self.purposes = (*super().purposes, "observation", "charge_blow")
        self.additions = (*super().additions, Throw.read, NamedSegment.read, DeclaredWarning.read)
        self.options = {**super().options, **OPTIONS}
        base_rulings = super().rulings
        self.rulings = replace(
            base_rulings,
            of_combatants=(*base_rulings.of_combatants, *RULINGS),
            of_encounter=(*base_rulings.of_encounter, *RULINGS),
            own={**base_rulings.own, **RULINGS},
        )
        self.events = (*super().events, *EVENTS)
        self.changes = join_changes(super().changes, CHANGES)
        self.order = lay_over(super().order)
        self.stages = {**super().stages, "declare": self._declare, "initiative": self._roll_initiative}
        self._base_questions = self.questions
        self.questions = {**self.questions, **self._build_questions()}
        own = (drop_late, release, noticing.observe, noticing.drop_without_target, self._defend)
        self.before_moment = (*super().before_moment, *own)

    # Stages.

    def _declare(self, table: Table) -> Play:
        yield from _start_late_rings(table)
        yield from _roll_half_attacks(table)
        return (yield from super().stages["declare"](table))

    def _roll_initiative(self, table: Table) -> Play:
        following = yield from super().stages["initiative"](table)
        if not table.quiet:
            yield from noticing.record_appearances(table)
        return following

    # Declarations and deeds.

    def forbid(self, state: State, who: CombatantId, letter: str, how: Way) -> Refusal | None:
        """Return what the base forbids, and what the count of actions does."""
        refusal = super().forbid(state, who, letter, how)
        if refusal is not None or state.stage == SURPRISE:
            return refusal
        return forbid_by_count(self.counting, state, who, letter, how)

    def forbid_target(
        self, state: State, who: CombatantId, letter: str, how: str, target: CombatantId
    ) -> Refusal | None:
        """Return what the base forbids against one target, and what rule 10 does."""
        return (
            super().forbid_target(state, who, letter, how, target)
            or noticing.forbid_from_behind(state, who, letter, how, target)
            or noticing.forbid_out_of_sight(state, who, letter, target)
        )

    def get_sequence_rule(self, state: State) -> str:
        """Return that the base adds no deeds: the ten rules count them."""
        return AdndProcedure.get_sequence_rule(self, state)

    def join_steps(self, declared: Declaration) -> Declaration:
        """Return a declaration as it is: its steps are counted one by one."""
        return declared

    def build_deeds(self, state: State) -> tuple[Deed, ...]:
        """Return everyone's deeds, each declared step built by the base."""
        return self.steps.build_deeds(state)

    def begin_deed(self, table: Table, deed: Deed) -> Telling:
        """Count a deed that begins; drop it if the count forbids it."""
        return self.round.begin(table, deed, super().begin_deed)

    def resolve(self, table: Table, deed: Deed, clauses: Clauses, resolve: Resolve) -> Resolving:
        """Count the deed; refuse it, let a device fail, or resolve it as the base does."""
        return self.round.count_and_resolve(table, deed, clauses, resolve)

    def set_against_charge(self, table: Table, deed: SetWeaponBlow) -> Telling:
        """Count a weapon that is set before a charge comes; drop it if the count forbids it."""
        return self.round.set_against_charge(table, deed, super().set_against_charge)

    def find_loss(self, state: State, deed: Deed) -> tuple[str, Clauses] | None:
        """Return why a deed is lost; without a target it may find another until its time."""
        return None if noticing.can_outlive_target(state, deed) else super().find_loss(state, deed)

    def is_out_of_range(self, state: State, deed: Struck, gap: int) -> bool:
        """Return whether a missile does not carry so far; a weapon thrown in a charge does (8.7).

        The text's own example throws a spear from three segments' run.
        """
        return not is_throw(deed) and super().is_out_of_range(state, deed, gap)

    can_outlive_target = staticmethod(noticing.can_outlive_target)
    list_lapsing_by_column = staticmethod(noticing.list_lapsing_by_column)

    def may_answer(self, state: State, blow: Deed) -> bool:
        """Return whether the count allows a blow in answer to a foe (0.1, 2.1)."""
        return super().may_answer(state, blow) and self.counting.may_do(state, blow)

    # Between moments and columns.

    def ask_at_stop(self, state: State, moment: Moment | None, clock: int) -> Sequence[Ask]:
        """Return the base's questions, then those for reactions and defences."""
        return [
            *super().ask_at_stop(state, moment, clock),
            *reacting.list_offers(state, clock),
            *self.defence.list_offers(state, clock),
        ]

    def open_column(self, table: Table) -> Play:
        """Put off steps that wait for an earlier step, and let the DM's events be noticed."""
        yield from super().open_column(table)
        yield from wait_for_earlier(table)
        if not table.quiet:
            yield from noticing.observe(table)
            yield from reacting.ask_urgent_reactions(table, self.steps)

    def _defend(self, table: Table, moment: Moment | None) -> Play:
        if moment is not None and moment.clock <= (table.state.clock or 0) and not table.quiet:
            yield from self.defence.ask_late_defences(table, moment, self.steps)

    def take_at_stop(self, table: Table, asks: Sequence[Ask], answers: Sequence[Answer]) -> Play:
        """Apply the answers to the base's questions, then reactions, then defences."""
        given = list(zip(asks, answers, strict=True))
        of_base = [(ask, answer) for ask, answer in given if ask.question not in OWN]
        if of_base:
            yield from super().take_at_stop(table, *_separate(of_base))
        minds = [(ask, answer) for ask, answer in given if ask.question in MINDS]
        defences = [(ask, answer) for ask, answer in given if ask.question in DEFENCES]
        yield from reacting.apply_answers(table, *_separate(minds), self.steps)
        yield from self.defence.apply_choices(table, *_separate(defences), self.steps)

    # Questions.

    def _build_questions(self) -> Mapping[str, Question]:
        base = self._base_questions
        declare = base["declare"]
        assert declare.accept is not None
        own = {
            "declare": replace(
                declare, form=self.declaring.build_form, accept=accept_counted(declare.accept, self.counting)
            ),
            "change": Question(self._build_change_form, questions.CHANGE_WORDS, default="keep", changes_order=True),
            "retaliate": Question(self._build_retaliate_form, questions.RETALIATE_WORDS, default="no"),
            "aim": Question(self._build_aim_form, questions.AIM_WORDS, read_written=questions.read_aim),
            "parry": Question(defence.build_parry_form, questions.PARRY_WORDS, default="no"),
            "opposes": Question(defence.build_opposes_form, questions.OPPOSES_WORDS, default="no"),
            "thwart": Question(defence.build_thwart_form, questions.THWART_WORDS, default="yes"),
            "observation": Question(noticing.build_observation_form, questions.OBSERVATION_WORDS, default=0),
        }
        if "cancel" in base:
            own["cancel"] = replace(base["cancel"], form=self._build_cancel_form, changes_order=False)
        return own

    def _build_aim_form(self, state: State, question: OpenQuestion) -> Form | None:
        return reacting.build_aim_form(self.declaring, state, question)

    def _build_change_form(self, state: State, question: OpenQuestion) -> Form | None:
        return reacting.build_change_form(self.declaring, state, question)

    def _build_retaliate_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the form of a blow in defence, or of what the base asks under that name."""
        base = self._base_questions.get("retaliate")
        if "defence" in question.facts or base is None:
            return defence.build_strike_back_form(state, question)
        return base.form(state, question)

    def _build_cancel_form(self, state: State, question: OpenQuestion) -> Form | None:
        """Return the base's form, which refuses to stop a spell or device under way (10.3, 10.7)."""
        form = self._base_questions["cancel"].form(state, question)
        under_way = defence.find_under_way(state, question.who)
        return reacting.forbid_breaking_off(form, under_way) if form is not None and under_way else form


def _separate(given: Sequence[tuple[Ask, Answer]]) -> tuple[list[Ask], list[Answer]]:
    """Return the questions and their answers as two lists."""
    return [ask for ask, _ in given], [answer for _, answer in given]


# At the beginning of a round.


def _start_late_rings(table: Table) -> Play:
    """Let devices that were put on too late in the last round work from now on (5.3)."""
    for who, each in table.state.combatants.items():
        for device in each.stat_block.gear.devices:
            if each.able and table.state.own(GearFacts).late.get((who, device.id)) == table.state.round - 1:
                yield e.DeviceUsed(who=who, device=device.id, discharges=0, clauses=ids("5.3"))


def _roll_half_attacks(table: Table) -> Play:
    """Roll for the odd attack of uneven rates: an even chance in each round (2.2, by option)."""
    if get_settings(table.state).three_per_two != "fifty-percent":
        return
    for who, each in table.state.combatants.items():
        if each.stat_block.attack.routines.denominator == 1 or not each.able:
            continue
        coin: Rolled = yield Roll("effect", who, 1, 2)
        odd = table.state.round % 2 == 1
        rates = "odd" if (coin.total == 1) == odd else "even"
        yield e.RatesSettled(who=who, rates=rates, rolls=(coin,), clauses=ids("2.2"))
