"""The address at which phones reach this table, and the one before it changed."""

from urllib.parse import urlsplit

from django.conf import settings

PHONES, PHONES_BEFORE = "phones", "phones-before"
"""The files in the folder of what is kept: where phones reached the table last, and where they did before that.

The second is there only while the table is served at another address than the last time.
"""


def note_phone_address() -> str:
    """Write down where phones reach this table, and return a sentence where that has changed.

    An address of this machine alone is none for phones.
    """
    file, address = settings.VAR / PHONES, _get_address()
    if urlsplit(address).hostname == "127.0.0.1":
        return ""
    before = file.read_text() if file.is_file() else address
    settings.VAR.mkdir(parents=True, exist_ok=True)
    file.write_text(address)
    if before == address:
        (settings.VAR / PHONES_BEFORE).unlink(missing_ok=True)
    else:
        (settings.VAR / PHONES_BEFORE).write_text(before)
    return describe_moved_address()


def describe_moved_address() -> str:
    """Return where phones reached this table last time, and what to do; "" for no change."""
    file, address = settings.VAR / PHONES_BEFORE, _get_address()
    before = file.read_text() if file.is_file() else address
    if before == address:
        return ""
    return (
        f"Phones reached this table at {before} last time; now it is {address}. "
        "Everybody sits down again there, by the code or a personal link."
    )


def _get_address() -> str:
    return str(settings.ADDRESSES.urls[0])
