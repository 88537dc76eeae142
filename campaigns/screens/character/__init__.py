"""The sheet of a character of a campaign, and the page of a new one."""
