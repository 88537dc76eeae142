"""The first page: where the DM stopped, campaigns, and fights of one evening."""
