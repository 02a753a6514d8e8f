/** Simulations that verify what an emulator predicts to be out of spec. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compileGoals } from "../../../specs/job-goals.ts";
import { withBuiltShares } from "../../../tasks/out-of-spec/built-shares.ts";
import { countFalseAlarms } from "../../../tasks/out-of-spec/false-alarms.ts";
import {
  createInputDistribution,
  type InputDistribution,
} from "../../../tasks/out-of-spec/input-distribution.ts";
import { isFailing } from "../../../tasks/out-of-spec/level-set.ts";
import { modelLevelSet } from "../../../tasks/out-of-spec/model-level-set.ts";
import { findFailingRegions, nearlyFailing } from "../../../tasks/out-of-spec/search.ts";
import { SPEC_SEARCH_CODEC } from "../../../tasks/out-of-spec/search-file.ts";
import type { SpecSearchState } from "../../../tasks/out-of-spec/search-state.ts";
import { SimulatedSpec } from "../../../tasks/out-of-spec/simulated-spec.ts";
import { Verification } from "../../../tasks/out-of-spec/verification.ts";
import { worstPoints } from "../../../tasks/out-of-spec/worst-points.ts";
import { createKey } from "../../../tasks/search-space.ts";
import { withPoints } from "../../../tasks/yield/known-rows.ts";
import { toSearched } from "../../child/chosen-simulations.ts";
import { finishTask } from "../../child/finish-task.ts";
import type { RegionsFound } from "../../contract/out-of-spec-ports.ts";
import type { EmulatorSearchWork, StoredSimulation } from "../../contract/search-ports.ts";
import { type EmulatorSpec, openEmulatorSpec, SPEC_SEARCH_FILE } from "./emulator-spec.ts";
import { foundPoints, foundRegion, MAX_POINTS, onlyVaried } from "./predicted-regions.ts";
import {
  findModelRegions,
  type SimulatedSession,
  scoredPoints,
  selectInRegion,
  selectWorst,
  simulatedPoints,
} from "./simulated-session.ts";

/** At most this many designs in spec, the nearest to failing, are candidates for further ones that may fail. */
const MAX_IN_SPEC_CANDIDATES = 2_000;
/** This many results show how large the emulator's errors are. */
const MIN_VERIFYING_RESULTS = 10;
/** The overview shows at most this many simulated designs in spec. */
const MAX_IN_SPEC_SHOWN = 200;

export async function openVerification(
  work: EmulatorSearchWork,
  storedSimulations: readonly StoredSimulation[],
): Promise<SimulatedSession> {
  const { variables, seed, maximum } = work;
  const spec = await openEmulatorSpec(work);
  const state = await restoreState(work, spec);
  const { levelSet, objective, varied } = spec;
  const { axes } = objective.space;
  const inputs = createInputDistribution(axes, variables, work.distributions, levelSet.domain?.contains);
  const failing = worstPoints(levelSet.axes, state.regions, [], MAX_POINTS);
  const options = {
    seed,
    maximum,
    worst: state.regions.map(({ worst }) => worst.point),
    failing: failing.map(({ point }) => point),
    even: nearlyFailing(levelSet, spec.screened, seed, state)
      .slice(0, MAX_IN_SPEC_CANDIDATES)
      .map(({ point }) => point),
    inputs,
  };
  const { goals } = compileGoals(work.model, work.score, work.furtherGoals);
  const search = new SimulatedSpec({
    variables,
    goals,
    axes: objective.space.axes,
    knownSimulations: storedSimulations.map(toSearched),
    propose: (record) => new Verification(levelSet, options, record),
  });
  return {
    search,
    predictionOf: (point) => {
      const { inputs, values, score } = objective.describe(point);
      const scalars = Object.entries(values).flatMap(([name, { mean }]): [string, number][] =>
        typeof mean === "number" ? [[name, mean]] : [],
      );
      const rated = Number.isFinite(score) ? score : null;
      const prediction = {
        outputs: Object.fromEntries(scalars),
        score: rated,
        inSpec: rated === null ? null : !isFailing(rated),
      };
      return { inputs: onlyVaried(inputs, varied), prediction };
    },
    describeRegions: (isOver) => verifiedRegions(spec, { state, search, inputs, seed, isOver }),
  };
}

