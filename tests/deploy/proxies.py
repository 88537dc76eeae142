"""nginx and Caddy with the files of `deploy/`, before a port of this machine."""

import os
import signal
import socket
import ssl
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from tests import packages
from tests.server import PATIENCE, ROOT, clean_environ
from tests.services import free_port

DEPLOY = ROOT / "deploy"

NAME = "table.example"
"""The name of the site in the files of `deploy/`; nobody looks it up."""

HOME = "/srv/ten-segments"
"""The folder of the versions in the files of `deploy/`."""

CERTIFICATES = f"/etc/letsencrypt/live/{NAME}"
"""The folder of the certificate in the files of `deploy/`."""

MAIN = """
{user}
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 1;
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
"""What Debian's own nginx.conf has beside a site."""


class Proxy(ABC):
    """A proxy that serves https before `port`; its files are in `folder`."""

    name = NAME
    """The name by which it is asked."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.https, self.http = free_port(), free_port()
        self.url = f"https://{self.name}:{self.https}"
        self.log = folder / f"{type(self).__name__}.log"
        self.process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.prepare(), env=self.list_variables(), stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def stop(self) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
            self.process = None

    @abstractmethod
    def prepare(self) -> list[str]:
        """Write its files, and return its command."""

    def list_variables(self) -> dict[str, str]:
        """Return its environment."""
        return clean_environ()

    @abstractmethod
    def trust(self) -> ssl.SSLContext:
        """Return what a browser needs that trusts its certificate."""

    def answers(self) -> bool:
        """Return whether it listens and has its certificate."""
        try:
            with socket.create_connection(("127.0.0.1", self.https), timeout=5) as line:
                self.trust().wrap_socket(line, server_hostname=self.name).close()
        except OSError:
            return False
        return True


class Nginx(Proxy):
    """nginx with `deploy/nginx.conf`, but for folders, ports and the certificate's place."""

    def prepare(self) -> list[str]:
        """Write its files, and return its command."""
        make_certificate(self.folder)
        (self.folder / "site.conf").write_text(self.write_site())
        user = "user www-data;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(MAIN.format(user=user, folder=self.folder))
        nginx = packages.find_program("nginx", packages.NGINX)
        return [nginx, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-g", "daemon off;"]

    def write_site(self) -> str:
        """Return the file with what is this site's own."""
        own = {
            HOME: str(self.folder),
            CERTIFICATES: str(self.folder),
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
            "listen 443": f"listen {self.https}",
            "listen 80": f"listen {self.http}",
        }
        text = (DEPLOY / "nginx.conf").read_text()
        for each, ours in own.items():
            assert each in text, each
            text = text.replace(each, ours)
        return text

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))


class Caddy(Proxy):
    """Caddy with `deploy/Caddyfile` as at home.

    The machine's address is its name, and it signs its own certificate.
    """

    name = "127.0.0.1"

    def prepare(self) -> list[str]:
        """Write its files, and return its command."""
        # Its other ports are fixed, and it would have this machine trust its certificates.
        own = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.http}\n}}\n"
        (self.folder / "Caddyfile").write_text(own + (DEPLOY / "Caddyfile").read_text())
        caddy = packages.find_program("caddy", packages.CADDY)
        return [caddy, "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]

    def list_variables(self) -> dict[str, str]:
        """Return its environment: what the head of the file says."""
        own = {"NAME": self.url, "TLS": "tls internal", "SERVERS": f"127.0.0.1:{self.port}"}
        return {**clean_environ(), **own, "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "caddy/pki/authorities/local/root.crt"))


def make_certificate(folder: Path) -> None:
    """Sign a certificate for NAME by its own key, where nginx looks for it."""
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command.split(), *names, *files], check=True, capture_output=True)
