/**
 * The part of a region's box in which most designs fail, where the box itself holds many that do not: sides are peeled off as long as
 * that raises the share that fails (J. H. Friedman and N. I. Fisher, 1999, "Bump hunting in high-dimensional data").
 */
import { findCell, type SearchSpace } from "../search-space.ts";
import { type Box, isIn } from "./box.ts";

/** Plain data. */
export interface Core {
  box: Box;
  /** The share of the designs in it that fails. */
  density: number;
  /** The share of the region that it holds. */
  coverage: number;
}

export interface LabelledPoint {
  point: Float64Array;
  fails: boolean;
}

/** The share of the points in the box that one peel removes (alpha of the PRIM algorithm). */
const PEEL_SHARE = 0.06;
const MIN_COVERAGE = 0.5;
const SUFFICIENT_DENSITY = 0.9;
/** A box in which more fail speaks for itself. */
const SAYS_ENOUGH = 0.6;
const MIN_POINTS = 60;
/** A peel must raise the share of failing designs by this much, and a core that of the box. */
const MIN_PEEL_GAIN = 1e-3;
const MIN_CORE_GAIN = 0.1;

/** @param sample even over the box. Null: the box itself says as much */
export function findCore(space: SearchSpace, box: Box, sample: readonly LabelledPoint[]): Core | null {
  const all = failing(sample);
  let current = { box, inside: sample };
  const boxDensity = computeDensity(sample);
  if (boxDensity > SAYS_ENOUGH) return null;
  while (computeDensity(current.inside) < SUFFICIENT_DENSITY) {
    const before = computeDensity(current.inside);
    const best = peels(space, current.box, current.inside)
      .map((peeled) => ({
        box: peeled,
        inside: current.inside.filter(({ point }) => isIn(space, peeled, point)),
      }))
      .filter(({ inside }) => inside.length >= MIN_POINTS && failing(inside) >= MIN_COVERAGE * all)
      .reduce<typeof current | null>(
        (top, candidate) =>
          top === null || computeDensity(candidate.inside) > computeDensity(top.inside) ? candidate : top,
        null,
      );
    if (best === null || computeDensity(best.inside) < before + MIN_PEEL_GAIN) break;
    current = best;
  }
  const density = computeDensity(current.inside);
  if (density < boxDensity + MIN_CORE_GAIN) return null;
  return { box: current.box, density, coverage: failing(current.inside) / Math.max(1, all) };
}

const failing = (sample: readonly LabelledPoint[]): number => sample.filter(({ fails }) => fails).length;
const computeDensity = (sample: readonly LabelledPoint[]): number =>
  failing(sample) / Math.max(1, sample.length);

function peels(space: SearchSpace, box: Box, inside: readonly LabelledPoint[]): Box[] {
  return box.flatMap((side, a) => {
    const { options } = side;
    if (options !== null) {
      if (options.length < 2) return [];
      return options.map((option) =>
        box.with(a, { ...side, options: options.filter((keptOption) => keptOption !== option) }),
      );
    }
    const axis = space[a];
    const values = inside.map(({ point }) => point[a]).sort((x, y) => x - y);
    const [low, high] = [
      values[Math.floor(PEEL_SHARE * values.length)],
      values[Math.floor((1 - PEEL_SHARE) * values.length)],
    ];
    // Whole numbers are peeled off by whole cells.
    const lower = Number.isFinite(axis.count) ? axis.edge(findCell(axis, values[0]) + 1) : low;
    const upper = Number.isFinite(axis.count) ? axis.edge(findCell(axis, values[values.length - 1])) : high;
    return [
      ...(lower < side.upper ? [box.with(a, { ...side, lower })] : []),
      ...(upper > side.lower ? [box.with(a, { ...side, upper })] : []),
    ];
  });
}
