"""The page of a new character of a campaign."""
