"""The longest chain of imports inside a package: each of its modules imports the next.

A reader who wants to know all that a module rests on reads that many files, one after the other.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import grimp

PACKAGES = ("rules", "encounters", "campaigns", "combat_site")
"""The apps that are served."""


@cache
def list_imports() -> Mapping[str, tuple[str, ...]]:
    """Return the modules that each module of the apps imports."""
    graph = grimp.build_graph(*PACKAGES)
    return {name: tuple(sorted(graph.find_modules_directly_imported_by(name))) for name in sorted(graph.modules)}


def find_longest_chain(imports: Mapping[str, Sequence[str]], package: str) -> tuple[str, ...]:
    """Return the longest chain of imports between modules of a package.

    Of a circle only the part up to the module with which it closes is followed.
    """
    chains: dict[str, tuple[str, ...]] = {}
    under_way: set[str] = set()

    def follow(name: str) -> tuple[str, ...]:
        if name not in chains:
            under_way.add(name)
            inside = [each for each in imports[name] if is_part(each, package) and each not in under_way]
            chains[name] = (name, *max(map(follow, inside), key=len, default=()))
            under_way.discard(name)
        return chains[name]

    return max((follow(name) for name in imports if is_part(name, package)), key=len, default=())


def is_part(name: str, package: str) -> bool:
    """Return whether a module is a package, or stands in it."""
    return name == package or name.startswith(f"{package}.")


def list_packages(imports: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the packages whose chains are measured: apps, parts of the rules, and procedures."""
    parts = sorted({name for name in imports if name.startswith("rules.") and is_package(imports, name)})
    own = [name for name in parts if name.count(".") == 1 or name.startswith("rules.procedures.")]
    return [*(each for each in PACKAGES if each != "rules"), *(each for each in own if each.count(".") <= 2)]


def is_package(imports: Mapping[str, Sequence[str]], name: str) -> bool:
    """Return whether modules stand in this one."""
    return any(each.startswith(f"{name}.") for each in imports)
