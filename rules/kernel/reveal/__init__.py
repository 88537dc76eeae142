"""Reveal: the only way from the log to viewers, and so the place of secrecy.

Pages, pushes, logs, recaps, replays and exports are made from its output. ``ViewerLog`` turns the log into the events
that are shown from one viewpoint. ``rows`` reads the table of secrecy, field by field; nothing that is not listed there
is shown. Contents, ids, counts, sizes and the fact that something is sent are secrets; the time that the table waits
is not.
"""

from rules.kernel.options import TABLE_OPTIONS as TABLE_OPTIONS
from rules.kernel.options import TableOption as TableOption
from rules.kernel.options import lookup_table_option as lookup_table_option
from rules.kernel.reveal.knowledge import Viewpoint as Viewpoint
from rules.kernel.reveal.rows import Unlisted as Unlisted
from rules.kernel.reveal.viewer_log import ViewerLog as ViewerLog
from rules.kernel.reveal.viewer_log import build_viewer_log as build_viewer_log
