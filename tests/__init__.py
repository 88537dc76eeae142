"""Everything that proves the table right; `python -m tests.run` runs it all."""
