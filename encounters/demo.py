"""The demo fight, the Hall of the Broken Pillar: a party of three against orcs."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from encounters import services
from encounters.demo_cast import list_cast
from encounters.models import Encounter
from encounters.viewers import build_dm_viewer
from rules.api import get_ruleset, list_rulesets

DM_NAME = "dora"
TITLE = "Hall of the Broken Pillar"
RULESET = list_rulesets()[0]
NOTES = {"setting": "indoors", "start": "melee", "reaction": "hostile"}


@transaction.atomic
def make_demo(ruleset: str = RULESET) -> tuple[Any, Encounter]:
    """Make the demo's DM and their fight by this ruleset, and return both.

    The fight is open for its first round. What already exists stays as it is.
    """
    runs_site = {"is_staff": True, "is_superuser": True}  # it is their own machine
    user, made = get_user_model().objects.get_or_create(username=DM_NAME, defaults=runs_site)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user, make_demo_of(user, ruleset)


@transaction.atomic
def make_demo_of(user: Any, ruleset: str = RULESET) -> Encounter:
    """Return the demo fight of a DM, open for its first round; it is made where there is none."""
    title = TITLE if ruleset == RULESET else f"{TITLE}, {get_ruleset(ruleset).short}"
    encounter = Encounter.tables.filter(campaign__members__user=user, title=title).first()
    return encounter or _prepare(user, title, ruleset)


def _prepare(user: Any, title: str, ruleset: str) -> Encounter:
    procedure = get_ruleset(ruleset)
    encounter = services.create_encounter(user, title, ruleset, {}, {**NOTES, "start": procedure.starts[-1]})
    for definition in list_cast(procedure):
        services.put_combatant(build_dm_viewer(encounter), definition)
    services.open_encounter(build_dm_viewer(encounter))
    encounter.refresh_from_db()
    return encounter
