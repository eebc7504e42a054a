"""Progress of long work, shown on standard error so that output can be piped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def level_progress(
    counts: Mapping[int, int], *, quiet: bool = False, work: str = "composing"
) -> Iterator[Callable[[int, int], None]]:
    """Shows one bar over all levels, with the level at work.

    Args:
        counts: How many probes (or draws) at each k.
        quiet: Whether to show nothing.
        work: What is going on, before "k = ".

    Yields:
        A function that takes k and the number made at that level since the last call.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(work + " k = {task.fields[k]}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("compose", total=sum(counts.values()), k=next(iter(counts)))
        yield lambda k, made: progress.update(task, advance=made, k=k)
