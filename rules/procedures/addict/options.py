"""ADDICT's options, clause ids and refusals, from its catalogue."""

from rules.catalogue import RuleText

TEXT = RuleText("addict")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse
