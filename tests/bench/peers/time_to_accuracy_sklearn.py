"""Seconds that scikit-learn's fastest way takes to a coefficient of determination: of each way the shortest fit that reaches it."""
import json
import sys

import numpy as np
from sklearn.neural_network import MLPRegressor

from common import Standard, Stopwatch, load, r2

#: CPU seconds.
LONGEST = 60.0


def by_lbfgs(x, y, judge, goal, seed):
    """A fit from the start for each number of iterations: the cost is that of the first that is enough."""
    best = -1.0
    for iterations in (10, 20, 40, 80, 160, 320, 640, 1280):
        watch = Stopwatch()
        model = MLPRegressor(
            (32, 32), activation="tanh", solver="lbfgs", alpha=1e-4, tol=1e-9, max_iter=iterations,
            max_fun=4 * iterations, random_state=seed,
        ).fit(x, y)
        cost = (watch.seconds(), watch.cpu_seconds())
        best = max(best, judge(model))
        if best >= goal or cost[1] > LONGEST / 3:
            break
    return best, *cost, "MLP 32-32 tanh, L-BFGS"


def by_adam(x, y, judge, goal, seed):
    watch = Stopwatch()
    model = MLPRegressor(
        (64, 64), activation="tanh", alpha=1e-6, learning_rate_init=3e-3, batch_size=min(256, len(x)), random_state=seed
    )
    best = -1.0
    while watch.cpu_seconds() < LONGEST:
        # Looked at once in 5,000 rows or so.
        for _ in range(max(1, 5000 // len(x))):
            model.partial_fit(x, y)
        with watch.stopped():
            best = max(best, judge(model))
        if best >= goal:
            break
    return best, watch.seconds(), watch.cpu_seconds(), "MLP 64-64 tanh, Adam"


def main() -> None:
    split, goal = load(), float(sys.argv[2])
    scale, target = Standard(split.x), Standard(split.y)
    x, y, x_unseen = scale.apply(split.x), target.apply(split.y), scale.apply(split.x_unseen)
    judge = lambda model: r2(split.y_unseen, target.undo(model.predict(x_unseen).reshape(len(x_unseen), -1)))
    ways = [by_lbfgs, by_adam] if len(x) <= 5000 else [by_adam]
    tried = [way(x, np.squeeze(y), judge, goal, split.seed) for way in ways]
    reached = [one for one in tried if one[0] >= goal]
    best, seconds, cpu, how = min(reached, key=lambda one: one[2]) if reached else max(tried)
    hit = bool(reached)
    print(json.dumps({"seconds": seconds if hit else None, "cpuSeconds": cpu if hit else None, "best": best, "how": how}))


main()
