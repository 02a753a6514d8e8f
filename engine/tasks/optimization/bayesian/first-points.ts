/** The first points, which are the same whatever is known by then. */
import { createSobol } from "../../../designs/sobol.ts";
import { createRandom } from "../../../math/random.ts";
import { type SearchSpace, snap } from "../../search-space.ts";

const MAX_DESIGN_SHARE = 0.3;

/** @param maxEvaluations that may be asked for; without it there is no limit */
export const firstPointCount = (space: SearchSpace, maxEvaluations = Number.POSITIVE_INFINITY): number =>
  Math.min(space.length + 2, Math.ceil(MAX_DESIGN_SHARE * maxEvaluations));

/** Before anything is known: ranges often lie around a design that is expected to be good (D. R. Jones et al., 1993, begin there). */
export const middlePoint = (space: SearchSpace): Float64Array =>
  snap(space, new Float64Array(space.length).fill(0.5));

/** The `at`-th, from 0, of points that are spread evenly. */
export const evenPoint = (space: SearchSpace, seed: number, at: number): Float64Array =>
  snap(space, createSobol(space.length, createRandom(seed).fork(3)).points(at, 1));
