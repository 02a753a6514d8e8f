/**
 * With many rows: networks of all targets fitted by mini-batches, their architectures halved by what they say of the rows
 * kept out (Jamieson and Talwalkar, 2016); beside them, where inputs are few, small networks of single targets fitted by
 * second-order steps.
 */
import { adamStepCost } from "../emulators/adam-fit.ts";
import { type NetworkShape, parameterCount } from "../emulators/network.ts";
import type { Lesson } from "../learning/lesson.ts";
import { architectures, DECENT, layersText, MOST_PARAMETERS } from "./architectures.ts";
import type { EffortLimits } from "./effort.ts";
import { secondOrderCost } from "./lesson-cost.ts";
import { allFeatures, costOf, learn, type Plan, type PlanData, type Standings } from "./rungs.ts";

/** Shares of the work: to compare architectures, and for small networks; the rest is for the winners. */
const TRIAL_SHARE = 0.25;
const SMALL_SHARE = 0.25;
/** Second-order steps after which architectures are compared. */
const FIRST_STEPS = 15;
/** A network that errs so many times as much as another voice will not catch up. */
const HOPELESS = 3;
/** Networks of the winning architecture, which are averaged. */
const MEMBERS = 2;

const WIDE: readonly (readonly number[])[] = [
  [64, 64],
  [96, 96],
  [48, 48, 48],
  [128, 128],
  [64, 64, 64],
  [32, 32],
];
const RATE = 4e-3;

export function* planManyRows(
  data: PlanData,
  limits: EffortLimits,
  standings: Standings,
  extensions: number,
): Plan {
  const targets = Array.from(data.shares.keys());
  const small = smallNetworks(data, targets, limits);
  const trialWork = (limits.work * TRIAL_SHARE) / 2;
  const wide = WIDE.slice(0, limits.tried).map((hidden) => ({ ...shapeOf(data, hidden) }));
  const trials = wide.map((shape) => miniBatch(data, shape, trialWork / wide.length, "first steps", 0));
  const later = limits.work * (1 - TRIAL_SHARE);
  yield* learn(
    [...trials, ...small.map((network) => network(FIRST_STEPS, ", first steps"))],
    later,
    standings,
  );

  const total = (voice: string): number =>
    targets.reduce((sum, target) => sum + Math.min(1, standings.error(voice, target)), 0);
  const ranked = trials.toSorted((a, b) => total(a.voice) - total(b.voice));
  const finalists = ranked.slice(0, Math.max(1, Math.floor(ranked.length / 3)));
  const promising = small
    .map((network) => ({ network, trial: network(FIRST_STEPS, ", first steps") }))
    .filter(({ trial }) => {
      const target = trial.targets[0] ?? 0;
      return standings.error(trial.voice, target) <= HOPELESS * standings.least(target);
    })
    .map(({ network }) => network(limits.steps, ""));
  const again =
    finalists.length > 1
      ? finalists.map((trial) =>
          miniBatch(data, shapeIn(trial), trialWork / finalists.length, "second steps", 0),
        )
      : [];
  const spent = costOf([...again, ...promising], data.learning);
  yield* learn([...again, ...promising], later - spent, standings);
  const [winner] = (again.length > 0 ? again : finalists).toSorted((a, b) => total(a.voice) - total(b.voice));
  if (winner === undefined) return;
  for (let extension = 0; extension <= extensions; extension++) {
    const members = Array.from({ length: MEMBERS }, (_, at) =>
      miniBatch(
        data,
        shapeIn(winner),
        Math.max(later - spent, later / 2) / MEMBERS,
        `${1 + at + extension * MEMBERS}`,
        at + 1,
      ),
    );
    yield* learn(members, 0, standings);
  }
}

const shapeIn = (lesson: Lesson): NetworkShape =>
  lesson.family === "network" ? lesson.shape : { inputs: 1, hidden: [], outputs: 1 };

const shapeOf = ({ learning, shares }: PlanData, hidden: readonly number[]): NetworkShape => ({
  inputs: learning.width,
  hidden,
  outputs: shares.length,
});

function miniBatch(data: PlanData, shape: NetworkShape, work: number, label: string, member: number): Lesson {
  const hidden = layersText(shape.hidden);
  return {
    family: "network",
    method: "mini-batch",
    voice: `network ${hidden}, ${label}`,
    targets: Array.from(data.shares.keys()),
    fold: 0,
    seed: data.seed(3, member, ...shape.hidden),
    shape,
    features: allFeatures(data.learning),
    steps: Math.max(200, Math.floor(work / adamStepCost(shape))),
    learningRate: RATE,
  };
}

type SmallNetwork = (steps: number, label: string) => Lesson;

/** Networks of one target each, none where they would be too small to be worth it. */
function smallNetworks(data: PlanData, targets: readonly number[], limits: EffortLimits): SmallNetwork[] {
  const { count, width } = data.learning;
  const stepCost = (limits.work * SMALL_SHARE) / targets.length / limits.steps;
  const decent = parameterCount({ inputs: width, hidden: DECENT, outputs: 1 });
  if (decent > MOST_PARAMETERS || secondOrderCost(count, decent) > stepCost) return [];
  let size = decent;
  while (size < MOST_PARAMETERS && secondOrderCost(count, size + 1) <= stepCost) size += 1;
  return targets.flatMap((target) =>
    architectures(width, size, 2).map(
      (shape, at): SmallNetwork =>
        (steps, label) => ({
          family: "network",
          method: "second-order",
          voice: `network ${layersText(shape.hidden)}${label}`,
          targets: [target],
          fold: 0,
          seed: data.seed(2, 0, target, at, 0),
          shape,
          features: allFeatures(data.learning),
          steps,
          learningRate: 0,
        }),
    ),
  );
}
