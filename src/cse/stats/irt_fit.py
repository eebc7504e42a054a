"""Marginal maximum likelihood for item response models with few respondents and many items.

Model j passes probe i with probability expit(alpha_i (theta_j - b_i)): ability theta, difficulty b, discrimination
alpha, which is 1 in the Rasch model. There are thousands of probes and a handful of models, so the probes are what is
integrated out (one parameter a probe, estimated from a handful of answers, would bias the abilities), and theirs is the
distribution that the likelihood needs:

    log L = sum_i log sum_q sum_z w_q v_z prod_j P(x_ij | theta_j, b_q, alpha_z)

Difficulties lie on a fixed grid b_q whose weights w_q are estimated along with the abilities, so no shape is assumed
(Bock and Aitkin 1981); for the Rasch model that gives the estimates of conditional maximum likelihood (de Leeuw and
Verhelst 1986), which hold whatever the difficulties are. Probes that the same models answered have weights of their
own, where there are enough of them: what a model refused, or was not asked, may be harder than the rest. In the
two-parameter model log alpha is normal with mean 0 and a standard deviation (`spread`) that is estimated too: a
regularisation whose strength the data set. Abilities are centred on their mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logsumexp

from cse.stats.cube import Floats

GRID = np.linspace(-12.0, 12.0, 49)
"""Difficulties, in logits; half a logit is finer than a logistic curve can tell apart."""
_NODES, _NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
OWN_WEIGHTS = 100
"""Probes answered by the same models have weights of their own from this number on; the rest share theirs."""
SPREADS = (0.01, 3.0)
"""Bounds of the standard deviation of log alpha; at the lower one all probes discriminate alike."""
RESTARTS = 10
"""How often the optimiser may start again where it stopped short, its memory of the curvature spoilt by rounding."""
GRADIENT = 1e-5
"""A fit has converged where no derivative of the log-likelihood per probe is larger."""


@dataclass(frozen=True)
class Patterns:
    """Answers to probes, equal ones counted together.

    Attributes:
        passes: How often each model passed, patterns x models.
        trials: How often it answered, patterns x models.
        counts: Number of probes with the pattern.
        group: Which weights the difficulty of such a probe is drawn by, from 0.
        place: Index of the pattern of each probe.
    """

    passes: Floats
    trials: Floats
    counts: Floats
    group: NDArray[np.int64]
    place: NDArray[np.int64]


@dataclass(frozen=True)
class Fit:
    """A fitted model.

    Attributes:
        ability: Ability of each model, with mean zero.
        ability_se: Standard errors.
        spread: Standard deviation of log alpha; 0 in the Rasch model.
        reliability: Share of the variance of log alpha that the answers to a probe tell, on average; NaN in the Rasch
            model. Zero means that every probe's discrimination is the prior's.
        log_likelihood: The maximum.
        iterations: Of the optimiser.
        gradient: Largest derivative left, per probe.
        start: The parameters, to start another fit from.
    """

    ability: Floats
    ability_se: Floats
    spread: float
    reliability: float
    log_likelihood: float
    iterations: int
    gradient: float
    start: Floats

    @property
    def converged(self) -> bool:
        """Whether the optimiser reached a maximum."""
        return self.gradient <= GRADIENT


def patterns(passes: Floats, trials: Floats) -> Patterns:
    """Counts equal rows of probes x models together."""
    rows, place, counts = np.unique(np.hstack([passes, trials]), axis=0, return_inverse=True, return_counts=True)
    models = passes.shape[1]
    group = _groups(rows[:, models:] > 0, counts)
    return Patterns(rows[:, :models], rows[:, models:], counts.astype(np.float64), group, place.ravel())


def _groups(answered: NDArray[np.bool_], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers the patterns by who answered; sets of models with few probes go together, or to the largest set."""
    _, who = np.unique(answered, axis=0, return_inverse=True)
    who = who.ravel()
    size = np.bincount(who, counts)
    few = size < OWN_WEIGHTS
    together = size[few].sum() >= OWN_WEIGHTS or few.all()
    group = np.where(few, len(size) if together else size.argmax() if len(size) else 0, np.arange(len(size)))
    return np.unique(group[who], return_inverse=True)[1].astype(np.int64)


def fit_rasch(data: Patterns) -> Fit:
    """Fits the Rasch model.

    >>> passes = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [1, 1], [1, 1], [0, 0], [0, 0]])
    >>> fit = fit_rasch(patterns(passes, np.ones_like(passes)))
    >>> bool(abs(fit.ability[0] - fit.ability[1] - np.log(3)) < 1e-3)  # three wins to one
    True
    """
    models = data.passes.shape[1]
    return _fit(data, np.zeros(models + (1 + data.group.max()) * len(GRID)), two_parameters=False)


def by_total(data: Patterns) -> Patterns:
    """Counts together the patterns that the Rasch likelihood cannot tell apart: same trials, same number of passes.

    What it needs of who passed is linear, so their mean stands for all of them.

    >>> by_total(patterns(np.array([[1.0, 0.0], [0.0, 1.0]]), np.ones((2, 2)))).passes
    array([[0.5, 0.5]])
    """
    totals = np.hstack([data.trials, data.passes.sum(axis=1, keepdims=True)])
    rows, place = np.unique(totals, axis=0, return_inverse=True)
    place = place.ravel()
    counts = np.bincount(place, data.counts).astype(np.float64)
    passes, group = np.zeros((len(rows), data.passes.shape[1])), np.zeros(len(rows), dtype=np.int64)
    np.add.at(passes, place, data.passes * data.counts[:, None])
    group[place] = data.group
    return Patterns(passes / counts[:, None], rows[:, :-1], counts, group, place[data.place])


