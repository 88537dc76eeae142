"""Logs in which nobody is reached from farther off than a weapon or spell reaches."""
