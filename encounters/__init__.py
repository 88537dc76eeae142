"""People, permission, storage and push; combat is settled in `rules`."""
