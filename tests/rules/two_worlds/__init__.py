"""Two worlds that differ in one secret: whoever may not know it is shown the same bytes in both."""
