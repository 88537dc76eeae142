"""One viewer's knowledge while the log is read: combatants met, their names, events shown."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from rules.kernel.deeds import Deed
from rules.kernel.effects import Answer
from rules.kernel.event import Event
from rules.kernel.forms import ChangesField, Choice, Field, Form, OneOf, Refusal, Several, SomeOf, Text, find_listed
from rules.kernel.frozen import frozen
from rules.kernel.options import lookup_table_option
from rules.kernel.own import Own
from rules.kernel.procedure import Procedure
from rules.kernel.reveal.names import GivenName, Names
from rules.kernel.reveal.stat_blocks import CASTERS, grade_hit_points, show_from_outside, show_kind, show_own
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, NO_PLAYER, PUBLIC, Place


@frozen
class Viewpoint:
    """That of the DM, of a player with characters (ids as in the log), or of a spectator."""

    dm: bool = False
    characters: tuple[str, ...] = ()


SOMEONE = "someone"
"""The word in a text for a combatant that the viewer has not met."""

SHORTEST = 3
"""Names and ids shorter than this are left alone in texts: they may be words."""


class Unseen(Exception):
    """The event is not for this viewer: it is about a combatant that they have not met."""


@frozen(slots=True)
class RoundShown:
    """A round whose beginning was shown to a viewer."""

    number: int
    cursor: int
    """Which of the events shown its RoundBegan is, counted from 1."""
    input: int
    """The position of the input with which it began."""


@dataclass
class Memory:
    """The part of a viewer's knowledge that a take-back takes back."""

    viewpoint: Viewpoint
    truth: State | None = None
    """The encounter as it is."""
    state: State | None = None
    """The fold of the events shown."""
    last: int = 0
    """The cursor of the last event shown that still stands."""
    round: int = -1
    """The round whose moments ``moments`` renumbers."""
    moments: dict[int, int] = field(default_factory=dict)
    """The viewer's numbers of moments, by the log's numbers."""
    questions: dict[str, str] = field(default_factory=dict)
    """The log's ids of questions, by the ids given."""
    deeds: dict[str, str] = field(default_factory=dict)
    """The ids given to deeds, by the log's ids."""
    casters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The classes that combatants showed by casting."""
    met_alone: dict[str, bool] = field(default_factory=dict)
    """Combatants that this viewer sees although they are hidden from the party."""
    players: dict[str, bool] = field(default_factory=dict)
    """Combatants for which a player, and not the DM, has answered."""
    rounds: tuple[RoundShown, ...] = ()
    """The rounds that were shown and stand."""
    put: tuple[str, ...] = ()
    """Combatants that a ruling has moved, in the viewer's ids."""
    said: dict[str, int] = field(default_factory=dict)
    """The round in which the first declaration or answer of each combatant was shown."""
    at_first: dict[str, Place] = field(default_factory=dict)
    """The places of all when the first round began."""

    def copy(self) -> "Memory":
        """Return a copy that can be changed independently; states are frozen and shared."""
        # Not by ``replace``: a copy is made before every input.
        made = copy(self)
        made.moments, made.questions, made.deeds = self.moments.copy(), self.questions.copy(), self.deeds.copy()
        made.casters, made.met_alone, made.players = self.casters.copy(), self.met_alone.copy(), self.players.copy()
        made.said, made.at_first = self.said.copy(), self.at_first.copy()
        return made


