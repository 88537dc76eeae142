"""Acts that the text does not treat (GAP.1), and parts of the resolution that deeds share."""

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.procedure import Table
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.acts import find_shared_resolver
from rules.procedures.adnd.deed_types import WeaponSetting
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.psionics import play_exchange_once
from rules.procedures.crucible import opportunity
from rules.procedures.crucible.deed_types import TooFast
from rules.procedures.crucible.events import Engaged
from rules.procedures.crucible.options import ids


def resolve_set(table: Table, deed: WeaponSetting, clauses: tuple[str, ...]) -> Resolving:
    """Set a weapon on the count; a foe that then enters meets it by its length."""
    yield e.WeaponSet(who=deed.who, weapon=deed.weapon, clauses=clauses, segment=deed.number)


def resolve_untreated(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Resolve an act that the text does not treat, on the doer's own count (GAP.1)."""
    cited = tuple(dict.fromkeys((*clauses, *ids("GAP.1"))))
    yield from resolve_and_leave(table, deed, find_shared_resolver(deed)(table, deed, cited))


def resolve_psionic(table: Table, deed: Psionics, clauses: tuple[str, ...]) -> Resolving:
    """Resolve one psionic exchange, on the psionicist's own count (GAP.1)."""
    yield from play_exchange_once(table, deed, tuple(dict.fromkeys((*clauses, *ids("GAP.1")))))


def resolve_and_leave(table: Table, deed: Deed, magic: Resolving) -> Resolving:
    """Resolve magic, then end the engagements of a combatant that it put somewhere else.

    Such a combatant has moved past nobody. Magic comes after what the others of the moment only begin: who begins a
    spell in it, and is hurt by it, is casting already (II.D).
    """
    yield Need(HIT - 1, [])
    before = table.state.combatants[deed.who].place
    yield from magic
    if table.state.combatants[deed.who].place != before:
        yield from leave(table, deed.who)


def leave(table: Table, who: CombatantId, clauses: tuple[str, ...] = ()) -> Telling:
    """End the engagements with foes that are out of each other's reach by now."""
    for foe in opportunity.list_parted(table.state, who):
        yield Engaged(who=who, target=foe.id, apart=True, clauses=clauses)


def make_deed_lost(deed: Deed, cause: str, clauses: tuple[str, ...]) -> e.DeedLost:
    """Return the event that a deed is lost."""
    return e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=clauses, segment=deed.number)


def explain_not_done(deed: Deed) -> tuple[str, tuple[str, ...]]:
    """Return the cause and clauses of an attack or spell that comes to nothing on its turn."""
    if deed.status is TooFast:
        return "moves too fast", ids("III.D.fast", "MOVE.3")
    return "has attacked or cast already", ids("III.B", "TURN.1")
