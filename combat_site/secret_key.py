"""The folder of what is kept, and in it the key that signs sessions, generated once."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from combat_site.processes import refuse_to_start

ADVICE = "Make it writable for this user, free some space, or name another folder by VAR_DIR."
EMPTY = "The key in {} is empty. Delete that file: a new key is made, and everybody signs in again. Or set SECRET_KEY."


def make_folder(path: Path) -> None:
    """Make a folder, unless there is one.

    Where that is not possible, the process ends with one line.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        refuse_to_start(f"The folder {path} cannot be made: {problem.strerror}. {ADVICE}")


def read_key(path: Path) -> str:
    """Return the key in ``path``; a first run makes it, readable by its owner only.

    Where it cannot be made or read, or is empty, the process ends with one line.
    """
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_text(encoding="ascii").strip()
    except OSError as problem:
        refuse_to_start(f"The key {path} cannot be made or read: {problem.strerror}. {ADVICE}")
    if not key:
        refuse_to_start(EMPTY.format(path))
    return key


def replace_key(path: Path, key: str) -> None:
    """Write a key in the place of the one that is there. Raises OSError."""
    with _write_draft(path, key) as draft:
        draft.replace(path)


def _make_key(path: Path) -> None:
    """Write a key.

    A finished file is linked into place. Two processes that start together therefore agree on one key, and neither
    reads half of it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _write_draft(path, secrets.token_urlsafe(50)) as draft, contextlib.suppress(FileExistsError):
        os.link(draft, path)


@contextlib.contextmanager
def _write_draft(path: Path, key: str) -> Iterator[Path]:
    """Yield a hidden file beside a path, with a key, which is gone afterwards."""
    draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    draft.touch(0o600, exist_ok=False)
    try:
        draft.write_text(key, encoding="ascii")
        yield draft
    finally:
        draft.unlink(missing_ok=True)
