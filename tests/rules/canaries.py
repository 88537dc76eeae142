"""Values that occur nowhere else: a viewer who was sent one was shown its field."""

WORD, NUMBER = "canary", 918273
