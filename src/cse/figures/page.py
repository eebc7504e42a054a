"""A figure as HTML that is complete in itself: the Vega libraries, the data, the chart, and no request to any host."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from typing import Any

_EMBED = {
    "renderer": "svg",
    "mode": "vega-lite",
    "actions": {"export": True, "source": False, "compiled": False, "editor": False},
}


def fragment(spec: dict[str, Any], element: str) -> str:
    """Returns the chart as a piece of HTML.

    Args:
        spec: Its Vega-Lite specification.
        element: Id of the element that holds it, unlike any other id of the page.
    """
    # JSON in a script must not be able to close it, whatever a model is called.
    chart, options = (json.dumps(value).replace("<", "\\u003c") for value in (spec, _EMBED))
    return (
        f'<div id="{element}"></div>\n<script>{_alone()}</script>\n'
        f'<script>vegaEmbed("#{element}", {chart}, {options});</script>\n'
    )


def page(spec: dict[str, Any], title: str) -> str:
    """Returns the chart as a whole page."""
    background = spec["config"]["background"]
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title></head>\n"
        f'<body style="background: {background}">\n{fragment(spec, "figure")}</body>\n</html>\n'
    )


@cache
def libraries() -> str:
    """Returns Vega, Vega-Lite and vega-embed as one script. Bundling them takes seconds, so it is done once."""
    import vl_convert

    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def _alone() -> str:
    # In a function of its own, for a notebook runs this once a figure in one scope, where names may be declared once.
    return f"(() => {{{libraries()}\n}})();"
