"""The shape of the code, as plain text: `make measure`, or `python -m tests.measure`.

Sizes are those of what is served: the tests are counted by lines only. Docstrings of `sizes`, `clauses` and `passing`
say how each number is found.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil
from pathlib import Path
from statistics import median

from tests.any_procedure import RULESET
from tests.conventions.sources import ROOT, shown, sources
from tests.measure.chains import find_longest_chain, list_imports, list_packages
from tests.measure.clauses import catalogue_ids, named_clauses, order_share, reading_order, strings
from tests.measure.members import GROUPS, list_members, read_members
from tests.measure.passing import passed_files
from tests.measure.sizes import (
    count_casts,
    count_ignores,
    count_lines,
    dataclass_fields,
    function_lengths,
    string_comparisons,
)

APPS = ("rules", "encounters", "campaigns", "combat_site")
"""The apps that are served."""

FOLDERS = (*APPS, "tests", "templates", "static", "scripts")
SUFFIXES = (".py", ".html", ".js", ".css")
LONG, SHORT, MANY_FIELDS, WORST = 900, 20, 15, 10
PROCEDURES = ("procedures/{}", "rulesets/{}", "{}")
"""Where in `rules` a procedure's own files may be."""

Ranked = Sequence[tuple[str, int]]


def report() -> Iterator[str]:
    """Yield the lines of the whole report."""
    yield from heading("Lines and files")
    yield from sizes()
    yield from heading("Functions (lines)")
    yield from functions()
    yield from heading(f"Files over {LONG} or under {SHORT} lines")
    yield from extreme_files()
    yield from heading(f"Files passed by a request ({RULESET.short}, SQLite)")
    yield from requests()
    yield from heading("Files that name a clause (rules and encounters, without tests, scenario files, catalogues)")
    yield from clauses()
    yield from heading("Pairs of clauses that stand in the text's order in the procedure's own files")
    yield from orders()
    yield from heading("What a procedure may answer: members of its abstract classes")
    yield from members()
    yield from heading("Longest chain of imports inside a package (modules, each imports the next)")
    yield from chains()
    yield from heading("Comparisons of kind, part or letter with strings")
    yield from totals({path: string_comparisons(text) for path, text in python_files().items()})
    yield from heading("Calls of cast")
    yield from totals({path: count_casts(text) for path, text in python_files().items()})
    yield from heading("Comments type: ignore")
    yield from totals({path: count_ignores(text) for path, text in python_files().items()})
    yield from heading(f"Dataclasses with more than {MANY_FIELDS} fields of their own")
    yield from dataclasses()


def heading(text: str) -> Iterator[str]:
    """Yield a heading after an empty line."""
    yield from ("", text, "-" * len(text))


# Files.


@cache
def python_files() -> Mapping[Path, str]:
    """Return the Python files of the apps, with their texts."""
    return {path: path.read_text(encoding="utf-8") for path in sources(".py") if app_of(path) in APPS}


def app_of(path: Path) -> str:
    """Return the folder of the project that a file is in; "" at its root."""
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else ""


def sizes() -> Iterator[str]:
    """Yield the files and lines of each folder, by kind of file."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for path in sources(*SUFFIXES):
        if app_of(path) in FOLDERS:
            found[app_of(path), path.suffix].append(count_lines(path.read_text(encoding="utf-8")))
    for folder, suffix in sorted(found, key=lambda key: (FOLDERS.index(key[0]), SUFFIXES.index(key[1]))):
        lines = found[folder, suffix]
        yield f"{folder:12} {suffix:5} {len(lines):5} files {sum(lines):7} lines, median {median(lines):g}"


def extreme_files() -> Iterator[str]:
    """Yield the files that are too long or too short to be one subject, but no empty ones."""
    found = {path: count_lines(path.read_text(encoding="utf-8")) for path in sources(*SUFFIXES)}
    found = {path: lines for path, lines in found.items() if app_of(path) in (*APPS, "templates", "static")}
    for title, chosen in (
        (f"over {LONG}", [(shown(path), lines) for path, lines in found.items() if lines > LONG]),
        (f"under {SHORT}", [(shown(path), lines) for path, lines in found.items() if 0 < lines < SHORT]),
    ):
        by_kind = [f"{suffix} {count}" for suffix in SUFFIXES if (count := sum(n.endswith(suffix) for n, _ in chosen))]
        yield f"{title}: {len(chosen)}  ({', '.join(by_kind) or 'none'})"
        yield from listed([each for each in chosen if each[0].endswith(".py")], len(chosen))


# Functions.


def functions() -> Iterator[str]:
    """Yield the median, the longest tenth and the longest of each app, and the longest of all."""
    found = {path: list(function_lengths(text)) for path, text in python_files().items()}
    for app in APPS:
        lengths = [length for path, each in found.items() if app_of(path) == app for _, length in each]
        yield f"{app:12} {summary(lengths)}"
    everything = [(f"{shown(path)}:{name}", length) for path, each in found.items() for name, length in each]
    yield f"{'all':12} {summary([length for _, length in everything])}"
    yield from listed(everything)


# Requests.


def requests() -> Iterator[str]:
    """Yield how many files a declaration passes, and a "next segment"."""
    found = passed_files()
    stored, answered = found["declared"]
    yield f"one declaration, from the phone's POST to the stored event: {by_app(stored)}"
    yield f"one declaration, from the phone's POST to the reply: {by_app(answered)}"
    steps = sorted(found["next"], key=len)
    yield f'one "next segment", from the DM\'s POST to the reply, {len(steps)} of a round:'
    yield f"  median {by_app(steps[len(steps) // 2])}"
    yield f"  most {by_app(steps[-1])}"


def by_app(files: Sequence[str]) -> str:
    """Return how many files these are, and of which app."""
    counts = [f"{app} {sum(file.startswith(f'{app}/') for file in files)}" for app in APPS]
    return f"{len(files)} files ({', '.join(counts)})"


# Clauses.


@cache
def catalogues() -> Mapping[str, list[str]]:
    """Return the ids of the clauses of each procedure that has a catalogue, in the text's order."""
    found = {}
    for path in sources(".toml"):
        text = path.read_text(encoding="utf-8")
        if app_of(path) == "rules" and "\n[[clause]]" in text:
            # Later each stands in its procedure's folder, as clauses.toml.
            found[path.parent.name if path.stem == "clauses" else path.stem] = catalogue_ids(text)
    return dict(sorted(found.items()))


