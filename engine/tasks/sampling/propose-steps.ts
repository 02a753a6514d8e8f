/**
 * Proposes the steps of one half of the walkers by the places of the other half (the complementary ensemble). With an
 * approximate density, only the steps that pass delayed acceptance are evaluated.
 */
import type { Random } from "../../math/random.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import type { Propose } from "./moves.ts";
import type { SamplerCheckpoint, Step } from "./sampler-state.ts";

export interface StepOptions {
  propose: Propose;
  /**
   * Approximate log densities of points of the cube; not a number or infinite where there is none. Proposals that they reject are
   * not evaluated.
   */
  approximate?: (points: readonly Float64Array[]) => Float64Array;
  /** The points of the cube that have a density at all; steps that leave them are rejected without an evaluation. All points without it. */
  domain?: SampledDomain;
}

export interface SampledDomain {
  /** @param point in the middle of its cells */
  isFeasible(point: Float64Array): boolean;
  /** Moves a point into the domain. Only first places are moved: a moved step would not be a symmetric proposal. */
  fold(point: Float64Array): Float64Array;
}

/**
 * The walkers are shared out between the halves anew at each step, so that no two always move together.
 * @param state counts the proposals that are rejected without an evaluation.
 * @param random of the whole sampling; what is drawn depends on the step and the half alone.
 */
export function proposeSteps(
  space: SearchSpace,
  state: SamplerCheckpoint,
  half: 0 | 1,
  { propose, approximate, domain }: StepOptions,
  random: Random,
): Step[] {
  const { coordinates, steps } = state;
  const order = random.fork(1, steps).permutation(coordinates.length);
  const middle = coordinates.length >> 1;
  const [moving, still] =
    half === 0
      ? [order.subarray(0, middle), order.subarray(middle)]
      : [order.subarray(middle), order.subarray(0, middle)];
  const complement = Array.from(still, (walker) => coordinates[walker]);
  const moveRandom = random.fork(2, steps, half);
  const moves = Array.from(moving, (walker): Step => {
    const move = propose(coordinates[walker], complement, moveRandom);
    const isInCube = move.point.every((value) => value >= 0 && value <= 1);
    const isInside = isInCube && (domain?.isFeasible(snap(space, move.point.slice())) ?? true);
    return {
      walker,
      ...move,
      logUniform: Math.log(1 - moveRandom.uniform()),
      id: null,
      logDensity: isInside ? null : Number.NEGATIVE_INFINITY,
    };
  });
  if (approximate !== undefined) screen(space, state, moves, approximate, random.fork(3, steps, half));
  return moves;
}

/** Gives the steps that the approximate density rejects no density, and corrects the others for having passed. */
function screen(
  space: SearchSpace,
  state: SamplerCheckpoint,
  moves: readonly Step[],
  approximate: NonNullable<StepOptions["approximate"]>,
  random: Random,
): void {
  const snapped = (point: Float64Array): Float64Array => snap(space, point.slice());
  const inside = moves.filter(({ logDensity }) => logDensity === null);
  const screened = screenMoves(
    inside.map(({ walker, point, logFactor }) => ({
      from: snapped(state.coordinates[walker]),
      to: snapped(point),
      logFactor,
    })),
    approximate,
    random,
  );
  inside.forEach((move, i) => {
    const logFactor = screened[i];
    if (logFactor !== null) move.logFactor = logFactor;
    else move.logDensity = Number.NEGATIVE_INFINITY;
  });
  state.screenedOut += screened.filter((logFactor) => logFactor === null).length;
}

/**
 * Delayed acceptance (J. A. Christen and C. Fox, 2005, "Markov chain Monte Carlo using an approximation"): an approximate density
 * rejects most of what the exact one would, which then need not be evaluated. What passes is accepted with a probability that makes up
 * for the approximation, so that the chain has the exact distribution however bad that is; it only wastes evaluations then.
 */
interface ScreenedMove {
  from: Float64Array;
  to: Float64Array;
  /** See `Move`. */
  logFactor: number;
}

/**
 * The share of moves that are not screened: they reach points where the approximation wrongly predicts no density.
 */
const UNSCREENED_SHARE = 0.1;

/**
 * @returns of each move, the logarithmic factor for its exact acceptance; null: it is rejected
 * @param approximate log densities; where one is not finite, the move is not screened
 */
function screenMoves(
  moves: readonly ScreenedMove[],
  approximate: (points: readonly Float64Array[]) => Float64Array,
  random: Random,
): (number | null)[] {
  const from = approximate(moves.map((move) => move.from));
  const to = approximate(moves.map((move) => move.to));
  return moves.map(({ logFactor }, i) => {
    // Drawn for every move: what happens to one does not depend on the others.
    const [share, logUniform] = [random.uniform(), Math.log(1 - random.uniform())];
    const gain = to[i] - from[i];
    if (share < UNSCREENED_SHARE || !Number.isFinite(gain)) return logFactor;
    return logUniform < logFactor + gain ? -gain : null;
  });
}
