"""Copies of everything that is stored, and what comes back of them."""
