"""Two worlds that differ in one secret: all others are shown the same bytes in both."""
