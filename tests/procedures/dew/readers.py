"""Dew's functions that take texts apart."""

READERS = (
    "rules/procedures/dew/clause_options.py:DewSettings.even_weights",
    "rules/procedures/dew/clause_options.py:_read_weights",
    "rules/procedures/dew/answers.py:PlanShown.narrate",
    "rules/procedures/dew/grabs.py:normalize_object",
    "rules/procedures/dew/sheet_reader.py:_read_criticals",
)
