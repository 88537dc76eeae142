"""Little programs run beside what is measured."""

import subprocess
import sys
from collections.abc import Mapping

from tests.server import ROOT


def run_python(code: str, environ: Mapping[str, str]) -> str:
    """Return the last line that a program prints.

    Raises AssertionError with all its output where it fails.
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, cwd=ROOT, env=dict(environ), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]
