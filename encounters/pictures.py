"""Pictures of combatants and of the map, checked, made smaller, and addressed.

An address is a keyed hash of one audience, the combatant and the version of its picture. Only pages that draw a
combatant have the address of its picture, so nobody can ask for the picture of one that they have not perceived. The
picture under the battle map is likewise addressed by pages that draw it alone.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac
from PIL import Image, ImageOps, UnidentifiedImageError

from encounters.addresses import make_address
from encounters.between import get_between
from encounters.errors import Invalid
from encounters.models import Picture, make_version
from encounters.viewers import Viewer

LARGEST_FILE = 8 * 1024 * 1024
"""The most bytes of an uploaded file."""

MOST_PIXELS = 16_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
SIDE, SMALL_SIDE = 256, 64
"""The sides of the stored squares, in pixels: on a combatant's page, and as a token."""

Squares = tuple[bytes, bytes]
"""A picture cut to a square, large and small."""

MAP = "the map"
"""What stands for the picture under the battle map where others have the id of a combatant, which has no blanks."""
MAP_SIDE, SMALL_MAP_SIDE = 2048, 1280
"""The longest sides of the picture under the battle map, in pixels."""

NO_PICTURE = "This file is not a picture. Choose a PNG, JPEG, WebP or GIF file."


TOO_MANY_PIXELS = f"A picture has at most {MOST_PIXELS // 1_000_000} million pixels: 4,000 x 4,000. Make it smaller."
TOO_LARGE = f"A picture has at most {LARGEST_FILE // 1024 // 1024} MB. Make it smaller."


def read_upload(file: Any) -> bytes:
    """Return the bytes of an uploaded file. Raises Invalid for one that is empty or too large."""
    if not file.size:
        raise Invalid("This file is empty. Choose another picture.", "picture")
    if file.size > LARGEST_FILE:
        raise Invalid(TOO_LARGE, "picture")
    return bytes(file.read())


def cut_picture(data: bytes) -> Squares:
    """Return a picture cut to a square, and the same small; both as WebP without any other data.

    Raises Invalid for what is no picture, or is too large.
    """
    plain = _open_picture(data)
    return _write_square(plain, SIDE), _write_square(plain, SMALL_SIDE)


def shrink_picture(data: bytes) -> tuple[bytes, bytes, float]:
    """Return a picture of the ground large and small, as WebP, and its height in widths.

    Raises Invalid for what is no picture, or is too large.
    """
    plain = _open_picture(data)
    return _write_whole(plain, MAP_SIDE), _write_whole(plain, SMALL_MAP_SIDE), plain.height / plain.width


def _open_picture(data: bytes) -> Image.Image:
    """Return the pixels of a picture, the right way up. Raises Invalid."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Invalid(TOO_MANY_PIXELS, "picture")
            return ImageOps.exif_transpose(opened).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        raise Invalid(NO_PICTURE, "picture") from problem


def _write_whole(picture: Image.Image, longest: int) -> bytes:
    part = min(1.0, longest / max(picture.size))
    width, height = (max(1, round(side * part)) for side in picture.size)
    return _write_pixels(picture.resize((width, height)))


def _write_square(picture: Image.Image, most: int) -> bytes:
    side = max(1, min(most, *picture.size))
    return _write_pixels(ImageOps.fit(picture, (side, side)))


def _write_pixels(picture: Image.Image) -> bytes:
    """Return the pixels alone as WebP: what stood beside them, such as a place, stays behind."""
    bare = Image.new("RGBA", picture.size)
    bare.paste(picture)
    written = BytesIO()
    bare.save(written, "WEBP", quality=80)
    return written.getvalue()


@dataclass(frozen=True)
class PictureBook:
    """The addresses of an encounter's pictures, for one audience."""

    viewer: Viewer
    code: str = ""
    """The code of the table, by which seats fetch pictures."""

    @cached_property
    def versions(self) -> dict[str, str]:
        """Return the version of each picture, by the id of its combatant or mob."""
        rows = Picture.objects.filter(encounter_id=self.viewer.encounter_id)
        return dict(rows.values_list("who", "version"))

    def find_address(self, who: str, *, large: bool = False) -> str:
        """Return the address of a combatant's picture, or of its mob's; "" without one.

        ``who`` is its id in the log. Only the DM has large ones.
        """
        for id in (who, _find_stem(who)):
            if id in self.versions:
                return self._make_address(id, large)
        return ""

    def _make_address(self, id: str, large: bool) -> str:
        if self.viewer.is_dm:
            name = "large-picture" if large else "picture"
            return make_address(name, encounter_id=self.viewer.encounter_id, signed=self._sign(id))
        return make_address("seat-picture", code=self.code, signed=self._sign(id))

    def find_signed(self, signed: str) -> str | None:
        """Return whose picture an address of this audience names; None for any other address."""
        return next((id for id in self.versions if constant_time_compare(self._sign(id), signed)), None)

    def _sign(self, id: str) -> str:
        role, seat = self.viewer.audience
        value = f"{self.viewer.encounter_id}:{role}:{seat}:{id}:{self.versions[id]}"
        return salted_hmac("encounters.pictures", value, algorithm="sha256").hexdigest()[:40]


def _find_stem(who: str) -> str:
    """Return the id of a combatant's mob: "orc" for "orc-3"."""
    stem, _, number = who.rpartition("-")
    return stem if number.isdecimal() else ""


def copy_pictures(source: Any, copy: Any) -> None:
    """Give a copy of an encounter the pictures of its combatants."""
    Picture.objects.bulk_create(_list_copies(source, copy))


def _list_copies(source: Any, copy: Any) -> Iterator[Picture]:
    for each in Picture.objects.filter(encounter=source):
        yield Picture(encounter=copy, who=each.who, image=each.image, small=each.small, is_copy=each.is_copy)


def copy_sheet_pictures(encounter: Any, ids: Collection[str]) -> None:
    """Give a fight the pictures of its characters' sheets, by their ids; its own stay."""
    pictures = Picture.objects.filter(encounter=encounter, who__in=ids)
    own = set(pictures.filter(is_copy=False).values_list("who", flat=True))
    found = get_between().find_pictures(encounter.campaign, set(ids) - own)
    pictures.filter(is_copy=True).delete()
    Picture.objects.bulk_create(
        [
            Picture(encounter=encounter, who=who, image=image, small=small, is_copy=True)
            for who, (image, small) in found.items()
        ],
        ignore_conflicts=True,
    )


def renew_copies(campaign_id: int, who: str, squares: Squares | None) -> None:
    """Replace the copies of a character's picture in all fights; without one, delete them."""
    copies = Picture.objects.filter(encounter__campaign=campaign_id, who=who, is_copy=True)
    if squares is None:
        copies.delete()
    else:
        copies.update(image=squares[0], small=squares[1], version=make_version())
