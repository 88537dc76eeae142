"""The prompts: open questions but orders and the next step, dice, acts from hiding."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from encounters.countdown import compute_countdown
from encounters.narration.calls import describe_results, name_call
from encounters.narration.effects import name_magic
from encounters.narration.names import list_names, make_sentence, name_of
from encounters.narration.questions import describe_lead, write_title
from encounters.narration.rolls import write_roll_title
from encounters.screens.actions import Act, Link, Post
from encounters.screens.answering.answer import PREFIX
from encounters.screens.answering.question import QuestionForm
from encounters.screens.answering.typed import write_rows
from encounters.screens.dm.calls import find_last_results, list_still_failed
from encounters.screens.dm.clocks import list_asking
from encounters.screens.dm.compose import build_dice_question, build_prompt_question
from encounters.screens.dm.dm_view import Data, DmView
from encounters.screens.dm.join import PhoneRequest, list_phone_requests
from encounters.screens.dm.offers import OrderOffer, list_offers
from encounters.screens.dm.seats import make_nudge
from encounters.screens.ticking import TimeLeft, build_time_left
from rules.api import DECLARE, DM, NEXT, Form, OpenQuestion, OpenRoll, QuestionInfo, is_act_from_hiding


@dataclass(frozen=True, slots=True)
class FoldedForm:
    """The form of a prompt that need not be filled in: it opens at a press."""

    words: str
    """The words that open it."""
    links: tuple[Link, ...] = ()
    """The ways to what it does not change."""
    is_open: bool = False
    """It is open all the same: the DM has begun to fill it in."""


@dataclass(frozen=True)
class QuietQuestion:
    """A question that several may answer and nobody waits for, in one line that opens."""

    words: str
    names: str
    """Those who may answer it."""
    each: tuple["Prompt", ...]
    """The prompts of each of them."""


@dataclass(frozen=True)
class Prompt:
    """A question to the DM, or something that the DM may do."""

    id: str
    title: str = ""
    detail: str = ""
    clauses: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    since: int | None = None
    """When it was asked, in seconds since 1970."""
    left: TimeLeft | None = None
    """The countdown."""
    form: QuestionForm | None = None
    offers: tuple[OrderOffer, ...] = ()
    folded: FoldedForm | None = None
    """The words on the form that is folded away; None where it is open."""
    quiet: QuietQuestion | None = None
    """The line that stands in the place of a prompt; None for a prompt."""
    failed: tuple[str, ...] = ()
    """Those who failed in a call; one press selects them."""
    is_mine: bool = False
    """Nobody at the table is asked but the DM: Enter gives the first answer."""
    is_told: bool = False
    """It tells what has happened, and asks nothing."""


def build_prompts(view: DmView) -> tuple[Prompt, ...]:
    """Return a prompt for each open question but declarations and the step, and for real dice.

    Before them are players who ask the DM, and combatants that acted from hiding.
    """
    found = [_make_phone_request(each) for each in list_phone_requests(view.encounter, view.seats, "run")]
    found += [_make_asking(view, reading.token, reading.who, act) for reading, act in list_asking(view)]
    found += _list_call_results(view)
    found += [_make_unseen_act(view, who) for who in list_acted_unseen(view)]
    found += [_make_prompt(view, each) for each in view.awaited if each.question not in (DECLARE, NEXT)]
    found += [_make_dice_prompt(view, roll) for roll in view.rolls]
    found += [_make_quiet(view, kind) for kind in dict.fromkeys(each.question for each in _list_unawaited(view))]
    return tuple(found)


def _make_phone_request(request: PhoneRequest) -> Prompt:
    title = f"A new phone: “I am {request.name}”"
    detail = "The seat and what is sealed go to that phone. The other one is shut out."
    return Prompt(f"phone-{request.seat}", title, detail, acts=request.acts, is_told=True)


def _make_asking(view: DmView, token: str, who: str, act: Act) -> Prompt:
    title = f"{name_of(view.state, who)} asks you something"
    detail = "Their clock is stopped until you restart it."
    return Prompt(f"c-{token.partition('~')[0]}", title, detail, acts=(act,))


def list_acted_unseen(view: DmView) -> tuple[str, ...]:
    """Return the hidden combatants that have acted against somebody in the column being played."""
    now = (view.state.round, view.state.clock)
    recent = takewhile(lambda event: (event.round, event.clock) == now, reversed(view.events))
    found = [event.who for event in recent if is_act_from_hiding(event, view.state)]
    return tuple(dict.fromkeys(reversed(found)))


def _make_unseen_act(view: DmView, who: str) -> Prompt:
    name = name_of(view.state, who)
    show = Post(f"Show {name}", view.make_url("show"), hidden=(("who", who),), small=True, icon="eye")
    return Prompt(f"h-{who}", f"{name} acted from hiding", "Nobody has seen who it was.", acts=(show,), is_told=True)


def _list_unawaited(view: DmView) -> list[OpenQuestion]:
    """Return the open questions that hold nobody up, without declarations and the step."""
    return [each for each in view.questions if not each.awaited and each.question not in (DECLARE, NEXT)]


def _make_quiet(view: DmView, kind: str) -> Prompt:
    """Return one line for a question that several may answer and nobody waits for."""
    asked = [each for each in _list_unawaited(view) if each.question == kind]
    _, _, words = write_title(view.state, asked[0]).partition(": ")
    names = list_names(view.state, [each.who for each in asked])
    each = tuple(_make_prompt(view, each) for each in asked)
    return Prompt(f"m-{kind}", quiet=QuietQuestion(f"{words[:1].upper()}{words[1:]}", names, each))


def _make_prompt(view: DmView, question: OpenQuestion) -> Prompt:
    since, form = view.find_asked_time(question), view.build_form(question)
    acts: list[Act] = []
    counted = None
    if question.who in view.players:
        acts.append(make_nudge(view, question.who))
        counted = compute_countdown(view.state, question, since)
    if question.who != DM:
        hidden = (("who", question.who),)
        acts.append(Post("Use the default", view.make_url("close"), hidden=hidden, small=True, key="H"))
    prompt = Prompt(
        f"q-{question.id}",
        write_title(view.state, question),
        describe_question(view, question),
        question.clauses,
        tuple(acts),
        since=int(since.timestamp()) if since and counted is None else None,
        left=build_time_left(counted, "Time is up: you decide.") if counted is not None else None,
        is_mine=view.is_mine(question.who),
    )
    if form is None:
        return prompt
    is_composed = question.awaited and question.token == view.draft.composing
    chosen = view.draft.chosen if is_composed else None
    info = find_proposal(view, question)
    if info is not None:
        return _make_proposal(view, prompt, question, info, form, chosen)
    offers = [] if chosen or not view.is_mine(question.who) else list_offers(view, question, form)
    return replace(prompt, form=build_prompt_question(view, question, form, chosen), offers=tuple(offers))


def find_proposal(view: DmView, question: OpenQuestion) -> QuestionInfo | None:
    """Return what the tables propose to the DM in answer to a question, or None."""
    build_info = view.ruleset.questions[question.question].question_info
    return build_info(view.state, question) if build_info is not None and question.who == DM else None


def _make_proposal(
    view: DmView, prompt: Prompt, question: OpenQuestion, info: QuestionInfo, form: Form, chosen: Data | None
) -> Prompt:
    """Return a prompt with a proposal, which one press applies or declines.

    Its form is filled in with the proposal, to be changed.
    """
    hidden = (("token", question.token),)
    acts = [
        Post(act.label, view.make_url("answer"), hidden=(*hidden, ("act", act.name)), tone="" if n else "go")
        for n, act in enumerate(info.acts)
    ]
    shown = build_prompt_question(view, question, form, chosen or fill_in_proposal(info))
    return replace(
        prompt,
        title=info.title,
        detail=info.detail,
        acts=(*prompt.acts, *acts),
        form=replace(shown, foot=replace(shown.foot, submit="Apply changes")),
        folded=FoldedForm("Change", tuple(_link_effects(view, info)), is_open=bool(chosen)),
    )


def _link_effects(view: DmView, info: QuestionInfo) -> list[Link]:
    """Return the way to change what the proposed magic does from now on; none without magic."""
    if not info.magic:
        return []
    address = view.make_url("effects", {"magic": info.magic})
    return [
        Link(f"Change what {name_magic(view.state, [info.magic])} does from now on", address, small=True, tone="quiet")
    ]


def fill_in_proposal(info: QuestionInfo) -> Data:
    """Return the values of the form by which the first act of a proposal would be typed."""
    changes = info.acts[0].answer.get("changes", ())
    return write_rows(f"{PREFIX}changes", changes) if isinstance(changes, list) else {}


def describe_question(view: DmView, question: OpenQuestion) -> str:
    """Return the subject of a question in words, from its facts."""
    lead = describe_lead(view.state, question)
    if lead:
        return lead
    facts = question.facts
    said: list[str] = []
    if facts.get("what"):
        by = name_of(view.state, str(facts.get("by", "")))
        said.append(f"{facts['what']} by {by}." if by else f"{facts['what']}.")
    if facts.get("targets"):
        said.append(f"On {_list_names(view, facts['targets'])}.")
    if facts.get("saved"):
        said.append(f"Saved: {_list_names(view, facts['saved'])}.")
    if facts.get("side"):
        said.append(f"Of the {facts['side']}.")
    return " ".join(said)


def _list_names(view: DmView, who: object) -> str:
    return list_names(view.state, [str(each) for each in who]) if isinstance(who, Sequence) else ""


def _list_call_results(view: DmView) -> list[Prompt]:
    """Return the results of the last call as a prompt; none once the fight has gone on."""
    event = find_last_results(view)
    if event is None:
        return []
    title = make_sentence(name_call(view.state, event.call)).removesuffix(".")
    detail = make_sentence(describe_results(view.state, event))
    return [Prompt("call-results", title, detail, failed=tuple(list_still_failed(view, event)), is_told=True)]


def _make_dice_prompt(view: DmView, roll: OpenRoll) -> Prompt:
    acts = [make_nudge(view, roll.by)] if roll.by in view.players else []
    return Prompt(
        f"r-{roll.id}",
        write_roll_title(view.state, roll),
        "Real dice, typed in.",
        acts=tuple(acts),
        form=build_dice_question(view, roll),
        is_mine=view.is_mine(roll.by),
    )
