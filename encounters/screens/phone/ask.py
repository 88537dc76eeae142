"""A character's open question: its declaration by steps, another question, or dice to type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from encounters.narration.columns import get_clock, name_column
from encounters.narration.names import write_reason_for_player
from encounters.narration.questions import ACTS, describe_lead, describe_order_kept
from encounters.narration.rolls import describe_roll, write_dice
from encounters.narration.voice import name_order
from encounters.screens.answering.answer import PREFIX, Data, QuestionStep, find_next_step, find_step_without_fault
from encounters.screens.answering.question import (
    AimMap,
    AnswerError,
    Button,
    Crumb,
    Foot,
    QuestionForm,
    QuestionHead,
    QuestionMaps,
    Sending,
    make_question_form,
)
from encounters.screens.answering.shown_fields import (
    BOTH,
    ShownChoice,
    ShownField,
    Taken,
    Target,
    find_dead_end,
    make_choice,
)
from encounters.screens.battle_map.build import build_battle_map, find_origin
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.battle_map.traces import Nearing, build_nearing
from encounters.screens.phone.aiming import (
    aim_fields,
    build_area,
    find_caster_field,
    find_lacking,
    find_spell,
    is_either_needed,
    list_targets,
    name_lack,
)
from encounters.screens.phone.offers import SAME, list_offers
from encounters.screens.phone.own_card import find_own_card
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.phone.targets import arrange_choices, foresee_targets, leave_out_oneself
from encounters.screens.seen_card import find_seen_card
from encounters.screens.tokens import make_token
from rules.api import (
    DECLARE,
    SEGMENTS,
    Action,
    BadAnswer,
    Choice,
    Form,
    Number,
    OneOf,
    OpenQuestion,
    OpenRoll,
    PathField,
    PlaceField,
    QuestionInfo,
    Several,
    SomeOf,
    format_listed_name,
    repeat_answer,
)

HINTS: dict[str, str] = {
    Action.PSIONICS: "attack and defend with the mind",
    Action.AVOID: "flee, fall back, surrender",
    Action.PARLEY: "talk instead of fighting",
    Action.AWAIT: "let them act first",
    Action.DISCHARGE: "a spell, a missile, a device",
    Action.MOVE: "into melee, charge, do something else",
    Action.SET: "meet a charge with a set weapon",
    Action.STRIKE: "with a weapon in hand",
}
"""A few words on each letter, for players who do not know the list by heart."""

TURNING = "; turn undead"
"""The words added for those who may turn undead."""

DRAFT_TITLE = "Draft, only on this phone"

MOST_KEYS = 20
"""The most faces that are shown as keys; a d100 has two rows of ten."""


@dataclass(frozen=True)
class Ask:
    """The question to the character on the screen, with the error in the last answer."""

    question: QuestionForm | None = None
    """The open question, with the map where a place is asked."""
    error: str = ""
    """The error in an answer to a question that is not open any more."""
    error_clauses: tuple[str, ...] = ()


def build_ask(view: PlayerView) -> Ask:
    """Return the open question, or the dice to be typed."""
    page = view.page
    if not view.has_begun or not view.shown:
        return Ask(error=page.error, error_clauses=tuple(page.error_clauses))
    if view.question is not None:
        return Ask(_build_question(view, view.question))
    return Ask(_build_dice(view, view.roll) if view.roll is not None else None, page.error, tuple(page.error_clauses))


def name_question(view: PlayerView) -> str:
    """Return the open question or dice in a few words, for an alert.

    Returns "" where nobody waits for the answer.
    """
    question, info = view.question, view.question_info
    if question is None:
        return f"{_name_character(view)}: your dice" if view.roll is not None else ""
    if info is not None:
        return f"{_name_character(view)}: {info.title}"
    if not question.awaited:
        return ""
    asked = _name_order(view) if view.is_declaring else _find_label(_build_form(view, question)).lower()
    return f"{_name_character(view)}: {asked}"


def _build_form(view: PlayerView, question: OpenQuestion) -> Form:
    form = view.build_form(question)
    assert form is not None, "a question without a form is not shown"
    return form


def _build_question(view: PlayerView, question: OpenQuestion) -> QuestionForm:
    form, info, page = _build_form(view, question), view.question_info, view.page
    given, error, clauses = page.given, page.error, page.error_clauses
    if info is not None and not any(name.startswith(PREFIX) for name in given):
        given = {**given, **{f"{PREFIX}{name}": [value] for name, value in info.begun.items()}}
    step, given, fault = find_step_without_fault(form, given)
    if fault is not None:
        error, clauses = write_fault(view, fault), ()
    error = step.problem or error
    unasked = find_caster_field(view, step)
    step = replace(step, fields=tuple(sorted(aim_fields(view, step), key=_is_optional_place)))
    declaring, drafting = question.question == DECLARE, page.is_drafting
    near = build_nearing(view.state, view.events, view.shown, step.fields, view.own)
    asked = make_question_form(
        step,
        question.token,
        view.make_own_url("my-draft" if drafting else "my-answer"),
        title=DRAFT_TITLE if drafting else _write_title(view, question, form),
        submit=_name_submit(view) if question.question in ACTS else _name_commit(info, step),
        tone="seal" if not drafting and ((declaring and view.ruleset.orders) or (info and info.commit)) else "go",
        dress=lambda name, offered: _add_signs(view, name, offered, near),
    )
    taken = [replace(each, label=_speak(view, each.value, each.label)) for each in asked.so_far.crumb.taken]
    if unasked is not None:
        taken.append(Taken(PREFIX + unasked.name, view.shown))
    back = view.make_step_url(question.token, step.back) if step.back is not None else ""
    either = "a target or a place" if is_either_needed(view, step) else ""
    asked = replace(
        asked,
        head=replace(asked.head, detail=_describe_sealed_orders(view), clauses=question.clauses),
        so_far=replace(asked.so_far, crumb=Crumb(tuple(taken), back), facts=tuple(_list_facts(view, step))),
        fields=tuple(arrange_choices(view, step, leave_out_oneself(view, each)) for each in asked.fields),
        maps=QuestionMaps(_build_path_map(view, step), near, _build_aim(view, step)),
        sending=replace(
            asked.sending,
            guarded=declaring and step.last,
            either=either,
            lacks=name_lack(view, step),
            changes=question.sealed,
            drafts=drafting,
        ),
        error=AnswerError(error, tuple(clauses)) if error else None,
        quiet=not question.awaited,
    )
    if asked.maps.aim is not None and not any(each.deed for each in asked.fields):
        asked = replace(asked, fields=tuple(sorted(asked.fields, key=_is_beside_map)))
    if info is not None:
        asked = _add_info(asked, info, step)
    if declaring and step.last:
        fields = (foresee_targets(view, question, form, given, step, each) for each in asked.fields)
        asked = replace(asked, fields=tuple(fields))
    if declaring and not step.taken:
        offers = list_offers(view, question, form)
        repeats = [] if any(each.note.startswith(SAME) for each in offers) else _list_repeats(view, question, form)
        asked = replace(asked, offers=tuple(offers), foot=replace(asked.foot, others=tuple(repeats)))
    return asked


def write_fault(view: PlayerView, fault: BadAnswer) -> str:
    """Return the words on an answer that does not fit; who cannot be chosen is named."""
    each = view.state.combatants.get(fault.value)
    return f"{each.name} cannot be chosen any more. Choose again." if each is not None else str(fault)


def find_lack(view: PlayerView, form: Form, given: Data) -> str:
    """Return the words on the target or place that a posted answer lacks, or ""."""
    step = find_next_step(form, given)
    return find_lacking(view, step, aim_fields(view, step))


def _may_be_left_out(shown: ShownField) -> bool:
    return shown.optional or (isinstance(shown.of, SomeOf) and not shown.least)


def _add_info(asked: QuestionForm, info: QuestionInfo, step: QuestionStep) -> QuestionForm:
    """Return a question with its information: its title, its acts with outcomes."""
    begun = info.whole or all(each.name.removeprefix(PREFIX) in info.begun for each in step.taken)
    words = ", ".join(each.label for each in step.kept if each.label)
    last_taken = len(step.kept) - 1
    taken = [replace(each, label=words if n == last_taken else "") for n, each in enumerate(step.kept)]
    crumb = Crumb(tuple(taken), "" if begun else asked.so_far.crumb.back, hidden=begun and bool(step.taken))
    asked = replace(
        asked,
        head=replace(asked.head, title=info.title, told=True),
        so_far=replace(asked.so_far, crumb=crumb),
        info=info if begun else None,
    )
    if info.whole:
        return replace(asked, fields=(), foot=replace(asked.foot, submit=""))
    return replace(asked, fields=tuple(sorted(asked.fields, key=_follow_paths)))


def _follow_paths(shown: ShownField) -> tuple[bool, bool]:
    """Return the sort key of a field: paths first, then what is needed."""
    return not isinstance(shown.of, PathField), _may_be_left_out(shown)


def _name_commit(info: QuestionInfo | None, step: QuestionStep) -> str:
    """Return the label of the send button, with the choice made; the question info may set it."""
    choice = next((each.label.lower() for each in step.taken if each.label), "this")
    return info.commit.format(choice=choice) if info is not None and info.commit else "Send it"


def _name_submit(view: PlayerView) -> str:
    if view.page.is_drafting:
        return "Keep this draft"
    return "Seal this order" if view.ruleset.orders else "Do this"


def _name_order(view: PlayerView) -> str:
    """Return the words for a declaration: "your order" or "your turn"."""
    return "your order" if view.ruleset.orders else "your turn"


def _write_title(view: PlayerView, question: OpenQuestion, form: Form) -> str:
    """Return the words that lead to the question, with its label unless it is a declaration.

    Players know the list of a declaration.
    """
    lead = describe_lead(view.state, question, view.shown)
    title = lead if question.question == DECLARE else f"{lead} {_find_label(form)}".strip()
    if len(view.own) < 2:
        return title
    return f"{_name_character(view)}: {title or _name_order(view)}"


def _describe_sealed_orders(view: PlayerView) -> str:
    """Return which of this player's other characters have their orders sealed, in words."""
    sealed = [who for who in view.own if who != view.shown and who in view.orders.declared] if view.orders.open else []
    return " ".join(f"The order of {view.state.combatants[who].name} is sealed." for who in sealed)


