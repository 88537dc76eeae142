"""Nothing in the rules is decided by a part of a text, which readers alone take apart."""

import ast
from collections.abc import Iterator
from itertools import chain

from tests.conventions.sources import shown, sources
from tests.registered import gather

FOLDERS = ("rules/kernel/", "rules/procedures/", "rules/compare/")
PARTS = ("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix")
"""Methods that take a text apart."""
PATTERNS = ("match", "fullmatch", "search", "findall", "finditer", "sub")
"""Methods of a pattern, and functions of ``re``."""
IDS = ("id", "weapon", "device", "spell", "task", "clause", "source", "result", "how", "why", "cause")
"""Attributes that name something: only the whole of them is asked for."""

READERS = (
    # What people type, and what files and tables say.
    "rules/kernel/dice.py:write_dice",
    "rules/kernel/dice.py:parse_dice",
    "rules/kernel/documents.py:_check_structure",
    "rules/kernel/documents.py:_find_line",
    "rules/kernel/reference_table.py:search_tables",
    "rules/kernel/stat_block.py:parse_odds",
    "rules/kernel/typed_text.py:_are_joined_letters",
    "rules/kernel/typed_text.py:drop_refused_characters",
    "rules/kernel/typed_text.py:find_refused_character",
    "rules/kernel/typed_text.py:fold_name",
    "rules/kernel/typed_text.py:make_id",
    "rules/kernel/typed_text.py:read_letters",
    "rules/procedures/adnd/durations.py:parse_duration",
    "rules/procedures/adnd/effects.py:_check_named",
    "rules/procedures/adnd/several.py:join_steps",
    # Tasks of earlier forms, and of files, that do not say their kind.
    "rules/procedures/adnd/stored_tasks.py:read_task_kind",
    # Names and sentences: the grammar of what a screen says.
    "rules/kernel/forms.py:describe_fault",
    "rules/kernel/phrases.py:_make_plural_word",
    "rules/kernel/phrases.py:_write_row",
    "rules/kernel/phrases.py:find_stem",
    "rules/kernel/phrases.py:make_plural",
    "rules/kernel/procedure.py:Procedure.short",
    "rules/kernel/reveal/knowledge.py:Knowledge.replace_names",
    "rules/kernel/reveal/names.py:make_id",
    "rules/kernel/reveal/names.py:strip_number",
    "rules/kernel/event.py:Voice.verb",
    "rules/kernel/event.py:Voice.weapon_short",
    "rules/kernel/phrases.py:_make_past",
    "rules/kernel/phrases.py:format_listed_name",
    "rules/kernel/phrases.py:mark_typed",
    "rules/kernel/phrases.py:to_past",
    # Ids and places that are written in parts: "wall-2", "wand.function", "layer/base", "package.module:Class".
    "rules/kernel/codec/shapes.py:BadData.with_step",
    "rules/kernel/effects.py:Rolled.sources",
    "rules/kernel/map_plan.py:add_feature",
    "rules/kernel/registry.py:_load_class",
    "rules/kernel/registry.py:list_modules",
    "rules/kernel/registry.py:register",
    # Data of earlier forms.
    "rules/kernel/codec/versions.py:_read_function",
)
"""The shared functions that take texts apart, each with its file: what they return is typed, or is shown to people.

Those of one procedure stand with its tests.
"""


def test_texts_are_taken_apart_by_readers_alone() -> None:
    paths = {shown(path): path for path in sources(".py") if shown(path).startswith(FOLDERS)}
    found = {f"{name}:{where}" for name, path in paths.items() for where in readers_in(path.read_text("utf-8"))}
    assert sorted(found) == sorted((*READERS, *chain(*gather("readers", "READERS"))))


def readers_in(text: str) -> set[str]:
    """Return the functions that take a text apart; "" for code outside of functions."""
    return {name for name, part in walk(ast.parse(text)) if takes_apart(part)}


def walk(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield every node with the function that it stands in."""
    for part in ast.iter_child_nodes(tree):
        yield within, part
        named = f"{within}.{part.name}".strip(".") if isinstance(part, ast.FunctionDef | ast.ClassDef) else within
        yield from walk(part, named)


def takes_apart(part: ast.AST) -> bool:
    """Return whether this looks at a part of a text, and not at the whole of it."""
    match part:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in PARTS or name in PATTERNS
        case ast.Compare(left=ast.Constant(value=str()), comparators=[ast.Attribute(attr=name)]):
            return name in IDS and isinstance(part.ops[0], ast.In | ast.NotIn)
        case ast.Compare(left=left, comparators=others):
            sides = [each for side in (left, *others) for each in elements_of(side)]
            sliced = any(isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Slice) for each in sides)
            return sliced and any(isinstance(each, ast.Constant) for each in sides)
    return False


def elements_of(side: ast.expr) -> list[ast.expr]:
    """Return the elements of a tuple, or what else is compared."""
    return side.elts if isinstance(side, ast.Tuple) else [side]


def test_decisions_from_parts_of_texts_are_found() -> None:
    for decision in (
        "int(result.split()[0])",
        '"fall" in device.id',
        'each.clause.startswith("7.")',
        'how[:5] == "with:"',
        '(letter, how[:5]) == ("D", "with:")',
        're.match("draw ", task)',
    ):
        assert readers_in(f"class A:\n    def b(self):\n        return {decision}") == {"A.b"}, decision
    assert readers_in('def b():\n    return "fall" in words and task == "fall" and kinds[:1] == others') == set()
