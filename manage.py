#!/usr/bin/env python
"""Django's command line for Ten Segments."""

import os
import sys


def main() -> None:
    """Run the command named in `sys.argv`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        raise SystemExit(
            "Django is not installed in this Python. Run `make setup`, then .venv/bin/python manage.py"
        ) from missing
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
