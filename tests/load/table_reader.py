"""Reads a table beside the server that runs it: for every line on stdin, what is open there, as JSON."""

import json
import sys

import django

if __name__ == "__main__":
    django.setup()
    from encounters.selectors import game_view
    from encounters.viewers import dm, find_encounter

    viewer = dm(find_encounter(int(sys.argv[1])))
    for _ in sys.stdin:
        open_ = [[each.question, each.token, each.who] for each in game_view(viewer).state.open if not each.sealed]
        print(json.dumps(open_), flush=True)
