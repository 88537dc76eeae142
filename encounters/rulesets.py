"""The rulesets as screens and files ask for them, whichever there are."""

from rules.api import Sheet, UnknownRuleset, get_ruleset, list_rulesets


def find_ruleset_title(id: str) -> str:
    """Return a ruleset's title; its id for a ruleset that no longer exists."""
    try:
        return get_ruleset(id).title
    except UnknownRuleset:
        return id


def list_own_sheets() -> list[type[Sheet]]:
    """Return the sheets of the rulesets whose combatants have attributes of their own."""
    sheets = (get_ruleset(id).own_sheet for id in list_rulesets())
    return [sheet for sheet in sheets if sheet is not None]
