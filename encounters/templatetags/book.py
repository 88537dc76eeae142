"""Template tags of the rule book: links that keep the way back, ids as links, found words."""

import re

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from encounters.templatetags.look import make_book_address
from rules.api import find_mentions

register = template.Library()


register.simple_tag(make_book_address, takes_context=True, name="book_url")


@register.simple_tag(takes_context=True, name="linked")
def link_mentions(context: Context, text: str, prefix: str) -> SafeString:
    """Return a catalogue's text, with the ids that it names as links.

    ``prefix`` is that of the catalogue's own ruleset.
    """
    parts, at = [], 0
    for each in find_mentions(text, prefix):
        href = make_book_address(context, "rule", each.clause)
        parts += [
            conditional_escape(text[at : each.start]),
            format_html('<a class="clause" href="{}">{}</a>', href, text[each.start : each.end]),
        ]
        at = each.end
    return mark_safe("".join([*parts, conditional_escape(text[at:])]))


@register.filter("found")
def mark_found(text: str, words: tuple[str, ...]) -> SafeString:
    """Return a text in which the words of the search are marked."""
    if not words:
        return conditional_escape(text)
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    parts, at = [], 0
    for each in pattern.finditer(text):
        parts += [conditional_escape(text[at : each.start()]), format_html("<mark>{}</mark>", each[0])]
        at = each.end()
    return mark_safe("".join([*parts, conditional_escape(text[at:])]))
