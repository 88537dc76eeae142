"""The options and clause ids of the ten rules, from their catalogue."""

from rules.catalogue.rule_text import RuleText

TEXT = RuleText("lakofka")
OPTIONS, option, ids = TEXT.options, TEXT.option, TEXT.ids
