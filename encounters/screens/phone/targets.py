"""The targets of an order as a player chooses them: a whole first, then the nearest.

Beside each stands what the order comes to. All of it follows from what the character was shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from encounters.narration.names import SHORT, list_group
from encounters.screens.answering.answer import PREFIX, Data, QuestionStep
from encounters.screens.answering.shown_fields import ShownChoice, ShownField, Whole
from encounters.screens.phone.aiming import is_for_friends
from encounters.screens.phone.offers import foresee_choices
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.tokens import make_token
from rules.api import HUNDREDTHS, Choice, Combatant, Form, OpenQuestion, SomeOf, find_stem, measure_between

LEAST_WHOLE = 2
"""The least number of targets that can be chosen as a whole."""


def leave_out_oneself(view: PlayerView, shown: ShownField) -> ShownField:
    """Return the field without the character itself, if the rules refuse that choice."""
    choices = [each for each in shown.choices if each.value != view.shown or each.refusal is None]
    return replace(shown, choices=tuple(choices))


def arrange_choices(view: PlayerView, step: QuestionStep, shown: ShownField) -> ShownField:
    """Return a field with combatants in the order in which they are looked for.

    Those that the magic is for come first, then the nearest kind; those of one kind stand by their numbers. Other
    choices keep their places.
    """
    nearest: dict[str, int] = {}
    for each in _list_combatants(view, shown.choices):
        kind, far = find_stem(each.name) or each.id, _measure(view, each)
        nearest[kind] = min(far, nearest.get(kind, far))
    is_helpful = is_for_friends(view, step)

    def find_place(choice: Choice) -> tuple[bool, int, str, int]:
        each = view.state.combatants.get(choice.value)
        if each is None:
            return False, -1, "", 0
        stem = find_stem(each.name)
        number = int(each.name.rpartition(" ")[2]) if stem else 0
        is_last = _is_friend(view, each) != is_helpful and isinstance(shown.of, SomeOf)
        return is_last, nearest[stem or each.id], stem or each.id, number

    return replace(shown, choices=tuple(sorted(shown.choices, key=find_place)))


def foresee_targets(
    view: PlayerView, question: OpenQuestion, form: Form, given: Data, step: QuestionStep, shown: ShownField
) -> ShownField:
    """Return the field with what the order comes to beside each target, and with its wholes.

    The chosen ones come first, and those who cannot be reached last.
    """
    if shown.of.name != "target":
        return shown
    choices = [_foresee_target(view, question, form, given, shown, each) for each in shown.choices]
    choices.sort(key=lambda each: (each.value not in shown.values, bool(each.target and each.target.foresight.warning)))
    return replace(shown, choices=tuple(choices), wholes=tuple(_list_wholes(view, step, shown, choices)))


def _foresee_target(
    view: PlayerView, question: OpenQuestion, form: Form, given: Data, shown: ShownField, choice: Choice
) -> ShownChoice:
    assert isinstance(choice, ShownChoice), "a form that is shown has shown choices"
    if choice.target is None:
        return choice
    if choice.value == view.shown:
        return replace(choice, price="yourself")
    found = foresee_choices(view, question, form, {**given, PREFIX + shown.name: [choice.value]})
    return replace(choice, price=found.words or choice.price, target=replace(choice.target, foresight=found))


def _list_wholes(
    view: PlayerView, step: QuestionStep, shown: ShownField, choices: Sequence[ShownChoice]
) -> Iterator[Whole]:
    """Yield the groups that one tap chooses: the party, or all foes of a kind within range."""
    if not isinstance(shown.of, SomeOf) or shown.of.repeats:
        return
    open_ = [each for each in choices if each.target is not None and each.refusal is None]
    within = [each for each in open_ if each.target is not None and not each.target.foresight.warning]
    groups: dict[str, list[Combatant]] = {}
    is_helpful = is_for_friends(view, step)
    for each in _list_combatants(view, within):
        if _is_friend(view, each) == is_helpful:
            groups.setdefault("" if is_helpful else find_stem(each.name) or each.id, []).append(each)
    for group in groups.values():
        if LEAST_WHOLE <= len(group) <= shown.most:
            who = [each.id for each in group]
            name = "All of the party" if is_helpful else list_group(view.state, who)
            yield Whole(f"{name} ({len(group)})", _describe_distances(view, group), " ".join(who), make_token(group[0]))


def _describe_distances(view: PlayerView, group: Sequence[Combatant]) -> str:
    """Return how far these are from the character: "8 to 16 ft away"."""
    others = [each for each in group if each.id != view.shown]
    far = sorted({round(_measure(view, each) / HUNDREDTHS) for each in others})
    between = f"{far[0]} to {far[-1]}" if len(far) > 1 else f"{far[0]}"
    return f"{between} {SHORT[view.ruleset.plane.unit]} away"


def _list_combatants(view: PlayerView, choices: Sequence[Choice]) -> list[Combatant]:
    return [view.state.combatants[each.value] for each in choices if each.value in view.state.combatants]


def _measure(view: PlayerView, each: Combatant) -> int:
    return measure_between(view.me.place, each.place) if view.me is not None else 0


def _is_friend(view: PlayerView, each: Combatant) -> bool:
    return view.me is not None and each.side == view.me.side
