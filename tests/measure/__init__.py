"""The shape of the code in numbers: `make measure` prints them. Nothing here fails for being large."""