def _find_label(form: Form) -> str:
    match form.fields:
        case (OneOf(label=label),):
            return label
    return "What do you choose?"


def _list_repeats(view: PlayerView, question: OpenQuestion, form: Form) -> list[Button]:
    going_on = describe_order_kept(view.state, question)
    last = view.me.last if view.me is not None else None
    if (not going_on and last is None) or repeat_answer(view.state, question, form) is None:
        return []
    words = f"Go on: {going_on}" if going_on or last is None else f"Same as last round: {name_order(view.state, last)}"
    return [Button("again", "1", words)]


def _add_signs(view: PlayerView, name: str, offered: Choice, near: Nearing | None) -> ShownChoice:
    """Return a choice with the phone's additions: a hint, a spell's bar, a combatant's token."""
    choice = make_choice(offered, label=_speak(view, offered.value, offered.label))
    each = view.state.combatants.get(offered.value)
    if each is not None:
        way = near.ways.get(offered.value, "") if near is not None and name == near.to else ""
        target = Target(f"{each.place[0] / 100:g}, {each.place[1] / 100:g}", way)
        return replace(choice, sign=make_token(each), target=target, card=find_seen_card(view, each.id))
    card = find_own_card(view, offered.value.rpartition(BOTH)[2])
    if choice.box and choice.refusal is None:
        choice = replace(choice, refusal=find_dead_end(offered, view.shown))
    if choice.refusal is not None:
        choice = replace(choice, refusal=replace(choice.refusal, reason=write_reason_for_player(choice.refusal.reason)))
    price = choice.price or _write_hint(offered)
    return replace(choice, price=price, takes=_count_segments(view, name, offered.value), card=card)


