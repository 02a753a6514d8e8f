/**
 * Delayed acceptance (J. A. Christen and C. Fox, 2005, "Markov chain Monte Carlo using an approximation"): an approximate density
 * rejects most of what the exact one would, which then need not be evaluated. What passes is accepted with a probability that makes up
 * for the approximation, so that the chain has the exact distribution however bad that is; it only wastes evaluations then.
 */
import type { Random } from "../../math/random.ts";

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
export function screenMoves(
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
