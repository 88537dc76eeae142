"""A reader of a table beside its server: for every line on stdin, what is open, as JSON."""

import json
import sys

import django

if __name__ == "__main__":
    django.setup()
    from encounters.models import Encounter
    from encounters.selectors import read_view
    from encounters.viewers import build_dm_viewer

    viewer = build_dm_viewer(Encounter.objects.get(pk=int(sys.argv[1])))
    for _ in sys.stdin:
        open_ = [[each.question, each.token, each.who] for each in read_view(viewer).state.open if not each.sealed]
        print(json.dumps(open_), flush=True)
