"""Reveal: the one door for secrecy. Pages, pushes, logs, recaps, replays and exports are made of what comes out here.

``Viewing`` turns the log into what one audience is shown of it. Who sees which field is in ``table``; nothing that is
not listed there is shown. Contents, ids, counts, sizes and whether something is sent are secrets; how long the table
waits is not.
"""

from rules.reveal.eyes import TABLE_OPTIONS as TABLE_OPTIONS
from rules.reveal.eyes import Eyes as Eyes
from rules.reveal.eyes import TableOption as TableOption
from rules.reveal.eyes import lookup_table_option as lookup_table_option
from rules.reveal.rows import Unlisted as Unlisted
from rules.reveal.viewing import Viewing as Viewing
from rules.reveal.viewing import view as view