def _write_hint(offered: Choice) -> str:
    hint = HINTS.get(offered.value.rpartition(BOTH)[2], "")
    if offered.value != Action.DISCHARGE or offered.refusal is not None:
        return hint
    ways = [way for field in offered.then() if isinstance(field, OneOf) for way in field.choices]
    return hint + TURNING if any(way.value == "turn" and not way.unfit for way in ways) else hint


def _speak(view: PlayerView, value: str, label: str) -> str:
    """Return the label of a choice, with the character's own things named in spoken order.

    "Sword, long" becomes "Long sword".
    """
    id, me = value.rpartition(BOTH)[2], view.me
    found = (me.weapon(id) or me.spell(id) or me.device(id)) if me is not None else None
    return format_listed_name(label).capitalize() if found is not None and found.name == label else label


def _count_segments(view: PlayerView, name: str, value: str) -> int:
    """Return the segments that a spell takes to cast, ten at most; 0 for other choices."""
    way, _, spell = value.rpartition(">")
    if name.rpartition(".")[2] != "spell" and way != "spell":
        return 0
    found = view.me.spell(spell) if view.me is not None else None
    return min(found.casting, SEGMENTS) if found is not None else 0


def _list_facts(view: PlayerView, step: QuestionStep) -> list[tuple[str, str]]:
    spell = find_spell(view, step)
    if not step.last or spell is None:
        return []
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    at = get_clock(view.state).complete(view.state, view.shown, spell.casting)
    late = view.clock.late if view.clock is not None else 0
    if at is not None and late:
        at = at + late if at + late <= SEGMENTS else None
    when = "after this round" if at is None else f"{name_column(view.state, at)} at the earliest"
    return [("Takes", takes), ("Complete", f"{when}, unless it is broken off")]


