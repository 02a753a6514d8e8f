/** The share of the ranges that fails: as an emulator tells it, and once simulations have verified what it predicts. */
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Share } from "@understudy/engine/math/share.ts";
import { planScreening, screenedPoints } from "@understudy/engine/tasks/optimization/emulator/screening.ts";
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { modelLevelSet } from "@understudy/engine/tasks/out-of-spec/model-level-set.ts";
import {
  findFailingRegions,
  nearlyFailing,
  screenedShares,
} from "@understudy/engine/tasks/out-of-spec/search.ts";
import type { SpecSearchState } from "@understudy/engine/tasks/out-of-spec/search-state.ts";
import { Verification } from "@understudy/engine/tasks/out-of-spec/verification.ts";
import { worstPoints } from "@understudy/engine/tasks/out-of-spec/worst-points.ts";
import { withPoints } from "@understudy/engine/tasks/yield/known-rows.ts";

interface Options {
  seed: number;
  /** Points that tell the share. */
  screened: number;
}

export interface PredictedFailures {
  readonly emulator: LevelSet;
  readonly options: Options;
  readonly state: SpecSearchState;
  readonly share: Share;
}

const MAX_FAILING = 1_000;
const MAX_IN_SPEC = 2_000;

export function predictFailures(emulator: LevelSet, options: Options): PredictedFailures {
  const state = runToEnd(findFailingRegions(emulator, options, () => 0));
  return { emulator, options, state, share: measureShare(emulator, options) };
}

/** @param maximum of simulations @param simulate the score at a point; null where the simulation fails */
export async function verifiedShare(
  { emulator, options, state }: PredictedFailures,
  maximum: number,
  simulate: (point: Float64Array) => number | null | Promise<number | null>,
): Promise<Share> {
  const { axes, rows, weight } = emulator;
  const { seed, screened } = options;
  const verification = new Verification(emulator, {
    seed,
    maximum,
    worst: state.regions.map(({ worst }) => worst.point),
    failing: worstPoints(axes, state.regions, [], MAX_FAILING).map(({ point }) => point),
    even: nearlyFailing(emulator, screened, seed, state)
      .slice(0, MAX_IN_SPEC)
      .map(({ point }) => point),
  });
  const simulated: Float64Array[] = [];
  for (let next = verification.ask(); next !== null; next = verification.ask()) {
    const score = await simulate(next.point);
    if (score !== null) simulated.push(next.point);
    verification.tell([{ ...next, score }]);
  }
  const verifiedRegion = { axes, weight, rows: withPoints(rows, simulated), isVerified: true };
  return measureShare(modelLevelSet(verification.model, verifiedRegion), options);
}

function measureShare(levelSet: LevelSet, { seed, screened }: Options): Share {
  const { axes } = levelSet;
  const plan = planScreening(axes, 4 * screened);
  const points = screenedPoints(axes, plan, { seed, from: 0, count: plan.total });
  const scores = levelSet.scores(points);
  const all = points.map((point, i) => ({ point, score: scores[i] ?? Number.NaN }));
  return screenedShares(levelSet, all, plan.isExhaustive).predicted;
}
