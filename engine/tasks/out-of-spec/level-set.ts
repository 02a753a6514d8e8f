/** A score over the cube of a job's variables, of which the designs with a score below 0 are out of spec. */
import type { SearchSpace } from "../search-space.ts";
import type { KnownRows } from "../yield/known-rows.ts";

/** The interval of 95% of a design's scores; NaN where the score does not exist. */
export interface ScoreBand {
  score: number;
  lower: number;
  upper: number;
}

export interface LevelSet {
  axes: SearchSpace;
  /** Computes the scores of snapped points; NaN where the score does not exist. */
  scores(points: readonly Float64Array[]): Float64Array;
  bands(points: readonly Float64Array[]): ScoreBand[];
  /** The rows that the scores are fitted to, in points of the cube: training rows, simulations, or both. */
  rows: KnownRows;
  /** Simulations have verified the size of the errors; absent: only the model estimates it. */
  isVerified?: boolean;
  /** The density of designs that are uniform over the ranges, relative to points that are uniform over the domain. */
  weight(point: Float64Array): number;
  /** Absent: all of the cube. */
  domain?: Domain;
}

/** The part of the cube whose designs exist, as where an input that follows from the others stays within its range. */
export interface Domain {
  contains(point: Float64Array): boolean;
  /** The share of the cube that it takes, above 0. */
  share: number;
}

export const isInDomain = ({ domain }: Pick<LevelSet, "domain">, point: Float64Array): boolean =>
  domain === undefined || domain.contains(point);

/** A volume of the cube in units of the domain: above 1 where it is larger than that. */
export const inDomains = ({ domain }: Pick<LevelSet, "domain">, volume: number): number =>
  volume / (domain?.share ?? 1);

export interface ScoredPoint {
  point: Float64Array;
  score: number;
}

export const isFailing = (score: number): boolean => score < 0;

export const byScore = (first: ScoredPoint, second: ScoredPoint): number => first.score - second.score;

/** Points rated at once. */
export const AT_ONCE = 1_024;
