"""The regions of a player's phone, in the order of the page."""

from dataclasses import dataclass, field, replace

from encounters.addresses import make_address
from encounters.narration import split_paragraphs
from encounters.narration.columns import name_round
from encounters.narration.names import name_of
from encounters.screens.actions import Act, Link, Post
from encounters.screens.announcement import announce_news
from encounters.screens.battle_map.build import build_battle_map, find_origin
from encounters.screens.battle_map.shapes import BattleMap
from encounters.screens.phone.alerts import build_alert_choice, build_signals
from encounters.screens.phone.ask import build_ask
from encounters.screens.phone.company import build_company
from encounters.screens.phone.drafts import build_draft_offer
from encounters.screens.phone.notice import build_banner, build_order
from encounters.screens.phone.now import build_now
from encounters.screens.phone.player_view import PlayerView
from encounters.screens.phone.rounds import build_missed, build_missed_rounds, build_saw
from encounters.screens.phone.sheet import build_sheet
from encounters.screens.phone.struck import build_struck
from encounters.screens.region import Region, Screen
from encounters.screens.result import Result, find_result
from encounters.screens.seen_card import link_seen_cards
from encounters.screens.summary import Summary, build_summary
from encounters.screens.ticking import Ticks, build_ticks
from encounters.screens.tokens import Token, make_token
from rules.api import Pool, Standing
from rules.api import events as e


@dataclass(frozen=True)
class PhoneHead:
    """The head of the phone: the character's name and token, or the fight's title."""

    name: str
    token: Token | None = None
    vigour: Pool | None = None
    """The pool that harm reduces."""
    plain: bool = False
    """The page has no socket."""


def build_head(view: PlayerView) -> PhoneHead:
    """Return the head of the phone."""
    each = view.me if view.has_begun else None
    if each is None:
        return PhoneHead(view.encounter.title)
    return PhoneHead(each.name, make_token(each), view.ruleset.describe_standing(view.state, view.shown).vigour)


def build_left(view: PlayerView) -> Standing | None:
    """Return the character's standing if it has pools to spend in the round, else None."""
    if not view.has_begun or view.me is None:
        return None
    found = view.ruleset.describe_standing(view.state, view.shown)
    return found if found.round else None


@dataclass(frozen=True)
class CharacterTab:
    """One of the characters of a player with several: a link to its screen."""

    name: str
    token: Token
    href: str
    on: bool
    """It is the one on the screen."""
    asked: bool
    sealed: bool
    vigour: Pool
    """The pool that harm reduces."""


def build_people(view: PlayerView) -> tuple[CharacterTab, ...]:
    """Return the characters of a player with several, to switch between them."""
    if not view.has_begun or len(view.own) < 2:
        return ()
    return tuple(
        CharacterTab(
            each.name,
            make_token(each),
            view.make_url("me", {"who": each.id}),
            on=each.id == view.shown,
            asked=view.is_asked(each.id),
            sealed=view.orders.open and each.id in view.orders.declared,
            vigour=view.ruleset.describe_standing(view.state, each.id).vigour,
        )
        for each in (view.state.combatants[who] for who in view.own)
    )


def build_map(view: PlayerView) -> BattleMap | None:
    """Return the battle map as the player's characters see it.

    Returns None before the opening, and for a player without characters.
    """
    if not view.has_begun or not view.own:
        return None
    return build_battle_map(
        view.state, view.events, own=view.own, origin=find_origin(view), cards=link_seen_cards(view)
    )


def build_end(view: PlayerView) -> Summary | None:
    """Return how the fight ended, as the player saw it; None while it goes on."""
    return build_summary(view)


@dataclass(frozen=True)
class ToldRound:
    """The DM's recap of the last round."""

    title: str
    paragraphs: tuple[str, ...]


def build_told(view: PlayerView) -> ToldRound | None:
    """Return the recap of the last round, for a player who waits and after the fight."""
    waits = view.has_begun and (view.state.between_rounds or (view.orders.open and view.question is None))
    if not waits and not (view.has_begun and view.state.ended):
        return None
    number, text = view.find_last_recap()
    if number is None or not text:
        return None
    return ToldRound("" if view.state.ended else f"Recap of {name_round(number).lower()}", split_paragraphs(text))


@dataclass(frozen=True)
class Tab:
    """A tab at the foot of the phone."""

    label: str
    icon: str
    href: str
    on: bool


TABS = (
    ("now", "Now", "clock", "me"),
    ("sheet", "Sheet", "shield", "my-sheet"),
    ("saw", "What I saw", "book", "what-i-saw"),
)
"""The name, the label, the icon and the address of each tab."""


def build_tabs(view: PlayerView) -> tuple[Tab, ...]:
    """Return the tabs: now, the sheet, the rounds seen."""
    return tuple(Tab(label, icon, view.make_own_url(page), view.page.tab == name) for name, label, icon, page in TABS)


def build_announcement(view: PlayerView) -> str:
    """Return the new events as screen readers say them, without the orders that were given."""
    return announce_news(view, left_out=(e.Declared,))


