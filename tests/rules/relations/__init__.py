"""Relations between fights: what a change that no clause counts must leave as it was."""
