/** Simulations that alone show what is out of spec. */
import { plainValues } from "../../../designs/axes.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { limitsAt } from "../../../tasks/optimization/at-limits.ts";
import { jobSpace } from "../../../tasks/optimization/servers/job-space.ts";
import type { RatedSimulation } from "../../../tasks/optimization/servers/rated-simulation.ts";
import { withBuiltShares } from "../../../tasks/out-of-spec/built-shares.ts";
import { ContourSearch } from "../../../tasks/out-of-spec/contour-search.ts";
import { computeUniformDensity } from "../../../tasks/out-of-spec/emulator-level-set.ts";
import {
  createInputDistribution,
  type InputDistribution,
} from "../../../tasks/out-of-spec/input-distribution.ts";
import { modelLevelSet } from "../../../tasks/out-of-spec/model-level-set.ts";
import type { Region } from "../../../tasks/out-of-spec/region.ts";
import { SimulatedSpec } from "../../../tasks/out-of-spec/simulated-spec.ts";
import { NO_ROWS, withoutPlaces, withPoints } from "../../../tasks/yield/known-rows.ts";
import { toSearched } from "../../child/chosen-simulations.ts";
import { readGivenResults } from "../../child/given-results.ts";
import type { RegionsFound } from "../../contract/out-of-spec-ports.ts";
import type { FoundDesign, ServerSearchWork, StoredSimulation } from "../../contract/search-ports.ts";
import { describeRegion } from "./predicted-regions.ts";
import {
  findModelRegions,
  type SimulatedSession,
  scoredPoints,
  selectInRegion,
  selectWorst,
  simulatedPoints,
} from "./simulated-session.ts";

/** `errors`: sentences by field, where rows of Extra Data are not what the job needs. */
export async function openContourSpec(
  work: ServerSearchWork,
  storedSimulations: readonly StoredSimulation[],
  progress: (percentage: number, text: string) => void,
): Promise<SimulatedSession | { errors: Record<string, string[]> }> {
  const { variables, seed, maximum } = work;
  const givenResults = await readGivenResults(work, progress);
  if ("errors" in givenResults) return givenResults;
  const { goals } = compileGoals(work.model, work.score, work.furtherGoals);
  const { axes } = jobSpace(variables);
  const inputs = createInputDistribution(axes, variables, work.distributions);
  const search = new SimulatedSpec({
    variables,
    goals,
    axes,
    knownSimulations: storedSimulations.map(toSearched),
    givenResults: givenResults.results,
    propose: (record) => new ContourSearch(axes, { seed, maximum, inputs }, record),
  });
  return {
    search,
    predictionOf: (point) => ({ inputs: plainValues(search.space.valuesAt(point)) }),
    describeRegions: (isOver) => simulatedRegions(search, { inputs, seed, isOver }),
  };
}

type Given = {
  readonly inputs: InputDistribution | null;
  readonly seed: number;
  readonly isOver: boolean;
};

async function simulatedRegions(search: SimulatedSpec, options: Given): Promise<RegionsFound> {
  const { inputs, seed, isOver } = options;
  const { axes, rated, proposer } = search;
  const { model } = isOver ? proposer : { model: null };
  const rows = withPoints(NO_ROWS, scoredPoints(rated));
  const levelSet =
    model && modelLevelSet(model, { axes, rows, weight: (point) => computeUniformDensity(axes, point) });
  // Where designs are built, most of the ranges is far from what was simulated.
  const overRanges = levelSet && (inputs === null ? levelSet : { ...levelSet, rows: withoutPlaces(rows) });
  const uniform = overRanges && (await findModelRegions(overRanges, seed, rated));
  const fitted = uniform && inputs ? withBuiltShares(uniform, levelSet, inputs, seed) : uniform;
  return {
    evaluations: 0,
    simulations: search.ended,
    is_distributed: inputs !== null && isOver,
    stop_reason: isOver ? (proposer.stopReason ?? "evaluation limit") : null,
    shares: fitted?.shares ?? null,
    false_alarms: null,
    regions: (fitted?.regions ?? []).flatMap((region) => simulatedRegion(search, region) ?? []),
    points: selectWorst(simulatedPoints(rated, ({ inputs }) => plainValues(inputs))),
    recorded: [],
  };
}

/** Null where no simulation in it fails: what a process expects alone is no region. */
function simulatedRegion(search: SimulatedSpec, region: Region): RegionsFound["regions"][number] | null {
  const { axes, rated } = search;
  const { failing } = selectInRegion(axes, region, rated);
  const [worst] = failing.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (worst === undefined) return null;
  return {
    ...describeRegion(axes, region),
    worst: simulatedDesign(search, worst),
    confirmed: failing.length,
    refuted: 0,
  };
}

const simulatedDesign = (
  { axes }: SimulatedSpec,
  { index, inputs, outputs, score, point }: RatedSimulation,
): FoundDesign => ({
  index,
  inputs: plainValues(inputs),
  outputs: Object.fromEntries(
    Object.entries(outputs).map(([name, mean]) => [name, { mean, lower: null, upper: null }]),
  ),
  score,
  lower_bound: null,
  upper_bound: null,
  in_spec: false,
  violation: 0,
  at_limits: limitsAt(axes, point),
  outside: [],
  is_far: false,
});
