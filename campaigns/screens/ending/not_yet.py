"""The page of a fight that cannot be carried over, or not yet."""

from dataclasses import dataclass

from encounters.addresses import make_address
from encounters.models import Encounter, Member
from encounters.screens.actions import Link


@dataclass(frozen=True, slots=True)
class NotYetPage:
    """The page that says why, and where to go."""

    user: str
    title: str
    words: str
    way: Link


def build_not_yet(member: Member, encounter: Encounter) -> NotYetPage:
    """Return why a fight cannot be carried over, and where to go."""
    user, number = member.user.get_username(), encounter.pk
    if encounter.state == Encounter.State.PREPARING:
        way = Link("Prepare", make_address("prepare", encounter_id=number), key="Enter", tone="go")
        return NotYetPage(user, encounter.title, "This fight has not begun.", way)
    if encounter.state == Encounter.State.PLAYING:
        words = "This fight is in play. End it first, then carry it over to the sheets."
        way = Link("Return to the fight", make_address("run", encounter_id=number), key="Enter", tone="go", icon="play")
        return NotYetPage(user, encounter.title, words, way)
    words = "This was a fight of one evening. In a campaign its characters keep what they won and what they lost."
    name = make_address("name-campaign", campaign_id=encounter.campaign_id)
    return NotYetPage(user, encounter.title, words, Link("Make it a campaign", name, key="Enter", tone="go"))
