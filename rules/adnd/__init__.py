"""Procedures that the AD&D family of rulesets shares. What differs between them is handed in by the ruleset."""
