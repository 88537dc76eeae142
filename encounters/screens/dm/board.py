"""The orders board: who has declared, who chooses, and what comes of no answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from encounters.narration.names import list_group, name_of
from encounters.narration.questions import describe_silence
from encounters.narration.voice import name_order
from encounters.screens.actions import Act, Link
from encounters.screens.combatants import find_mobs
from encounters.screens.dm.clocks import BoardClock, build_board_clock
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.groups import describe_standing_order
from encounters.screens.dm.seats import describe_seat, make_nudge
from encounters.screens.tokens import Token, build_token, make_token
from encounters.time_of_day import write_time_of_day
from rules.api import DECLARE, OpenQuestion


@dataclass(frozen=True)
class BoardRow:
    """A combatant that declares."""

    name: str
    token: Token
    seat: str
    """Who gives its order, in words."""
    state: str
    """sealed, choosing, yours or wait."""
    words: str
    """The state in words."""
    acts: tuple[Act, ...] = ()
    since: int | None = None
    """When it was asked, in seconds since 1970."""
    asked: str = ""
    """The time at which a player who is awaited was asked: "20:38:41"."""
    hot: bool = False
    """A player is awaited."""
    silent: str = ""
    """What comes of no answer."""
    letter: str = ""
    """The letter on the seal."""
    order: str = ""
    covered: bool = False
    """The order stays hidden on a screen that others see."""
    clock: BoardClock | None = None


@dataclass(frozen=True)
class Board:
    """The orders board."""

    title: str
    note: str
    clauses: tuple[str, ...]
    since: int | None
    """When the first was asked, in seconds since 1970; None where the DM has no order to give."""
    rows: tuple[BoardRow, ...]
    empty: str
    """The words where there are no rows."""


def build_board(view: DmView) -> Board:
    """Return the orders board: a row for each combatant that declares."""
    able = _find_asked(view)
    asked = [each for each in view.state.open if each.question == DECLARE and each.who in able]
    earlier = _list_earlier(view)
    rows = [(each.who, _make_row(view, each)) for each in asked]
    rows += [(who, _make_sealed_row(view, who)) for who in earlier]
    if asked:
        rows += [(who, _make_later_row(view, who)) for who in _list_later(view)]
    since = min((at for each in asked if (at := view.find_asked_time(each))), default=None)
    return Board(
        title="Orders" if view.ruleset.orders else "Whose turn it is",
        note=_describe(view, by_dm=bool(earlier)) if asked else "",
        clauses=asked[0].clauses if asked else (),
        since=int(since.timestamp()) if since and any(row.state == "yours" for _, row in rows) else None,
        rows=tuple(_fold_mobs(view, rows)),
        empty="No orders are being given." if view.state.round >= 0 else "No round is open yet.",
    )


def _fold_mobs(view: DmView, rows: Sequence[tuple[str, BoardRow]]) -> list[BoardRow]:
    """Return the rows; members of a mob in the same state have one."""
    mob_of = {who: mob for mob, members in find_mobs(view.state).items() for who in members}
    found: dict[tuple[str, ...], list[tuple[str, BoardRow]]] = {}
    for who, row in rows:
        same = (mob_of[who], row.state, row.words, row.order, row.silent) if who in mob_of else (who,)
        found.setdefault(same, []).append((who, row))
    return [_merge_rows(view, each) for each in found.values()]


def _merge_rows(view: DmView, rows: Sequence[tuple[str, BoardRow]]) -> BoardRow:
    """Return one row for several members of a mob, with the acts of the first."""
    first, row = rows[0]
    if len(rows) == 1:
        return row
    each = view.state.combatants[first]
    name = list_group(view.state, [who for who, _ in rows])
    return replace(row, name=name, token=build_token(each.side, each.stat_block.mob, each.id))


def _describe(view: DmView, *, by_dm: bool) -> str:
    first, (sealed, of) = view.roster, count_orders(view)
    words = [f"{sealed} of {of} in."]
    if first is not None:
        words.append(f"{name_of(view.state, first.who)} declares first (die {first.face}).")
    elif by_dm:
        words.append("The foes have their orders.")
    return " ".join(words)


def count_orders(view: DmView) -> tuple[int, int]:
    """Return the number of orders that are in, and the number of all."""
    now, earlier = _find_asked(view), len(_list_earlier(view))
    return earlier + sum(now.values()), earlier + len(now) + len(_list_later(view))


def _find_asked(view: DmView) -> dict[str, bool]:
    """Return the combatants that are asked to declare, and whether they have."""
    asked = [each for each in view.state.open if each.question == DECLARE]
    return {each.who: each.sealed for each in asked if not each.sealed or view.state.combatants[each.who].able}


def _list_earlier(view: DmView) -> list[str]:
    """Return the combatants whose orders were given before the others were asked."""
    now = _find_asked(view)
    if not view.ruleset.orders:
        return []
    return [who for who in view.state.declared if who not in now and view.state.combatants[who].able]


def _list_later(view: DmView) -> list[str]:
    """Return the combatants whose turn to declare has yet to come."""
    order, known = view.roster.order if view.roster is not None else (), {*_find_asked(view), *_list_earlier(view)}
    return [who for who in order if who not in known and view.state.combatants[who].able]


def _make_plain_row(view: DmView, who: str, state: str, words: str) -> BoardRow:
    each = view.state.combatants[who]
    return BoardRow(each.name, make_token(each), describe_seat(view, who), state, words)


def _make_later_row(view: DmView, who: str) -> BoardRow:
    return _make_plain_row(view, who, "wait", "asked later")


def _make_row(view: DmView, question: OpenQuestion) -> BoardRow:
    if question.sealed:
        return _make_sealed_row(view, question.who)
    mine = view.is_mine(question.who)
    since, clock = view.find_asked_time(question), build_board_clock(view, question)
    state, words = ("yours", "yours to give") if mine else ("choosing", "choosing")
    row = _make_plain_row(view, question.who, state, words if question.awaited else "need not act")
    declare = Link("Declare", view.make_url("run", {"for": question.token}), small=True, name=f"Declare for {row.name}")
    nudge = None if mine else make_nudge(view, question.who)
    acts = [nudge, clock.act if clock is not None else None, declare]
    return replace(
        row,
        words=clock.state if clock is not None and clock.state else row.words,
        since=None if mine or since is None or clock is not None else int(since.timestamp()),
        asked=write_time_of_day(since) if since is not None and not mine else "",
        hot=not mine and question.awaited,
        silent=describe_standing_order(view, question.who) or describe_silence(view.state, question),
        acts=tuple(act for act in acts if act is not None),
        clock=clock,
    )


def _make_sealed_row(view: DmView, who: str) -> BoardRow:
    each, order = view.state.combatants[who], view.state.declared.get(who)
    return replace(
        _make_plain_row(view, who, "sealed", "sealed"),
        letter=each.name[:1] if each.stat_block.played else "",
        order=name_order(view.state, order) if order is not None else "",
        covered=view.is_covered(who) and not view.is_mine(who),
    )
