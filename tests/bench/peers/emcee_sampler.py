"""emcee on scikit-learn's Gaussian process: the designs whose output is near a target, each walker a row of one prediction."""
import json
import sys
import time

import emcee
import numpy as np
from common import Standard, load
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Matern, WhiteKernel

folder, walkers, steps, target, tolerance = sys.argv[1], *map(float, sys.argv[2:6])
split = load(folder)
standard, output = Standard(split.x), Standard(split.y)
kernel = Matern(np.ones(split.x.shape[1]), nu=2.5) + WhiteKernel(1e-4)
process = GaussianProcessRegressor(kernel).fit(standard.apply(split.x), output.apply(split.y)[:, 0])
low, high = split.x.min(axis=0), split.x.max(axis=0)


def log_density(points: np.ndarray) -> np.ndarray:
    inside = np.all((points >= low) & (points <= high), axis=1)
    density = np.full(len(points), -np.inf)
    if inside.any():
        mean = process.predict(standard.apply(points[inside])) * output.deviation[0] + output.mean[0]
        density[inside] = -0.5 * ((mean - target) / tolerance) ** 2
    return density


random = np.random.default_rng(1)
start = low + (high - low) * random.random((int(walkers), split.x.shape[1]))
sampler = emcee.EnsembleSampler(int(walkers), split.x.shape[1], log_density, vectorize=True)
started = time.perf_counter()
sampler.run_mcmc(start, int(steps))
seconds = time.perf_counter() - started
sampler.get_chain().astype(np.float64).tofile(f"{folder}/chain")
print(json.dumps({"seconds": seconds, "acceptance": float(np.mean(sampler.acceptance_fraction))}))
