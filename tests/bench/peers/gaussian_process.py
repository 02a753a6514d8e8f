"""scikit-learn's Gaussian process: ARD Matern 5/2 and noise, hyperparameters by likelihood; vectors by their principal components."""
import sys

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

from common import Components, Standard, Watch, answer, load

#: An exact Gaussian process of more rows takes hours here.
MAX_ROWS = 1000


def fit(x: np.ndarray, y: np.ndarray, restarts: int, seed: int) -> GaussianProcessRegressor:
    kernel = ConstantKernel(1.0, (1e-4, 1e6)) * Matern(np.ones(x.shape[1]), (1e-2, 1e4), nu=2.5)
    noise = WhiteKernel(1e-4, (1e-10, 1e1))
    return GaussianProcessRegressor(
        kernel + noise, normalize_y=True, n_restarts_optimizer=restarts, random_state=seed
    ).fit(x, y)


def main() -> None:
    split = load()
    watch = Watch()
    rows = np.random.default_rng(split.seed).permutation(len(split.x))[:MAX_ROWS]
    scale = Standard(split.x[rows])
    parts = Components(split.y[rows])
    x, scores = scale.apply(split.x[rows]), parts.apply(split.y[rows])
    # A restart pays where it is cheap, unless their number is given.
    restarts = int(sys.argv[2]) if len(sys.argv) > 2 else 2 if len(x) <= 300 else 0
    means, deviations = [], []
    for component in range(scores.shape[1]):
        model = fit(x, scores[:, component], restarts, split.seed)
        mean, deviation = model.predict(scale.apply(split.x_unseen), return_std=True)
        means.append(mean)
        deviations.append(deviation)
    mean = parts.undo(np.stack(means, axis=1))
    half = 1.959964 * np.sqrt(parts.undo_variance(np.stack(deviations, axis=1) ** 2))
    note = f"on {MAX_ROWS} of the rows" if len(split.x) > MAX_ROWS else ""
    answer(split, watch, mean, mean - half, mean + half, note)


main()
