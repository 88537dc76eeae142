"""Campaigns: the first page, the lobby, and the settings of a group that lasts."""
