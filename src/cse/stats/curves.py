"""Least-squares fits of the two decay curves, many at once (paper, section 4 and F).

Both curves are linear in all parameters but one, so that one alone is searched for (variable projection): a grid
finds the right valley, golden sections its bottom. There is no starting point to choose and nothing that can fail to
converge, and thousands of bootstrap draws are fitted in one call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

MAX_FACTOR = 1.5  # a curve that grows faster than this from level to level is no decay, whatever fits best
_GRID = 64
_SECTIONS = 40  # 40 golden sections narrow a grid cell of 0.05 to below 1e-9
_GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True)
class Geometric:
    """The curve `a * r ** (k - 1)`; each field has one value a fitted curve.

    Attributes:
        a: Rate at k = 1, in the unit of the rates.
        r: Share of the rate that is kept with each further constraint; NaN where no rate differs from zero.
    """

    a: Array
    r: Array

    def at(self, ks: Array) -> Array:
        """Returns the fitted rates at the given k, with k as the last axis."""
        return np.asarray(self.a[..., None] * self.r[..., None] ** (ks - 1))


@dataclass(frozen=True)
class Floored:
    """The curve `a * exp(-b * k) + c` with a, b, c >= 0; each field has one value a fitted curve.

    Attributes:
        a: Height above the floor at k = 0.
        b: Decay rate per constraint.
        c: The floor.
    """

    a: Array
    b: Array
    c: Array

    def at(self, ks: Array) -> Array:
        """Returns the fitted rates at the given k, with k as the last axis."""
        return np.asarray(self.a[..., None] * np.exp(-self.b[..., None] * ks) + self.c[..., None])


def fit_geometric(ks: Array, rates: Array) -> Geometric:
    """Fits `a * r ** (k - 1)` by least squares, each level counting once.

    Args:
        ks: The levels, at least two different ones.
        rates: Rates at these levels; the last axis runs over `ks`, the others over curves.

    Returns:
        a and r, with the shape of `rates` less its last axis.

    >>> fit = fit_geometric(np.array([1.0, 2.0, 4.0]), np.array([0.8, 0.4, 0.1]))
    >>> round(float(fit.a), 6), round(float(fit.r), 6)
    (0.8, 0.5)
    """
    curves = rates.reshape(-1, rates.shape[-1])

    def height(x: Array) -> Array:
        return np.asarray((curves * x).sum(1) / (x * x).sum(1))

    def loss(r: Array) -> Array:
        x = r[:, None] ** (ks - 1)
        return np.asarray(((curves - height(x)[:, None] * x) ** 2).sum(1))

    # At r = 0 a curve that has no level k = 1 vanishes and its height is 0 / 0, so the search starts just above.
    r = _search(loss, 1e-3, MAX_FACTOR)
    r[~curves.any(axis=1)] = np.nan
    a = np.where(np.isnan(r), 0.0, height(r[:, None] ** (ks - 1)))
    return Geometric(a.reshape(rates.shape[:-1]), r.reshape(rates.shape[:-1]))


def fit_floored(ks: Array, rates: Array) -> Floored:
    """Fits `a * exp(-b * k) + c` with a, b, c >= 0 by least squares, each level counting once.

    Args:
        ks: The levels, at least three different ones.
        rates: Rates at these levels; the last axis runs over `ks`, the others over curves.

    Returns:
        a, b and c, with the shape of `rates` less its last axis.

    >>> levels = np.arange(1.0, 9.0)
    >>> fit = fit_floored(levels, 0.9 * np.exp(-0.5 * levels) + 0.1)
    >>> round(float(fit.a), 5), round(float(fit.b), 5), round(float(fit.c), 5)
    (0.9, 0.5, 0.1)
    """
    curves = rates.reshape(-1, rates.shape[-1])
    mean = curves.mean(1)

    def linear(x: Array) -> tuple[Array, Array]:
        centred = x - x.mean(1, keepdims=True)
        a = (curves * centred).sum(1) / (centred * centred).sum(1)
        c = mean - a * x.mean(1)
        a = np.where(c < 0, (curves * x).sum(1) / (x * x).sum(1), a)  # without the floor where it would be negative
        return np.maximum(a, 0.0), np.where(a < 0, mean, np.maximum(c, 0.0))

    def loss(factor: Array) -> Array:
        x = factor[:, None] ** ks
        a, c = linear(x)
        return np.asarray(((curves - a[:, None] * x - c[:, None]) ** 2).sum(1))

    factor = _search(loss, 1e-3, 0.9999)
    a, c = linear(factor[:, None] ** ks)
    shape = rates.shape[:-1]
    return Floored(a.reshape(shape), -np.log(factor).reshape(shape), c.reshape(shape))


def _search(loss: Callable[[Array], Array], low: float, high: float) -> Array:
    """Returns for each curve the argument in [low, high] with the least loss.

    Args:
        loss: The loss of each curve at its own argument, or of all at one and the same.
        low: Least argument.
        high: Largest argument.
    """
    grid = np.linspace(low, high, _GRID)
    step = grid[1] - grid[0]
    losses = np.stack([loss(grid[place : place + 1]) for place in range(_GRID)])
    best = grid[losses.argmin(0)]
    left, right = np.maximum(best - step, low), np.minimum(best + step, high)
    one, two = right - _GOLDEN * (right - left), left + _GOLDEN * (right - left)
    loss_one, loss_two = loss(one), loss(two)
    for _ in range(_SECTIONS):
        lower = loss_one < loss_two
        left, right = np.where(lower, left, one), np.where(lower, two, right)
        # One of the two places within the shorter stretch is known already.
        new = np.where(lower, right - _GOLDEN * (right - left), left + _GOLDEN * (right - left))
        loss_new = loss(new)
        one, two = np.where(lower, new, two), np.where(lower, one, new)
        loss_one, loss_two = np.where(lower, loss_new, loss_two), np.where(lower, loss_one, loss_new)
    return np.asarray((left + right) / 2)
