"""Scripts, styles and the policy of the pages."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from cse.errors import CseError
from cse.report.assets import asset, joined, policy, vega

SCRIPTS = sorted(
    file.name for file in resources.files("cse.report").joinpath("assets").iterdir() if file.name.endswith(".js")
)
DANGEROUS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|DOMParser|createContextual"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_html_or_code_of_a_text(name: str):
    assert not DANGEROUS.search(asset(name) or "")


def test_joined_modules_import_nothing_and_hold_each_module_once():
    script = joined("report.js")
    assert not re.search(r"^\s*(?:import|export)\b", script, re.MULTILINE)
    assert script.count("function packedSource(") == 1
    assert script.index("function h(") < script.index("function probeView(") < script.index("function startExplorer(")


def test_every_script_is_used_by_a_page():
    both = joined("report.js") + joined("view.js") + (asset("theme.js") or "")
    for name in SCRIPTS:
        first = (asset(name) or "").splitlines()[0]
        assert first in both, name


@pytest.mark.parametrize("name", ["../page.py", "none.js", "/etc/passwd", "report.html", "..%2fpage.js", ""])
def test_nothing_but_assets_is_an_asset(name: str):
    assert asset(name) is None


def test_a_script_that_is_not_there_is_named():
    with pytest.raises(CseError, match=r"none\.js"):
        joined("none.js")


def test_the_policy_names_each_script_by_its_digest():
    # The digest of `alert(1)` as browsers compute it: echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
    assert "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';" in policy(["alert(1)"], [])


def test_the_libraries_cannot_end_their_script():
    assert not re.search(r"</script|<!--", vega(), re.IGNORECASE)
