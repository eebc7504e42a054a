"""Scripts and styles of the pages: package data, put into one file or served as they are.

The scripts are ES modules. Opened from a disk, a page cannot import a module, so there they stand behind one another in
one script: an import names a file that stands before, and goes; the rest stays as it is.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

from cse.errors import CseError

_FOLDER = "assets"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_NAME = re.compile(r"[\w-]+\.(?:js|css)")


@cache
def asset(name: str) -> str | None:
    """Returns the text of a script or style, None where there is none of this name."""
    if not _NAME.fullmatch(name):
        return None
    file = resources.files("cse.report").joinpath(_FOLDER, name)
    return file.read_text("utf-8") if file.is_file() else None


def joined(*names: str) -> str:
    """Joins modules with all that they import into one script.

    Args:
        *names: The modules' files, in the order in which they should run.
    """
    done: dict[str, str] = {}
    for name in names:
        _join(name, done)
    script = "\n".join(done.values())
    if "</script" in script.lower() or "<!--" in script:
        raise CseError("A script of the report holds what would end it in a page.")
    return script


def _join(name: str, done: dict[str, str]) -> None:
    text = asset(name)
    if text is None:
        raise CseError(f"The report has no script {name!r}.")
    for needed in _IMPORT.findall(text):
        if needed not in done:
            _join(needed, done)
    done[name] = _EXPORT.sub("", _IMPORT.sub("", text))


def vega() -> str:
    """Returns Vega, Vega-Lite and vega-embed as one script that a page may hold."""
    from cse.figures.page import libraries

    # Within a string or pattern of JavaScript "\x3c" is "<"; to HTML it is nothing.
    return re.sub(r"<(?=/script|!--)", r"\\x3c", libraries(), flags=re.IGNORECASE)


def digest(content: str) -> str:
    """Returns what a Content-Security-Policy calls this script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Returns the Content-Security-Policy of a page that runs these scripts, has these styles, and asks no host.

    >>> policy([], [])
    "default-src 'none'; script-src 'none'; style-src 'none'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    """
    allowed = [" ".join(map(digest, items)) or "'none'" for items in (scripts, styles)]
    return (
        f"default-src 'none'; script-src {allowed[0]}; style-src {allowed[1]}; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
