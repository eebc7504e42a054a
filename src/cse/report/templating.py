"""The templates of the pages; whatever they print is escaped."""

from __future__ import annotations

from functools import cache

import jinja2


def template(name: str) -> jinja2.Template:
    """Returns a template by the name of its file."""
    return _environment().get_template(name)


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("cse.report", "templates"), autoescape=True, undefined=jinja2.StrictUndefined
    )
