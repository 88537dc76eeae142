"""The end of a fight as one viewer saw it: who stands, who fell, and what to remember."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from encounters.between import get_between
from encounters.encounter_view import EncounterView
from encounters.evenings import count_evenings, list_evenings, write_numeral
from encounters.narration import tell
from encounters.narration.names import get_side_shape, list_group, name_of, name_spell, name_weapon
from encounters.screens.graded_health import GradedHealth, describe_health
from encounters.screens.result import list_dice
from encounters.screens.tokens import Token, build_token
from encounters.viewers import Role
from rules.api import DISABLING, Combatant, State, find_stem, group_numbered, shorten_names
from rules.api import events as e

OUT = {"dead": "dead", "fled": "fled", "surrendered": "a prisoner", "vanished": "gone", "helpless": "down"}
"""The word for a combatant who is out of the fight, by the condition that says so, the gravest first."""

FEW, SOME = 5, 8
"""The rows of a side up to which they are large, and of middle size."""

MOST_SPOILED = 4
"""The most spoiled spells that are named."""

MOST_NAMED = 3
"""The most fallen foes of one combatant that are named."""


@dataclass(frozen=True)
class Fighter:
    """A combatant at the end of the fight, or several of a crowd."""

    name: str
    token: Token
    state: str = ""
    """Why it is out of the fight: "dead", "down"; "" while it stands."""
    deed: str = ""
    """What it did, or who it fell to: "felled Ogre 1", "fell to Brunhild"."""
    health: GradedHealth | None = None
    """The health of one who stands, by the table's grade."""


@dataclass(frozen=True)
class EndedSide:
    """A side at the end of the fight."""

    name: str
    shape: str
    """The side as tokens show it: party, foes, other."""
    note: str
    """How many stand: "3 of 4 stand"."""
    fighters: tuple[Fighter, ...]

    @property
    def size(self) -> str:
        """Return the class of its rows: the fewer they are, the larger."""
        return "few" if len(self.fighters) <= FEW else "some" if len(self.fighters) <= SOME else "many"


@dataclass(frozen=True)
class Highlight:
    """Something to remember of the fight."""

    label: str
    text: str
    dice: tuple[int, ...] = ()
    """The faces of its roll; none where the viewer may not see them."""
    is_blow: bool = False
    """It is the best blow, which stands first."""


@dataclass(frozen=True)
class Summary:
    """The end of a fight."""

    title: str
    """Why it is over: "The fight is over: only the party is left."."""
    sides: tuple[EndedSide, ...]
    facts: tuple[Highlight, ...]
    seal: str = ""
    """The number of the campaign's evening, as its seal shows it: "V"; "" outside of a campaign."""


def build_summary(view: EncounterView) -> Summary | None:
    """Return how the fight ended, from what the viewer was shown; None while it goes on."""
    if not view.has_begun or not view.state.ended:
        return None
    # The hit points of the DM's state are not graded: by the table's grade each of them would read as a quarter.
    numbered = tuple(view.state.combatants) if view.viewer.is_dm else view.own
    summary = summarize(view.state, view.standing, numbered)
    shares = list_shares(view)
    told = tuple(_describe_shares(view, shares)) if shares else ()
    return replace(summary, facts=(*summary.facts, *told), seal=_write_seal(view))


def _write_seal(view: EncounterView) -> str:
    campaign, days = view.encounter.campaign, list_evenings(view.viewer.encounter_id)
    return write_numeral(count_evenings(campaign, days[-1])) if campaign.name and days else ""


def list_shares(view: EncounterView) -> Mapping[str, int]:
    """Return the experience of characters that a viewer is shown, by the viewer's ids.

    There is none until the fight is carried over.
    A player is shown that of the own characters, which stands on their sheets. Spectators are shown shares only where
    everybody who had one is in the open: a share times those in view would tell of one who is hidden. Else they are
    shown what they are shown before the fight is carried over, so that nothing tells that there is more. The value
    of foes is in none of these figures alone: the DM writes them, with treasure and deeds.
    """
    shares = get_between().find_shares(view.viewer.encounter_id)
    aliases = {real: view.viewer_log.find_alias(real) or "" for real in shares}
    shown = {alias: shares[real] for real, alias in aliases.items() if alias in view.state.combatants}
    if view.viewer.role is Role.SPECTATOR:
        return shown if len(shown) == len(shares) else {}
    return {who: share for who, share in shown.items() if view.viewer.is_dm or who in view.own}


