"""One published procedure each, and only what differs from the others."""
