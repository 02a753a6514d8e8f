"""An optimiser of SciPy in the unit cube: prints a point a line, reads its value to be minimised from the next line of its input."""

import sys

import numpy as np
from scipy.optimize import differential_evolution, dual_annealing

method, dimensions, evaluations, seed = sys.argv[1], *map(int, sys.argv[2:5])


class Spent(Exception):
    pass


left = evaluations


def evaluate(point):
    global left
    if left == 0:
        raise Spent
    left -= 1
    print(" ".join(repr(float(value)) for value in np.clip(point, 0, 1)), flush=True)
    return float(sys.stdin.readline())


bounds = [(0, 1)] * dimensions
try:
    if method == "dual-annealing":
        dual_annealing(evaluate, bounds, rng=seed, maxfun=evaluations)
    else:
        differential_evolution(evaluate, bounds, rng=seed, popsize=4, maxiter=evaluations)
    while left > 0:
        evaluate(np.random.default_rng(seed).uniform(size=dimensions))
except Spent:
    pass