class Knowledge:
    """Answers about one viewer's knowledge.

    ``after`` is the truth once the event at hand has happened.
    """

    procedure: Procedure
    """The procedure by which the fight is played; known from the opening on."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self.now = Memory(viewpoint)
        self.names = Names()
        self.after: State | None = None
        self._words: tuple[object, re.Pattern[str], dict[str, str]] | None = None

    def copy(self) -> "Knowledge":
        """Return a copy that can be changed independently; states are frozen and shared."""
        made = copy(self)
        made.now, made.names = self.now.copy(), self.names.copy()
        return made

    @property
    def truth(self) -> State:
        """Return the encounter as it was before the event at hand."""
        truth = self.now.truth or self.after
        assert truth is not None, "the log begins with EncounterOpened"
        return truth

    # Combatants.

    def is_own(self, who: str) -> bool:
        """Return whether this is one of the viewer's own characters."""
        return who in self.now.viewpoint.characters

    def has_met(self, who: str) -> bool:
        """Return whether the viewer has met this combatant, even if they see little of it now."""
        called = self.names.given.get(who)
        return called is not None and self.now.state is not None and called.id in self.now.state.combatants

    def is_in_sight(self, who: str) -> bool:
        """Return whether the viewer could perceive this combatant if it did something."""
        each = self.truth.combatants.get(who)
        return each is not None and (not each.hidden or self.is_own(who) or who in self.now.met_alone)

    def can_perceive(self, who: str) -> bool:
        """Return whether the viewer has met this combatant and it is in sight."""
        return self.has_met(who) and self.is_in_sight(who)

    def can_learn_of(self, event: Event) -> bool:
        """Return whether the event is perceived openly, or by one of the viewer's characters."""
        return PUBLIC in event.perceived_by or self.has_perceived(event)

    def has_perceived(self, event: Event) -> bool:
        """Return whether one of the viewer's characters is named among those who perceived it."""
        return any(self.is_own(who) for who in event.perceived_by)

    def call(self, stat_block: StatBlock) -> GivenName:
        """Return the viewer's name for a combatant from now on.

        Own characters, those of the party and those of players keep their names.
        """
        own_name = stat_block.side == (self.after or self.truth).party and not stat_block.mob
        return self.names.give(stat_block, own_name or stat_block.played or self.is_own(stat_block.id))

    def find_id(self, who: str) -> str | None:
        """Return the viewer's id for a combatant, side or mob, or for the DM; None if not met."""
        if who in self.truth.combatants:
            return self.names.given[who].id if self.has_met(who) else None
        if who == DM or who in self.list_sides():
            return who
        return self._find_mob(who)

    def list_sides(self) -> tuple[str, ...]:
        """Return the sides of those that the viewer has met."""
        return self.now.state.sides if self.now.state is not None else ()

    def _find_mob(self, id: str) -> str | None:
        for each in self.truth.combatants.values():
            if each.stat_block.mob == id and self.has_met(each.id):
                return self.names.given[each.id].stem or id
        return None

    def show_stat_block(self, each: Combatant) -> StatBlock:
        """Return the combatant as this viewer sees it: own characters whole, others from outside."""
        called = self.call(each.stat_block)
        if self.is_own(each.id):
            return show_own(each, called)
        most, left = (self.show_hit_points(each.stat_block, hp) for hp in (each.stat_block.defence.hit_points, each.hp))
        return show_from_outside(each, called, self._list_kinds(each.stat_block), most, left)

    def _list_kinds(self, stat_block: StatBlock) -> tuple[str, ...]:
        """Return the classes that are shown, or the kind of monster."""
        if stat_block.side == (self.after or self.truth).party:
            return tuple(each.id for each in stat_block.creature.list_classes())
        shown = (show_kind(stat_block), *self.now.casters.get(stat_block.id, ()))
        return tuple(dict.fromkeys(each for each in shown if each))

    def reveal_class(self, who: str, spell: str) -> bool:
        """Note that a combatant was seen casting a spell.

        Return True if that shows a class that was not shown before.
        """
        each = self.truth.combatants[who]
        known = each.spell(spell)
        class_ = each.stat_block.creature.kind
        if each.stat_block.creature.classes:
            class_ = known.caster_class if known is not None else ""
        if self.is_own(who) or class_ not in CASTERS or class_ in self._list_kinds(each.stat_block):
            return False
        self.now.casters[who] = (*self.now.casters.get(who, ()), class_)
        return True

    def show_hit_points(self, stat_block: StatBlock, left: int, most: int | None = None) -> int:
        """Return the hit points of a combatant as this viewer may see them.

        ``left`` are out of the combatant's own maximum, or out of ``most``.
        """
        full = stat_block.defence.hit_points if most is None else most
        return left if self.is_own(stat_block.id) else grade_hit_points(self.lookup_grading(stat_block), left, full)

    def lookup_grading(self, stat_block: StatBlock) -> str:
        """Return how the table shows others this combatant's hit points, by the table's option."""
        state = self.after or self.truth
        return lookup_table_option(state, "table.party_hp" if stat_block.side == state.party else "table.foe_hp")

    def may_see_needed(self, event: Event) -> bool:
        """Return whether the viewer is shown the number that the dice of this event needed."""
        who = lookup_table_option(self.truth, "table.show_needed")
        return who == "all" or (who == "owner" and self.is_own(getattr(event, "who", "")))

    # Deeds, and other things that name combatants.

    def give_deed_id(self, real: str) -> str:
        """Return the viewer's id for a deed of their own character."""
        return self.now.deeds.setdefault(real, f"deed-{len(self.now.deeds) + 1}")

    def map_deeds(self) -> Mapping[str, Deed]:
        """Return the deeds of the round by their real ids."""
        truth = self.truth
        return {deed.id: deed for deed in (*truth.done, *truth.acting, *truth.pending)}

    def show_deed(self, deed: Deed) -> Deed:
        """Return a deed of the viewer's own character in the viewer's ids.

        Combatants not perceived are left out. So are the deed's place in the order and what follows from it, because
        they count the hidden too.
        """
        known = deed.status is None or not deed.status.counts_others
        return replace(
            deed.reword(lambda text: self.show_typed(deed.who, text)),
            id=self.give_deed_id(deed.id),
            who=self.find_id(deed.who) or "",
            targets=self.show_combatants(deed.targets),
            held_for=self.show_combatant(deed.held_for),
            place=(),
            status=deed.status if known else None,
        )

    def show_combatants(self, who: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of the combatants that the viewer perceives, in the viewer's ids."""
        return tuple(self.names.given[each].id for each in who if self.can_perceive(each))

    def show_combatant(self, who: str) -> str:
        """Return a combatant's id for this viewer; "" if they do not perceive it."""
        return self.names.given[who].id if who and self.can_perceive(who) else ""

    def show_plain(self, value: object, who: str = "") -> object:
        """Return a plain value in the viewer's ids.

        ``who`` is the combatant for which its texts were typed. Combatants not met are left out of lists, and are ""
        elsewhere.
        """
        if isinstance(value, str):
            return self.show_text(value)
        if isinstance(value, Mapping):
            return self.show_mapping(value, who)
        if isinstance(value, list | tuple):
            return [self.show_plain(each, who) for each in value if self._has_met(each)]
        return value

    def show_mapping(self, value: Mapping[str, object], who: str = "") -> dict[str, object]:
        """Return a mapping of plain values in the viewer's ids, keys too.

        ``who`` is the combatant for which its texts were typed.
        """
        typed = self.procedure.secrecy.typed_fields if self.is_for_player(who) else ()
        return {
            self.show_text(key): each if key in typed and _is_text(each) else self.show_plain(each, who)
            for key, each in value.items()
            if self._has_met(key)
        }

    def _has_met(self, value: object) -> bool:
        return not isinstance(value, str) or value not in self.truth.combatants or self.has_met(value)

    def show_text(self, text: str) -> str:
        """Return a text, or the id of a combatant or deed, as the viewer may read it."""
        if text in self.truth.combatants:
            return self.find_id(text) or ""
        deed = self.map_deeds().get(text)
        if deed is not None:
            return self.give_deed_id(text) if self.is_own(deed.who) else ""
        return self.show_words(text)

    def show_own_state(self, each: Combatant) -> Own | None:
        """Return the own state of an own character in the viewer's ids; None without a sheet."""
        sheet = each.stat_block.sheet
        return sheet.show_kept(each.owned, self.show_combatant) if sheet is not None else None

    # Texts.

    def note_answer(self, who: str, by: str) -> None:
        """Note that a player answers for a combatant, if ``by`` is one."""
        if by not in NO_PLAYER:
            self.now.players[who] = True

    def is_for_player(self, who: str) -> bool:
        """Return whether a player types the texts of this combatant."""
        each = self.truth.combatants.get(who)
        return each is not None and (each.stat_block.played or who in self.now.players or self.is_own(who))

    def show_typed(self, who: str, text: str) -> str:
        """Return a text typed for this combatant as the viewer may read it.

        It is a player's as it was typed, or the DM's in the viewer's names. A player's text is the same whatever it
        names, or typing names would find who is hidden.
        """
        return text if self.is_for_player(who) else self.show_words(text)

    def show_words(self, text: str) -> str:
        """Return a text in the viewer's names.

        A combatant not met is "someone". The text is "" if it is a spell or device that only unseen combatants have.
        """
        if not text:
            return text
        return "" if self._is_magic_of_unseen(text) else self.replace_names(text)

    def replace_names(self, text: str) -> str:
        """Return a text with the viewer's names for combatants."""
        pattern, names = self._find_names()
        return pattern.sub(lambda found: names[found[0]], text) if names else text

    def _is_magic_of_unseen(self, text: str) -> bool:
        """Return whether this is a spell or device that only combatants out of sight have."""
        owners = [each.id for each in self.truth.combatants.values() if _has_magic(each.stat_block, text)]
        return bool(owners) and not any(self.can_perceive(who) for who in owners)

    def _find_names(self) -> tuple[re.Pattern[str], dict[str, str]]:
        combatants = self.truth.combatants
        present = tuple(self.now.state.combatants) if self.now.state is not None else ()
        key = (tuple(combatants), present)
        if self._words is None or self._words[0] != key:
            names = self._build_names([each.stat_block for each in combatants.values()])
            longest = sorted(names, key=lambda name: (-len(name), name))
            pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")
            self._words = (key, pattern, names)
        return self._words[1], self._words[2]

    def _build_names(self, stat_blocks: Sequence[StatBlock]) -> dict[str, str]:
        """Return the viewer's words for the names and ids that a text may hold.

        Of two with one name, one met and one not, the text means the combatant that was met. What a combatant that was
        met has keeps its own name, even if that is in part the name of another.
        """
        met: dict[str, str] = {}
        things: dict[str, str] = {}
        unmet: dict[str, str] = {}
        for each in stat_blocks:
            if self.has_met(each.id):
                called = self.names.given[each.id]
                met = {each.name: called.name, each.id: called.id} | met
                things |= {name: name for name in _list_things(each)}
            else:
                unmet |= {each.name: SOMEONE, each.id: SOMEONE}
        return {real: word for real, word in (unmet | things | met).items() if len(real) >= SHORTEST}

    # Counting.

    def number_moment(self, event: Event) -> int | None:
        """Return the number of the event's moment among those in which the viewer saw something."""
        if event.moment is None:
            return None
        if self.now.round != event.round:
            self.now.round, self.now.moments = event.round, {}
        return self.now.moments.setdefault(event.moment, len(self.now.moments) + 1)


def _list_things(stat_block: StatBlock) -> Iterator[str]:
    """Yield the names of a combatant's spells, devices and weapons."""
    yield from (each.name for each in stat_block.powers.spells)
    yield from (each.name for each in stat_block.gear.devices)
    yield from (each.name for each in stat_block.gear.weapons)


def _has_magic(stat_block: StatBlock, text: str) -> bool:
    """Return whether a spell or device of the combatant has this id or name."""
    spells = any(text in (spell.id, spell.name) for spell in stat_block.powers.spells)
    return spells or any(text in (device.id, device.name) for device in stat_block.gear.devices)


# The translation of questions and answers between the log's ids and the viewer's.


def show_form(known: Knowledge, form: Form) -> Form:
    """Return the form in the viewer's ids and names.

    Choices about combatants that the viewer has not met are left out.
    """
    return Form(
        _show_fields(known, form, form.fields),
        check=lambda answer: _show_refusal(known, form.check(restore_answer(known, form, answer))),
        count_usage=lambda answer: form.count_usage(restore_answer(known, form, answer)),
    )


def _show_fields(known: Knowledge, form: Form, fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(_show_field(known, form, each) for each in fields)


def _show_field(known: Knowledge, form: Form, field: Field) -> Field:
    if isinstance(field, OneOf | SomeOf):
        return replace(field, label=known.show_words(field.label), choices=_show_choices(known, form, field.choices))
    if isinstance(field, ChangesField):
        return replace(field, label=known.show_words(field.label), who=_show_choices(known, form, field.who))
    if isinstance(field, Several):
        return replace(
            field,
            label=known.show_words(field.label),
            each=lambda: _show_fields(known, form, field.each()),
            after=_show_after(known, form, field),
        )
    return replace(field, label=known.show_words(field.label))


def _show_after(known: Knowledge, form: Form, field: Several) -> Callable[[Answer], Sequence[Field]] | None:
    after = field.after
    if after is None:
        return None
    return lambda answer: _show_fields(known, form, after(restore_answer(known, form, answer)))


def _show_refusal(known: Knowledge, refusal: Refusal | None) -> Refusal | None:
    return replace(refusal, reason=known.show_words(refusal.reason)) if refusal is not None else None


def _show_choices(known: Knowledge, form: Form, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    return tuple(_show_choice(known, form, each) for each in choices if _may_choose(known, each.value))


def _may_choose(known: Knowledge, value: str) -> bool:
    return value not in known.truth.combatants or known.has_met(value)


def _show_choice(known: Knowledge, form: Form, choice: Choice) -> Choice:
    then = choice.then
    return replace(
        choice,
        value=known.show_text(choice.value) if choice.value in known.truth.combatants else choice.value,
        label=known.show_words(choice.label),
        price=known.show_words(choice.price),
        refusal=_show_refusal(known, choice.refusal),
        then=lambda: _show_fields(known, form, then()),
    )


def restore_answer(known: Knowledge, form: Form | None, answer: Answer) -> dict[str, object]:
    """Return the answer to a form in the log's ids; texts stay as they were typed.

    An id of the log that is not one of the viewer's becomes "", which no form accepts.
    """
    return _restore_answer(known, form.fields if form is not None else (), answer)


def _restore_answer(known: Knowledge, fields: Sequence[Field], answer: Answer) -> dict[str, object]:
    made = {key: _restore_value(known, value) for key, value in answer.items()}
    for asked in _list_asked(fields, made):
        given = answer.get(asked.name)
        if isinstance(asked, Text) and isinstance(given, str):
            made[asked.name] = given
        elif isinstance(asked, Several) and isinstance(given, list | tuple):
            made[asked.name] = _restore_deeds(known, asked, made, given)
    return made


def _list_asked(fields: Sequence[Field], answer: Answer) -> Iterator[Field]:
    """Yield the fields that an answer has come to, with those that its choices have opened."""
    for each in fields:
        yield each
        chosen = answer.get(each.name)
        choice = find_listed(each.choices, chosen) if isinstance(each, OneOf) and isinstance(chosen, str) else None
        if choice is not None and choice.refusal is None:
            yield from _list_asked(choice.then(), answer)


def _restore_deeds(known: Knowledge, field: Several, answer: Answer, given: Sequence[object]) -> list[object]:
    """Return further deeds in the log's ids, each by the fields that follow from those before."""
    made: list[object] = []
    for each in given:
        if isinstance(each, Mapping):
            made.append(_restore_answer(known, field.list_next_fields(answer, made), each))
        else:
            made.append(_restore_value(known, each))
    return made


def _restore_value(known: Knowledge, value: object) -> object:
    if isinstance(value, str):
        real = known.names.reals.get(value)
        if real is not None and known.has_met(real):
            return real
        return "" if value in known.truth.combatants else value
    if isinstance(value, Mapping):
        return {key: _restore_value(known, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_restore_value(known, each) for each in value]
    return value


def _is_text(value: object) -> bool:
    """Return whether a value is a text, or texts alone."""
    return isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(each, str) for each in value))
