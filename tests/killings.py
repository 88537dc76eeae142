"""Writes that are killed: a process that ends before each of its statements."""

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.db import connection

Act = Callable[[], object]

MOST_STATEMENTS = 200
"""The most statements that one act may have."""


class Killed(Exception):
    """The process ends here."""


class KilledAt:
    """Ends the process before the statement of a number that writes."""

    def __init__(self, number: int) -> None:
        self.number, self.count = number, 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.count += 1
            if self.count == self.number:
                raise Killed
        return execute(sql, params, many, context)


def count_killings(act: Act) -> Iterator[int]:
    """Do something again, killed one statement later each time; yield after each."""
    for number in range(1, MOST_STATEMENTS):
        with connection.execute_wrapper(KilledAt(number)):
            try:
                act()
            except Killed:
                killed = True
            else:
                killed = False
        if not killed:
            return
        yield number
    raise AssertionError("it never ended")


def read_all() -> dict[str, list[dict[str, Any]]]:
    """Return every row of every database table."""
    return {
        each._meta.label: [dict(row) for row in each._default_manager.order_by("pk").values()]
        for each in apps.get_models(include_auto_created=True)
    }
