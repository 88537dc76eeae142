"""The addresses of characters' pictures: of all for DMs, of the own ones for a player.

An address holds the version of its picture, so that a browser may keep what it was answered.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import F, QuerySet

from campaigns.models import Character
from encounters.addresses import make_address


@dataclass(frozen=True)
class CampaignPictures:
    """The addresses of the pictures of a campaign's characters, for its DMs."""

    campaign_id: int
    known: Mapping[str, tuple[int, str]]
    """The number of each character with a picture and the picture's version, by its id."""

    def find(self, who: str, *, large: bool = False) -> str:
        """Return the address of the picture of a character, by its id; "" without one."""
        if who not in self.known:
            return ""
        number, version = self.known[who]
        name = "large-character-picture" if large else "character-picture"
        return make_address(name, campaign_id=self.campaign_id, number=number, version=version)


def add_versions(characters: QuerySet[Character]) -> QuerySet[Character]:
    """Return the same characters, each with the version of its picture."""
    return characters.annotate(picture_version=F("picture__version"))


def list_pictures(campaign_id: int, characters: Iterable[Character]) -> CampaignPictures:
    """Return the addresses of the pictures of these characters, which have their versions."""
    versions = {each.key: (each.number, getattr(each, "picture_version", None)) for each in characters}
    return CampaignPictures(campaign_id, {key: (number, each) for key, (number, each) in versions.items() if each})


@dataclass(frozen=True)
class OwnPictures:
    """The addresses of the pictures of a player's own characters, which are counted from 1."""

    code: str
    """The code of the campaign."""
    characters: Sequence[Character]
    """They have the versions of their pictures."""

    @cached_property
    def _known(self) -> dict[str, tuple[int, str]]:
        versions = {each.key: (n, getattr(each, "picture_version", None)) for n, each in enumerate(self.characters, 1)}
        return {key: (number, each) for key, (number, each) in versions.items() if each}

    def find(self, who: str, *, large: bool = False) -> str:
        """Return the address of the picture of an own character, by its id; "" without one."""
        if who not in self._known:
            return ""
        number, version = self._known[who]
        name = "large-own-picture" if large else "own-picture"
        return make_address(name, code=self.code, number=number, version=version)
