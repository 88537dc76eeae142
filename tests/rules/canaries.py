"""Values that are found nowhere else: where one is in what a viewer was sent, the viewer was told."""

WORD, NUMBER = "canary", 918273
