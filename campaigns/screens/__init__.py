"""The pages of campaigns, a folder for each."""
