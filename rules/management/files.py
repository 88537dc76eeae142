"""Reading of files named on the command line."""

from pathlib import Path

from rules.kernel.documents import MOST_BYTES, TOO_LARGE


class UnreadableFile(ValueError):
    """A file that cannot be read; the message names it and gives the reason."""


def read_file(file: str) -> str:
    """Return the text of a file. Raises UnreadableFile, also for a file that is too large."""
    path = Path(file)
    try:
        # A pipe has no size. Reading one byte beyond the limit shows that the text is too large.
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UnreadableFile(f"{file}: {TOO_LARGE}")
        return content.decode().replace("\r\n", "\n")
    except OSError as problem:
        raise UnreadableFile(f"{file}: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise UnreadableFile(f"{file}: this is not UTF-8 text") from problem
