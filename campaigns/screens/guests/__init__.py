"""The pages on which a guest is chosen: a DM's, and a phone's."""
