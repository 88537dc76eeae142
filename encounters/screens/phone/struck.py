"""The harm that a player's characters took: on the phone it comes before all else."""

from collections.abc import Sequence
from dataclasses import dataclass

from encounters.narration import find_label
from encounters.narration.names import list_in_words, name_of
from encounters.screens.phone.now import narrate
from encounters.screens.phone.player_view import PlayerView
from rules.api import Pool
from rules.api import events as e

Fall = e.HelplessMade | e.Slain


@dataclass(frozen=True, slots=True)
class Struck:
    """The harm of the character in view, all of a column together."""

    title: str
    """Who did it and how it ended: "Ogre 1 hits you"."""
    amount: int
    pool: Pool
    """The pool that harm reduces, as it is now."""
    down: str = ""
    """Why the character is out of the fight; "" while it stands."""

    @property
    def lost(self) -> int:
        """Return the part of the pool that was lost, as its bar has room for it."""
        return max(0, min(self.amount, self.pool.most - max(self.pool.left, 0)))

    @property
    def left(self) -> int:
        """Return what is left, as its bar shows it."""
        return max(self.pool.left, 0)


@dataclass(frozen=True, slots=True)
class Other:
    """The harm of another of the player's characters: a link to its screen."""

    name: str
    title: str
    pool: Pool
    href: str


@dataclass(frozen=True, slots=True)
class Harm:
    """The harm of the last column with news, of all characters of the player."""

    mine: Struck | None
    others: tuple[Other, ...]


def build_struck(view: PlayerView) -> Harm | None:
    """Return the harm of the last column with news; None where there is none."""
    if not view.has_begun or not view.own or view.state.ended:
        return None
    columns = narrate(view, view.events)
    latest = columns[-1].label if columns else ""
    harms = [
        each
        for each in view.events
        if isinstance(each, e.Damaged)
        and each.amount
        and each.perceived_by
        and each.who in view.own
        and find_label(each, view.state) == latest
    ]
    mine = _build_mine(view, [each for each in harms if each.who == view.shown])
    others = tuple(
        _build_other(view, who, [each for each in harms if each.who == who])
        for who in dict.fromkeys(each.who for each in harms)
        if who != view.shown
    )
    return Harm(mine, others) if mine is not None or others else None


def _build_mine(view: PlayerView, harms: Sequence[e.Damaged]) -> Struck | None:
    if not harms:
        return None
    fell = any(isinstance(each, Fall) and each.who == view.shown for each in view.events)
    verb = ("fells", "fell") if fell else ("hits", "hit")
    pool = view.ruleset.describe_standing(view.state, view.shown).vigour
    return Struck(_name_doers(view, harms, verb, "you"), sum(each.amount for each in harms), pool, view.out)


def _build_other(view: PlayerView, who: str, harms: Sequence[e.Damaged]) -> Other:
    pool = view.ruleset.describe_standing(view.state, who).vigour
    amount = sum(each.amount for each in harms)
    title = f"{_name_doers(view, harms, ('hits', 'hit'), '').strip()} for {amount}"
    return Other(name_of(view.state, who), title, pool, view.make_url("me", {"who": who}))


def _name_doers(view: PlayerView, harms: Sequence[e.Damaged], verbs: tuple[str, str], target: str) -> str:
    """Return who did the harm, with a verb that agrees: "Orc 1 and Orc 2 hit you"."""
    doers = list(dict.fromkeys(name_of(view.state, each.by) for each in harms if each.by and each.by != each.who))
    if not doers:
        return f"{'You are' if target else 'Is'} hurt"
    several = len(doers) > 1
    return f"{list_in_words(doers)} {verbs[several]} {target}"
