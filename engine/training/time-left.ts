/** Estimates how much longer a training takes, from what was expected of it, its time so far, and the share of its plan that is done. */
import { roundedRange, type TrainingEstimate } from "@understudy/shared/job-config/training-estimate.ts";

/**
 * A training that has exceeded what was expected is taken to need this share of its time so far in addition: the longer it has taken,
 * the longer it may still take.
 */
const OVERDUE_SHARE = 0.25;
/**
 * The plan counts work ahead that a good early result makes unnecessary, so its share says little at first. It counts with
 * weight share ^ 1.5: 1 % at a share of 5 %, 35 % at a half.
 */
const PLAN_WEIGHT_POWER = 1.5;
/** The pace of the plan is off by so much, either way, as its parts do not take exactly the time that they were counted with. */
const PLAN_SPREAD = 1.3;
/** The stated numbers never grow. Where they would have to by more than this factor, the training takes longer than expected. */
const MAX_GROWTH = 1.25;
/** The text "a few seconds" may stand for so many. */
const FEW_SECONDS = 10;

export interface RemainingTime {
  /** Seconds in the steps in which the page states them; neither end ever grows. */
  low: number;
  high: number;
  /** It takes longer than was stated: no number of seconds is to be stated until one that is no larger holds again. */
  isLate: boolean;
  /** The share of the whole time that has passed, 0 .. 1, never falling. */
  share: number;
}

export interface TimeLeft {
  /**
   * @param seconds since this process started, never running back
   * @param before seconds of training in earlier processes, which this one resumes
   * @param fraction of the plan that is done, 0 .. 1, never falling
   * @param most seconds that the training may still take
   */
  update(seconds: number, before: number, fraction: number, most: number): RemainingTime;
}

/** An estimator for one training, in this process. @param expected the whole training, in seconds since its start */
export function createTimeLeft(expected: Pick<TrainingEstimate, "low" | "high">): TimeLeft {
  let first: { seconds: number; fraction: number } | null = null;
  let stated: { low: number; high: number; since: number } | null = null;
  let isLate = false;
  let share = 0;

  /** The range of the remaining seconds, as estimated now. */
  const estimate = (seconds: number, before: number, fraction: number, most: number) => {
    first ??= { seconds, fraction };
    const passed = before + seconds;
    // A resumed training begins in the middle of its plan.
    const ahead = 1 - first.fraction;
    const done = ahead > 0 ? (fraction - first.fraction) / ahead : 1;
    const weight = done ** PLAN_WEIGHT_POWER;
    const byPlan = done > 0 ? ((1 - done) * (seconds - first.seconds)) / done : 0;
    const low = Math.max(0, expected.low - passed);
    const high = Math.max(expected.high - passed, OVERDUE_SHARE * passed);
    // At first the end of the budget by the clock is as uncertain as the share of the processors that the training will get.
    const limit = passed > expected.high ? most : Number.POSITIVE_INFINITY;
    return {
      low: Math.min(limit, (1 - weight) * low + (weight * byPlan) / PLAN_SPREAD),
      high: Math.min(limit, (1 - weight) * high + weight * byPlan * PLAN_SPREAD),
    };
  };

  return {
    update: (seconds, before, fraction, most) => {
      const range = estimate(seconds, before, fraction, most);
      const { low, high } = roundedRange(range);
      if (stated === null || high < stated.high) {
        stated = { low: Math.min(low, stated?.low ?? low), high, since: seconds };
        isLate = false;
      } else {
        stated.low = Math.min(low, stated.low);
        const standing = seconds - stated.since;
        isLate ||= range.high > MAX_GROWTH * Math.max(stated.high, FEW_SECONDS);
        isLate ||= standing > Math.max(stated.high, FEW_SECONDS);
      }
      const left = (range.low + range.high) / 2;
      const passed = before + seconds;
      share = Math.max(share, passed > 0 ? passed / (passed + left) : 0);
      return { low: stated.low, high: stated.high, isLate, share };
    },
  };
}
