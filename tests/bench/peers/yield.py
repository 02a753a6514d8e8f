"""OpenTURNS on a limit state: subset simulation, or importance sampling around FORM's design point.

Arguments: method, limit state, dimensions, seeds. Prints JSON: of each seed the failing share, and the evaluations of the limit state.
"""
import json
import sys

import openturns as ot

METHOD, STATE, DIMENSIONS, SEEDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
BETA = 4.753424
NAMES = [f"u{i}" for i in range(DIMENSIONS)]
FORMULAS = {
    "plane": f"{BETA} - ({' + '.join(NAMES)}) / sqrt({DIMENSIONS})",
    "two planes": f"min({BETA} - u0, {BETA} - u{DIMENSIONS - 1})",
}


def event():
    function = ot.SymbolicFunction(NAMES, [FORMULAS[STATE]])
    vector = ot.CompositeRandomVector(function, ot.RandomVector(ot.Normal(DIMENSIONS)))
    return function, ot.ThresholdEvent(vector, ot.Less(), 0.0)


def subset(failure):
    run = ot.SubsetSampling(failure)
    run.setMaximumOuterSampling(40)
    run.setBlockSize(100)
    run.run()
    return run.getResult().getProbabilityEstimate()


def importance(failure):
    search = ot.AbdoRackwitz()
    search.setStartingPoint([0.1] * DIMENSIONS)
    form = ot.FORM(search, failure, [0.1] * DIMENSIONS)
    form.run()
    point = form.getResult().getStandardSpaceDesignPoint()
    density = ot.Normal(point, [1.0] * DIMENSIONS, ot.CorrelationMatrix(DIMENSIONS))
    run = ot.ProbabilitySimulationAlgorithm(ot.StandardEvent(failure), ot.ImportanceSamplingExperiment(density))
    run.setMaximumCoefficientOfVariation(0.04)
    run.setMaximumOuterSampling(100)
    run.setBlockSize(100)
    run.run()
    return run.getResult().getProbabilityEstimate()


shares, evaluations = [], []
for seed in range(SEEDS):
    ot.RandomGenerator.SetSeed(seed + 1)
    function, failure = event()
    shares.append({"subset": subset, "importance": importance}[METHOD](failure))
    evaluations.append(function.getEvaluationCallsNumber())
print(json.dumps({"shares": shares, "evaluations": evaluations}))
