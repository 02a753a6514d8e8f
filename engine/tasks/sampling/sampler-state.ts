/** All that an ensemble of walkers knows between two answers. */
import type { Candidate } from "../ask-tell.ts";
import { hasDensity } from "./first-places.ts";
import type { Move } from "./moves.ts";

/** A proposed step of a walker. */
export interface Step extends Move {
  walker: number;
  /** The logarithm of a uniform number, drawn when it was proposed: the order of the answers does not matter. */
  logUniform: number;
  /** Null until asked for; points outside the cube never are. */
  id: number | null;
  /** Null until known. */
  logDensity: number | null;
}

/** Plain data. */
export interface SamplerCheckpoint {
  coordinates: Float64Array[];
  logDensities: Float64Array;
  /** The evaluation at the current place of each walker. */
  ids: Int32Array;
  /** Moves of each walker that were accepted. */
  accepted: Float64Array;
  /** Complete steps of all walkers. */
  steps: number;
  /** The half that moves; null while the walkers' first places are evaluated. */
  half: 0 | 1 | null;
  /** Rounds of first places so far. */
  starts: number;
  current: Step[];
  nextId: number;
  /** Proposals that approximate densities rejected. */
  screenedOut: number;
  best: Candidate | null;
}

export const initialState = (walkers: number, dimensions: number): SamplerCheckpoint => ({
  coordinates: Array.from({ length: walkers }, () => new Float64Array(dimensions)),
  logDensities: new Float64Array(walkers).fill(Number.NEGATIVE_INFINITY),
  ids: new Int32Array(walkers),
  accepted: new Float64Array(walkers),
  steps: 0,
  half: null,
  starts: 0,
  current: [],
  nextId: 0,
  screenedOut: 0,
  best: null,
});

/** A walker that found no density begins where another did: from where it is, hardly a move would lead there. */
export function joinOthers({ coordinates, logDensities, ids }: SamplerCheckpoint): void {
  const startedWalkers = Array.from(logDensities.keys()).filter((walker) => hasDensity(logDensities[walker]));
  if (startedWalkers.length === 0) return;
  logDensities.forEach((value, walker) => {
    if (hasDensity(value)) return;
    const other = startedWalkers[walker % startedWalkers.length];
    coordinates[walker].set(coordinates[other]);
    logDensities[walker] = logDensities[other];
    ids[walker] = ids[other];
  });
}
