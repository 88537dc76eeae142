"""ADDICT's options and clause ids, from its catalogue."""

from rules.catalogue.rule_text import RuleText

TEXT = RuleText("addict")
OPTIONS, option, ids = TEXT.options, TEXT.option, TEXT.ids