def _is_optional_place(shown: ShownField) -> bool:
    """Return the sort key of a field: a place that may be left open comes after the targets."""
    return isinstance(shown.of, PlaceField) and shown.optional


def _is_beside_map(shown: ShownField) -> bool:
    """Return the sort key of a field: what the map asks, or few need, comes last."""
    return isinstance(shown.of, PlaceField | Several)


def _build_path_map(view: PlayerView, step: QuestionStep) -> BattleMap | None:
    """Return the battle map where a path or a distance is asked, else None.

    It shows the longest way for a path.
    """
    if not any(isinstance(each.of, PathField) or each.to for each in step.fields):
        return None
    way = next((each.of for each in step.fields if isinstance(each.of, PathField)), None)
    room = None
    if way is not None and way.start is not None and way.longest is not None:
        room = (way.start, way.limits[-1].longest if way.limits else way.longest)
    return build_battle_map(view.state, view.events, own=view.own, origin=find_origin(view), room=room)


def _build_aim(view: PlayerView, step: QuestionStep) -> AimMap | None:
    """Return the map on which targets or a place are chosen by tapping, or None.

    It has a ring at the range of the chosen spell, and the area that the spell covers.
    """
    asks_place = any(isinstance(each.of, PlaceField) for each in step.fields)
    targets = list_targets(view, step.fields) if step.last else ()
    if step.goes_on or not (asks_place or targets) or _build_path_map(view, step) is not None:
        return None
    me, spell = view.me, find_spell(view, step)
    ring = None
    if me is not None and spell is not None and spell.range:
        ring = (me.place, spell.range * view.state.setting.inch // 100)
    map = build_battle_map(
        view.state, view.events, own=view.own, origin=find_origin(view), range_ring=ring, pickable=targets
    )
    if not map.placed:
        return None
    return AimMap(map, build_area(view, step))


# Dice.


def _build_dice(view: PlayerView, roll: OpenRoll) -> QuestionForm:
    one = roll.count == 1
    page = view.page
    return QuestionForm(
        id=f"d-{roll.token.replace('~', '-')}",
        token=roll.token,
        sending=Sending(view.make_own_url("my-dice")),
        fields=tuple(ShownField(each, each.name) for each in make_dice_fields(roll)),
        shape="die" if roll.sides <= MOST_KEYS or roll.sides == 100 else "rows",
        foot=Foot("Send", others=(Button("mine", "server", "Roll it for me", "d20"),)),
        head=QuestionHead(
            f"Roll {describe_roll(view.state, roll, with_weapon=True)} ({write_dice(roll)})",
            f"Tap what your {'die shows' if one else 'dice show'}. It is marked as typed; the sum is done for you.",
        ),
        error=AnswerError(page.error, tuple(page.error_clauses)) if page.error else None,
    )


def make_dice_fields(roll: OpenRoll) -> list[Number]:
    """Return a row of keys for each die; two rows of ten for each d100."""
    fields: list[Number] = []
    for n in range(roll.count):
        which = f"Die {n + 1} of {roll.count}" if roll.count > 1 else "Tap the face"
        if roll.sides == 100:
            fields += [Number(f"tens.{n}", f"{which}: tens", 0, 9), Number(f"ones.{n}", f"{which}: ones", 0, 9)]
        else:
            fields.append(Number(f"face.{n}", which, 1, roll.sides))
    return fields


def read_faces(roll: OpenRoll, given: Mapping[str, Sequence[str]]) -> list[int]:
    """Return the faces that were tapped.

    Raises BadAnswer for a face that is missing or no number.
    """

    def read(name: str) -> int:
        text = "".join(given.get(f"answer.{name}", ()))
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise BadAnswer(name, "Tap a face of every die.")
        return int(text)

    if roll.sides == 100:
        pairs = [(read(f"tens.{n}"), read(f"ones.{n}")) for n in range(roll.count)]
        return [10 * tens + ones or 100 for tens, ones in pairs]
    return [read(f"face.{n}") for n in range(roll.count)]


def _name_character(view: PlayerView) -> str:
    return view.me.name if view.me is not None else ""
