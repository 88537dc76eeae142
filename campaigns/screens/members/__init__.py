"""The DMs of a campaign, and the invitation by which another one comes."""
