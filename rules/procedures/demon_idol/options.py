"""Demon Idol's options, clause ids and refusals, read from its catalogue."""

from rules.catalogue import RuleText

TEXT = RuleText("demon_idol")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse
