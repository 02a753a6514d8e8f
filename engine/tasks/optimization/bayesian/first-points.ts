/** The initial design, whose points do not depend on results. */
import { createSobol } from "../../../designs/sobol.ts";
import { createRandom } from "../../../math/random.ts";
import { type SearchSpace, snap } from "../../search-space.ts";

/** At most this share of the evaluations is spent on the initial design. */
const MAX_DESIGN_SHARE = 0.3;

/**
 * Computes the size of the initial design: the number of axes plus two.
 * @param maxEvaluations the limit of proposals; absent: no limit
 */
export const firstPointCount = (space: SearchSpace, maxEvaluations = Number.POSITIVE_INFINITY): number =>
  Math.min(space.length + 2, Math.ceil(MAX_DESIGN_SHARE * maxEvaluations));

/**
 * The middle of the cube: ranges often surround a design that is expected to be good (D. R. Jones et al., 1993, start
 * there too).
 */
export const middlePoint = (space: SearchSpace): Float64Array =>
  snap(space, new Float64Array(space.length).fill(0.5));

/**
 * Computes a point of a scrambled Sobol sequence.
 * @param at the index in the sequence, from 0
 */
export const evenPoint = (space: SearchSpace, seed: number, index: number): Float64Array =>
  snap(space, createSobol(space.length, createRandom(seed).fork(3)).points(index, 1));
