"""What a simulated panel's estimates must be near to: its expected rates, computed from its truth without drawing.

Types are drawn evenly, so the expected mCSR at k is the mean of their pass probabilities. Checks of a response pass
independently (given its tags), so its chance to pass all k is the mean, over all sets of k types, of the product of
their probabilities: the k-th elementary symmetric polynomial over the number of sets.
"""

from __future__ import annotations

from math import comb

import numpy as np

from cse.errors import InvalidInput
from cse.stats.curves import Array
from cse.stats.truth import Truth


def expected_mcsr(truth: Truth) -> Array:
    """Returns the expected mCSR, models x levels."""
    _without_position(truth)
    return np.asarray(truth.probabilities().mean(axis=1))


def expected_scsr(truth: Truth) -> Array:
    """Returns the expected sCSR, models x levels.

    Raises:
        InvalidInput: Checks are coupled, or position matters; there is no closed form.
    """
    _without_position(truth)
    if truth.coupling:
        raise InvalidInput("The expected sCSR of a coupled panel has no closed form; set coupling = 0.")
    with_tags = truth.probabilities(with_tags=True)
    loss = np.array([model.tag_loss for model in truth.models])[:, None]
    whole = _joint(with_tags, list(truth.level_sizes))
    return np.asarray((1 - loss) * whole + loss * _joint(with_tags * (1 - truth.tag_effect), list(truth.level_sizes)))


def expected_by_model(truth: Truth) -> tuple[Array, Array]:
    """Returns the expected mCSR (over checks) and sCSR (over responses) of each model over all its probes."""
    ks, sizes = np.array(list(truth.level_sizes)), np.array(list(truth.level_sizes.values()))
    return (
        np.asarray(np.average(expected_mcsr(truth), axis=1, weights=ks * sizes)),
        np.asarray(np.average(expected_scsr(truth), axis=1, weights=sizes)),
    )


def expected_by_type(truth: Truth) -> Array:
    """Returns the expected mCSR of each type in each model over all its checks, models x types."""
    _without_position(truth)
    ks, sizes = np.array(list(truth.level_sizes)), np.array(list(truth.level_sizes.values()))
    return np.asarray(np.average(truth.probabilities(), axis=2, weights=ks * sizes))


def _joint(probabilities: Array, ks: list[int]) -> Array:
    """Means of the products over all sets of k types, at the probabilities of each model's k.

    >>> _joint(np.array([[[0.5], [0.2], [0.1]]]), [2]).round(6).tolist()
    [[0.056667]]
    """
    models, types, _ = probabilities.shape
    result = np.zeros((models, len(ks)))
    for level, k in enumerate(ks):
        sums = np.zeros((k + 1, models))  # elementary symmetric polynomials of the types so far, by degree
        sums[0] = 1.0
        for type_ in range(types):
            sums[1:] += probabilities[:, type_, level] * sums[:-1]
        result[:, level] = sums[k] / comb(types, k)
    return result


def _without_position(truth: Truth) -> None:
    if truth.position_effect:
        raise InvalidInput("Expected rates hold without a position effect; set position_effect = 0.")
