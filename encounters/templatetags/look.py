"""Template tags that draw: icons, tokens, seals, clause links, QR codes and regions."""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache, partial
from urllib.parse import urlencode

import segno
from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from encounters.narration.names import to_units
from encounters.request_ids import write_report
from encounters.screens.things import Thing

register = template.Library()

FIRST_FACES = tuple(f"vendor/alegreya-sans-{weight}-normal-plain.woff2" for weight in (400, 700))
"""The faces that every page has in its first words."""

MINI_SEGMENT = 9.6
"""The width of one segment in a spell's small bar, which has ten segments in 96 units."""


@register.simple_tag(name="version")
def write_version() -> str:
    """Return the version of the product."""
    return str(settings.VERSION)


@register.simple_tag(name="manage")
def write_manage() -> str:
    """Return the program whose commands run the site, as people type it here."""
    return str(settings.MANAGE)


# The sentence on pages of errors.
register.simple_tag(write_report, name="report")


@register.simple_tag(name="icon")
def draw_icon(name: str, css: str = "") -> SafeString:
    """Return one of the drawings of components/sprite.html, as large as the text around it."""
    return format_html('<svg class="i {}" aria-hidden="true"><use href="#i-{}"/></svg>', css, name)


@register.simple_tag(name="thing")
def draw_thing(name: str, card: str, more: str = "") -> SafeString:
    """Return the name of a thing, a link if it has a card, and the words that follow it."""
    if not card:
        return format_html("<bdi>{}</bdi>{}", name, more)
    return format_html('<a class="thing" data-card href="{}"><bdi>{}</bdi></a>{}', card, name, more)


@register.simple_tag(name="things")
def draw_things(things: Iterable[Thing]) -> SafeString:
    """Return the names of things with commas between them."""
    return format_html_join(", ", "{}", ((draw_thing(each.name, each.card, each.more),) for each in things))


@register.simple_tag(takes_context=True, name="token")
def draw_token(context: Context, sign: object) -> SafeString:
    """Return a combatant's token: circle party, diamond foes, triangle other.

    ``sign`` is anything with ``side`` and ``letter``. Where the combatant has a picture, that stands in the shape.
    """
    read = sign.get if isinstance(sign, Mapping) else partial(getattr, sign)
    picture = find_picture(context, sign)
    return draw("components/token.html", side=read("side", ""), letter=read("letter", ""), picture=picture)


@register.simple_tag
def draw(template: str, **models: Hashable) -> SafeString:
    """Return a template drawn from these models alone, once for equal models.

    A page has dozens of tokens, marks and lines, and most stay the same from one push to the next.
    """
    return _draw(template, tuple(models.items()))


