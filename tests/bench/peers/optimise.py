"""An optimiser in the unit cube: prints a point a line, reads its value to be minimised from the next line of its input."""

import sys

import numpy as np

method, dimensions, evaluations, seed = sys.argv[1], *map(int, sys.argv[2:5])
random = np.random.default_rng(seed)


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


def dual_annealing():
    from scipy import optimize

    optimize.dual_annealing(evaluate, [(0, 1)] * dimensions, seed=seed, maxfun=evaluations)


def differential_evolution():
    from scipy import optimize

    bounds = [(0, 1)] * dimensions
    optimize.differential_evolution(evaluate, bounds, seed=seed, popsize=4, maxiter=evaluations)


def nlopt_run(algorithm, local=None):
    import nlopt

    nlopt.srand(seed)
    optimiser = nlopt.opt(getattr(nlopt, algorithm), dimensions)
    optimiser.set_lower_bounds(0.0)
    optimiser.set_upper_bounds(1.0)
    optimiser.set_min_objective(lambda point, gradient: evaluate(point))
    if local is not None:
        within = nlopt.opt(getattr(nlopt, local), dimensions)
        within.set_xtol_rel(1e-4)
        optimiser.set_local_optimizer(within)
    optimiser.set_maxeval(evaluations)
    optimiser.optimize(random.uniform(size=dimensions))


def deap_cma():
    """With restarts, each with twice the population (Auger and Hansen, 2005)."""
    from deap import base, cma, creator

    np.random.seed(seed)
    creator.create("Fitness", base.Fitness, weights=(-1.0,))
    creator.create("Individual", list, fitness=creator.Fitness)
    population = 4 + int(3 * np.log(dimensions))
    while True:
        strategy = cma.Strategy(centroid=random.uniform(size=dimensions), sigma=0.3, lambda_=population)
        while strategy.sigma * np.max(strategy.diagD) > 1e-9:
            generation = strategy.generate(creator.Individual)
            for one in generation:
                # What lies outside is worth as much as the nearest point inside, and less the farther it is.
                outside = np.sum((np.asarray(one) - np.clip(one, 0, 1)) ** 2)
                value = evaluate(one)
                one.fitness.values = (value + outside * (1 + abs(value)),)
            strategy.update(generation)
        population *= 2


def openturns_ego():
    """Kriging with a Matern 5/2 covariance and a length scale an axis, from a Latin hypercube of two points an axis and two more."""
    import openturns as ot

    ot.RandomGenerator.SetSeed(seed)
    ot.Log.Show(ot.Log.NONE)
    cube = ot.ComposedDistribution([ot.Uniform(0, 1)] * dimensions)
    design = ot.LHSExperiment(cube, 2 * dimensions + 2).generate()
    values = ot.Sample([[evaluate(point)] for point in design])
    kriging = ot.KrigingAlgorithm(
        design, values, ot.MaternModel([0.5] * dimensions, 2.5), ot.ConstantBasisFactory(dimensions).build()
    )
    kriging.setOptimizationBounds(ot.Interval([0.02] * dimensions, [10.0] * dimensions))
    kriging.run()
    function = ot.PythonFunction(dimensions, 1, lambda point: [evaluate(point)])
    problem = ot.OptimizationProblem(function)
    problem.setBounds(ot.Interval(dimensions))
    search = ot.EfficientGlobalOptimization(problem, kriging.getResult())
    search.setMaximumEvaluationNumber(left)
    # Fitting for every point takes seconds each.
    search.setParameterEstimationPeriod(4)
    # Otherwise it ends as soon as a point improves on nothing.
    search.setImprovementFactor(-1e9)
    for name in ("Absolute", "Relative", "Residual", "Constraint"):
        getattr(search, f"setMaximum{name}Error")(-1)
    search.run()


def optuna_tpe():
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))

    def objective(trial):
        value = evaluate([trial.suggest_float(f"x{axis}", 0, 1) for axis in range(dimensions)])
        # A simulation that failed is no trial to it.
        return value if np.isfinite(value) else float("nan")

    study.optimize(objective, n_trials=evaluations)


METHODS = {
    "optuna-tpe": optuna_tpe,
    "dual-annealing": dual_annealing,
    "differential-evolution": differential_evolution,
    "nlopt-mlsl": lambda: nlopt_run("GN_MLSL_LDS", "LN_BOBYQA"),
    "nlopt-direct": lambda: nlopt_run("GN_DIRECT_L"),
    "deap-cma": deap_cma,
    "openturns-ego": openturns_ego,
}

try:
    METHODS[method]()
except Exception as thrown:  # The libraries wrap what their objective throws.
    if left > 0:
        print(f"{method}: {thrown}", file=sys.stderr)
# Who ends before all evaluations are used goes on with random points.
while left > 0:
    evaluate(random.uniform(size=dimensions))
