"""The pages of docs/decisions/, listed in the site's navigation by their numbers."""

from pathlib import Path
from typing import Any


def on_config(config: Any) -> None:
    """Add every decision to the section of decisions."""
    folder = Path(config["docs_dir"]) / "decisions"
    section = next(each for each in config["nav"] if "Decisions" in each)["Decisions"]
    section += [f"decisions/{path.name}" for path in sorted(folder.glob("[0-9]*.md"))]
