"""AK-MCS (B. Echard, N. Gayton and M. Lemaire, 2011) on scikit-learn's Gaussian process, for the four-branch system.

Reads JSON {k, samples, seeds, most, first}; prints of each seed the failure probability after each simulation.
"""
import json
import sys
import warnings

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern

warnings.filterwarnings("ignore")
given = json.load(sys.stdin)
k = given["k"]
population = np.array(given["samples"])


def limit(points):
    x, y = points[:, 0], points[:, 1]
    root = np.sqrt(2)
    return np.min(
        [
            3 + 0.1 * (x - y) ** 2 - (x + y) / root,
            3 + 0.1 * (x - y) ** 2 + (x + y) / root,
            x - y + k / root,
            y - x + k / root,
        ],
        axis=0,
    )


runs = []
for seed in given["seeds"]:
    random = np.random.default_rng(seed)
    # The candidates are a part of the population, as in the paper.
    candidates = population[random.choice(len(population), 20000, replace=False)]
    chosen = list(random.choice(len(candidates), given["first"], replace=False))
    run = []
    while True:
        points = candidates[chosen]
        kernel = ConstantKernel(10.0, (1e-2, 1e4)) * Matern([1.0, 1.0], (0.1, 50), nu=2.5)
        process = GaussianProcessRegressor(kernel, alpha=1e-8, normalize_y=True, n_restarts_optimizer=2, random_state=seed)
        process.fit(points, limit(points))
        mean = np.concatenate([process.predict(part) for part in np.array_split(population, 10)])
        run.append({"simulations": len(chosen), "probability": float(np.mean(mean < 0))})
        if len(chosen) >= given["most"]:
            break
        own, deviation = process.predict(candidates, return_std=True)
        certainty = np.abs(own) / np.maximum(deviation, 1e-12)
        certainty[chosen] = np.inf
        chosen.append(int(np.argmin(certainty)))
    runs.append(run)
print(json.dumps(runs))
