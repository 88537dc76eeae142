"""The forms of the pages: what people type, checked for its shape before any service hears of it."""
