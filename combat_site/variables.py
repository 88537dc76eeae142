"""The environment variables of the site, with their defaults and the values they may have.

The settings read them by this list, docs/operations.md has a row for each, and a name that is close to one of them and
none of them is told at the start.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.core.checks import CheckMessage, Warning

from combat_site.processes import refuse_to_start

TRUE, FALSE = ("1", "true", "on", "yes", "y", "ok"), ("0", "false", "off", "no", "n")


@dataclass(frozen=True)
class Variable:
    """A variable."""

    name: str
    default: str = ""
    said: str = ""
    """The default in the words of the documents, where there is another one than ``default`` says."""
    values: Sequence[str] = ()
    """The values that it may have, if only these."""
    begins: Sequence[str] = ()
    """The schemes of the URL that it is, before "://"."""
    most: int = 0
    """The highest number, if it is a number."""
    least: int = 0
    """The lowest number."""

    def find_fault(self, value: str) -> str:
        """Return what is wrong with a value, without secrets; the empty text where nothing is."""
        if self.most and not (value.isascii() and value.isdigit() and self.least <= int(value) <= self.most):
            return f"is {value!r}: it must be a whole number from {self.least} to {self.most}"
        if self.values and value not in self.values:
            return f"is {value!r}: it must be one of {', '.join(self.values)}"
        if self.begins and value.partition("://")[0] not in self.begins:
            return f"is not understood: it must begin with {' or '.join(f'{each}://' for each in self.begins)}"
        return ""


MOST = 10**9
FLAG = (*TRUE, *FALSE)
POSTGRES = ("postgres", "postgresql", "psql", "pgsql")

VARIABLES = (
    Variable("HOST", "0.0.0.0"),
    Variable("PORT", "8000", least=1, most=65535),
    Variable("PUBLIC_URL", begins=("https", "http")),
    Variable("HSTS_SECONDS", "2592000", most=MOST),
    Variable("DATABASE_URL", said="a file in `var/`", begins=(*POSTGRES, "sqlite")),
    Variable("REDIS_URL", begins=("redis", "rediss", "unix")),
    Variable("REDIS_PREFIX", "ten-segments"),
    Variable("EMAIL_URL"),
    Variable("EMAIL_FROM", said="the user of `EMAIL_URL`"),
    Variable("SECRET_KEY", said="made once, `var/secret-key`"),
    Variable("VAR_DIR", said="`var`; of `ten-segments` the user's data folder"),
    Variable("COPIES", "1", values=FLAG),
    Variable("DEBUG", "0", values=FLAG),
    Variable("LOG_FORMAT", "console", values=("console", "json")),
    Variable("LOG_LEVEL", "INFO", values=("DEBUG", "INFO", "WARNING", "ERROR")),
    Variable("TEN_SEGMENTS_DEMO", "0", values=FLAG),
    Variable("PROCEDURES"),
    Variable("METRICS_PORT", least=1, most=65535),
    Variable("METRICS_TOKEN"),
    Variable("SENTRY_DSN", begins=("https", "http")),
    Variable("WEB_CONCURRENCY", "1", least=1, most=MOST),
    Variable("LIMIT_WRONG_CODES", "10", most=MOST),
    Variable("LIMIT_WRONG_CODES_TOGETHER", "300", most=MOST),
    Variable("LIMIT_WRONG_LINKS", "10", most=MOST),
    Variable("LIMIT_WRONG_PASSWORDS", "10", most=MOST),
    Variable("LIMIT_WRONG_PASSWORDS_MINUTES", "5", most=MOST),
    Variable("LIMIT_PASSWORD_MAILS", "5", most=MOST),
    Variable("LIMIT_NEW_ACCOUNTS", "10", most=MOST),
    Variable("LIMIT_FIGHTS", "60", most=MOST),
    Variable("LIMIT_JOINS", "600", most=MOST),
    Variable("LIMIT_SEATS", "2000", most=MOST),
    Variable("LIMIT_SOCKETS", "16", most=MOST),
    Variable("LIMIT_FRAMES", "10", most=MOST),
)

NAMED = {each.name: each for each in VARIABLES}

ELSEWHERE = ("FORWARDED_ALLOW_IPS", "DJANGO_SETTINGS_MODULE")
"""Variables of uvicorn and of Django that are for this site."""

OF_TESTS = tuple(f"TEN_SEGMENTS_{each}" for each in ("LATE", "NO_PICTURES", "SITE_FOLDER", "SOAK", "WRITE_TEXTS"))
"""Variables that only the tests read."""

PREFIX, LIMIT = "TEN_SEGMENTS_", "LIMIT_"

SHORTEST = 7
"""The fewest letters of a name to which others are compared: programs have many that are close to a shorter one."""

CLOSE = 0.85
"""The least likeness of a misspelt name, as difflib counts it."""

ADVICE = "docs/operations.md lists the variables."


class Environment:
    """The variables as they are set; an empty one counts as not set.

    The process ends with one line where a value is not one that the variable may have.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def read_text(self, name: str) -> str:
        """Return the value of a variable, or its default."""
        variable = NAMED[name]
        value = self._environ.get(name, "").strip()
        if variable.values:
            value = next((each for each in variable.values if each.lower() == value.lower()), value)
        if value and (fault := variable.find_fault(value)):
            refuse_to_start(f"{name} {fault}.")
        return value or variable.default

    def read_number(self, name: str) -> int:
        """Return the value of a variable that is a number; 0 where it is not set and has no default."""
        return int(self.read_text(name) or 0)

    def read_flag(self, name: str) -> bool:
        """Return whether a variable is switched on."""
        return self.read_text(name) in TRUE

    def read_pairs(self, name: str) -> dict[str, str]:
        """Return the pairs of a variable that is written ``name=value,name=value``."""
        pairs = [each.partition("=") for each in filter(None, map(str.strip, self.read_text(name).split(",")))]
        if not all(key and value for key, _, value in pairs):
            refuse_to_start(f"{name} is not understood: it must be pairs like id=package.module:Class.")
        return {key: value for key, _, value in pairs}

    def read_limits(self) -> dict[str, int]:
        """Return every limit by its name in the code, such as "wrong-codes"."""
        names = [name for name in NAMED if name.startswith(LIMIT)]
        return {name.removeprefix(LIMIT).lower().replace("_", "-"): self.read_number(name) for name in names}


def find_unknown(environ: Mapping[str, str]) -> list[str]:
    """Return a sentence for each variable that looks like one of ours and is none."""
    known = {*NAMED, *ELSEWHERE, *OF_TESTS}
    long = [name for name in NAMED if len(name) >= SHORTEST]
    found = []
    for name in sorted(set(environ) - known):
        like = [each for each in get_close_matches(name.upper(), long, 1, CLOSE) if abs(len(each) - len(name)) <= 2]
        if like and like[0] not in environ:
            found.append(f"{name} is not known; did you mean {like[0]}?")
        elif name.startswith(PREFIX):
            found.append(f"{name} is not known.")
    return found


def check_variables(**_: Any) -> list[CheckMessage]:
    """Return the warnings of Django's system check ``combat_site.W002``."""
    return [Warning(each, hint=ADVICE, id="combat_site.W002") for each in find_unknown(os.environ)]
