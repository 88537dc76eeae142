"""The page of a campaign, and what its DMs change of it."""
