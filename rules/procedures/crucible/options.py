"""Crucible's options, clause ids and refusals, read from its catalogue."""

from rules.catalogue import RuleText

TEXT = RuleText("crucible")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse
