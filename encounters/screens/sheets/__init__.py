"""Character sheets and monsters as forms, while preparing and in play."""
