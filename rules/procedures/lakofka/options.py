"""The options, clause ids and refusals of the ten rules, from their catalogue."""

from rules.catalogue import RuleText

TEXT = RuleText("lakofka")
OPTIONS, option, ids, refuse = TEXT.options, TEXT.option, TEXT.ids, TEXT.refuse
