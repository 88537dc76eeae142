"""Campaigns in the states in which people look at pages between fights.

`python -m tests.campaigns.browser.states_between` makes them in one database, and prints the parameters of their
addresses and the cookies of those who may look.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import django

LONG_NAME = "Brunhildegardamariaxanthippeoftheunendingriversandtheirfords"
"""A name of 60 characters without a space."""
LONGEST = LONG_NAME[:40]
"""The name of a player, which is as long as it may be."""
LONG_WORDS = (
    "The ferryman's widow waits for a letter, and the bell under the ford rang twice when the web burned. " * 11
)
PEOPLE = ("Otis", "Tenser", "Jaroo", "Ydra", "Serten", "Morwen", "Aldo", "Sly", "Torvald", "Gerda")
TABLES: tuple[dict[str, Any], ...] = (
    {
        "class": "fighter", "level": 3, "hp": 24, "weapons": ["sword_long", "bow_long"], "charges": {"arrow": 20},
        "ac": 4,
    },
    {
        "class": "magic_user", "level": 3, "hp": 9, "weapons": ["dagger", "dart"], "charges": {"dart": 6},
        "spells": ["magic_user_sleep", "magic_user_magic_missile", "magic_user_web"],
    },
    {
        "class": "cleric", "level": 3, "hp": 17, "weapons": ["mace_foot"],
        "spells": ["cleric_bless", "cleric_cure_light_wounds", "cleric_hold_person"],
    },
    {"class": "thief", "level": 4, "hp": 14, "weapons": ["sword_short", "sling_bullet"]},
)  # fmt: skip
FOES: tuple[dict[str, Any], ...] = (
    {"id": "ogre", "name": "Ogre", "side": "foes", "monster": "ogre", "hp": 21, "count": 2},
    {"id": "goblin", "name": "Goblin", "side": "foes", "monster": "goblin", "hp": 4, "count": 3},
)
CONDITIONS = ["blinded", {"id": "drained by the wight", "changes": []}, {"id": "deaf in one ear", "changes": []}]
FULL_SHEET: dict[str, Any] = {
    "abilities": {"str": 18, "int": 17, "wis": 16, "dex": 16, "con": 18, "cha": 15},
    "alignment": "lawful neutral", "coins": {"pp": 1002, "gp": 141_141, "sp": 37_037, "cp": 12_012, "gem": 101},
    "gear": [{"what": f"Rope of silk, {n} ft, with a grapnel of cold iron", "lb": n} for n in range(1, 24)]
    + [{"what": LONG_NAME, "lb": 1000}],
    "notes": LONG_WORDS, "dm_notes": LONG_WORDS, "lasting": [f"cursed by the hag of the fen, {n}" for n in range(6)],
}  # fmt: skip
LATER = 2
"""The fights in preparation of the campaign with many."""
FOUGHT = 48


@dataclass
class Made:
    """A campaign with its DM, the seats of its players, and a count of taps."""

    campaign: Any
    member: Any
    joined: dict[str, Any] = field(default_factory=dict)
    taps: int = 0

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        self.taps += 1
        return f"tap-{self.taps}"

    def sit(self, name: str, kind: str = "player") -> Any:
        """Let somebody take a seat, and return it."""
        from encounters import seats

        self.joined[name] = seats.take_seat(self.campaign, name, kind)
        return self.joined[name].seat

    def make(self, name: str, definition: Mapping[str, Any], sheet: Any = None, **columns: Any) -> Any:
        """Make a character."""
        from campaigns.services import make_character

        return make_character(self.member, name, definition, sheet, **columns)

    def prepare(self, title: str, ruleset: str = "") -> Any:
        """Prepare a fight with all characters who play, and foes."""
        from campaigns.services import write_definition
        from encounters import services
        from encounters.viewers import build_dm_viewer
        from tests.any_procedure import ANY

        fight = services.create_encounter(
            self.member.user, title, ruleset or ANY, {}, {"distance_ft": 30}, campaign=self.campaign
        )
        party = [write_definition(each) for each in self.campaign.characters.filter(status="here")]
        services.add_combatants(build_dm_viewer(fight), [*party, *FOES])
        return fight

    def open(self, title: str) -> Any:
        """Open a fight in its first round, and return its DM."""
        from encounters import services
        from encounters.viewers import build_dm_viewer

        viewer = build_dm_viewer(self.prepare(title))
        services.open_encounter(viewer)
        services.begin_round(viewer, self.tap())
        return viewer

    def rule(self, viewer: Any, *changes: tuple[str, str, Any]) -> None:
        """Change combatants of a fight in play."""
        from encounters import services
        from rules.api import Change

        services.rule(viewer, self.tap(), [Change(*each) for each in changes], "")

    def describe(self, **parts: Any) -> dict[str, Any]:
        """Return the parameters of its addresses, and the cookies of each player."""
        from encounters.viewers import make_seat_cookie

        cookies = {name: make_seat_cookie(each.seat, each.token) for name, each in self.joined.items()}
        return {"c": self.campaign.pk, "code": self.campaign.code, "cookies": cookies, **parts}


def main() -> None:
    """Make the campaigns; print by state the parameters of addresses, and cookies."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    make_dm("rex")
    states = {
        "empty": make_empty(),
        "few": make_few(),
        "running": make_running(),
        "ended": make_ended(),
        "carried": make_carried(),
        "many": make_many(),
        "full": make_full(),
        "own": make_own(),
    }
    print(json.dumps({"states": states, "dms": list_dms(), "message": write_long_message()}))  # noqa: T201


