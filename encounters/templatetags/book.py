"""What the rule book's templates write with: links that keep the way back, ids within a text, words that were found."""

import re

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from encounters.templatetags.look import book_address
from rules.api import find_mentions

register = template.Library()


register.simple_tag(book_address, takes_context=True, name="book_url")


@register.simple_tag(takes_context=True)
def linked(context: Context, text: str, prefix: str) -> SafeString:
    """A catalogue's text, the ids it names as links; ``prefix`` is its own ruleset's."""
    parts, at = [], 0
    for each in find_mentions(text, prefix):
        href = book_address(context, "rule", each.clause)
        parts += [
            conditional_escape(text[at : each.start]),
            format_html('<a class="clause" href="{}">{}</a>', href, text[each.start : each.end]),
        ]
        at = each.end
    return mark_safe("".join([*parts, conditional_escape(text[at:])]))


@register.filter
def found(text: str, words: tuple[str, ...]) -> SafeString:
    """A text with the words that were looked for marked."""
    if not words:
        return conditional_escape(text)
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    parts, at = [], 0
    for each in pattern.finditer(text):
        parts += [conditional_escape(text[at : each.start()]), format_html("<mark>{}</mark>", each[0])]
        at = each.end()
    return mark_safe("".join([*parts, conditional_escape(text[at:])]))
