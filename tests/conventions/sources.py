"""The files that are ours: what git tracks, or, without git, what is not made by a tool."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = (".ico", ".png", ".webp", ".xz")
MADE = {".git", ".venv", "var", "node_modules", "screenshots", "vendor", "__pycache__"}


def sources(*suffixes: str) -> list[Path]:
    """Our files that end in one of `suffixes`; every text file when none is given."""
    found = [path for path in _all_files() if path.is_file() and path.suffix not in BINARY]
    return [path for path in found if not suffixes or path.suffix in suffixes]


def shown(path: Path) -> str:
    """Return a path as a failure should name it."""
    return path.relative_to(ROOT).as_posix()


def _all_files() -> list[Path]:
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return [ROOT / name for name in listed.split("\0") if name]
    return [path for path in sorted(ROOT.rglob("*")) if not MADE.intersection(path.relative_to(ROOT).parts)]
