"""`python -m tests.campaigns.golden.make_campaign FOLDER`: write a golden database.

Dora's campaign is in the midst of its third fight; Emil's has rested after its first one, which was carried over.
What is known of them, ``expected.json``, is read from the same database.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.golden.make import dump, fresh_database, write

FORD, ROAD = "The Ford and the Fen", "The Long Road"
"""The campaigns."""

OTIS: dict[str, Any] = {
    "class": "ranger",
    "level": 3,
    "hp": 27,
    "ac": 4,
    "weapons": ["bow_long", "sword_long"],
    "charges": {"arrow": 24},
    "devices": ["potion_healing"],
}
OTIS_SHEET: dict[str, Any] = {
    "abilities": {"str": 17, "int": 12, "wis": 14, "dex": 15, "con": 16, "cha": 10},
    "alignment": "chaotic good",
    "gear": [{"what": "Rope, 50 ft", "lb": 7.5}, {"what": "Lantern", "lb": 6.0}],
    "coins": {"gp": 31, "sp": 7},
    "notes": "Owes the ferryman.",
    "dm_notes": "The ferryman lies.",
}
TENSER: dict[str, Any] = {
    "class": "magic_user",
    "level": 4,
    "hp": 11,
    "weapons": ["dagger", "dart"],
    "spells": ["magic_user_sleep", "magic_user_sleep", "magic_user_magic_missile", "magic_user_web"],
    "devices": ["wand_magic_missiles"],
    "charges": {"dart": 6, "wand_magic_missiles": 21},
}
BOOK = ["magic_user_sleep", "magic_user_magic_missile", "magic_user_shield", "magic_user_web"]
YDRA: dict[str, Any] = {
    "classes": [{"class": "fighter", "level": 3}, {"class": "magic_user", "level": 2}],
    "hp": 19,
    "weapons": ["sword_long"],
    "spells": ["magic_user_shield"],
}
JAROO: dict[str, Any] = {
    "class": "cleric",
    "level": 3,
    "hp": 17,
    "weapons": ["mace_foot"],
    "spells": ["cleric_bless", "cleric_cure_light_wounds", "cleric_hold_person"],
}
FOES: tuple[dict[str, Any], ...] = (
    {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 6, "count": 3, "weapons": ["sword_short"]},
    {"id": "ogre", "name": "Ogre", "side": "foes", "monster": "ogre", "hp": 19, "hidden": True},
)
BLESSED = {"id": "blessed", "rounds": 600}

MOST_CLOSED = 60
"""The most questions and dice of a round that are closed."""


def main(argv: list[str]) -> int:
    """Write the folder."""
    folder = Path(argv[0])
    with fresh_database() as database:
        found = make_campaigns()
        write(folder / "database.sql.xz", dump(database))
    (folder / "expected.json").write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    return 0


def make_campaigns() -> dict[str, Any]:
    """Fill an empty database, and return what is known of it."""
    from django.contrib.auth.models import User

    from tests.campaigns.golden.campaign_facts import describe_campaign, describe_people

    dora, emil = User.objects.create_user("dora"), User.objects.create_user("emil")
    ford, road = Story(dora, FORD), Story(emil, ROAD)
    play_ford(ford, emil)
    before = play_road(road)
    return {
        FORD: {**describe_campaign(ford.campaign), **describe_people(ford.campaign, ford.tokens)},
        ROAD: {**describe_campaign(road.campaign), **describe_people(road.campaign, road.tokens), **before},
    }


class Story:
    """A campaign, and what its DM does in it."""

    def __init__(self, owner: Any, name: str) -> None:
        from encounters import services

        self.campaign, self.owner, self.taps = services.make_campaign(owner, name), owner, 0
        self.seats: dict[str, Any] = {}
        self.tokens: dict[str, str] = {}
        """The secret of each seat's cookie."""

    @property
    def member(self) -> Any:
        """Return the membership of the owner."""
        return self.campaign.members.select_related("user", "campaign").get(user=self.owner)

    def tap(self) -> str:
        """Return the id of a fresh tap."""
        self.taps += 1
        return f"tap-{self.taps}"

    def sit(self, *names: str, kind: str = "player") -> None:
        """Let these people sit down."""
        from encounters import seats

        for name in names:
            joined = seats.take_seat(self.campaign, name, kind)
            self.seats[name], self.tokens[name] = joined.seat, joined.token

    def make(self, name: str, table: Mapping[str, Any], seat: str = "", sheet: Any = None, **columns: Any) -> int:
        """Make a character, which a seat may play, and return its number."""
        from campaigns.services import make_character

        if seat:
            columns["seat"] = self.seats[seat].pk
        return make_character(self.member, name, table, sheet, **columns).number

    def find(self, name: str) -> Any:
        """Return a character as it is now."""
        return self.campaign.characters.get(name=name)

    def prepare(self, title: str) -> Any:
        """Prepare a fight of the party and its foes, and return its DM."""
        from encounters import services
        from encounters.between import get_between
        from encounters.viewers import build_dm_viewer
        from tests.any_procedure import ANY

        notes = {"setting": "outdoors", "start": "melee", "distance_ft": 30}
        made = services.create_encounter(self.owner, title, ANY, {}, notes, campaign=self.campaign)
        dora = build_dm_viewer(made)
        services.add_combatants(dora, [*get_between().list_party(self.campaign, ANY), *FOES])
        return dora

    def open(self, dora: Any) -> None:
        """Open a fight, and begin its first round."""
        from encounters import services

        services.open_encounter(dora)
        services.begin_round(dora, self.tap())

    def play_round(self, dora: Any) -> None:
        """Play a round to its end, with the answers that are given where nobody answers."""
        from encounters import services
        from encounters.selectors import read_view

        for _ in range(MOST_CLOSED):
            if read_view(dora).state.between_rounds:
                return
            services.close(dora, self.tap())
        raise AssertionError("the round does not end")

    def rule(self, dora: Any, *changes: tuple[str, str, object]) -> None:
        """Rule on combatants: who, what, the value."""
        from encounters import services
        from rules.api import Change

        services.rule(dora, self.tap(), [Change(*each) for each in changes], "")

    def end(self, dora: Any, note: str) -> None:
        """End a fight with last words."""
        from encounters import services
        from encounters.selectors import read_view

        services.publish_recap(dora, self.tap(), read_view(dora).state.round, f"It ended so: {note}.")
        services.end(dora, self.tap(), note)

    def carry(self, dora: Any, experience: int, **died: bool) -> None:
        """Carry a fight over as it proposes it, with equal shares of so much experience."""
        from campaigns.services import carry_over
        from encounters.models import Encounter
        from tests.campaigns.test_carrying import accept

        encounter = Encounter.objects.get(pk=dora.encounter_id)
        figures = accept(encounter, experience=experience, gold=5)
        carry_over(self.member, encounter.pk, figures, experience * len(figures))


