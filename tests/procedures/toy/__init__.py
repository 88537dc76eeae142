"""A procedure from outside the project: what one needs that is played on every screen, and nothing of it elsewhere."""
