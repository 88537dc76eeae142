"""The rule book: every clause of every procedure in plain words, from the catalogues alone."""