@lru_cache(maxsize=4096)
def _draw(template: str, models: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return render_to_string(template, dict(models))


@register.simple_tag(takes_context=True)
def find_picture(context: Context, sign: object) -> str:
    """Return the address of the picture of a token's combatant; "" without one.

    Reads ``find_picture`` from the context: the function that finds it for this viewer.
    """
    find, who = context.get("find_picture"), getattr(sign, "who", "")
    return find(who) if find is not None and who else ""


@register.filter("units")
def format_units(hundredths: object) -> str:
    """Return hundredths of the unit in units: 1250 becomes "12.5"; "" for no number."""
    return to_units(hundredths) if isinstance(hundredths, int) else ""


@register.inclusion_tag("components/seal.html", name="seal")
def build_seal(letter: str = "", css: str = "", label: str = "") -> dict[str, str]:
    """Return the context of a wax seal with a letter pressed into it.

    A ``label`` is read to people who do not see it.
    """
    return {"letter": letter, "css": css, "label": label}


@register.filter("short_clause")
def shorten_clause(clause: str) -> str:
    """Return a clause id without its ruleset: "RULES.VII.D.2.c" becomes "VII.D.2.c"."""
    return clause.partition(".")[2] or clause


@register.simple_tag(takes_context=True, name="clauses")
def link_clauses(context: Context, ids: object) -> SafeString:
    """Return links to clauses, by one id or several.

    With scripts they open a note in place, without scripts the clause's own page. In the rule book they keep
    ``came_from``, the page that the reader came from.
    """
    listed = [ids] if isinstance(ids, str) else list(dict.fromkeys(ids or ()))  # type: ignore[call-overload]
    links = ((make_book_address(context, "rule", each), shorten_clause(each)) for each in listed if each)
    return format_html_join(" ", '<a class="clause" href="{}">{}</a>', links)


def make_book_address(context: Context, name: str, *args: object, **query: object) -> str:
    """Return the address of a page of the rule book, with the page that the reader came from."""
    given = {key: value for key, value in {**query, "from": context.get("came_from", "")}.items() if value}
    return reverse(name, args=args) + (f"?{urlencode(given)}" if given else "")


@register.simple_tag(takes_context=True, name="region")
def write_region(context: Context, name: str) -> SafeString:
    """Return the attributes of a region: its id, and the cursor for which it is true.

    A region is a part of the screen that is replaced whole. Reads from the context: ``at`` and ``epoch`` (the viewer's
    cursor), ``oob`` (this is pushed, not part of a page), and ``nth``. "-2" as ``nth`` is the second of several
    characters on one phone, each of which has its own regions.
    """
    parts = [format_html('id="{}{}"', name, context.get("nth", ""))]
    if context.get("at") is not None:
        parts.append(format_html('data-at="{}" data-epoch="{}"', context["at"], context.get("epoch", "")))
    if context.get("oob"):
        parts.append(mark_safe('hx-swap-oob="true"'))
    return mark_safe(" ".join(parts))


@register.filter("field_template")
def find_field_template(field: object) -> str:
    """Return the template of a field of a question's form, by the kind of field.

    ``field`` is the field itself or the view of it that a page shows.
    """
    kind = type(getattr(field, "of", field)).__name__.removesuffix("Field")
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in kind).lstrip("_")
    return f"components/field_{snake}.html"


@register.inclusion_tag("components/mini.html", name="mini")
def build_mini(takes: int) -> dict[str, object]:
    """Return the context of a small bar of the ten segments, of which a spell takes so many."""
    takes = min(takes, 10)
    return {
        "cells": [f"{0.5 + n * MINI_SEGMENT:.1f}" for n in range(10)],
        "width": f"{max(takes * MINI_SEGMENT - 1, 0):.1f}",
        "end": f"{takes * MINI_SEGMENT - 1:.1f}",
    }


@register.simple_tag(name="qr")
def draw_qr(text: str, label: str = "") -> SafeString:
    """Return a QR code of ``text`` as one path, dark on white in either theme."""
    size, path = _trace_code(text)
    svg = '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">{2}</svg>'
    return format_html(svg, size, label or text, format_html('<path d="{}"/>', path))


@lru_cache(maxsize=64)
def _trace_code(text: str) -> tuple[int, str]:
    """Return the size of a QR code and its path.

    The same few addresses are drawn on every page, and a code takes 30 ms, so the results are cached.
    """
    code = segno.make(text, error="m", micro=False)
    return int(code.symbol_size(border=2)[0]), _write_modules(code)


def _write_modules(code: segno.QRCode) -> str:
    runs = []
    for y, row in enumerate(code.matrix_iter(border=2)):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append(f"M{start} {y}h{x - start}v1H{start}z")
                start = None
    return "".join(runs)


@register.filter("faces")
def list_faces(field: object) -> range:
    """Return the faces of a die, for a number field that asks what was rolled."""
    return range(getattr(field, "least", 1), getattr(field, "most", 0) + 1)


@cache
def _has_faces() -> bool:
    return all(finders.find(name) for name in FIRST_FACES)


@register.simple_tag
def preload_typefaces() -> SafeString:
    """Return links that have a browser fetch the first faces before it reads the sheet.

    Return "" where set-up found no typefaces.
    """
    if not _has_faces():
        return mark_safe("")
    link = '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>'
    try:
        return format_html_join("\n", link, ((static(name),) for name in FIRST_FACES))
    except ValueError:  # found, but not among the collected files
        return mark_safe("")
