"""One campaign, moved to another installation: a copy of it alone, with other numbers.

The people stay behind: secrets of seats, other DMs and their names, passwords and addresses are not in such a copy.
"""

import contextlib
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.db import DatabaseError, connections, models, transaction

from combat_site.copies.files import CAMPAIGN, CopyError, Manifest, describe, write_file
from combat_site.copies.making import copy_database, count_rows, make_working_folder, refuse_file
from combat_site.copies.restoring import Ready
from combat_site.copies.rows import is_behind, list_models, open_file, quote
from encounters.models import Campaign, Encounter, HouseRules, Invitation, Member, Seat, SeatRequest, make_code
from encounters.viewers import hash_secret

NOT_MOVED = ("admin", "auth", "contenttypes", "sessions")
"""The apps whose rows stay behind: they are the installation's."""

Shifts = Mapping[type[models.Model], int]
"""What is added to the numbers of the rows of each model."""


def export_campaign(campaign: Campaign, file: Path, encounter: Encounter | None = None) -> Manifest:
    """Write a campaign, or one encounter of it, to a file, and return the manifest.

    Raises CopyError.
    """
    refuse_file(file)
    if is_behind("default"):
        raise CopyError("The database is of an earlier version. Run migrate first.")
    made = datetime.now(UTC)
    try:
        with make_working_folder() as folder:
            database = folder / "campaign.sqlite3"
            copy_database(database)
            with open_file(database, "moved") as alias, transaction.atomic(using=alias):
                keep_alone(alias, campaign.pk, encounter.pk if encounter else None)
                leave_people(alias)
            with contextlib.closing(sqlite3.connect(database)) as connection:
                connection.execute("VACUUM")  # what was deleted is still in the file until then
            manifest = describe(made, connections["default"].vendor, database, count_rows(database), kind=CAMPAIGN)
            write_file(file, manifest, database)
    except (OSError, sqlite3.Error, DatabaseError) as problem:
        raise CopyError(f"{file} was not written: {problem}.") from problem
    return manifest


def keep_alone(alias: str, campaign_id: int, encounter_id: int | None) -> None:
    """Delete all but one campaign there, or all but one encounter of it."""
    Campaign.objects.using(alias).exclude(pk=campaign_id).delete()
    Encounter.objects.using(alias).filter(trial_of__isnull=False).delete()
    if encounter_id is None:
        return
    Encounter.objects.using(alias).exclude(pk=encounter_id).delete()
    Campaign.objects.using(alias).update(name="")
    for relation in Campaign._meta.related_objects:
        if relation.related_model not in (Encounter, Member, Seat):
            relation.related_model._base_manager.using(alias).all().delete()


def leave_people(alias: str) -> None:
    """Delete there what is a person's: secrets, and DMs but for the owner, who has no name."""
    for model in (Invitation, SeatRequest, HouseRules, LogEntry, Group):
        model._default_manager.using(alias).all().delete()
    owner = Member.objects.using(alias).get(role=Member.Role.OWNER).user_id
    User.objects.using(alias).exclude(pk=owner).delete()
    fresh = User(username="owner", is_active=True)
    fresh.set_unusable_password()
    User.objects.using(alias).update(
        **{
            each.attname: getattr(fresh, each.attname)
            for each in User._meta.local_concrete_fields
            if not each.primary_key
        }
    )
    User.user_permissions.through._base_manager.using(alias).all().delete()
    for seat in Seat.objects.using(alias).filter(forgotten=None):
        seat.token_hash, seat.link_hash, seat.alerts = make_unknown_hash(), None, []
        seat.save(using=alias, update_fields=["token_hash", "link_hash", "alerts"])


def make_unknown_hash() -> str:
    """Return the hash of a secret that nobody has."""
    return hash_secret(secrets.token_urlsafe(24))


def import_campaign(ready: Ready, owner: User) -> Campaign:
    """Add the campaign of a copy to this database, owned by this DM, and return it.

    Raises CopyError where the copy is one of everything. It is one transaction.
    """
    if ready.manifest.kind != CAMPAIGN:
        raise CopyError("This is a copy of everything: `restore` brings it back.")
    with open_file(ready.database, "moved") as alias, transaction.atomic():
        moved = [each for each in list_models(alias) if each._meta.app_label not in NOT_MOVED]
        shifts = {each: _reserve_numbers(alias, each) for each in moved}
        for each in moved:
            _insert_shifted(alias, each, shifts, owner.pk)
        return Campaign.objects.get(pk=Campaign.objects.using(alias).get().pk + shifts[Campaign])


def _reserve_numbers(alias: str, model: type[models.Model]) -> int:
    """Return what to add to the numbers of a model's rows, so that they are free here."""
    key = model._meta.pk
    if not isinstance(key, models.AutoField):
        return 0
    rows = model._base_manager
    span = rows.using(alias).aggregate(most=models.Max("pk"))["most"] or 0
    taken = rows.aggregate(most=models.Max("pk"))["most"] or 0
    connection = connections["default"]
    if connection.vendor == "postgresql" and span:
        names, sequence = [quote("default", model._meta.db_table), key.column], "pg_get_serial_sequence(%s, %s)"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT nextval({sequence})", names)
            taken = max(taken, cursor.fetchone()[0])
            cursor.execute(f"SELECT setval({sequence}, %s)", [*names, taken + span])
    return taken


def _insert_shifted(alias: str, model: type[models.Model], shifts: Shifts, owner: int) -> None:
    """Insert the rows of a model with their new numbers."""
    made = []
    for row in model._base_manager.using(alias).order_by("pk"):
        for field in model._meta.local_concrete_fields:
            number = getattr(row, field.attname)
            if number is not None:
                setattr(row, field.attname, _shift(field, number, shifts, owner))
        if isinstance(row, Campaign) and Campaign.objects.filter(code=row.code).exists():
            row.code = make_code()
        if isinstance(row, Seat) and row.token_hash:
            row.token_hash = make_unknown_hash()  # that of the file is here already, where it is imported twice
        renumber = getattr(row, "renumber_references", None)
        if renumber is not None:
            renumber(shifts)
        made.append(row)
    model._base_manager.using("default").bulk_create(made, batch_size=500)


def _shift(field: "models.Field[Any, Any]", number: Any, shifts: Shifts, owner: int) -> Any:
    """Return a value of a row as it is here: numbers of rows are others, users are the owner."""
    if isinstance(field, models.ForeignKey):
        return owner if field.related_model is User else number + _find_shift(field.related_model, shifts)
    return number + shifts[field.model] if field.primary_key else number


def _find_shift(model: Any, shifts: Shifts) -> int:
    """Return the shift of a model, or of the one whose numbers its rows have."""
    key = model._meta.pk
    return _find_shift(key.related_model, shifts) if isinstance(key, models.ForeignKey) else shifts[model]


def list_names(campaigns: Iterable[Campaign]) -> str:
    """Return the numbers and names of campaigns, for people to choose one."""
    return "\n".join(f"  {each.pk}  {each.name or each.encounters.first() or each.code}" for each in campaigns)
