"""What one viewer knows while the log is read to him: whom he has met, what he calls them, what he was shown."""

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from rules.dew_state import DewCombatant
from rules.events import Event
from rules.figure import Figure
from rules.reveal.eyes import Eyes, lookup_table_option
from rules.reveal.figures import CASTERS, grade, openly, outside, whole
from rules.reveal.names import Called, Names
from rules.state import Combatant, Declaration, Deed, State
from rules.terms import DM, PUBLIC

SOMEONE = "someone"
"""What a text says for one whom the viewer has not met."""

SHORTEST = 3
"""Names and ids shorter than this are left alone in texts: they may be words."""


class Unseen(Exception):
    """The event is not for this viewer after all: it is about somebody whom he has not met."""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round whose beginning was shown to a viewer."""

    number: int
    cursor: int
    """Which of the events shown its RoundBegan is, counted from 1."""
    before: State | None
    """The state as the viewer knew it when the round began."""


@dataclass
class Memory:
    """What a take-back takes back of a viewer's knowledge.

    ``truth`` is the encounter as it is, ``state`` the fold of what was shown. ``last`` is the number of the last event
    shown that still stands. ``moments`` renumbers those of round ``round``. ``questions`` has real ids by the ids
    given, ``deeds`` given ids by real ones. ``casters`` showed their class, ``met_alone`` are seen though hidden from
    the party. ``rounds`` are those that were shown and stand, ``put`` whom a ruling has put somewhere.
    """

    eyes: Eyes
    truth: State | None = None
    state: State | None = None
    last: int = 0
    round: int = -1
    moments: dict[int, int] = field(default_factory=dict)
    questions: dict[str, str] = field(default_factory=dict)
    deeds: dict[str, str] = field(default_factory=dict)
    casters: dict[str, bool] = field(default_factory=dict)
    met_alone: dict[str, bool] = field(default_factory=dict)
    rounds: tuple[RoundShown, ...] = ()
    put: tuple[str, ...] = ()

    def copy(self) -> "Memory":
        """A copy that can be changed by itself; states are frozen and shared."""
        return replace(
            self,
            moments=dict(self.moments),
            questions=dict(self.questions),
            deeds=dict(self.deeds),
            casters=dict(self.casters),
            met_alone=dict(self.met_alone),
        )


class Knowledge:
    """Answers about what a viewer knows. ``after`` is the truth once the event at hand has happened."""

    def __init__(self, eyes: Eyes) -> None:
        self.now = Memory(eyes)
        self.names = Names()
        self.after: State | None = None
        self._words: tuple[object, re.Pattern[str], dict[str, str]] | None = None

    def copy(self) -> "Knowledge":
        """A copy that can be changed by itself; states are frozen and shared."""
        made = copy(self)
        made.now, made.names = self.now.copy(), self.names.copy()
        return made

    @property
    def truth(self) -> State:
        """The encounter as it was before the event at hand."""
        truth = self.now.truth or self.after
        assert truth is not None, "the log begins with EncounterOpened"
        return truth

    # Figures.

    def owns(self, who: str) -> bool:
        """Whether this is one of the viewer's own characters."""
        return who in self.now.eyes.characters

    def knows(self, who: str) -> bool:
        """Whether the viewer has met this figure, however little he sees of it now."""
        called = self.names.given.get(who)
        return called is not None and self.now.state is not None and called.id in self.now.state.combatants

    def in_sight(self, who: str) -> bool:
        """Whether the viewer could perceive this figure if it did something."""
        each = self.truth.combatants.get(who)
        return each is not None and (not each.hidden or self.owns(who) or who in self.now.met_alone)

    def perceives(self, who: str) -> bool:
        """Whether the viewer has met this figure and it is in sight."""
        return self.knows(who) and self.in_sight(who)

    def hears_of(self, event: Event) -> bool:
        """Whether the event is perceived openly, or by one of the viewer's characters."""
        return PUBLIC in event.perceived_by or self.alone_perceives(event)

    def alone_perceives(self, event: Event) -> bool:
        """Whether the event names one of the viewer's characters among those who perceived it."""
        return any(self.owns(who) for who in event.perceived_by)

    def call(self, figure: Figure) -> Called:
        """What the viewer calls a figure from now on. Own characters, the party's and players' keep their names."""
        sides = (self.after or self.truth).sides
        party = "party" if "party" in sides else sides[0]
        own_name = figure.side == party and not figure.mob
        return self.names.give(figure, own_name or figure.played or self.owns(figure.id))

    def called(self, who: str) -> str | None:
        """The viewer's word for a figure, side or mob, or for the DM; None for one that he has not met."""
        if who in self.truth.combatants:
            return self.names.given[who].id if self.knows(who) else None
        if who == DM or who in self.state_sides():
            return who
        return self._mob(who)

    def state_sides(self) -> tuple[str, ...]:
        """The sides of which the viewer has met somebody."""
        return self.now.state.sides if self.now.state is not None else ()

    def _mob(self, id: str) -> str | None:
        for each in self.truth.combatants.values():
            if each.figure.mob == id and self.knows(each.id):
                return self.names.given[each.id].stem or id
        return None

    def shown(self, each: Combatant) -> Figure:
        """The figure as this viewer sees it: own characters whole, others from outside."""
        called = self.call(each.figure)
        if self.owns(each.id):
            return whole(each, called)
        most, left = (self.hit_points(each.figure, hp) for hp in (each.figure.hit_points, each.hp))
        return outside(each, called, self._kind(each.figure), most, left)

    def _kind(self, figure: Figure) -> str:
        sides = (self.after or self.truth).sides
        told = figure.side == ("party" if "party" in sides else sides[0]) or figure.id in self.now.casters
        return figure.kind if told else openly(figure)

    def learns_class(self, who: str) -> bool:
        """Note that a figure was seen casting. True where that shows a class which was not shown before."""
        figure = self.truth.combatants[who].figure
        if self.owns(who) or figure.kind not in CASTERS or self._kind(figure):
            return False
        self.now.casters[who] = True
        return True

    def hit_points(self, figure: Figure, left: int, most: int | None = None) -> int:
        """Hit points of a figure as this viewer may see them (``left`` of the figure's own, or of ``most``)."""
        whole = figure.hit_points if most is None else most
        return left if self.owns(figure.id) else grade(self.graded(figure), left, whole)

    def graded(self, figure: Figure) -> str:
        """How the table shows the hit points of this figure to others: hidden, words or numbers."""
        state = self.after or self.truth
        party = "party" if "party" in state.sides else state.sides[0]
        return lookup_table_option(state, "table.party_hp" if figure.side == party else "table.foe_hp")

    def sees_needed(self, event: Event) -> bool:
        """Whether the viewer is shown the number that the dice of this event had to show."""
        who = lookup_table_option(self.truth, "table.show_needed")
        return who == "all" or (who == "owner" and self.owns(getattr(event, "who", "")))

    # Deeds, and whatever else names figures.

    def deed_id(self, real: str) -> str:
        """The viewer's id for a deed of his own character."""
        return self.now.deeds.setdefault(real, f"deed-{len(self.now.deeds) + 1}")

    def deeds(self) -> Mapping[str, Deed]:
        """The deeds of the round by their real ids."""
        truth = self.truth
        return {deed.id: deed for deed in (*truth.done, *truth.acting, *truth.pending)}

    def deed(self, deed: Deed) -> Deed:
        """A deed of the viewer's own character, without whom he does not perceive."""
        return replace(
            deed,
            id=self.deed_id(deed.id),
            who=self.called(deed.who) or "",
            targets=self.seen(deed.targets),
            held_for=self.either(deed.held_for),
            task=self.words(deed.task),
        )

    def declaration(self, declared: Declaration) -> Declaration:
        """A declaration of the viewer's own character, without whom he does not perceive."""
        return replace(
            declared,
            who=self.called(declared.who) or "",
            targets=self.seen(declared.targets),
            task=self.words(declared.task),
            watch=self.either(declared.watch),
            warn=self.either(declared.warn),
            becomes=self.words(declared.becomes),
            then=tuple(self.declaration(each) for each in declared.then),
        )

    def seen(self, who: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the figures whom the viewer perceives, in his ids."""
        return tuple(self.names.given[each].id for each in who if self.perceives(each))

    def either(self, who: str) -> str:
        """A figure's id for this viewer, or the empty text where he does not perceive it."""
        return self.names.given[who].id if who and self.perceives(who) else ""

    def plain(self, value: object) -> object:
        """A plain value in the viewer's ids. Whoever he has not met is left out of lists, and is "" elsewhere."""
        if isinstance(value, str):
            return self._plain_text(value)
        if isinstance(value, Mapping):
            return self.plain_mapping(value)
        if isinstance(value, list | tuple):
            return [self.plain(each) for each in value if self._met(each)]
        return value

    def plain_mapping(self, value: Mapping[str, object]) -> dict[str, object]:
        """The same of a mapping, keys too."""
        return {self._plain_text(key): self.plain(each) for key, each in value.items() if self._met(key)}

    def _met(self, value: object) -> bool:
        return not isinstance(value, str) or value not in self.truth.combatants or self.knows(value)

    def _plain_text(self, text: str) -> str:
        if text in self.truth.combatants:
            return self.called(text) or ""
        deed = self.deeds().get(text)
        if deed is not None:
            return self.deed_id(text) if self.owns(deed.who) else ""
        return self.words(text)

    def own_words_of(self, now: DewCombatant) -> DewCombatant:
        """How an own character stands, in the viewer's ids."""
        return replace(now, chase=self.either(now.chase)) if now.chase else now

    # Texts.

    def words(self, text: str) -> str:
        """A text in the viewer's names. Whoever he has not met is "someone", what only such a one has is unnamed."""
        if not text:
            return text
        if self._of_the_unseen(text):
            return ""
        pattern, names = self._dictionary()
        return pattern.sub(lambda found: names[found[0]], text) if names else text

    def _of_the_unseen(self, text: str) -> bool:
        """Whether this is a spell or device that only figures out of sight have."""
        owners = [each.id for each in self.truth.combatants.values() if _has_magic(each.figure, text)]
        return bool(owners) and not any(self.perceives(who) for who in owners)

    def _dictionary(self) -> tuple[re.Pattern[str], dict[str, str]]:
        combatants = self.truth.combatants
        known = tuple(self.now.state.combatants) if self.now.state is not None else ()
        key = (tuple(combatants), known)
        if self._words is None or self._words[0] != key:
            names: dict[str, str] = {}
            for each in combatants.values():
                self._translate(each.figure, names)
            longest = sorted(names, key=lambda name: (-len(name), name))
            pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")
            self._words = (key, pattern, names)
        return self._words[1], self._words[2]

    def _translate(self, figure: Figure, names: dict[str, str]) -> None:
        if self.knows(figure.id):
            called = self.names.given[figure.id]
            pairs = ((figure.name, called.name), (figure.id, called.id))
        else:
            pairs = ((figure.name, SOMEONE), (figure.id, SOMEONE))
        for real, word in pairs:
            # Of two with one name, one met and one not, the text means the one who was met.
            if len(real) >= SHORTEST and names.get(real, SOMEONE) == SOMEONE:
                names[real] = word

    # Counting.

    def moment(self, event: Event) -> int | None:
        """The number of the event's moment among those of the round of which the viewer saw something."""
        if event.moment is None:
            return None
        if self.now.round != event.round:
            self.now.round, self.now.moments = event.round, {}
        return self.now.moments.setdefault(event.moment, len(self.now.moments) + 1)


def _has_magic(figure: Figure, text: str) -> bool:
    """Whether a spell or device of the figure's has this id or name."""
    spells = any(text in (spell.id, spell.name) for spell in figure.spells)
    return spells or any(text in (device.id, device.name) for device in figure.devices)
