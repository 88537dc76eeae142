"""The key that signs sessions, generated once and stored beside the database."""

import os
import secrets
from pathlib import Path


def kept_in(path: Path) -> str:
    """Return the key in ``path``; a first run makes it, readable by its owner only.

    A finished file is linked into place. Two processes that start together therefore agree on one key, and neither
    reads half of it.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
        draft.touch(0o600, exist_ok=False)
        draft.write_text(secrets.token_urlsafe(50), encoding="ascii")
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()
