"""Commands in the documents: those of manage.py are run, modules for developers are there."""

import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.any_procedure import RULESET
from tests.combat_site.test_request_ids import ask, break_database
from tests.conventions.sources import ROOT, shown
from tests.server import Server, clean_environ, manage, run_manage
from tests.services import free_port

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

PLACEHOLDERS = {
    "FILE...": "{file}",
    "FILE": "{file}",
    "NAME": "{name}",
    "ID": "0123456789ab",
}
"""What stands for a word in capitals when a command is run."""

COPY, FIGHT = "copy.zip", "fight.zip"
"""The names of a copy of the site with its key, and of its fight alone, in the site's folder."""

MAKE_CAMPAIGN = """
from django.contrib.auth.models import User
from encounters.services import make_campaign
make_campaign(User.objects.get(username="dora"), "The Ford and the Fen")
"""

PYTHON = ".venv/bin/python "

SERVED = ("uvicorn combat_site.asgi:application", "git pull && make setup")
"""Commands of a server and of its upgrade, which every fixture `serve` and `tests/browser/test_new_version.py` run."""

ASKING = ("curl ", "grep ")
"""Commands that ask a running server, or its log."""

INSTALLED = ("pipx install dist/", "ten-segments play")
"""Commands of the wheel, which `tests/combat_site/test_installed.py` installs and runs."""

DEPLOYED = ("cd /srv/ten-segments/", "cloudflared ", "docker ", "ssh ", "sudo", "tailscale ")
"""Commands of docs/deploy.md. `tests/deploy` runs what it can of them; the page says which it does not."""

NOT_RUN = ("certbot", "cloudflared", "docker", "systemctl", "tailscale")
"""Their programs that no test runs."""


def list_commands() -> Iterator[tuple[str, str]]:
    """Yield each command once, with its document, without targets of make and variables."""
    seen: set[str] = set()
    for document in DOCUMENTS:
        text = document.read_text()
        blocks = [re.sub(r"\\\n\s*", " ", block) for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)]
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        inline = re.findall(r"`((?:\.venv/bin/|python -m |manage\.py )[^`]+)`", prose)
        for line in [*(line for block in blocks for line in block.splitlines()), *inline]:
            command = re.sub(r"\s+(#|>).*", "", line).strip().removeprefix(PYTHON).removeprefix(".venv/bin/")
            command = re.sub(r"^-m ", "python -m ", command)
            if command and not re.match(r"(make|export) ", command) and command not in seen:
                seen.add(command)
                yield command, shown(document)


COMMANDS = dict(list_commands())
MANAGED = [command for command in COMMANDS if command.startswith("manage.py ")]
ASKED = [command for command in COMMANDS if command.startswith(ASKING)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Return the variables of a site with a database of its own, one DM and a campaign."""
    environ = clean_environ(VAR_DIR=str(tmp_path_factory.mktemp("documented")), LOG_LEVEL="ERROR")
    folder = environ["VAR_DIR"]
    for words in (
        *(("migrate", "--verbosity=0"), ("demo",), ("shell", "--verbosity=0", "-c", MAKE_CAMPAIGN)),
        ("backup", f"{folder}/{COPY}", "--with-key"),
        ("export_campaign", f"{folder}/{FIGHT}", "--fight", "1"),
    ):
        manage(*words, environ=environ)
    return environ


def find_file(folder: Path, command: str) -> Path:
    """Return the file that a command is given: a new one, a copy, or a scenario."""
    if command.startswith(("manage.py backup ", "manage.py export_campaign ")):
        return folder / f"{MANAGED.index(command)}.zip"
    for name, file in {"restore": COPY, "import_campaign": FIGHT}.items():
        if command.startswith(f"manage.py {name} "):
            return folder / file
    return next((ROOT / "rules" / "procedures" / RULESET.id / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("command", MANAGED)
def test_a_documented_command_of_manage_runs(site: Mapping[str, str], command: str) -> None:
    file = find_file(Path(site["VAR_DIR"]), command)
    name = f"nell-{MANAGED.index(command)}" if "add_dm" in command else "dora"
    words = [PLACEHOLDERS.get(word, word).format(file=file, name=name) for word in command.split()[1:]]
    done = run_manage(*words, environ=site)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_documented_command_asks_a_running_server(serve: Callable[..., Server]) -> None:
    metrics = free_port()
    server = serve(METRICS_PORT=str(metrics))
    break_database(server)
    _, id, _ = ask(f"{server.url}/join/?code=OAK417")
    ports = {":8000/": f":{server.port}/", ":9100/": f":{metrics}/"}
    said = {}
    for command in ASKED:
        words = {"ID": id, "FILE": str(server.log)}
        run = [words.get(word, word) for word in re.sub("|".join(ports), lambda port: ports[port[0]], command).split()]
        done = subprocess.run(run, check=False, capture_output=True, text=True)
        assert done.returncode == 0, command
        said[command] = done.stdout
    assert '"alive"' in said["curl -s http://127.0.0.1:8000/livez"]
    assert '"checks"' in said["curl -s http://127.0.0.1:8000/readyz"]
    assert "Internal Server Error" in said["grep ID FILE"]
    assert "ten_segments_open_tables" in said["curl -s http://127.0.0.1:9100/metrics"]


def test_every_other_documented_command_is_one_for_developers_or_of_a_server() -> None:
    others = [command for command in COMMANDS if command not in (*MANAGED, *ASKED)]
    assert len(MANAGED) > 10
    assert [each for each in others if not each.startswith(("python -m ", *SERVED, *INSTALLED, *DEPLOYED))] == []


def test_the_page_says_which_programs_no_test_runs() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text()
    assert [each for each in NOT_RUN if f"`{each}`" not in page.partition("Not run")[2]] == []


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("python -m ")])
def test_a_documented_module_can_be_run(command: str) -> None:
    module, *words = command.split()[2:]
    if module == "pytest":
        assert (ROOT / words[0]).exists()
        return
    path = ROOT / Path(*module.split("."))
    main = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    assert 'if __name__ == "__main__":' in main.read_text()


def test_the_documents_are_read() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/operations.md"} <= set(COMMANDS.values())
