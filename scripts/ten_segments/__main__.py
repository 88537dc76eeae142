"""The command `ten-segments`: the site's commands, with its data in the user's folder."""

import os
import sys
from pathlib import Path

from platformdirs import user_data_path

NAME = "ten-segments"

SITE = Path(__file__).resolve().parent
"""The folder of the site's packages. Their names are common ones: they are found here first, and nowhere else."""

COLLECTED = ".collected"
"""The file that names the version whose static files were collected last."""


def main() -> None:
    """Run the command named in `sys.argv`; before `play`, make ready what it serves."""
    sys.path.insert(0, str(SITE))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
    os.environ["VAR_DIR"] = os.environ.get("VAR_DIR", "") or str(find_data_folder())
    if sys.argv[1:] == ["--version"]:
        from combat_site.version import VERSION

        sys.stdout.write(f"{NAME} {VERSION}\n")
        return
    if sys.argv[1:2] == ["play"] and not {"-h", "--help"}.intersection(sys.argv):
        prepare()
    from django.core.management import execute_from_command_line

    execute_from_command_line([NAME, *sys.argv[1:]])


def find_data_folder() -> Path:
    """Return the folder in which this user's programs keep their data."""
    return user_data_path(NAME, appauthor=False)


def prepare() -> None:
    """Apply the migrations, and collect the static files of a version that starts for the first time.

    Those of the version before stay beside them: pages that are open ask for them.
    """
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    mark = Path(settings.STATIC_ROOT) / COLLECTED
    if not mark.is_file() or mark.read_text(encoding="utf-8") != settings.VERSION:
        sys.stdout.write("Preparing the pages of this version ...\n")
        sys.stdout.flush()
        call_command("collectstatic", interactive=False, verbosity=0)
        mark.write_text(settings.VERSION, encoding="utf-8")


if __name__ == "__main__":
    main()