def _describe_shares(view: EncounterView, shares: Mapping[str, int]) -> Iterator[Highlight]:
    """Yield the shares: those of a player by name, others' as the least and the greatest."""
    least, most = min(shares.values()), max(shares.values())
    if view.viewer.role is Role.PLAYER:
        named = ", ".join(f"{name_of(view.state, who)} {share:,}" for who, share in shares.items())
        yield Highlight("Your experience", named if len(shares) > 1 else f"{most:,}")
    else:
        yield Highlight("Experience, a share", f"{most:,}" if least == most else f"{least:,} to {most:,}")


def summarize(state: State, events: Sequence[e.Event], own: Collection[str] = ()) -> Summary:
    """Return how a fight ended, from a viewer's state and all events that the viewer was shown.

    ``own`` are the combatants whose points the viewer is shown in numbers whatever the table's grade.
    """
    return Summary(
        _describe_end(events, state),
        tuple(_list_sides(state, read_deeds(events), own)),
        tuple(_list_facts(events, state)),
    )


def describe_out(each: Combatant) -> str:
    """Return why a combatant is out of the fight: "dead", "down"; "" while it stands."""
    return next((word for name, word in OUT.items() if each.has(name)), "")


def describe_unable(each: Combatant) -> str:
    """Return the conditions by which a combatant cannot act, such as "asleep"; "" for none."""
    return ", ".join(each.name.replace("_", " ") for each in each.conditions if each.name in DISABLING)


@dataclass(frozen=True)
class Deeds:
    """The deeds of a fight, by the ids of those who did them."""

    felled: dict[str, list[str]]
    """Those each of them felled, in order."""
    fell_to: dict[str, str]
    """By who fell, who felled it."""
    harm: Counter[str]
    """The points of harm that each did to others."""
    healed: Counter[str]
    """The points that each gave back to others and itself."""


def read_deeds(events: Iterable[e.Event]) -> Deeds:
    """Return what combatants did, from the events that a viewer was shown."""
    deeds, last = Deeds({}, {}, Counter(), Counter()), dict[str, str]()
    for event in events:
        if isinstance(event, e.Damaged):
            last[event.who] = event.by
            if event.by not in ("", event.who):
                deeds.harm[event.by] += event.amount
        elif isinstance(event, e.Healed):
            deeds.fell_to.pop(event.who, None)
            if event.by:
                deeds.healed[event.by] += event.amount
        elif isinstance(event, e.HelplessMade | e.Slain) and event.who not in deeds.fell_to:
            doer = (event.by if isinstance(event, e.Slain) else "") or last.get(event.who, "")
            if doer not in ("", event.who):
                deeds.fell_to[event.who] = doer
    for who, doer in deeds.fell_to.items():
        deeds.felled.setdefault(doer, []).append(who)
    return deeds


def _list_sides(state: State, deeds: Deeds, own: Collection[str]) -> Iterator[EndedSide]:
    """Yield the sides, the party first."""
    sides = sorted(dict.fromkeys(each.side for each in state.combatants.values()), key=lambda side: side != state.party)
    names = {"party": "The party", "foes": "The foes"}
    for side in sides:
        those = [each for each in state.combatants.values() if each.side == side]
        standing = sum(not (describe_out(each) or describe_unable(each)) for each in those)
        note = {0: "none stand", len(those): "all stand"}.get(standing, f"{standing} of {len(those)} stand")
        shape = get_side_shape(side)
        yield EndedSide(names.get(shape, side), shape, note, tuple(_list_fighters(state, those, deeds, own)))


def _list_fighters(state: State, those: Iterable[Combatant], deeds: Deeds, own: Collection[str]) -> Iterator[Fighter]:
    """Yield the combatants of a side; those of a crowd who ended alike are one.

    Those who stand come first.
    """
    ends: dict[tuple[str, str], list[Combatant]] = {}
    for each in those:
        end = _describe_state(each)
        ends.setdefault((end, _describe_deed(state, each.id, deeds)), []).append(each)
    for (end, deed), alike in sorted(ends.items(), key=lambda each: bool(each[0][0])):
        for at, name, is_crowd in join_crowds([each.name for each in alike]):
            first = alike[at]
            token = build_token(first.side, find_stem(first.name) if is_crowd else name)
            health = describe_health(state, first, is_own=first.id in own) if not is_crowd and not end else None
            yield Fighter(name, token, end, deed, health)