def write_long_message() -> str:
    """Return the cookie of a message that the next page shows."""
    from tests.browser.states import write_message

    return write_message(f"The party rested to day 13, 07:00. {LONG_NAME} 4 of 9. Nobody came in the night.")


def list_dms() -> dict[str, dict[str, str]]:
    """Return the cookies of every DM."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.browser.states import read_cookies

    found = {}
    for user in User.objects.all():
        browser = Client()
        browser.force_login(user)
        found[user.get_username()] = read_cookies(browser)
    return found


def make_dm(name: str) -> Any:
    """Make the account of a DM."""
    from django.contrib.auth.models import User

    return User.objects.create_user(name, password="ten segments")


def make_campaign(user: Any, name: str = "The Ford and the Fen") -> Made:
    """Make a campaign of a DM."""
    from encounters import services
    from encounters.models import Member

    campaign = services.make_campaign(user, name)
    return Made(campaign, campaign.members.select_related("user", "campaign").get(role=Member.Role.OWNER))


# The states.


def make_empty() -> dict[str, Any]:
    """Make a campaign in which there is nothing, not even a player."""
    made = make_campaign(make_dm("emil"))
    made.sit("Pip")
    made.sit("Sam", "spectator")
    return made.describe()


def make_party(made: Made, seat: Any) -> list[Any]:
    """Make four characters, hurt and with spells cast. A player has two of them."""
    sheet = {
        "abilities": {"str": 12, "int": 16, "wis": 13, "dex": 15, "con": 11, "cha": 10},
        "coins": {"gp": 141}, "gear": [{"what": "Rope, 50 ft", "lb": 7.5}], "notes": "Owes the ferryman a letter.",
        "known": ["magic_user_sleep", "magic_user_magic_missile", "magic_user_web", "magic_user_shield"],
    }  # fmt: skip
    more: list[dict[str, Any]] = [
        {"left": 11}, {"left": 3, "cast": ["magic_user_sleep"]}, {"cast": ["cleric_bless"]}, {},
    ]  # fmt: skip
    return [
        made.make(name, table, sheet, experience=6439, seat=seat.pk if n in (1, 2) else None, **more[n])
        for n, (name, table) in enumerate(zip(("Brunhild", "Morwen", "Father Aldo", "Sly"), TABLES, strict=True))
    ]


def make_few() -> dict[str, Any]:
    """Make the campaign of an ordinary evening: a fight is prepared, and a phone asks."""
    from campaigns.services import calendar
    from campaigns.services.guests import add_guest
    from encounters import seat_moves

    made = make_campaign(make_dm("dora"))
    seat = made.sit("Pip")
    party = make_party(made, seat)
    made.sit("Quill")
    made.sit("Sam", "spectator")
    guest = add_guest(made.member, "ranger", 3, "tap-of-a-guest")
    fight = made.prepare("The mill by the bridge")
    calendar.set_clock(made.member, 12, 18, 20)
    calendar.add_lasting(made.member, "torch", 6, party[0].number)
    calendar.change_options(made.member, wanderers=["2 owlbears", "1d6 goblins"])
    calendar.check_for_wanderers(made.member)
    seat_moves.ask_for_seat(made.campaign, seat_moves.write_seat_digest(seat))
    return made.describe(n=party[1].number, cleric=party[2].number, guest=guest.number, e=fight.pk)


def make_running() -> dict[str, Any]:
    """Make a campaign with a fight in play: characters are hurt and blind."""
    made = make_campaign(make_dm("finn"))
    party = make_party(made, made.sit("Pip"))
    made.sit("Quill")
    made.sit("Sam", "spectator")
    viewer = made.open("The drowned chapel")
    made.rule(
        viewer, ("brunhild", "hp", 2), ("morwen", "prone", True), ("morwen", "blinded", True), ("sly", "hp", -3),
    )  # fmt: skip
    return made.describe(n=party[1].number, e=viewer.encounter_id)


def end_fight(made: Made, title: str) -> Any:
    """Fight with the party, and end it: one is down, some are hurt and blind, two foes fled."""
    from encounters import services

    viewer = made.open(title)
    made.rule(
        viewer,
        ("brunhild", "hp", 7), ("brunhild", "charges", ["arrow", 14]), ("morwen", "spells", []),
        ("morwen", "charges", ["dart", 2]), ("morwen", "blinded", True), ("father_aldo", "hp", -4),
        ("sly", "held", True), ("ogre-1", "hp", -11), ("ogre-2", "hp", -12), ("goblin-1", "hp", -3),
        ("goblin-2", "fled", True), ("goblin-3", "fled", True),
    )  # fmt: skip
    services.publish_recap(viewer, made.tap(), 1, "The orcs held the ford until the bell rang.")
    services.end(viewer, made.tap(), "the party holds the ford")
    return viewer


def make_ended() -> dict[str, Any]:
    """Make a campaign with a fight that is over and not carried over, on the table."""
    made = make_campaign(make_dm("gwen"))
    party = make_party(made, made.sit("Pip"))
    made.sit("Quill")
    made.sit("Sam", "spectator")
    viewer = end_fight(made, "Goblin ford")
    return made.describe(n=party[0].number, e=viewer.encounter_id)


def make_carried() -> dict[str, Any]:
    """Make a campaign with a fight that is carried over: a character died in it."""
    from campaigns.outcome import read_outcome
    from campaigns.services import Figures, carry_over
    from encounters import services
    from encounters.models import Encounter
    from encounters.selectors import read_view

    made = make_campaign(make_dm("hugo"))
    party = make_party(made, made.sit("Pip"))
    made.sit("Sam", "spectator")
    viewer = end_fight(made, "Goblin ford")
    fight = Encounter.objects.get(pk=viewer.encounter_id)
    figures = {
        each.key: Figures(left=each.left, experience=400, gold=60, is_dead=each.key == "father_aldo")
        for each in read_outcome(fight, read_view(viewer)).characters
    }
    carry_over(made.member, fight.pk, figures, experience=1600)
    services.clear_table(viewer)
    return made.describe(n=party[1].number, dead=party[2].number, e=fight.pk)


def make_many() -> dict[str, Any]:
    """Make a campaign of 20 characters and 50 fights among many campaigns, with long names."""
    from encounters import services
    from encounters.models import Encounter
    from tests.any_procedure import ANY

    cleo = make_dm("cleo")
    for n in range(10):
        make_campaign(cleo, f"The Long Road {n}" if n else LONG_NAME)
        services.create_encounter(cleo, f"A single evening {n}" if n else LONG_NAME, ANY, {}, {})
    made = make_campaign(cleo, f"{LONG_NAME} and the Fen")
    seat = made.sit(LONGEST)
    for name in PEOPLE[:7]:
        made.sit(name)
    made.sit("Sam", "spectator")
    for n in range(20):
        name = LONG_NAME if n == 0 else f"{PEOPLE[n % 10]} {'of the Fen' if n < 10 else 'the Younger'}"
        status = {17: "retired", 18: "dead", 19: "absent"}.get(n, "here")
        made.make(name, TABLES[n % 4], experience=1000 * n, seat=seat.pk if n % 5 == 0 else None, status=status)
    for n in range(LATER):
        made.prepare(f"The tower {n}")
    for n in range(FOUGHT):
        title = f"Room {n} of the hall" if n else LONG_NAME
        services.create_encounter(cleo, title, ANY, {}, {}, campaign=made.campaign)
    rows = Encounter.objects.filter(campaign=made.campaign).exclude(title__startswith="The tower")
    rows.update(state=Encounter.State.ENDED)
    # Only the last fight is read as a whole: it alone was fought.
    viewer = made.open("The last stand of the party that was the longest of them all")
    services.end(viewer, made.tap(), "they fled")
    services.clear_table(viewer)
    return made.describe(n=1)


def make_full() -> dict[str, Any]:
    """Make a character of several classes with a full sheet, and its henchman."""
    from campaigns.services import change_character
    from rules.api import list_spells

    made = make_campaign(make_dm("ines"), LONG_NAME)
    seat = made.sit(LONGEST)
    made.sit("Sam", "spectator")
    spells = [each.id for each in list_spells("magic_user")]
    definition = {
        "classes": [
            {"class": "fighter", "level": 7}, {"class": "magic_user", "level": 9}, {"class": "thief", "level": 8},
        ],
        "race": "half-elf", "hp": 51, "ac": -2, "weapons": [
            "sword_long", "sword_short", "bow_long", "dagger", "dart", "staff_quarter", "axe_hand", "spear", "javelin",
        ],
        "charges": {"arrow": 140, "dagger": 3, "dart": 12, "axe_hand": 2, "spear": 2, "javelin": 6,
                    "wand_magic_missiles": 80},
        "devices": ["wand_magic_missiles", *(["potion_healing"] * 4), "potion_speed"],
        "spells": spells[:40], "conditions": CONDITIONS,
    }  # fmt: skip
    known = spells[:45]
    owner = made.make(
        LONG_NAME, definition, {**FULL_SHEET, "known": known}, experience=123_456_789 // 10, left=12, seat=seat.pk,
        cast=spells[:20],
    )  # fmt: skip
    made.make(f"{LONG_NAME[:59]}b", TABLES[0], henchman_of=owner.pk)
    for n in range(12):
        change_character(made.member, owner.number, {"left": 12 + n}, {})
    return made.describe(n=owner.number)


def make_own() -> dict[str, Any]:
    """Make a character with the own sheet of a procedure that has one."""
    made = make_campaign(make_dm("jana"))
    definition = find_own_definition()
    own = made.make(
        "Bran", definition, {"coins": {"gp": 3}, "notes": LONG_WORDS}, experience=40, seat=made.sit("Pip").pk
    )
    return made.describe(n=own.number)


def find_own_definition() -> dict[str, Any]:
    """Return the longest own sheet of a combatant in the library of its procedure."""
    import tomllib

    from rules.api import get_ruleset, list_rulesets
    from rules.scenarios.library import find_scenario_files

    found: list[dict[str, Any]] = []
    for id in list_rulesets():
        sheet = get_ruleset(id).own_sheet
        for path in find_scenario_files(id).values() if sheet is not None else ():
            rows = tomllib.loads(path.read_text()).get("combatant", ())
            found += [{sheet.key: each[sheet.key]} for each in rows if sheet is not None and sheet.key in each]
    return max(found, key=lambda each: len(json.dumps(each, default=str)))


if __name__ == "__main__":
    main()
