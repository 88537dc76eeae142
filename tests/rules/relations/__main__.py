"""The command `python -m tests.rules.relations`."""

import sys

from tests.rules.relations.counting import main

if __name__ == "__main__":
    main(sys.argv[1:])
