/**
 * The first places of the walkers: around a given point or over the whole cube, and again elsewhere where there was
 * no density.
 */
import type { Random } from "../../math/random.ts";

/** The standard deviation of the walkers around a given start, as a share of the axes. */
const START_SPREAD = 0.05;
/** From so many rounds on, walkers without a density look for one ever closer to those that have found one. */
const NEAR_STARTS = 10;
const NEAR_SEARCH = { spread: 0.1, shrink: 0.5 };

interface Walkers {
  coordinates: readonly Float64Array[];
  logDensities: Float64Array;
  /** Rounds of first places so far. */
  starts: number;
}

interface Beginning {
  start: Float64Array | undefined;
  /** The places of the first round, one per walker. */
  places: readonly Float64Array[] | undefined;
  random: Random;
}

export const hasDensity = (logDensity: number): boolean => logDensity > Number.NEGATIVE_INFINITY;

/** Draws the next first place of every walker whose present place has no density. */
export function firstPlaces(
  { coordinates, logDensities, starts }: Walkers,
  { start, places, random }: Beginning,
): { walker: number; point: Float64Array }[] {
  const isNear = starts >= NEAR_STARTS;
  const startedPlaces = isNear ? coordinates.filter((_, walker) => hasDensity(logDensities[walker])) : [];
  const spread = isNear ? NEAR_SEARCH.spread * NEAR_SEARCH.shrink ** (starts - NEAR_STARTS) : START_SPREAD;
  return Array.from(logDensities.keys()).flatMap((walker) => {
    const centre = isNear ? startedPlaces[walker % startedPlaces.length] : start;
    // Drawn for every walker: what one begins at does not depend on the others.
    const point = Float64Array.from(coordinates[walker], (_, a) =>
      centre === undefined
        ? random.uniform()
        : Math.min(1, Math.max(0, centre[a] + spread * random.normal())),
    );
    const place = starts === 0 ? places?.[walker] : undefined;
    return hasDensity(logDensities[walker]) ? [] : [{ walker, point: place?.slice() ?? point }];
  });
}
