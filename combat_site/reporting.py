"""Reports of errors to a service of one's own choice, where SENTRY_DSN names one.

A report has the kind of an error, where in the code it happened, and the id of the request; nothing that people typed,
no name, no address of a page and no cookie. The log on this machine has the rest, under the same id.
"""

import logging
from collections.abc import Mapping
from typing import Any

from combat_site.logs import without_links
from combat_site.processes import refuse_to_start
from combat_site.version import VERSION
from encounters.request_ids import NAME, find_request_id

MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install it with "
    "pip install 'sentry-sdk>=2.40,<3', or take SENTRY_DSN away."
)

KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release")
"""The parts of a report that are sent as they are."""

OF_FRAME = ("filename", "function", "module", "lineno", "in_app")
"""The parts of a line of a traceback that are sent: no value of a variable."""


def start_reporting(dsn: str) -> None:
    """Start to report what is logged at ERROR or above; do nothing without an address.

    The process ends with one line where the package is missing, or the address is none.
    """
    if not dsn:
        return
    try:
        import sentry_sdk
        from sentry_sdk.integrations.excepthook import ExcepthookIntegration
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.integrations.threading import ThreadingIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError:
        refuse_to_start(MISSING)
    try:
        sentry_sdk.init(
            dsn,
            release=VERSION,
            server_name="",
            before_send=reduce_report,
            default_integrations=False,
            integrations=[
                LoggingIntegration(level=None, event_level=logging.ERROR),
                ExcepthookIntegration(),
                ThreadingIntegration(propagate_hub=False),
            ],
            include_local_variables=False,
            include_source_context=False,
            send_default_pii=False,
            max_breadcrumbs=0,
            auto_session_tracking=False,
            send_client_reports=False,
        )
    except BadDsn:
        refuse_to_start("SENTRY_DSN is not understood: copy it from the project that takes the reports.")


def reduce_report(report: Any, hint: Mapping[str, Any]) -> Any:
    """Return what is sent of a report: only what is known to name nobody."""
    sent = {name: report[name] for name in KEPT if name in report}
    sent["tags"] = {NAME: find_request_id()}
    record = hint.get("log_record")
    if record is not None:
        words = record.msg.get("event", "") if isinstance(record.msg, Mapping) else record.msg
        sent["message"] = without_links(str(words))  # as the code has it, without its values
    kinds = [_reduce_exception(each) for each in report.get("exception", {}).get("values", ())]
    return sent | ({"exception": {"values": kinds}} if kinds else {})


def _reduce_exception(exception: Mapping[str, Any]) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", ())
    lines = [{name: frame[name] for name in OF_FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": lines}}
