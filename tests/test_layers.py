"""Imports go one way (docs/design.md): each room may import only itself and the rooms named here."""

import ast
import sys
from pathlib import Path

import pytest

import cse

ROOT = Path(cse.__file__).parent
TEXT = {"errors", "text"}
CONSTRAINTS = TEXT | {"constraints"}
COMPOSE = CONSTRAINTS | {"compose"}
SUITES = COMPOSE | {"suites"}
RESULTS = {"errors", "results"}
STATS = RESULTS | {"stats"}
FIGURES = STATS | {"figures"}
REPORT = FIGURES | {"report"}
ALLOWED = {
    "errors": set(),
    "text": TEXT,
    "constraints": CONSTRAINTS,
    "compose": COMPOSE,
    "suites": SUITES,
    "results": RESULTS,
    "stats": STATS,
    "figures": FIGURES,
    "report": REPORT,
    "run": SUITES | RESULTS | {"run"},
    "scale": SUITES | RESULTS | {"run", "scale"},  # of run, what needs no harness: tests/scale holds that
    "audit": SUITES | RESULTS | {"audit"},
    "adapters": SUITES | RESULTS | {"run", "scale", "adapters"},
    "cli": SUITES | REPORT | {"run", "scale", "audit", "adapters", "cli"},
    "__init__": SUITES,
}
CORE = ("errors", "text", "constraints", "compose", "suites", "__init__")
ONLY_IN = {"inspect_ai": {"run"}, "openai": {"run"}, "xllamacpp": {"run"}, "ray": {"scale"}}


def room(path):
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path):
    """Lists the modules that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a name comes from"
            # `from cse import text` names the room only among its aliases.
            yield from ([f"cse.{a.name}" for a in node.names] if node.module == "cse" else [node.module])


FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_imports_go_one_way(path):
    here = room(path)
    assert here in ALLOWED, f"{here} is no room of the house"
    for module in imports(path):
        top, _, rest = module.partition(".")
        if top == "cse" and rest and rest != "__version__":
            assert rest.split(".")[0] in ALLOWED[here], f"{path.relative_to(ROOT)} must not import {module}"
        elif top != "cse":
            assert here in ONLY_IN.get(top, {here}), f"only {ONLY_IN[top]} imports {top}"
            if here in CORE:
                assert top in sys.stdlib_module_names, f"the core imports the standard library alone, not {top}"
