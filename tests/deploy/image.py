"""The steps of `deploy/Dockerfile` without an engine, in a root of their own.

That root is this machine's, with all that the steps write laid over it, and is gone afterwards. The base image's
`python` is the one that runs the tests.
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests import packages
from tests.conventions.sources import BINARY, sources
from tests.deploy.proxies import DEPLOY
from tests.server import ROOT, clean_environ

BASE = "/base"
"""The folder with the base image's programs."""

ENTER = """
set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount --bind /proc "$1/root/proc"
mount --bind /dev "$1/root/dev"
mkdir -p "$1/root/base"
ln -s "$2" "$1/root/base/python"
while [ "$2" != / ]; do set -- "$1" "$(dirname "$2")" "$3"; chmod o+rx "$1/root/$2"; done
exec chroot "$1/root" sh -s < "$3"
"""
"""The program that makes the root on $1 with the Python $2, and runs the script $3 there. Its mounts end with it."""


def write_script(context: Path, port: int, *before: str) -> str:
    """Return the steps as a script: the file's, these commands, and the server on a port."""
    lines, user = ["set -eu", f"export PATH={BASE}:$PATH"], "root"
    for word, given in list_steps():
        match word:
            case "FROM":
                assert given.startswith("python:{}.{}-".format(*sys.version_info)), given
            case "ENV":
                lines.append(f"export {given}")
            case "WORKDIR":
                lines += [f"mkdir -p {given}", f"cd {given}"]
            case "COPY":
                source, target = given.split()
                lines.append(f"cp -r {context / source} {target}")
            case "RUN":
                lines.append(given)
            case "USER":
                user = given
            case "EXPOSE":
                assert given == "8000"
            case "CMD":
                command = shlex.join(json.loads(given)).replace("--port 8000", f"--port {port}")
                own = [f"runuser -u {user} -- {each}" for each in (*before, command)]
                lines += [*own[:-1], f"exec {own[-1]}"]
            case _:
                raise AssertionError(f"{word}: no test runs it")
    return "\n".join([*lines, ""])


def list_steps() -> list[tuple[str, str]]:
    """Return the instructions of the file, each with its words."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, given) for word, _, given in (line.partition(" ") for line in lines)]


def copy_context(folder: Path) -> None:
    """Copy the checkout, without what `.dockerignore` names."""
    ignored = set((ROOT / ".dockerignore").read_text().split())
    pictures = [each for each in (ROOT / "static").rglob("*") if each.suffix in BINARY]
    for path in [*sources(), *pictures]:
        name = path.relative_to(ROOT)
        if name.parts[0] not in ignored:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(path.read_bytes())


def start(folder: Path, script: Path, log: Path) -> "subprocess.Popen[bytes]":
    """Run a script in a root that is mounted on a folder."""
    python = str(Path(sys.base_prefix) / "bin" / "python3")
    inside: Sequence[str] = ["unshare", "--mount", "sh", "-c", ENTER, "sh", str(folder), python, str(script)]
    with log.open("wb") as out:
        return subprocess.Popen([*packages.require_root(), *inside], env=clean_environ(), stdout=out, stderr=out)
