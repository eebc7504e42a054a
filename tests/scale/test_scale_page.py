"""What docs/scale.md shows: it is Python, its imports exist, and its commands are read."""

import ast
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

from cse.cli.main import app

PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")


@pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")  # of Ray's own models
@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_example_imports_what_exists(block):
    tree = ast.parse(block)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = import_module(node.module)
            assert all(hasattr(module, alias.name) for alias in node.names), ast.unparse(node)
        elif isinstance(node, ast.Import):
            assert [import_module(alias.name) for alias in node.names]
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert {"build_processor", "verify_batch"} <= names


@pytest.mark.parametrize("line", re.findall(r"^cse .*$", PAGE, re.MULTILINE))
def test_the_commands_take_these_options(line):
    _, name, *args = shlex.split(line)
    command = get_command(app).commands[name]
    command.make_context(name, args)
