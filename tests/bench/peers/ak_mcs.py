"""AK-MCS (B. Echard, N. Gayton and M. Lemaire, 2011) on scikit-learn's Gaussian process, for limit states of standard normal inputs.

Reads JSON {state, k, dimensions, samples, seeds, most, first, every}; prints the share of its samples that fails, and of each seed the
failure probability after each simulation.
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
dimensions = given["dimensions"]
population = np.random.default_rng(11).standard_normal((given["samples"], dimensions))


def four_branches(points):
    x, y = points.T
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


def oscillator(points):
    a, b, c, d, e, f = points.T
    m, c1, c2 = 1 + 0.05 * a, 1 + 0.1 * b, 0.1 + 0.01 * c
    r, force, time = 0.5 + 0.05 * d, 1 + 0.2 * e, 1 + 0.2 * f
    frequency = np.sqrt((c1 + c2) / m)
    return 3 * r - np.abs(2 * force / (m * frequency**2) * np.sin(frequency * time / 2))


def many_inputs(points):
    deviation = np.sqrt(np.log1p(0.04))
    return dimensions + 0.6 * np.sqrt(dimensions) - np.sum(np.exp(deviation * points - deviation**2 / 2), axis=1)


limit = {"four branches": four_branches, "oscillator": oscillator, "many inputs": many_inputs}[given["state"]]
# Restarts of a fit of many length scales take minutes.
restarts = 2 if dimensions < 10 else 0

runs = []
for seed in given["seeds"]:
    random = np.random.default_rng(seed)
    # The candidates are a part of the population, as in the paper.
    candidates = population[random.choice(len(population), 20000, replace=False)]
    chosen = list(random.choice(len(candidates), given["first"], replace=False))
    run = []
    while True:
        points = candidates[chosen]
        kernel = ConstantKernel(10.0, (1e-2, 1e4)) * Matern([1.0 if dimensions < 10 else 5.0] * dimensions, (0.1, 50), nu=2.5)
        process = GaussianProcessRegressor(kernel, alpha=1e-8, normalize_y=True, n_restarts_optimizer=restarts, random_state=seed)
        process.fit(points, limit(points))
        if len(chosen) % given["every"] == 0:
            mean = np.concatenate([process.predict(part) for part in np.array_split(population, 10)])
            run.append({"simulations": len(chosen), "probability": float(np.mean(mean < 0))})
        if len(chosen) >= given["most"]:
            break
        own, deviation = process.predict(candidates, return_std=True)
        certainty = np.abs(own) / np.maximum(deviation, 1e-12)
        certainty[chosen] = np.inf
        chosen.append(int(np.argmin(certainty)))
    runs.append(run)
print(json.dumps({"truth": float(np.mean(limit(population) < 0)), "runs": runs}))
