"""Persons who play over https and a socket as their pages do, and what they see of it."""

import http.client
import json
import re
import secrets
import socket
import ssl
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from threading import Event, Lock, Thread
from urllib.parse import parse_qsl, urlencode, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

SILENCE = 120.0
"""Seconds after which a person gives up: nobody waits as long."""

RETRY_SECONDS = 0.5
"""Seconds after which a page connects again, and a person presses again."""

LONGEST_LOOK = 3.0
"""Seconds after which a person looks at the page again, where nothing was pushed."""

Form = tuple[str, dict[str, str]]
"""The address to which a form is sent, and its fields."""


@dataclass
class Notes:
    """The answers that all persons saw, and the inputs that the site acknowledged."""

    statuses: Counter[str] = field(default_factory=Counter)
    """The answers to requests, by status; "broken" where there was none."""
    refusals: list[str] = field(default_factory=list)
    """Each answer that a person sees as an error."""
    sent: int = 0
    """The presses, each counted once, however often it was sent."""
    acknowledged: list[str] = field(default_factory=list)
    """The taps that were answered by success."""
    waits: list[tuple[float, str]] = field(default_factory=list)
    """The seconds that each request took, and what it was."""
    closings: Counter[int] = field(default_factory=Counter)
    """The codes by which sockets ended; 0 where one could not be opened."""
    gaps: list[tuple[float, str]] = field(default_factory=list)
    """The seconds for which a socket was gone, and whose."""
    lock: Lock = field(default_factory=Lock)

    def note_request(self, words: str, status: int, seconds: float) -> None:
        """Note a request and its answer; the status 0 stands for none."""
        with self.lock:
            self.statuses[str(status) if status else "broken"] += 1
            self.waits.append((seconds, words))
            if not 200 <= status < 400:
                self.refusals.append(f"{words}: {status or 'broken'} after {seconds:.1f} s")

    def note_closing(self, code: int) -> None:
        """Note that a socket ended, or could not be opened."""
        with self.lock:
            self.closings[code] += 1

    def note_return(self, name: str, seconds: float) -> None:
        """Note that somebody has a socket again, after some seconds."""
        with self.lock:
            self.gaps.append((seconds, name))


@dataclass
class Site:
    """The address at which people find a site, and the certificate that they trust."""

    url: str
    trusted: ssl.SSLContext

    @property
    def host(self) -> str:
        """Return the name and the port."""
        return urlsplit(self.url).netloc

    def connect(self) -> socket.socket:
        """Return a connection to this machine, where the site's name is looked up nowhere."""
        return socket.create_connection(("127.0.0.1", urlsplit(self.url).port or 443), timeout=SILENCE)


