"""The key that signs sessions, made once and kept beside the database."""

import os
import secrets
from pathlib import Path


def kept_in(path: Path) -> str:
    """The key in `path`; a first run makes it, readable by its owner only.

    Linking a finished file into place means that two processes starting together agree on one key and neither reads half of it.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}-{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
