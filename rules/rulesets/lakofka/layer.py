"""The layer: a ruleset from a ruleset."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules import events as e
from rules.adnd.moments import Telling
from rules.adnd.procedures import Clauses, Procedures
from rules.effects import Answer, Ask, Roll, Rolled
from rules.fold.rulings import HAPPENS
from rules.forms import Form
from rules.order import Moment
from rules.ruleset import Play, Question, Ruleset, Table
from rules.rulesets.lakofka import defence, noticing, reacting
from rules.rulesets.lakofka.counting import Counting
from rules.rulesets.lakofka.declaring import Deeds, barring, barring_targets, hearing
from rules.rulesets.lakofka.deeds import Steps, release
from rules.rulesets.lakofka.defence import Defence
from rules.rulesets.lakofka.options import OPTIONS, ids, option
from rules.rulesets.lakofka.order import laid_over
from rules.rulesets.lakofka.resolving import Round
from rules.state import Deed, OpenQuestion, State

TITLE = "The ten rules"
OWN = ("aim", "change", "parry", "retaliate")
"""What the layer asks between two columns."""


def over(base: Ruleset, id: str) -> Ruleset:
    """The ten rules laid over a ruleset of the family; its clauses can be cited beside theirs."""
    below = base.procedures["adnd"]
    assert isinstance(below, Procedures)
    return _Layer(base, below, id).ruleset


class _Layer:
    """What the layer puts in the place of the base's procedures, or round them."""

    def __init__(self, base: Ruleset, below: Procedures, id: str) -> None:
        self.base, self.below = base, below
        self.counting = Counting(below)
        self.steps = Steps(below.deeds)
        self.defence = Defence(self.counting)
        self.round = Round(self.counting)
        self.declaring = Deeds(lambda: self.ruleset, self.counting)
        self.ruleset: Ruleset = replace(
            base,
            id=id,
            title=f"{TITLE} over {base.title}",
            prefix="LAKOFKA",
            options={**base.options, **OPTIONS},
            stages=self._stages(),
            questions=self._questions(),
            order=laid_over(base.order),
            procedures={"adnd": self._procedures()},
            catalogues=("lakofka", *base.catalogues),
            rulings=(*base.rulings, HAPPENS),
            order_keys=("segment", "warn"),
        )

    def _procedures(self) -> Procedures:
        return replace(
            self.below,
            deeds=self.steps.deeds,
            bar=barring(self.below, self.counting),
            bar_target=barring_targets(self.below),
            begin=self._begin,
            lost=self._lost,
            between=(*self.below.between, release, noticing.observe, noticing.let_go, self._defend),
            at_stop=self._at_stop,
            stopped=self._stopped,
            opens=(*self.below.opens, self._opens),
            around=self.round.around,
            keeps=noticing.is_kept,
        )

    # Stages.

    def _stages(self) -> Mapping[str, Callable[[Table], Play]]:
        stages = dict(self.base.stages)
        declare, initiative = stages["declare"], stages["initiative"]

        def declaring(table: Table) -> Play:
            yield from _rings_from_last_round(table)
            yield from _half_attacks(table)
            return (yield from declare(table))

        def rolling(table: Table) -> Play:
            following = yield from initiative(table)
            if not table.quiet:
                yield from noticing.baseline(table)
            return following

        return {**stages, "declare": declaring, "initiative": rolling}

    # Between moments and columns.

    def _begin(self, table: Table, deed: Deed) -> Telling:
        yield from self.round.begin(table, deed, self.below.begin)

    def _at_stop(self, state: State, moment: Moment | None, clock: int) -> Sequence[Ask]:
        return [
            *self.below.at_stop(state, moment, clock),
            *reacting.offers(state, clock),
            *self.defence.offers(state, clock),
        ]

    def _opens(self, table: Table) -> Play:
        """What the DM made happen as a column begins: it is noticed before anything is done in it."""
        if not table.quiet:
            yield from noticing.observe(table)
            yield from reacting.at_once(table, self.steps)

    def _defend(self, table: Table, moment: Moment | None) -> Play:
        if moment is not None and moment.clock <= (table.state.clock or 0) and not table.quiet:
            yield from self.defence.at_last(table, moment, self.steps)

    def _stopped(self, table: Table, asks: Sequence[Ask], answers: Sequence[Answer]) -> Play:
        given = list(zip(asks, answers, strict=True))
        own = [(ask, answer) for ask, answer in given if ask.question in OWN]
        under = [(ask, answer) for ask, answer in given if ask.question not in OWN]
        if under and self.below.stopped is not None:
            yield from self.below.stopped(table, [ask for ask, _ in under], [answer for _, answer in under])
        defences = [(ask, answer) for ask, answer in own if ask.question in ("parry", "retaliate")]
        minds = [(ask, answer) for ask, answer in own if ask.question in ("aim", "change")]
        yield from reacting.answered(table, [ask for ask, _ in minds], [answer for _, answer in minds], self.steps)
        yield from self.defence.chosen(
            table, [ask for ask, _ in defences], [answer for _, answer in defences], self.steps
        )

    def _lost(self, state: State, deed: Deed) -> tuple[str, Clauses] | None:
        """Why a deed is lost; one whose target is gone is not lost before its time: he may find something else."""
        return None if noticing.is_kept(state, deed) else self.below.lost(state, deed)

    # Questions.

    def _questions(self) -> Mapping[str, Question]:
        under = self.base.questions
        declare = under["declare"]
        assert declare.heard is not None
        own = {
            "declare": replace(declare, form=self.declaring.form, heard=hearing(declare.heard, self.counting)),
            "change": Question(self._change),
            "retaliate": Question(self._retaliate),
            "aim": Question(lambda state, question: reacting.aim_form(self.declaring, state, question)),
            "parry": Question(defence.parry_form),
            "opposes": Question(defence.opposes_form),
            "thwart": Question(defence.thwart_form),
            "observation": Question(noticing.observation_form),
        }
        if "cancel" in under:
            own["cancel"] = replace(under["cancel"], form=self._cancel)
        return {**under, **own}

    def _change(self, state: State, question: OpenQuestion) -> Form | None:
        return reacting.change_form(self.declaring, state, question)

    def _retaliate(self, state: State, question: OpenQuestion) -> Form | None:
        """A blow in defence, or what the base asks under that name."""
        under = self.base.questions.get("retaliate")
        if "defence" in question.facts or under is None:
            return defence.strike_back_form(state, question)
        return under.form(state, question)

    def _cancel(self, state: State, question: OpenQuestion) -> Form | None:
        """10.3: what the base lets one cancel, but no spell that has been begun."""
        form = self.base.questions["cancel"].form(state, question)
        if form is None or defence.in_progress(state, question.who) != "spell":
            return form
        return reacting.with_nothing_broken_off(form)


# At the beginning of a round.


def _rings_from_last_round(table: Table) -> Play:
    """5.3: what was put on too late in the last round works from now on."""
    for who, each in table.state.combatants.items():
        for device in each.figure.devices:
            if each.able and table.state.marks.get(f"late:{who}:{device.id}") == table.state.round - 1:
                yield e.DeviceUsed(who=who, device=device.id, discharges=0, clauses=ids("5.3"))


def _half_attacks(table: Table) -> Play:
    """2.2, by option: an even chance of the odd attack, in every round."""
    if option(table.state, "three_per_two") != "fifty-percent":
        return
    for who, each in table.state.combatants.items():
        if each.figure.routines.denominator == 1 or not each.able:
            continue
        coin: Rolled = yield Roll("effect", who, 1, 2)
        odd = table.state.round % 2 == 1
        rates = "odd" if (coin.total == 1) == odd else "even"
        yield e.RatesSettled(who=who, rates=rates, rolls=(coin,), clauses=ids("2.2"))
