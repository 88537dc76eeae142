"""The excerpt of a person's text in an error: enough to find it again, and no more."""

import re

MOST_QUOTED = 60
MOST = 400

_QUOTED = re.compile(rf"""(["'])([^"'\n]{{{MOST_QUOTED},}})\1""")


def shorten_message(message: str) -> str:
    """Return an error's message with long quotations cut.

    The middle is left out of a message that is long without them.
    """
    message = _QUOTED.sub(lambda found: f"{found[1]}{found[2][: MOST_QUOTED - 1]}…{found[1]}", message)
    if len(message) <= MOST:
        return message
    return f"{message[: MOST // 2]} … {message[-MOST // 2 + 3 :]}"
