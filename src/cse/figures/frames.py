"""From a table of `cse.stats` to the rows that a chart holds: what is needed is there, or the figure is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt
import polars as pl

from cse.errors import InvalidInput, NothingToShow

Row = dict[str, Any]
_LONGEST = 22
"""Most characters in the name of a model."""
_DECIMALS = 6  # finer than any pixel, and a third of the size of all digits


def need(frame: pl.DataFrame, figure: str, *columns: str) -> pl.DataFrame:
    """Returns the named columns of a table, or says which one is missing.

    Args:
        frame: A table of `cse.stats`.
        figure: Name of the figure that needs it, for the message.
        columns: What the figure reads.

    Raises:
        InvalidInput: A column is missing.
    """
    missing = [name for name in columns if name not in frame.columns]
    if missing:
        raise InvalidInput(
            f"The figure {figure!r} needs a table with the column {missing[0]!r}; this one has "
            f"{', '.join(frame.columns) or 'none'}."
        )
    return frame.select(columns)


def rows(frame: pl.DataFrame, figure: str, *columns: str, known: Sequence[str] = ()) -> list[Row]:
    """Returns the named columns as rows, their numbers to six decimals.

    Args:
        frame: A table of `cse.stats`.
        figure: Name of the figure that needs it, for messages.
        columns: What the figure reads.
        known: Those of the columns without which a row shows nothing; rows where one is null are left out.

    Raises:
        InvalidInput: A column is missing.
        NothingToShow: No row is left.
    """
    chosen = need(frame, figure, *columns)
    chosen = chosen.drop_nulls(list(known)) if known else chosen
    if not chosen.height:
        raise NothingToShow(figure, _why(frame, known))
    return chosen.with_columns(pl.selectors.float().round(_DECIMALS)).to_dicts()


def _why(frame: pl.DataFrame, known: Sequence[str]) -> str:
    """Says why no row is left: in the words of the table, where a note tells why most numbers are missing."""
    if not frame.height:
        return "its table has no row"
    notes = Counter(frame["note"].drop_nulls()) if "note" in frame.columns else None
    return str(notes.most_common(1)[0][0]) if notes else f"no row of its table has {' and '.join(known)}"


def data(values: Iterable[Row]) -> alt.InlineData:
    """Puts rows into a chart; Altair's own way limits their number and guesses their types.

    They are a tuple, for every step of making a chart copies all that is in lists.
    """
    return alt.InlineData(values=tuple(values))


def short_names(models: Iterable[str]) -> dict[str, str]:
    """Returns what each model is called in a figure: the part after its last slash, a long one without its middle.

    Where that would give two models one name, they keep their whole names.

    >>> short_names(["openai/gpt-5", "anthropic/claude-4"])
    {'openai/gpt-5': 'gpt-5', 'anthropic/claude-4': 'claude-4'}
    >>> short_names(["here/one", "there/one"])
    {'here/one': 'here/one', 'there/one': 'there/one'}
    >>> short_names(["lab/a-model-with-a-very-long-name-7B"])
    {'lab/a-model-with-a-very-long-name-7B': 'a-model-w…long-name-7B'}
    """
    names = list(dict.fromkeys(models))
    last = [name.rsplit("/", 1)[-1] for name in names]
    cut = [name if len(name) <= _LONGEST else f"{name[:9]}…{name[9 + 1 - _LONGEST :]}" for name in last]
    for short in (cut, last):
        if len(set(short)) == len(names):
            return dict(zip(names, short, strict=True))
    return dict(zip(names, names, strict=True))
