"""The names of the database constraints that an error says were violated."""

import re

from django.db import IntegrityError, models

INDEX = re.compile(r"UNIQUE constraint failed: index '([^']+)'")
"""SQLite's words for a unique index of expressions, which it names."""

COLUMNS = re.compile(r"UNIQUE constraint failed: (.+)")
"""SQLite's words for any other one: it names the columns."""


def find_violated(problem: IntegrityError, model: type[models.Model]) -> str:
    """Return the name of the unique constraint that was violated; "" for anything else."""
    names = [each.name for each in model._meta.constraints if isinstance(each, models.UniqueConstraint)]
    diagnosis = getattr(problem.__cause__, "diag", None)
    if diagnosis is not None:
        found = diagnosis.constraint_name or ""
    elif index := INDEX.match(str(problem)):
        found = index[1]
    elif columns := COLUMNS.match(str(problem)):
        found = _find_by_columns(columns[1].split(", "), model)
    else:
        found = ""
    return found if found in names else ""


def _find_by_columns(columns: list[str], model: type[models.Model]) -> str:
    names = {f"{model._meta.db_table}.{field.column}": field.name for field in model._meta.concrete_fields}
    fields = tuple(names.get(each, "") for each in columns)
    constraints = (each for each in model._meta.constraints if isinstance(each, models.UniqueConstraint))
    return next((each.name for each in constraints if each.fields == fields), "")
