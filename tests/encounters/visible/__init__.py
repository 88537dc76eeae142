"""Every word that the DM and three others are sent in fights of every procedure.

The texts are stored. A change of the site's code that is to change nothing on any screen leaves them as they are; one
that is to change something stores them again by `python -m tests.encounters.visible`, after a look at the difference.
"""
