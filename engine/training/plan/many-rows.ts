/**
 * With many rows: networks of all targets fitted by mini-batches, their architectures and rates halved by what they say of
 * the rows kept out (Jamieson and Talwalkar, 2016); beside them, for single targets, Gaussian processes that rest on inducing
 * rows and, where inputs are few, small networks fitted by second-order steps.
 */

import type { NetworkLesson } from "../../models/fit-task.ts";
import { adamStepCost } from "../../models/network/adam-fit.ts";
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";
import { architectures, DECENT, layersText, MOST_PARAMETERS } from "./architectures.ts";
import type { EffortLimits } from "./effort.ts";
import { secondOrderCost } from "./fit-cost.ts";
import { gaussianProcesses } from "./gaussian-processes.ts";
import { allFeatures, costOf, type Leaderboard, learn, type Plan, type PlanData } from "./stages.ts";

/** Of the work: for all first trials of wide networks, for all second ones, and for small networks. */
const FIRST_SHARE = 0.15;
const SECOND_SHARE = 0.15;
const SMALL_SHARE = 0.2;
/** Of the first trials, so many times fewer are carried on. */
const HALVING = 3;
/** Second-order steps after which architectures are compared. */
const FIRST_STEPS = 15;
/** A network that errs so many times as much as another voice will not catch up. */
const HOPELESS = 3;
/** Networks of the winning architecture, which are averaged; each gets this share of what work is left. */
const MEMBERS = 2;
const LEAST_SHARE = 0.25;

interface Candidate {
  hidden: readonly number[];
  rate: number;
}

/** The likeliest winners first. */
const CANDIDATES: readonly Candidate[] = [
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
  const { learning } = data;
  const targets = Array.from(data.shares.keys());
  const hasChance = ({ voice, targets: own }: NetworkLesson): boolean =>
    own.some((target) => leaderboard.error(voice, target) <= HOPELESS * leaderboard.least(target));
  const total = ({ voice }: NetworkLesson): number =>
    targets.reduce((sum, target) => sum + Math.min(1, leaderboard.error(voice, target)), 0);

  const candidates = CANDIDATES.slice(0, limits.tried + 2);
  const firstWork = (limits.work * FIRST_SHARE) / candidates.length;
  const first = candidates.map((candidate) => wide(data, candidate, firstWork, "first steps", 0));
  const small = smallNetworks(data, targets, limits).map((make) => ({ make, trial: make(true) }));
  // Those that say something soonest come first.
  const beginning = [...small.map(({ trial }) => trial), ...first, ...gaussianProcesses(data, limits, 0)];
  yield* learn(beginning, limits.work * (1 - FIRST_SHARE), leaderboard);

  const ranked = first
    .map((lesson, at) => ({ lesson, candidate: candidates[at], error: total(lesson) }))
    .sort((a, b) => a.error - b.error)
    .slice(0, Math.ceil(candidates.length / HALVING))
    .filter(({ lesson }) => hasChance(lesson));
  const secondWork = (limits.work * SECOND_SHARE) / Math.max(1, ranked.length);
  const second = ranked.flatMap(({ candidate }) =>
    candidate ? [wide(data, candidate, secondWork, "second steps", 0)] : [],
  );
  const carried = small.filter(({ trial }) => hasChance(trial)).map(({ make }) => make(false));
  const spent = costOf([...beginning, ...second, ...carried], learning);
  const left = Math.max(limits.work - spent, limits.work * LEAST_SHARE);
  yield* learn([...second, ...carried], left, leaderboard);

  const [winner] = second
    .map((lesson, at) => ({ lesson, candidate: ranked[at]?.candidate, error: total(lesson) }))
    .sort((a, b) => a.error - b.error);
  if (winner?.candidate === undefined || !(hasChance(winner.lesson) || extensions > 0)) return;
  const { candidate } = winner;
  for (let member = 1; member <= MEMBERS * (1 + extensions); member += MEMBERS) {
    const members = Array.from({ length: MEMBERS }, (_, at) =>
      wide(data, candidate, left / MEMBERS, `${member + at}`, member + at),
    );
    yield* learn(members, 0, leaderboard);
  }
}

function wide(
  data: PlanData,
  { hidden, rate }: Candidate,
  work: number,
  label: string,
  member: number,
): NetworkLesson {
  const { learning, shares } = data;
  const shape: NetworkShape = { inputs: learning.width, hidden, outputs: shares.length, activation: "silu" };
  return {
    family: "network",
    method: "mini-batch",
    voice: `network ${layersText(hidden)} at ${rate}, ${label}`,
    targets: Array.from(shares.keys()),
    fold: 0,
    seed: data.seed(3, member, hidden.length, ...hidden),
    shape,
    features: allFeatures(learning),
    steps: Math.max(200, Math.floor(work / adamStepCost(shape))),
    learningRate: rate,
  };
}

/** Networks of one target each, on trial or not; none where they would be too small to be worth it. */
function smallNetworks(
  data: PlanData,
  targets: readonly number[],
  limits: EffortLimits,
): ((isTrial: boolean) => NetworkLesson)[] {
  const { count, width } = data.learning;
  const stepCost = (limits.work * SMALL_SHARE) / targets.length / limits.steps;
  const decent = parameterCount({ inputs: width, hidden: DECENT, outputs: 1 });
  if (decent > MOST_PARAMETERS || secondOrderCost(count, decent) > stepCost) return [];
  let size = decent;
  while (size < MOST_PARAMETERS && secondOrderCost(count, size + 1) <= stepCost) size += 1;
  return targets.flatMap((target) =>
    architectures(width, size, 2).map(
      (shape, at) =>
        (isTrial: boolean): NetworkLesson => ({
          family: "network",
          method: "second-order",
          voice: `network ${layersText(shape.hidden)}${isTrial ? ", first steps" : ""}`,
          targets: [target],
          fold: 0,
          seed: data.seed(2, 0, target, at, 0),
          shape,
          features: allFeatures(data.learning),
          steps: isTrial ? FIRST_STEPS : limits.steps,
          learningRate: 0,
        }),
    ),
  );
}
