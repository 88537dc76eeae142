"""Fights played through the site, with all texts that the DM and three others are sent."""

from collections import defaultdict
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.live.audience import ConnectedAudience
from encounters.log import read_log
from encounters.models import Campaign
from encounters.viewers import build_dm_viewer
from tests.any_procedure import FAMILY
from tests.encounters.seated import FOES, PARTY, text
from tests.encounters.test_two_worlds import CODE, PAGES, Site
from tests.encounters.visible.texts import frame_words, words_of
from tests.rules.two_worlds.secrecy import random_world

SEEDS = (0, 1)
"""The fights of each procedure."""

OFTEN = 4
"""Before so many inputs of players are the pages looked at once; frames are read before each."""

LIVE = ("me/", "watch/")

OF_DM = (
    "", "round/0/", "round/1/", "dice/0/", "dice/1/", "combatant/otis/", "combatant/tenser/", "add/", "ruling/",
    "call/", "take-back/", "close/", "end/", "join/", "countdown/",
)  # fmt: skip
"""Pages and panels of the DM that are looked at when the fight is over."""


PREPARING = ("new/", "paste/")
"""Pages on which the DM prepares a fight, but those that offer every procedure: one may be deleted."""


class Reading(Site):
    """A fight of which everything that is sent is collected, by viewer and page."""

    def __init__(self, ruleset: str, seed: int, owner: User) -> None:
        self.texts: dict[str, list[str]] = defaultdict(list)
        self._dora = Client()
        self._dora.force_login(owner)
        super().__init__(random_world(seed, ruleset), None, (), owner)
        self._dms = ConnectedAudience(build_dm_viewer(self.encounter))

    def _look(self) -> None:
        frames = {name: each.frame() for name, each in self.onlookers.items()}
        frames["dora"] = self._dms.read(read_log(self.encounter.pk), None)
        for name, frame in frames.items():
            if frame is not None:
                self.texts[f"{name} frames"].append(frame_words(frame))
        if len(self.common) % OFTEN == 1:
            self._read_pages(LIVE, ("",))

    def _end(self) -> None:
        self._look()
        self._read_pages(PAGES, OF_DM)

    def _read_pages(self, of_players: tuple[str, ...], of_dm: tuple[str, ...]) -> None:
        for name, onlooker in self.onlookers.items():
            for page in of_players:
                response = onlooker.client.get(f"/t/{self.encounter.code}/{page}")
                self.texts[f"{name} {page}"].append(f"{response.status_code} {words_of(text(response))}")
        for page in of_dm:
            response = self._dora.get(f"/e/{self.encounter.pk}/{page}")
            self.texts[f"dora {page}"].append(f"{response.status_code} {words_of(text(response))}")


def read_preparing(ruleset: str, owner: User) -> Iterator[tuple[str, str]]:
    """Yield what the DM reads when a fight by a procedure is prepared."""
    Campaign.objects.all().delete()
    encounter = services.create_encounter(owner, "The weir", ruleset, None, {})
    encounter.campaign.code = CODE
    encounter.campaign.save()
    services.add_combatants(build_dm_viewer(encounter), (*PARTY, *FOES) if ruleset in FAMILY else ())
    dora = Client()
    dora.force_login(owner)
    for page in PREPARING:
        response = dora.get(f"/e/{encounter.pk}/add/{page}")
        yield f"{ruleset} - dora add/{page}", f"{response.status_code} {words_of(text(response))}\n"


def read_fights(ruleset: str, owner: User) -> Iterator[tuple[str, str]]:
    """Yield what was read in the fights of a procedure: fight, viewer and page, and the texts."""
    for seed in SEEDS:
        fight = Reading(ruleset, seed, owner)
        fight.play()
        for what, texts in sorted(fight.texts.items()):
            yield f"{ruleset} {seed} {what}".strip(), "\n\n".join(texts) + "\n"