def own_packages(procedure: str) -> list[Path]:
    """Return the folders of a procedure's own files."""
    return [ROOT / "rules" / (each.format(procedure)) for each in PROCEDURES if own_folder(each.format(procedure))]


def own_folder(name: str) -> bool:
    """Return whether the rules have a package of this name."""
    return (ROOT / "rules" / name / "__init__.py").exists()


def prefix_of(path: Path) -> str:
    """Return how the ids of the procedure begin to which a file belongs; "" for files of none."""
    for procedure, ids in catalogues().items():
        if any(path.is_relative_to(folder) for folder in own_packages(procedure)):
            return ids[0].partition(".")[0]
    return ""


def clauses() -> Iterator[str]:
    """Yield how many files name a clause: of those that any names, and the ten that most name."""
    known = {id for ids in catalogues().values() for id in ids}
    files: dict[str, int] = dict.fromkeys(known, 0)
    for path, text in python_files().items():
        if app_of(path) in ("rules", "encounters"):
            for clause in set(named_clauses(strings(text), known, prefix_of(path))):
                files[clause] += 1
    named = {clause: count for clause, count in sorted(files.items()) if count}
    yield f"{len(named)} of {len(known)} clauses are named: {summary(list(named.values()))}"
    yield f"named by more than 3 files: {sum(count > 3 for count in named.values())}"
    yield from listed(list(named.items()))


def orders() -> Iterator[str]:
    """Yield the share of pairs of each procedure."""
    for procedure, ids in catalogues().items():
        prefix = ids[0].partition(".")[0]
        files = [path for folder in own_packages(procedure) for path in reading_order(folder)]
        named = [id for path in files for id in named_clauses(strings(path.read_text()), set(ids), prefix)]
        right, pairs = order_share(named, ids)
        share = f"{100 * right / pairs:.0f}%" if pairs else "none"
        found = f"{len(set(named))} of {len(ids)} clauses, {len(files)} files"
        yield f"{procedure:12} {share:>5} of {pairs} pairs ({found})"


# What a procedure may answer.


def members() -> Iterator[str]:
    """Yield how many members there are, who asks them and who answers them otherwise."""
    texts = list(python_files().values())
    found = list_members(texts)
    once = [each for each in found if each.readers == 1]
    by_one = [each for each in found if each.readers <= 1 and each.answers == 1]
    yield f"{len(found)} members: {len(once)} that one file asks, {len(by_one)} that one class alone answers otherwise"
    yield f"  {', '.join(each.name for each in by_one)}"
    grouped = {name: len(defined) for text in texts for name, defined in read_members(text, GROUPS).items()}
    yield f"{sum(grouped.values())} more in {len(grouped)} objects that hold one subject each:"
    yield f"  {', '.join(f'{name} {count}' for name, count in grouped.items())}"


def chains() -> Iterator[str]:
    """Yield the length of each chain, the longest first, and the modules of the longest two."""
    imports = list_imports()
    found = {package: find_longest_chain(imports, package) for package in list_packages(imports)}
    ranked = sorted(found, key=lambda package: (-len(found[package]), package))
    yield from (f"  {len(found[package]):5}  {package}" for package in ranked if len(found[package]) > 1)
    for package in ranked[:2]:
        yield f"  {package}: {' > '.join(each.removeprefix(f'{package}.') for each in found[package])}"


# Types.


def totals(counts: Mapping[Path, int]) -> Iterator[str]:
    """Yield a count for each app and for each folder of the rules, and the files with the most."""
    for app in APPS:
        yield f"{app:12} {sum(count for path, count in counts.items() if app_of(path) == app)}"
    yield from listed([(shown(path), count) for path, count in counts.items() if count])


def dataclasses() -> Iterator[str]:
    """Yield those with many fields, the largest first."""
    found = [
        (f"{shown(path)}:{name}", count)
        for path, text in python_files().items()
        for name, count in dataclass_fields(text)
        if count > MANY_FIELDS
    ]
    yield f"{len(found)}"
    yield from listed(found, len(found))


# Numbers.


def summary(values: Sequence[int]) -> str:
    """Return the count of values, their median, the value of nine tenths, and the highest."""
    if not values:
        return "none"
    ninth = sorted(values)[ceil(len(values) * 0.9) - 1]
    return f"{len(values)}: median {median(values):g}, p90 {ninth}, max {max(values)}"


def listed(values: Ranked, most: int = WORST) -> Iterable[str]:
    """Return a line for each of the highest, the highest first."""
    ranked = sorted(values, key=lambda each: (-each[1], each[0]))
    return [f"  {number:5}  {name}" for name, number in ranked[:most]]


if __name__ == "__main__":
    for line in report():
        print(line)
