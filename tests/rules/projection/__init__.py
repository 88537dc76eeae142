"""The projection of a fight: what each viewer is shown, without the shapes of the code.

``fields`` lists what belongs to it, ``door`` is the only module here that imports the rules. Two versions of the code
whose projections are equal look the same to every viewer. `python -m tests.rules.projection --help` tells the rest.
"""
