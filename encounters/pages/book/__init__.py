"""The rule book: every clause of every procedure in plain words. It follows the catalogues and knows no table."""
