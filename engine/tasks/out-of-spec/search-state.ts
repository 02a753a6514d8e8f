/** The options and the state of a search for failing designs (plain data). */

import type { Share } from "../../math/share.ts";
import type { StagedState } from "../staged/staged-task.ts";
import type { Descents } from "./descent.ts";
import type { ScoredPoint } from "./level-set.ts";
import type { Region } from "./region.ts";

export type SpecStage = "screening" | "descents" | "components" | "regions" | "done";

export interface SpecSearchOptions {
  seed: number;
  /** Points of the even design that come first; 16,384 when absent. */
  screened?: number;
  /** The time limit of all steps in milliseconds: no new step begins after it. */
  timeLimitMs?: number;
  /** Points of the cube to look at besides, as failing simulations of earlier jobs. */
  starts?: readonly Float64Array[];
}

/** The failing shares of the ranges. */
export interface FailingShares {
  /** By the score itself; by the upper and by the lower end of its band: surely, and possibly. */
  predicted: Share;
  surely: Share;
  possibly: Share;
  /** The probability where designs are uniform over the ranges. */
  probability: Share;
  /** Designs without a score. */
  unrated: Share;
}

export interface SpecSearchState extends StagedState {
  stage: SpecStage;
  /** The scores of the screened points so far; NaN where there is none. */
  scores: Float64Array;
  shares: FailingShares | null;
  descents: Descents | null;
  /** Local minima, in spec or out of it, the lowest first. */
  minima: ScoredPoint[];
  /** The failing points of each part. */
  parts: ScoredPoint[][];
  /** Those that are measured so far. */
  regions: Region[];
  stopReason: "converged" | "exhausted" | "time limit" | null;
}

export const startSpecState = (): SpecSearchState => ({
  stage: "screening",
  evaluations: 0,
  elapsed: 0,
  scores: new Float64Array(),
  shares: null,
  descents: null,
  minima: [],
  parts: [],
  regions: [],
  stopReason: null,
});
