"""A figure: a chart with the finding it states and the words that stand in for it where it cannot be seen."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import altair as alt

from cse.errors import InvalidInput
from cse.figures.page import fragment, page
from cse.figures.theme import Mode, config
from cse.results.tables import replacing

FORMATS = (".svg", ".pdf", ".png", ".html", ".json")


@dataclass(frozen=True)
class Figure:
    """A chart, its finding and its description. A notebook shows it, interactive and without network.

    Attributes:
        name: Its name among `cse.figures.FIGURES`.
        title: The finding, in words made from the estimates.
        description: What it shows and the estimates that matter, for people who cannot see it (alternative text).
        chart: The Altair chart, without configuration: to be changed or joined to others at will.
    """

    name: str
    title: str
    description: str
    chart: alt.TopLevelMixin

    def spec(self, mode: Mode = "light") -> dict[str, Any]:
        """Returns the Vega-Lite specification with data, description and the configuration of a mode."""
        spec: dict[str, Any] = self.chart.to_dict(validate=False)  # a test does, at length
        spec["datasets"] = {name: list(rows) for name, rows in spec.get("datasets", {}).items()}
        return spec | {"description": self.description, "config": config(mode)}

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002
        """Returns what a notebook shows: a page with the libraries inside, or a still image, or the description."""
        return {
            "text/html": fragment(self.spec(), f"figure-{uuid.uuid4().hex}"),
            "image/svg+xml": _svg(self.spec()),
            "text/plain": f"{self.title}\n{self.description}",
        }


def save(figure: Figure, path: Path | str, *, mode: Mode = "light", scale: float = 3.0) -> None:
    """Writes a figure, replacing the file in one step. No network is needed.

    Args:
        figure: The figure.
        path: Its ending tells the format: .svg and .pdf for print, .png, .html (interactive, complete in itself), or
            .json (the Vega-Lite specification).
        mode: Colours for a light page or a dark one.
        scale: Pixels of a .png for each pixel of the figure.

    Raises:
        InvalidInput: The ending is another.
    """
    import vl_convert

    path = Path(path)
    spec = figure.spec(mode)
    if path.suffix == ".svg":
        content = _svg(spec).encode()
    elif path.suffix == ".pdf":
        content = vl_convert.vegalite_to_pdf(spec, allowed_base_urls=[])
    elif path.suffix == ".png":
        content = vl_convert.vegalite_to_png(spec, scale=scale, allowed_base_urls=[])
    elif path.suffix == ".html":
        content = page(spec, figure.title).encode()
    elif path.suffix == ".json":
        content = json.dumps(spec, ensure_ascii=False).encode()
    else:
        raise InvalidInput(f"A figure is written as {', '.join(FORMATS)}, not as {path.name!r}.")
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def _svg(spec: dict[str, Any]) -> str:
    import vl_convert

    drawn = vl_convert.vegalite_to_svg(spec, allowed_base_urls=[])
    # Vega names the parts of a still image, but not the whole.
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{escape(spec["description"])}" ', 1)
