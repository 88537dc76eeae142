"""Demon Idol's options and clause ids, read from its catalogue."""

from rules.catalogue.rule_text import RuleText

TEXT = RuleText("demon_idol")
OPTIONS, option, ids = TEXT.options, TEXT.option, TEXT.ids
