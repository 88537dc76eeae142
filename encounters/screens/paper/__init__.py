"""What a table of paper and phones prints: the roster, an empty sheet of segments, slips for orders."""
