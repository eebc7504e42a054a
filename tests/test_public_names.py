"""The public names: as the design spells them, the same for type checkers and at run time, cheap to import."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import cse

FOR_TYPE_CHECKERS = {
    alias.name: node.module
    for node in ast.walk(ast.parse(Path(cse.__file__).read_text("utf-8")))
    if isinstance(node, ast.ImportFrom) and node.module.startswith("cse.")
    for alias in node.names
}


def run(code):
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return found.stdout.strip()


def test_both_lists_agree():
    assert cse._DEFINED_IN == FOR_TYPE_CHECKERS


@pytest.mark.parametrize("name", cse.__all__)
def test_every_name_is_there(name):
    assert getattr(cse, name) is not None
    assert name in dir(cse)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = cse.nonsense


@pytest.mark.parametrize("first", ["pass", "import cse.compose.probe as p", "from cse import *", "cse.load_suite"])
def test_compose_is_a_function_whatever_was_imported_first(first):
    assert run(f"import cse\n{first}\nprint(len(cse.compose(k=2, n=3, seed=0)))") == "3"


def test_the_core_imports_the_standard_library_alone():
    code = (
        "import sys, cse\n"
        "for name in cse.__all__: getattr(cse, name)\n"
        "cse.verify('a', [cse.constraint('S1', count=1)])\n"
        "print(*{m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'cse', '__main__'})"
    )
    # Site hooks of editable installs may show up; no library may.
    assert not {"typer", "rich", "polars", "numpy", "inspect_ai", "click"} & set(run(code).split())


def test_importing_the_package_imports_no_room():
    assert run("import sys, cse; print(*(m for m in sys.modules if m.startswith('cse')))") == "cse"


def test_the_help_of_the_command_loads_neither_verifiers_nor_analysis():
    code = (
        "import sys\n"
        "from cse.cli.main import app\n"
        "app(['--help'], standalone_mode=False)\n"
        "print('loaded:', *(m for m in sys.modules if m.startswith(('cse.text', 'cse.constraints', 'polars'))))"
    )
    assert run(code).splitlines()[-1] == "loaded:"