def build_seat_acts(view: PlayerView) -> tuple[Act, ...]:
    """Return the actions on the seat, for the foot of the sheet."""
    acts: list[Act] = [Link("Play another character too", view.make_url("my-characters"), icon="plus", tone="quiet")]
    acts.append(Link("Move this seat to another device", view.make_url("my-link"), icon="phone", tone="quiet"))
    acts.append(Link("Sound and vibration", view.make_own_url("my-signals"), icon="bell", tone="quiet"))
    acts.append(Link("Rule book", make_address("rules"), icon="book", tone="quiet"))
    each = view.me if view.has_begun else None
    if each is not None:
        words = "Let the table roll my dice" if each.types_dice else "I roll my own dice"
        hidden = (("who", view.shown), ("on", "" if each.types_dice else "1"))
        acts.insert(0, Post(words, view.make_own_url("my-types-dice"), icon="d20", hidden=hidden))
    return tuple(acts)


def build_own_result(view: PlayerView) -> Result | None:
    """Return the character's last roll of the column in play, without its name."""
    if not view.has_begun or not view.shown:
        return None
    found = find_result(view.state, view.events, (view.shown,))
    return replace(found, who="") if found is not None else None


STANDS = {
    "asks": ("You have asked the DM.", "Your clock is stopped until the DM restarts it."),
    "paused": ("The DM has stopped your clock.", ""),
    "away": ("Your clock is stopped.", "Your phone was away."),
}
"""The reasons for which a clock stands still, in words."""

NOT_BEGUN = "Your clock has not begun."
UNREADY = "It starts when you say that you are ready. Every six seconds then cost a segment."

BOXES = 4
"""The least number of boxes shown."""


@dataclass(frozen=True)
class PhoneClock:
    """The clock of the question on the screen."""

    ticks: Ticks
    token: str
    clauses: tuple[str, ...]
    title: str
    """Why it stands still; "" while it counts."""
    words: str
    away: bool
    ask: str
    """The address of a question to the DM; "" while the clock stands still."""
    ready: str
    """The address at which the player says to be ready; "" where they have."""
    uncounted: str = field(compare=False)
    """The seconds without signal that do not count, in words; "" for none."""


def build_clock(view: PlayerView) -> PhoneClock | None:
    """Return the clock of the question on the screen; None where it has none."""
    reading = view.clock if view.has_begun and view.shown else None
    if reading is None or view.question is None:
        return None
    has_begun = reading.since is not None
    is_ready = reading.state != "unready"
    not_begun = (NOT_BEGUN, _name_first(view) if is_ready else UNREADY)
    title, words = STANDS.get(reading.state, ("", "")) if has_begun else not_begun
    away = 0 if reading.counts_away else reading.count_seconds(reading.away)
    return PhoneClock(
        build_ticks(reading, BOXES),
        token=view.question.token,
        clauses=view.question.clauses,
        title=title,
        words=words,
        away=has_begun and reading.state == "away",
        ask=view.make_own_url("ask-the-dm") if has_begun and reading.runs else "",
        ready="" if is_ready else view.make_own_url("i-am-ready"),
        uncounted=f"{away} s without signal do not count." if away else "",
    )


def _name_first(view: PlayerView) -> str:
    """Return who of the player's characters is asked before the one on the screen, in words."""
    first = view.timed
    if first is None:
        return ""
    name = name_of(view.state, first.shown)
    return f"{name} is asked first: choose {name} above."


def find_asked(view: PlayerView) -> tuple[str, int]:
    """Return the token of what is asked, and the number of the round's rulings.

    A form that is being filled in is replaced by another question, or where a ruling may have changed its options.
    """
    if not view.has_begun:
        return "", 0
    open_ = view.question or view.roll
    rulings = sum(isinstance(each, e.Ruled | e.EffectChanged | e.Appeared | e.Revealed) for each in view.events)
    return open_.token if open_ is not None else "", rulings


def find_last_seen(view: PlayerView) -> tuple[int, bool]:
    """Return the last round seen, and whether it is over.

    Within a round nobody loses the line that they read.
    """
    last = view.numbers[-1] if view.numbers else -1
    return last, view.is_over(last)


SCREEN = Screen(
    "phone",
    PlayerView,
    Region("me", build_head, template="components/me.html", place="top"),
    Region("left", build_left, place="head"),
    Region("people", build_people, place="head"),
    Region("banner", build_banner, place="head", is_logged=False),
    Region("missed", build_missed, place="head", is_pushed=False),
    Region("signals", build_signals, template="components/signals.html", place="notices", is_logged=False),
    Region("clock", build_clock, place="notices", is_logged=False),
    Region("struck", build_struck, place="now_tab"),
    Region("result", build_own_result, template="components/result.html", place="now_tab"),
    Region("draft", build_draft_offer, place="now_tab"),
    Region("ask", build_ask, place="now_tab", key=find_asked),
    Region("order", build_order, place="now_tab"),
    Region("summary", build_end, template="components/summary.html", place="now_tab", is_logged=False),
    Region("told", build_told, place="now_tab", is_logged=False),
    Region("now", build_now, place="now_tab"),
    Region("company", build_company, place="now_tab"),
    Region("field", build_map, model="map", place="now_tab"),
    Region("sheet", build_sheet, place="sheet_tab"),
    Region("seat", build_seat_acts, place="sheet_tab", is_pushed=False),
    Region("saw", build_saw, place="saw_tab", key=find_last_seen),
    Region("missed_rounds", build_missed_rounds, place="missed_tab", is_pushed=False),
    Region("signalling", build_alert_choice, place="signals_tab", is_pushed=False),
    Region("tabbar", build_tabs, model="tabs", place="foot"),
    Region("announce", build_announcement, template="screens/announce.html", is_spoken=True),
)

FIRST = SCREEN.list_in("top", "head", "notices", "now_tab", "foot")
"""The regions of the first screen."""
