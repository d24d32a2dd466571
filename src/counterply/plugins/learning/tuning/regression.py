"""Regression on rows of features: logistic for results, least squares for points; errors that know which rows belong together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RIDGE = 1e-3  # penalty on a weight whose feature has spread 1, in units of one row: only keeps separable rows from infinity
ROUNDS = 50  # of Newton's method, which needs about six
CLOSE = 1e-10  # change of the weights, in a feature's spread, that ends it
FARTHEST = 30.0  # log-odds beyond which a chance is 0 or 1 in floating point


@dataclass(frozen=True)
class Fit:
    """Weights that explain rows of features best.

    Attributes
    ----------
    weights, errors : float64[W], and their standard errors; rows of one group count as one observation
    constant : the number added to the weighted sum: the worth of being on move
    loss : mean log loss, or mean squared error
    """

    weights: np.ndarray
    errors: np.ndarray
    constant: float
    loss: float


def logistic(features: np.ndarray, results: np.ndarray, groups: np.ndarray) -> Fit:
    """Return the weights in log-odds that predict results best: maximum likelihood, by Newton's method.

    Parameters
    ----------
    features : float64[N, W]
    results : float64[N], 0 to 1
    groups : int64[N], rows of one game share a number
    """
    rows, spread, penalty = _scale(features)
    weights = np.zeros(rows.shape[1])
    loss = _log_loss(rows @ weights, results) + weights @ penalty @ weights / 2
    hessian = penalty
    for _ in range(ROUNDS):
        chances = _chances(rows @ weights)
        gradient = rows.T @ (results - chances) - penalty @ weights
        hessian = (rows * (chances * (1 - chances))[:, None]).T @ rows + penalty
        step = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        while np.abs(step).max() > CLOSE:  # a whole step may go too far: then half of it
            after = _log_loss(rows @ (weights + step), results) + (weights + step) @ penalty @ (weights + step) / 2
            if after <= loss:
                break
            step /= 2
        else:
            break
        weights, loss = weights + step, after
    residuals = results - _chances(rows @ weights)
    return _fit(weights, hessian, rows, residuals, groups, spread, _log_loss(rows @ weights, results) / len(rows))


def least_squares(features: np.ndarray, values: np.ndarray, groups: np.ndarray) -> Fit:
    """Return the weights that predict `values` with the least squared error; parameters as of `logistic`."""
    rows, spread, penalty = _scale(features)
    hessian = rows.T @ rows + penalty
    weights = np.linalg.lstsq(hessian, rows.T @ values, rcond=None)[0]
    residuals = values - rows @ weights
    return _fit(weights, hessian, rows, residuals, groups, spread, float(np.mean(residuals**2)))


def _scale(features: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the features in units of their root mean square, with a column of ones behind them, those units, and the penalty."""
    spread = np.sqrt(np.mean(features**2, axis=0))
    spread[spread == 0] = 1.0
    return np.column_stack([features / spread, np.ones(len(features))]), spread, RIDGE * np.diag([*np.ones(len(spread)), 0.0])


def _fit(
    weights: np.ndarray,
    hessian: np.ndarray,
    rows: np.ndarray,
    residuals: np.ndarray,
    groups: np.ndarray,
    spread: np.ndarray,
    loss: float,
) -> Fit:
    """Return the fit with errors from the sandwich of the groups' summed scores (Liang and Zeger 1986)."""
    _, index = np.unique(groups, return_inverse=True)
    sums = np.zeros((index.max() + 1, rows.shape[1]))
    np.add.at(sums, index, rows * residuals[:, None])
    bread = np.linalg.pinv(hessian)
    errors = np.sqrt(np.maximum(0.0, np.diag(bread @ (sums.T @ sums) @ bread)))[:-1]
    return Fit(weights[:-1] / spread, errors / spread, float(weights[-1]), loss)


def _chances(log_odds: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-np.clip(log_odds, -FARTHEST, FARTHEST)))  # type: ignore[no-any-return]


def _log_loss(log_odds: np.ndarray, results: np.ndarray) -> float:
    return float(np.sum(np.logaddexp(0.0, log_odds) - results * log_odds))
