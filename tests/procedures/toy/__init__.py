"""A procedure from outside the project, playable on every screen, kept in this folder alone."""