def join_crowds(names: Sequence[str]) -> Iterator[tuple[int, str, bool]]:
    """Yield the first position of each crowd, its name, and whether it is of several.

    Numbered names of one kind make a crowd: "Goblins 1-4".
    """
    for row, name in zip(group_numbered(names), shorten_names(names), strict=True):
        yield row[0], name, len(row) > 1


def _describe_state(each: Combatant) -> str:
    """Return why a combatant does not stand at the end; one that fled is not one that vanished."""
    is_fled = each.has("fled") and not each.has("dead")
    return "fled" if is_fled else describe_out(each) or describe_unable(each)


def _describe_deed(state: State, who: str, deeds: Deeds) -> str:
    """Return the greatest thing that a combatant did, or who it fell to."""
    if who in deeds.fell_to and describe_out(state.combatants[who]):
        return f"fell to {name_of(state, deeds.fell_to[who])}"
    if who in deeds.felled:
        felled = deeds.felled[who]
        return f"felled {list_group(state, felled) if len(felled) <= MOST_NAMED else len(felled)}"
    if deeds.healed[who] > deeds.harm[who]:
        return f"gave back {deeds.healed[who]}"
    return f"dealt {deeds.harm[who]}" if deeds.harm[who] else ""


def _describe_end(events: Sequence[e.Event], state: State) -> str:
    ended = next((event for event in reversed(events) if isinstance(event, e.EncounterEnded)), None)
    told = tell(ended, state) if ended is not None else None
    return told.text if told is not None else "The fight is over."


def _list_facts(events: Sequence[e.Event], state: State) -> Iterable[Highlight]:
    rounds = max(state.round, 0)
    if rounds:
        yield Highlight("Rounds", str(rounds))
    damage = [event for event in events if isinstance(event, e.Damaged) and event.by not in ("", event.who)]
    of_party = {who for who, each in state.combatants.items() if each.side == state.party}
    yield Highlight("Dealt", str(sum(event.amount for event in damage if event.by in of_party)))
    yield Highlight("Taken", str(sum(event.amount for event in damage if event.who in of_party)))
    best = _find_best_blow(damage)
    if best is not None:
        yield Highlight("Best blow", _describe_blow(state, best), _find_dice(events, best), is_blow=True)
    spoiled = [event for event in events if isinstance(event, e.SpellSpoiled)]
    if spoiled:
        yield Highlight("Spells spoiled", _describe_spoiled(state, spoiled))


def _find_best_blow(damage: Iterable[e.Damaged]) -> e.Damaged | None:
    """Return the most damage that one combatant did to another at once; the first of equals."""
    return max(damage, key=lambda event: event.amount, default=None)


def _find_dice(events: Sequence[e.Event], blow: e.Damaged) -> tuple[int, ...]:
    """Return the dice of the attack by which a blow hit.

    There are none where it was no attack, or where they are hidden.
    """
    before = events[: next(n for n, each in enumerate(events) if each is blow)]
    for each in reversed(before):
        if isinstance(each, e.Attacked) and (each.who, each.target) == (blow.by, blow.who):
            return list_dice(each, each.face) if each.hit and each.weapon == blow.source else ()
    return ()


def _describe_blow(state: State, event: e.Damaged) -> str:
    doer = state.combatants.get(event.by)
    armed = doer is not None and doer.weapon(event.source) is not None
    weapon = f" with the {name_weapon(state, event.by, event.source)}" if armed else ""
    return f"{name_of(state, event.by)}, {event.amount} to {name_of(state, event.who)}{weapon} in round {event.round}"


def _describe_spoiled(state: State, spoiled: Sequence[e.SpellSpoiled]) -> str:
    told = [
        f"{name_of(state, event.who)}’s {_drop_article(name_spell(state, event.who, event.spell))}" for event in spoiled
    ]
    named = ", ".join(dict.fromkeys(told[:MOST_SPOILED]))
    more = len(told) - MOST_SPOILED
    return f"{len(told)}: {named}{f' and {more} more' if more > 0 else ''}"


def _drop_article(name: str) -> str:
    return name.removeprefix("a ")
