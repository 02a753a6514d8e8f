/**
 * Plans a training with many rows: networks of all targets fitted by mini-batches, their architectures and rates compared by
 * their errors on the held-out rows (successive halving; Jamieson and Talwalkar, 2016); beside them, for single targets, sparse
 * Gaussian processes and, with few inputs, small networks fitted by second-order steps.
 */

import type { NetworkFitTask } from "../../models/fit-task.ts";
import { adamStepCost } from "../../models/network/adam-fit.ts";
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";
import { MAX_SECOND_ORDER_ROWS } from "../fit/fitted-rows.ts";
import { architectures, layersText, MAX_PARAMETERS, MIN_USEFUL_HIDDEN } from "./architectures.ts";
import type { EffortLimits } from "./effort.ts";
import { secondOrderCost } from "./fit-cost.ts";
import { gaussianProcessTasks } from "./gaussian-processes.ts";
import { allFeatures, type Leaderboard, type Plan, type PlanData, runTasks, sumCosts } from "./stages.ts";

/** The shares of the work for all first trials of wide networks, for all second ones, and for small networks. */
const FIRST_SHARE = 0.15;
const SECOND_SHARE = 0.15;
const SMALL_SHARE = 0.2;
/** After the first trials one network in this many is continued. */
const HALVING_RATE = 3;
/** Architectures are compared after this many second-order steps. */
const FIRST_STEPS = 15;
/** A network is pruned when its mean squared error is more than this many times that of the best candidate. */
const PRUNE_RATIO = 3;
/** This many networks of the winning architecture are averaged. They get at least `MIN_MEMBER_SHARE` of the work. */
const MEMBER_COUNT = 2;
const MIN_MEMBER_SHARE = 0.25;

interface WideNetwork {
  hidden: readonly number[];
  rate: number;
}

/** The architectures that are tried, the likeliest winners first. */
const WIDE_NETWORKS: readonly WideNetwork[] = [
  { hidden: [64, 64], rate: 1e-2 },
  { hidden: [32, 32], rate: 1e-2 },
  { hidden: [64, 64, 64], rate: 1.5e-2 },
  { hidden: [128, 128], rate: 1.5e-2 },
  { hidden: [64, 64], rate: 2e-2 },
  { hidden: [128, 128, 128], rate: 1e-2 },
  { hidden: [32, 32, 32], rate: 1e-2 },
  { hidden: [128, 128], rate: 5e-3 },
];

export function* planManyRows(
  data: PlanData,
  limits: EffortLimits,
  leaderboard: Leaderboard,
  extensions: number,
): Plan {
  const { trainingData } = data;
  const targets = Array.from(data.varianceShares.keys());
  const hasChance = ({ candidate, targets: networkTargets }: NetworkFitTask): boolean =>
    networkTargets.some(
      (target) => leaderboard.error(candidate, target) <= PRUNE_RATIO * leaderboard.leastError(target),
    );
  const sumErrors = ({ candidate }: NetworkFitTask): number =>
    targets.reduce((sum, target) => sum + Math.min(1, leaderboard.error(candidate, target)), 0);

  const wideNetworks = WIDE_NETWORKS.slice(0, limits.triedArchitectures + 2);
  const firstWork = (limits.work * FIRST_SHARE) / wideNetworks.length;
  const firstTasks = wideNetworks.map((network) =>
    createWideTask(data, network, firstWork, "first steps", 0),
  );
  const smallTrials = smallNetworks(data, targets, limits).map((make) => ({ make, trial: make(true) }));
  // The fastest tasks come first, for an early result.
  const firstStage = [
    ...smallTrials.map(({ trial }) => trial),
    ...firstTasks,
    ...gaussianProcessTasks(data, limits, 0),
  ];
  yield* runTasks(firstStage, limits.work * (1 - FIRST_SHARE), leaderboard);

  const ranked = firstTasks
    .map((task, at) => ({ task, network: wideNetworks[at], error: sumErrors(task) }))
    .sort((a, b) => a.error - b.error)
    .slice(0, Math.ceil(wideNetworks.length / HALVING_RATE))
    .filter(({ task }) => hasChance(task));
  const secondWork = (limits.work * SECOND_SHARE) / Math.max(1, ranked.length);
  const secondTasks = ranked.flatMap(({ network }) =>
    network ? [createWideTask(data, network, secondWork, "second steps", 0)] : [],
  );
  const continued = smallTrials.filter(({ trial }) => hasChance(trial)).map(({ make }) => make(false));
  const spentWork = sumCosts([...firstStage, ...secondTasks, ...continued], trainingData);
  const remainingWork = Math.max(limits.work - spentWork, limits.work * MIN_MEMBER_SHARE);
  yield* runTasks([...secondTasks, ...continued], remainingWork, leaderboard);

  const [winner] = secondTasks
    .map((task, at) => ({ task, network: ranked[at]?.network, error: sumErrors(task) }))
    .sort((a, b) => a.error - b.error);
  if (winner?.network === undefined || !(hasChance(winner.task) || extensions > 0)) return;
  const { network } = winner;
  for (let member = 1; member <= MEMBER_COUNT * (1 + extensions); member += MEMBER_COUNT) {
    const members = Array.from({ length: MEMBER_COUNT }, (_, at) =>
      createWideTask(data, network, remainingWork / MEMBER_COUNT, `${member + at}`, member + at),
    );
    yield* runTasks(members, 0, leaderboard);
  }
}

function createWideTask(
  data: PlanData,
  { hidden, rate }: WideNetwork,
  work: number,
  label: string,
  member: number,
): NetworkFitTask {
  const { trainingData, varianceShares } = data;
  const inputs = trainingData.inputs.rows;
  const shape: NetworkShape = { inputs, hidden, outputs: varianceShares.length, activation: "silu" };
  return {
    family: "network",
    method: "mini-batch",
    candidate: `network ${layersText(hidden)} at ${rate}, ${label}`,
    targets: Array.from(varianceShares.keys()),
    fold: 0,
    seed: data.seed(3, member, hidden.length, ...hidden),
    shape,
    features: allFeatures(trainingData),
    steps: Math.max(200, Math.floor(work / adamStepCost(shape))),
    learningRate: rate,
  };
}

/** Lists networks of one target each, for a trial or in full; none where the budget allows only useless ones. */
function smallNetworks(
  data: PlanData,
  targets: readonly number[],
  limits: EffortLimits,
): ((isTrial: boolean) => NetworkFitTask)[] {
  const { rows: width, columns } = data.trainingData.inputs;
  const count = Math.min(columns, MAX_SECOND_ORDER_ROWS);
  const stepCost = (limits.work * SMALL_SHARE) / targets.length / limits.steps;
  const smallest = parameterCount({ inputs: width, hidden: MIN_USEFUL_HIDDEN, outputs: 1 });
  if (smallest > MAX_PARAMETERS || secondOrderCost(count, smallest) > stepCost) return [];
  let size = smallest;
  while (size < MAX_PARAMETERS && secondOrderCost(count, size + 1) <= stepCost) size += 1;
  return targets.flatMap((target) =>
    architectures(width, size, 2).map(
      (shape, at) =>
        (isTrial: boolean): NetworkFitTask => ({
          family: "network",
          method: "second-order",
          candidate: `network ${layersText(shape.hidden)}${isTrial ? ", first steps" : ""}`,
          targets: [target],
          fold: 0,
          seed: data.seed(2, 0, target, at, 0),
          shape,
          features: allFeatures(data.trainingData),
          steps: isTrial ? FIRST_STEPS : limits.steps,
          learningRate: 0,
        }),
    ),
  );
}
