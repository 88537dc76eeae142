"""Dora's browser at her table, for tests.

It posts to the fight's addresses and reads its page.
"""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.test import Client

from encounters.selectors import read_view
from rules.kernel.state import State
from tests.encounters.compact import compact
from tests.encounters.conftest import Table

HTMX = {"HTTP_HX_REQUEST": "true"}


class Hers:
    """Dora's browser at her table: posts to the fight's addresses and reads its page."""

    def __init__(self, table: Table, dora: User) -> None:
        self.table, self.client = table, Client()
        self.client.force_login(dora)
        self.url = f"/e/{table.encounter.pk}/"

    @property
    def state(self) -> State:
        return read_view(self.table.dora).state

    def page(self, rest: str = "") -> str:
        return compact(self.client.get(self.url + rest).content.decode())

    def post(self, rest: str, given: Mapping[str, object] | None = None, **headers: str) -> tuple[int, str]:
        answer = self.client.post(self.url + rest, given or {}, **headers)  # type: ignore[arg-type]
        return answer.status_code, compact(answer.content.decode())

    def token(self, who: str) -> str:
        return next(each.token for each in self.state.open if each.who == who)

    def order(self, who: str, *, htmx: bool = False, **more: object) -> tuple[int, str]:
        """``who`` is to strike the first orc, or to wait."""
        given = {"token": self.token(who), "answer.action": "G", "answer.target": "orc-1", **more}
        return self.post("answer/", given, **(HTMX if htmx else {}))

    def begin(self) -> None:
        self.post("round/", {"after": str(self.state.round)})

    def close(self) -> None:
        self.post("close/")

    def step(self) -> tuple[int, str]:
        return self.post("next/", {"token": self.token("dm")})

    def play_round(self) -> None:
        self.begin()
        self.order("otis")
        self.close()
        while not self.state.between_rounds:
            self.step()
