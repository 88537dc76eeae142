"""A player's phone: a character's open question, the rounds it saw, and its sheet."""
