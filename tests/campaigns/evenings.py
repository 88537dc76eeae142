"""A campaign of two evenings, as its tests have it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from django.contrib.auth.models import User
from django.test import Client

from encounters import seats, services
from encounters.models import Campaign, Encounter
from encounters.seats import Joined
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer
from tests.encounters.conftest import FOES, PARTY
from tests.people import let_sit

NAME = "The Ford and the Fen"


@dataclass
class Group:
    """A campaign, its DM Dora, the players Pip and Quill, and a table screen."""

    campaign: Campaign
    dora: Client
    joined: dict[str, Joined] = field(default_factory=dict)
    phones: dict[str, Client] = field(default_factory=dict)
    taps: Iterator[int] = field(default_factory=lambda: count(1))

    def sit(self, name: str, kind: str = "player") -> Client:
        """Let somebody take a seat, and return the browser that has it."""
        self.joined[name] = seats.take_seat(self.campaign, name, kind)
        self.phones[name] = Client()
        let_sit(self.phones[name], self.joined[name])
        return self.phones[name]

    def read(self, name: str) -> str:
        """Return what a phone or screen shows at the table's address."""
        answered = self.phones[name].get(f"/t/{self.campaign.code}/", follow=True)
        assert answered.status_code == 200
        return answered.content.decode()

    def prepare(self, title: str) -> Encounter:
        """Prepare a fight of the campaign, with its party and two orcs."""
        owner = self.campaign.find_owner()
        made = services.create_encounter(owner, title, "toy", {}, {"distance_ft": 10}, campaign=self.campaign)
        services.add_combatants(build_dm_viewer(made), (*PARTY, *FOES))
        return made

    def give(self, encounter: Encounter, name: str, *who: str) -> Viewer:
        """Let a seat play these in a fight."""
        for each in who:
            seats.give(build_dm_viewer(encounter), each, self.joined[name].seat.pk)
        return build_seat_viewer(self.joined[name].seat, encounter)

    def open(self, encounter: Encounter) -> None:
        """Open a fight, which is on the table from then on."""
        services.open_encounter(build_dm_viewer(encounter))
        encounter.refresh_from_db()
        self.campaign.refresh_from_db()

    def fight(self, encounter: Encounter, recap: str = "") -> None:
        """Open a fight and end it in its first round."""
        self.open(encounter)
        dora = build_dm_viewer(encounter)
        services.begin_round(dora, f"tap-{next(self.taps)}")
        if recap:
            services.publish_recap(dora, f"tap-{next(self.taps)}", 1, recap)
        services.end(dora, f"tap-{next(self.taps)}", "they fled")
        encounter.refresh_from_db()

    def clear(self) -> None:
        """Send everybody to the lobby."""
        self.campaign.refresh_from_db()
        if self.campaign.on_table is not None:
            services.clear_table(build_dm_viewer(self.campaign.on_table))
        self.campaign.refresh_from_db()


def make_group(dora: User) -> Group:
    """Return a campaign before its first fight, with Pip, Quill and a table screen."""
    browser = Client()
    browser.force_login(dora)
    group = Group(services.make_campaign(dora, NAME), browser)
    group.sit("Pip")
    group.sit("Quill")
    group.sit("Screen", "spectator")
    return group