def play_ford(story: Story, emil: Any) -> None:
    """Play Dora's campaign up to the second round of its third fight."""
    from campaigns.services import calendar, forget_player
    from campaigns.services.memorising import choose_own_spells
    from campaigns.services.own_characters import change_own_character
    from encounters import services

    services.accept(services.invite(story.member)[0], emil)
    story.sit("Pip", "Quill", "Newt", "Nell")
    story.sit("Screen", kind="spectator")
    make_party(story)
    otis, tenser = story.find("Otis").number, story.find("Tenser").number
    play_mill(story)
    pass_days(story, otis, tenser)
    play_weir(story)
    forget_player(story.member, story.seats["Newt"].pk)
    arrows = {"definition.charges.arrow": 13}
    change_own_character(story.seats["Pip"], "otis", arrows, {"definition.charges.arrow": 14})
    choose_own_spells(story.seats["Quill"], tenser, {"magic_user_shield": 2, "magic_user_web": 1})
    calendar.add_lasting(story.member, "Lantern oil", 24, otis)
    story.prepare("The tower")
    barge = story.prepare("The barge")
    story.open(barge)
    story.play_round(barge)
    story.rule(barge, ("otis", "hp", 8), ("tenser", "spells", ["magic_user_sleep"]))
    services.begin_round(barge, story.tap())