/** Reads the state in which the search ended; searches again where its file is missing. */
async function restoreState(
  { workDir, seed }: EmulatorSearchWork,
  { levelSet, screened }: EmulatorSpec,
): Promise<SpecSearchState> {
  const file = await readFile(join(workDir, SPEC_SEARCH_FILE)).catch(() => null);
  const state = SPEC_SEARCH_CODEC.read(file) ?? undefined;
  return finishTask(findFailingRegions(levelSet, { seed, screened }, () => performance.now(), state));
}

type Given = {
  readonly state: SpecSearchState;
  readonly search: SimulatedSpec;
  readonly inputs: InputDistribution | null;
  readonly seed: number;
  readonly isOver: boolean;
};

async function verifiedRegions(
  spec: EmulatorSpec,
  { state, search, inputs, seed, isOver }: Given,
): Promise<RegionsFound> {
  const { levelSet, objective, varied } = spec;
  const { axes } = levelSet;
  const { rated, proposer } = search;
  const simulatedAt = scoredPoints(rated);
  const verifiedLevelSet = {
    ...levelSet,
    rows: withPoints(levelSet.rows, simulatedAt),
    isVerified: simulatedAt.length >= MIN_VERIFYING_RESULTS,
  };
  const fitted = isOver && proposer.model !== null ? modelLevelSet(proposer.model, verifiedLevelSet) : null;
  const uniform = fitted === null ? state : await findModelRegions(fitted, seed, rated);
  const { regions, shares, evaluations } =
    inputs !== null && isOver ? withBuiltShares(uniform, fitted ?? levelSet, inputs, seed) : uniform;
  const predicted = levelSet.scores(rated.map(({ point }) => point));
  const scored = rated.flatMap(({ score, point }, i) => {
    const predictedScore = predicted[i] ?? Number.NaN;
    return score === null || Number.isNaN(predictedScore)
      ? []
      : [{ predicted: predictedScore, score, point }];
  });
  const indices = new Map(rated.map(({ point, index }) => [createKey(axes, point), index]));
  const unsimulatedPoints = worstPoints(axes, regions, [], MAX_POINTS).filter(
    ({ point }) => !indices.has(createKey(axes, point)),
  );
  const simulated = simulatedPoints(rated, ({ point }) =>
    onlyVaried(objective.space.inputsOf(point), varied),
  );
  return {
    evaluations: state.evaluations + (fitted === null ? 0 : evaluations),
    simulations: search.ended,
    is_distributed: inputs !== null && isOver,
    stop_reason: isOver ? (proposer.stopReason ?? "evaluation limit") : null,
    shares,
    false_alarms: countFalseAlarms(scored, search.ended - scored.length),
    regions: regions.map((region) => {
      const describedRegion = foundRegion(spec, region);
      const { failing, inSpec } = selectInRegion(axes, region, rated);
      const alarms = levelSet.scores(inSpec.map(({ point }) => point)).filter(isFailing);
      const index = indices.get(createKey(axes, region.worst.point)) ?? null;
      return {
        ...describedRegion,
        worst: { ...describedRegion.worst, index },
        confirmed: failing.length,
        refuted: alarms.length,
      };
    }),
    points: selectOverview(simulated, foundPoints(spec, unsimulatedPoints, 0, fitted ?? levelSet)),
    recorded: [],
  };
}

/**
 * Selects the points of the overview: all that simulations show to fail, a part of those that they show to be in
 * spec, and predictions for the rest.
 */
function selectOverview(
  simulated: RegionsFound["points"],
  predicted: RegionsFound["points"],
): RegionsFound["points"] {
  const fails = ({ score }: RegionsFound["points"][number]) => isFailing(score ?? Number.NaN);
  const inSpec = selectWorst(
    simulated.filter((point) => !fails(point)),
    MAX_IN_SPEC_SHOWN,
  );
  const candidates = [...selectWorst(simulated.filter(fails)), ...inSpec, ...predicted];
  return selectWorst(candidates.slice(0, MAX_POINTS));
}
