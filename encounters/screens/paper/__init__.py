"""Sheets to print for a table of paper and phones: roster, empty round, slips for orders."""
