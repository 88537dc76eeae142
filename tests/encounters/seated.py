"""A table as browsers meet it.

Pip has Otis and Jaroo, Quill Tenser, Sam watches; Dora runs it. On the other side are two orcs, a shaman, and one
who is hidden. What only the DM may read is spelled CANARY.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Rejected
from encounters.models import Encounter
from encounters.selectors import read_view
from encounters.viewers import Viewer, build_dm_viewer
from rules.kernel.forms import Refusal
from rules.kernel.state import State
from tests.any_procedure import ANY
from tests.encounters.compact import compact
from tests.people import sit

PARTY: tuple[dict[str, Any], ...] = (
    {
        "id": "otis", "name": "Otis", "side": "party", "class": "ranger", "level": 4, "hp": 38, "played": True,
        "weapons": ["sword_long", "bow_long"], "position": [0, 0],
    },
    {
        "id": "tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 5, "hp": 14, "played": True,
        "ac_dexterity": -3, "position": [-6, 4], "weapons": ["dagger"],
        "spells": ["magic_user_sleep", "magic_user_web", {"id": "long_words", "casting": "8 segments"}],
    },
    {
        "id": "jaroo", "name": "Jaroo", "side": "party", "class": "cleric", "level": 4, "hp": 24, "played": True,
        "weapons": ["mace_foot"], "spells": ["cleric_cure_light_wounds"], "position": [-4, 8],
    },
)  # fmt: skip
FOES: tuple[dict[str, Any], ...] = (
    {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 5, "ac": 6, "count": 2, "position": [6, 0]},
    {
        "id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 3, "hp": 97,
        "weapons": ["club"], "spells": ["cleric_hold_person"], "position": [12, 4],
    },
    {
        "id": "canary", "name": "Canaryhidden", "side": "foes", "monster": "bugbear", "hp": 17, "hidden": True,
        "position": [40, 0],
    },
)  # fmt: skip


@dataclass
class At:
    """The table, and shorthands for what people do there in their browsers."""

    encounter: Encounter
    dora: Viewer
    pip: Client = field(default_factory=Client)
    quill: Client = field(default_factory=Client)
    sam: Client = field(default_factory=Client)
    taps: "count[int]" = field(default_factory=lambda: count(1))

    def tap(self) -> str:
        """Return the id of a fresh tap of Dora's."""
        return f"dora-{next(self.taps)}"

    def url(self, rest: str = "") -> str:
        """Return an address of the table."""
        return f"/t/{self.encounter.code}/{rest}"

    @property
    def state(self) -> State:
        """Return the whole truth, which no page may tell."""
        return read_view(self.dora).state

    def sit(self) -> None:
        """Everybody takes a seat."""
        sit(self.pip, self.encounter.campaign, "Pip", ["otis", "jaroo"])
        sit(self.quill, self.encounter.campaign, "Quill", ["tenser"])
        sit(self.sam, self.encounter.campaign, "Sam", kind="spectator")

    def begin(self) -> None:
        """Open the fight, begin round 1 and seal the foes' orders: the players are asked."""
        if not Encounter.objects.get(pk=self.encounter.pk).opened:
            services.open_encounter(self.dora)
        services.begin_round(self.dora, self.tap())
        orders: dict[str, dict[str, Any]] = {
            "orc-1": {"action": "E", "how": "task", "task": "CANARY of the orc", "segments": 10},
            "orc-2": {"action": "E", "how": "charge", "target": "otis"},
            "shaman": {"action": "D", "how": "spell", "spell": "cleric_hold_person", "target": ["otis"]},
            "canary": {"action": "C"},
        }
        for question in self.state.open:
            if question.who in orders and not question.sealed:
                self._order_a_foe(question.token, orders[question.who])

    def _order_a_foe(self, token: str, given: dict[str, Any]) -> None:
        """Give a foe this order, or let it wait if the order is refused.

        In a later round the spell may be cast and its target out of sight.
        """
        try:
            refusal = services.answer(self.dora, self.tap(), token, given).refusal
        except Rejected:
            refusal = Refusal("", "not of the form's shape")
        if refusal is not None:
            services.answer(self.dora, self.tap(), token, {"action": "C"})

    def order(self, who: str, **given: Any) -> None:
        """Dora gives an order for somebody."""
        question = next(each for each in self.state.open if each.who == who and not each.sealed)
        services.answer(self.dora, self.tap(), question.token, given)

    def step(self) -> None:
        """Dora steps. What she or, failing that, a player is asked besides takes its default."""
        question = next((each for each in self.state.open if each.who == "dm" and not each.sealed), None)
        if question is not None and question.question == "next":
            services.answer(self.dora, self.tap(), question.token, {"choice": "go"})
        else:
            services.close(self.dora, self.tap(), "dm" if question is not None else "")

    def step_to(self, clock: int) -> None:
        """Dora steps until this segment is played."""
        while (self.state.clock or 0) < clock:
            self.step()

    def finish(self) -> None:
        """Play the round to its end; what is asked of players takes its default."""
        while not self.state.between_rounds:
            self.step()

    # In a browser.

    def token(self, client: Client, who: str = "") -> str:
        """Return the token of the question on somebody's phone."""
        page = markup(client.get(self.url("me/"), {"who": who} if who else {}))
        found = re.search(r'name="token" value="([^"]+)"', page)
        assert found, "nothing is asked on this phone"
        return found[1]

    def answer(self, client: Client, who: str = "", *, tap: str = "", htmx: bool = False, **given: Any) -> Any:
        """Post an answer whole from the phone: ``target="orc-1"`` is answer.target."""
        posted = {f"answer.{name}": value for name, value in given.items()}
        address = self.url("me/answer/") + (f"?who={who}" if who else "")
        return client.post(
            address,
            {"token": self.token(client, who), "tap": tap or f"tap-{next(self.taps)}", "done": "1", **posted},
            headers=HTMX if htmx else {},
        )


HTMX = {"HX-Request": "true"}


def begun_fight() -> At:
    """Return the fight in round 1, with everybody seated; nobody has an order yet."""
    at = prepared_fight()
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    return at


def prepared_fight(start: str = "melee", ruleset: str = ANY, options: Mapping[str, object] | None = None) -> At:
    """Return the fight, prepared, with nobody seated.

    With ``start="surprise"`` the foes are surprised.
    """
    dora = User.objects.create_user("dora", password="ten segments")
    notes: dict[str, object] = {"start": start, "distance_ft": 10, "reaction": "hostile"}
    if start == "surprise":
        notes["surprised"] = ["foes"]
    encounter = services.create_encounter(dora, "Hall of the Broken Pillar", ruleset, options, notes)
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES))
    return At(encounter, build_dm_viewer(encounter))


def text(response: Any) -> str:
    """Return a page as text."""
    return response.content.decode()


def markup(response: Any) -> str:
    """Return a page as text, each tag on one line."""
    return compact(text(response))


def words(response: Any) -> str:
    """Return the words to be read on a page."""
    plain = re.sub(r"<(style|script|svg)\b.*?</\1>|</?bdi>", _leave_no_word, text(response), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", plain).split())


def _leave_no_word(found: re.Match[str]) -> str:
    """Return a blank for what is no text, and nothing for a mark within a sentence."""
    return " " if found[1] else ""


def buttons(response: Any) -> list[str]:
    """Return the choices offered as buttons: "action=G"."""
    return [
        f"{name}={value}"
        for name, value in re.findall(r'<button[^>]* name="answer\.([^"]+)" value="([^"]*)"', markup(response))
    ]