def fit_two_parameters(data: Patterns, rasch: Fit) -> Fit:
    """Fits the two-parameter model, from the Rasch model on."""
    return _fit(data, np.append(rasch.start, np.log(0.3)), two_parameters=True)


def _fit(data: Patterns, start: Floats, two_parameters: bool) -> Fit:
    models, size = data.passes.shape[1], data.counts.sum()
    told_apart = data if two_parameters else by_total(data)

    def objective(parameters: Floats) -> tuple[float, Floats]:
        state = _state(told_apart, parameters, two_parameters)
        return -state.log_likelihood / size, -(told_apart.counts @ state.scores) / size

    bounds = [(-20.0, 20.0)] * models + [(-60.0, 60.0)] * (len(start) - models - two_parameters)
    bounds += [(float(np.log(SPREADS[0])), float(np.log(SPREADS[1])))] * two_parameters
    low, high = np.array(bounds).T
    iterations = 0
    for _ in range(RESTARTS):
        found = minimize(
            objective,
            start,
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": 3000, "maxfun": 6000, "gtol": GRADIENT / 10, "ftol": 1e-15, "maxcor": 30},
        )
        start, iterations = found.x, iterations + int(found.nit)
        # at a bound a derivative that points outwards is no reason to go on
        gradient = float(np.abs(np.clip(found.x - found.jac, low, high) - found.x).max())
        if gradient <= GRADIENT:
            break
    state = _state(data, found.x, two_parameters)
    return Fit(
        ability=found.x[:models] - found.x[:models].mean(),
        ability_se=_standard_errors(state.scores, data.counts, models),
        spread=state.spread,
        reliability=state.reliability,
        log_likelihood=state.log_likelihood,
        iterations=iterations,
        gradient=gradient,
        start=found.x,
    )


@dataclass(frozen=True)
class _State:
    """The likelihood at some parameters, with its derivatives by each pattern, patterns x parameters."""

    log_likelihood: float
    scores: Floats
    spread: float
    reliability: float


def _state(data: Patterns, parameters: Floats, two_parameters: bool) -> _State:
    models = data.passes.shape[1]
    ability, weights = parameters[:models], parameters[models : len(parameters) - two_parameters].reshape(-1, len(GRID))
    log_weights = weights - logsumexp(weights, axis=1, keepdims=True)
    spread = float(np.exp(parameters[-1])) if two_parameters else 0.0
    nodes, prior = (_NODES, _NODE_WEIGHTS / _NODE_WEIGHTS.sum()) if two_parameters else (np.zeros(1), np.ones(1))
    z, difficulty = (axis.ravel() for axis in np.meshgrid(nodes, GRID, indexing="ij"))
    alpha = np.exp(spread * z)
    logits = alpha * (ability[:, None] - difficulty)
    joint = data.passes @ logits - data.trials @ np.logaddexp(0, logits)
    joint += (np.log(prior)[:, None] + log_weights[data.group][:, None]).reshape(len(joint), -1)
    top = joint.max(axis=1, keepdims=True)
    place = np.exp(np.subtract(joint, top, out=joint), out=joint)
    total = place.sum(axis=1, keepdims=True)
    place /= total
    rate = expit(logits)
    by_ability = data.passes * (place @ alpha)[:, None] - data.trials * (place @ (alpha * rate).T)
    by_weight = np.zeros((len(place), *weights.shape))
    on_grid = place.reshape(len(place), len(nodes), len(GRID)).sum(axis=1)
    by_weight[np.arange(len(place)), data.group] = on_grid - np.exp(log_weights)[data.group]
    scores = [by_ability, by_weight.reshape(len(place), -1)]
    reliability = np.nan
    if two_parameters:
        pull = data.passes * (place @ (logits * z).T) - data.trials * (place @ (rate * logits * z).T)
        scores.append(spread * pull.sum(axis=1, keepdims=True))
        left = place @ z**2 - (place @ z) ** 2
        reliability = 1 - float(np.average(left, weights=data.counts))
    return _State(float(data.counts @ (top + np.log(total))[:, 0]), np.hstack(scores), spread, reliability)


def _standard_errors(scores: Floats, counts: Floats, models: int) -> Floats:
    """Returns the standard errors of the centred abilities, from the outer product of the scores.

    What the other parameters could explain of the scores of the abilities is taken out first. Those of the grid's
    weights are more than the data can tell apart, which is why this is a projection and no inverse of the whole.
    """
    root = np.sqrt(counts)[:, None]
    own, other = scores[:, :models] * root, scores[:, models:] * root
    left = own - other @ np.linalg.lstsq(other, own, rcond=1e-9)[0]
    centre = np.eye(models) - 1 / models
    covariance = np.linalg.pinv(centre @ (left.T @ left) @ centre, rcond=1e-9, hermitian=True)
    return np.sqrt(np.maximum(np.diag(covariance), 0))


def difficulties(data: Patterns, ability: Floats) -> tuple[Floats, Floats]:
    """Returns the difficulty of each pattern, by maximum likelihood at these abilities, and its standard error.

    NaN for a pattern without information: passed always, or never.
    """
    passed, asked = data.passes.sum(axis=1), data.trials.sum(axis=1)
    informative = (passed > 0) & (passed < asked)
    low, high = np.full(len(passed), -40.0), np.full(len(passed), 40.0)
    for _ in range(60):
        middle = (low + high) / 2
        expected = (data.trials * expit(ability - middle[:, None])).sum(axis=1)
        low, high = np.where(expected > passed, middle, low), np.where(expected > passed, high, middle)
    rate = expit(ability - middle[:, None])
    error = 1 / np.sqrt(np.maximum((data.trials * rate * (1 - rate)).sum(axis=1), 1e-300))
    return np.where(informative, middle, np.nan), np.where(informative, error, np.nan)
