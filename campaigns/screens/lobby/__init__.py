"""The lobby: what phones and table screens show while no fight is on the table."""
