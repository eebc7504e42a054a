"""Progress of a run, on standard error: a bar for each model, or a line now and then where nobody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from cse.run.plan import Order
    from cse.run.watch import News

_LINES = 10
"""Lines a model gets where the output is no terminal."""

Notify = Callable[["News"], None]


@contextmanager
def run_progress(orders: Sequence[Order], *, quiet: bool = False) -> Iterator[Notify]:
    """Shows how far each model is.

    Args:
        orders: What is left to ask of each model.
        quiet: Whether to show nothing.

    Yields:
        A function that takes the news.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if quiet:
        yield _ignore
    elif console.is_terminal:
        with _bars(console, orders) as notify:
            yield notify
    else:
        yield _lines(console, orders)


def _ignore(news: News) -> None:
    """Stands in where nobody watches."""


@contextmanager
def _bars(console: Console, orders: Sequence[Order]) -> Iterator[Notify]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("[bold]{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("[dim]{task.fields[news]}"),
        TimeElapsedColumn(),
        TextColumn("[dim]left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        tasks = {
            order.model.label: progress.add_task(
                order.model.label, total=order.total, completed=order.total - order.left, news=""
            )
            for order in orders
        }
        before = {order.model.label: order.total - order.left for order in orders}

        def notify(news: News) -> None:
            done = before[news.label] + news.answered + news.missing
            progress.update(tasks[news.label], completed=done, news=_news(news))

        yield notify


def _lines(console: Console, orders: Sequence[Order]) -> Notify:
    calls = {order.model.label: order.left for order in orders}
    shown = dict.fromkeys(calls, 0)

    def notify(news: News) -> None:
        done = news.answered + news.missing
        step = done * _LINES // calls[news.label]
        if step > shown[news.label]:
            shown[news.label] = step
            console.print(f"{news.label}: {done} of {calls[news.label]}; {_news(news)}", highlight=False, markup=False)

    return notify


def _news(news: News) -> str:
    return f"all k hold in {news.passed}" + (f", {news.missing} missing" if news.missing else "")