class Person(Thread):
    """A browser with one page, its socket and its person's presses."""

    def __init__(self, name: str, site: Site, notes: Notes, path: str, cookies: dict[str, str]) -> None:
        super().__init__(name=name, daemon=True)
        self.site, self.notes, self.path, self.cookies = site, notes, path, dict(cookies)
        self.over, self.news = Event(), Event()
        self.page = ""
        self.at, self.epoch = 0, ""
        self.fault = ""
        """What ended it, unless it was told to stop."""

    # What the page does.

    def send(self, method: str, path: str, given: dict[str, str] | None = None) -> tuple[int, str]:
        """Send a request; return its status, or 0, and its text."""
        headers = {"Host": self.site.host, "Cookie": "; ".join(f"{name}={own}" for name, own in self.cookies.items())}
        if given is not None:
            headers |= {"X-CSRFToken": self.cookies["csrftoken"], "Origin": self.site.url, "HX-Request": "true"}
            headers |= {"Referer": f"{self.site.url}{self.path}", "Content-Type": "application/x-www-form-urlencoded"}
        begin, status, text = time.monotonic(), 0, ""
        try:
            line = http.client.HTTPConnection(self.site.host)
            line.sock = self.site.trusted.wrap_socket(self.site.connect(), server_hostname=self.site.host.split(":")[0])
            line.request(method, path, urlencode(given) if given is not None else None, headers)
            answer = line.getresponse()
            status, text = answer.status, answer.read().decode()
            for name, own in re.findall(
                r"\b(csrftoken|ten_segments_\w+)=([^;]+)", answer.getheader("Set-Cookie") or ""
            ):
                self.cookies[name] = own
            line.close()
        except (OSError, http.client.HTTPException) as problem:
            text = repr(problem)
        self.notes.note_request(f"{self.name} {method} {path}", status, time.monotonic() - begin)
        return status, text

    def load(self) -> str:
        """Load the page, and return it; an error is loaded again as a person would."""
        while True:
            status, text = self.send("GET", self.path)
            if status == 200:
                self.page = text
                self.at, self.epoch = int(find(r'data-at="(\d+)"', text)), find(r'data-epoch="([^"]*)"', text)
                return text
            time.sleep(RETRY_SECONDS)

    def press(self, path: str, given: dict[str, str]) -> None:
        """Send a form, again with the same tap until it is taken or refused."""
        tap = secrets.token_hex(16)
        self.notes.sent += 1
        while True:
            status, _ = self.send("POST", path, {**given, "tap": tap})
            if 200 <= status < 400:
                self.notes.acknowledged.append(tap)
            if 200 <= status < 500:
                return
            time.sleep(RETRY_SECONDS)

    def listen(self) -> None:
        """Keep the page's socket open, and note what it says of the position."""
        gone: float | None = time.monotonic()
        while not self.over.is_set():
            version, path = find(r'data-version="(\w+)"', self.page), find(r'data-live="([^"]+)"', self.page)
            query = urlencode({"version": version, "at": self.at, "epoch": self.epoch})
            address = f"wss://{self.site.host}{path}?{query}"
            headers = {"Cookie": "; ".join(f"{name}={own}" for name, own in self.cookies.items())}
            try:
                with connect(
                    address, sock=self.site.connect(), ssl=self.site.trusted, additional_headers=headers,
                    server_hostname=self.site.host.split(":")[0], origin=Origin(self.site.url), proxy=None,
                ) as line:  # fmt: skip
                    self.notes.note_return(self.name, time.monotonic() - (gone or 0))
                    gone = None
                    self.news.set()
                    while not self.over.is_set():
                        try:
                            self.take(json.loads(line.recv(timeout=1)))
                        except TimeoutError:
                            continue
            except (OSError, WebSocketException) as problem:
                gone = gone or time.monotonic()
                closed = getattr(problem, "rcvd", None)
                self.notes.note_closing(closed.code if closed else 0)
                time.sleep(RETRY_SECONDS)

    def take(self, frame: dict[str, object]) -> None:
        """Take a frame, as the page's script does."""
        at = frame.get("at")
        if isinstance(at, int):
            self.at, self.epoch = at, str(frame["epoch"])
            if self.is_news(str(frame["html"])):
                self.news.set()

    def is_news(self, html: str) -> bool:
        """Return whether what was pushed is something to act on."""
        return 'class="question"' in html

    # What its person does.

    def run(self) -> None:
        try:
            self.load()
            Thread(target=self.listen, daemon=True).start()
            while not self.over.is_set():
                self.news.clear()
                form = self.choose(self.load())
                if form is not None:
                    self.press(*form)
                if self.over.is_set() or form is None:
                    self.news.wait(LONGEST_LOOK)
        except Exception as problem:
            self.fault = repr(problem)
            raise

    def choose(self, page: str) -> Form | None:
        """Return the first order that the page offers; None where nothing is asked."""
        form = next((each for each in list_forms(page) if each[0].endswith("/me/answer/")), None)
        offer = find(r'<a class="offer"\s+href="[^"?]*\?([^"]*)"', page)
        if form is None or not offer:
            return None
        answer = {name: own for name, own in parse_qsl(unescape(offer)) if name.startswith("answer.")}
        return form[0], {"token": form[1]["token"], "done": "1", **answer}


class Dm(Person):
    """The DM, who gives the foes their orders and goes on, with a moment between two presses."""

    pause = 0.6
    """Seconds between two presses."""
    is_last = False
    """Whether this round is the last: the end of it ends her play."""
    presses = 0

    def choose(self, page: str) -> Form | None:
        time.sleep(self.pause)
        forms = list_forms(page)
        next_round = [each for each in forms if each[0].endswith("/round/")]
        if next_round and self.is_last:
            self.over.set()
            return None
        going_on = [each for each in forms if re.search(r"/(next|close)/$", each[0]) and "disabled" not in each[1]]
        sealing = [each for each in forms if each[0].endswith("/answer/") and "done" in each[1]]
        chosen = [*next_round, *going_on, *sealing]
        return (chosen[0][0], {name: own for name, own in chosen[0][1].items() if name != "tap"}) if chosen else None

    def is_news(self, html: str) -> bool:
        """Return True: whatever players do may be what she waits for."""
        return True


def find(pattern: str, text: str) -> str:
    """Return what a pattern finds, or ""."""
    found = re.search(pattern, text)
    return found[1] if found else ""


def list_forms(page: str) -> list[Form]:
    """Return the forms of a page with their hidden fields; "disabled" where a button is."""
    found = []
    for text in re.findall(r"<form.*?</form>", page, re.DOTALL):
        hidden = re.findall(r'<input\s+type="hidden"\s+name="([\w.]+)"\s+value="([^"]*)"', text)
        fields = {name: unescape(own) for name, own in hidden if name != "csrfmiddlewaretoken"}
        is_disabled = re.search(r"<button[^>]*\bdisabled\b", text) is not None
        found.append((find(r'action="([^"]*)"', text), {**fields, **({"disabled": ""} if is_disabled else {})}))
    return found