def make_party(story: Story) -> None:
    """Make the characters and guests, and the choices of the campaign."""
    from campaigns.services import calendar, guests

    story.make("Otis", OTIS, "Pip", OTIS_SHEET, experience=4700)
    story.make("Tenser", TENSER, "Quill", {"known": BOOK}, experience=11_000)
    story.make("Ydra", YDRA, "Newt", experience=9000)
    story.make("Jaroo", JAROO, experience=3300, sheet={"abilities": {"wis": 16}})
    story.make("Nodd", {"class": "fighter", "level": 1, "hp": 6}, henchman_of=story.find("Otis").pk)
    story.make("Burne", {"class": "fighter", "level": 2, "hp": 12}, status="retired")
    guests.take_guest(story.campaign, story.seats["Nell"], "ranger", 1)
    kept = guests.add_guest(story.member, "cleric", 3, "guest-1")
    guests.add_guest(story.member, "thief", 1, "guest-2")
    guests.keep_guest(story.member, kept.number)
    guests.set_guest_level(story.member, 3)
    wanderers = ["2 owlbears", "a merchant"]
    calendar.change_options(
        story.member, edits_notes=False, edits_hit_points=True, edits_supplies=True, night_heals=False, found_again=4,
        checks=3, sides=2, wanderers=wanderers,
    )  # fmt: skip


def play_mill(story: Story) -> None:
    """Play the first fight, in which Jaroo dies, and carry it over."""
    mill = story.prepare("The mill")
    story.open(mill)
    story.play_round(mill)
    story.rule(
        mill,
        ("otis", "hp", 11), ("otis", "charges", ["arrow", 14]), ("tenser", "spells", ["magic_user_sleep"]),
        ("tenser", "charges", ["wand_magic_missiles", 18]), ("jaroo", "hp", -10), ("orc-1", "hp", -12),
    )  # fmt: skip
    story.end(mill, "they fled")
    story.carry(mill, 120)


def pass_days(story: Story, otis: int, tenser: int) -> None:
    """Let things last, and the party rest a night with a check for wanderers."""
    from campaigns.services import calendar, change_character
    from campaigns.services.memorising import choose_own_spells

    change_character(story.member, otis, {"definition.conditions": [BLESSED]})
    calendar.add_lasting(story.member, "Torch", 6)
    calendar.add_lasting(story.member, "Ydra's light", 90, story.find("Ydra").number)
    calendar.pass_time(story.member, calendar.TURN)
    calendar.check_for_wanderers(story.member)
    choose_own_spells(
        story.seats["Quill"], tenser, {"magic_user_shield": 1, "magic_user_sleep": 2, "magic_user_web": 1}
    )
    calendar.rest(story.member, calendar.NIGHT)
    change_character(story.member, otis, {"definition.conditions": [BLESSED]})


def play_weir(story: Story) -> None:
    """Play the second fight, carry it over, and take that back."""
    from campaigns.services import take_back

    weir = story.prepare("The weir")
    story.open(weir)
    story.play_round(weir)
    story.rule(weir, ("otis", "hp", 9), ("tenser", "spells", ["magic_user_web"]), ("orc-2", "hp", -12))
    story.end(weir, "they drowned")
    story.carry(weir, 80)
    take_back(story.member, weir.encounter_id)


def play_road(story: Story) -> dict[str, Any]:
    """Play Emil's campaign until the rest after a fight that was carried over.

    Return the characters before the fight, and before the rest.
    """
    from campaigns.services import calendar
    from tests.campaigns.golden.campaign_facts import describe_characters

    story.sit("Una")
    story.make("Rufus", {**OTIS, "class": "paladin"}, "Una", {"coins": {"gp": 4}}, experience=100, left=20)
    story.make("Gwen", TENSER, sheet={"known": BOOK}, experience=2600, cast=["magic_user_sleep"])
    before_fight = describe_characters(story.campaign)
    coast = story.prepare("The coast")
    story.open(coast)
    story.play_round(coast)
    story.rule(coast, ("rufus", "hp", 5), ("rufus", "charges", ["arrow", 20]), ("gwen", "spells", []))
    story.end(coast, "the tide came in")
    story.carry(coast, 300)
    before_rest = describe_characters(story.campaign)
    calendar.add_lasting(story.member, "Torch", 6)
    calendar.add_lasting(story.member, "Geas", 2000, story.find("Rufus").number)
    calendar.rest(story.member, calendar.NIGHT)
    return {"before_fight": before_fight, "before_rest": before_rest}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
