/** The separate regions of high density among places that were drawn by it. */
import { componentAt, type GlobalProposal } from "./global-proposal.ts";

/** A region of high density that is separate from the others. */
export interface Mode {
  /** The share of the mass, 0 to 1. */
  share: number;
  /** The particle of the highest density. */
  place: Float64Array;
}

/** Plain data. */
export interface Modes {
  /** The largest share first. */
  modes: Mode[];
  /** The mode of each component of the proposal's mixture, by its number in `modes`; -1: of none that counts. */
  modeOfComponent: number[];
}

/** Between the modes the density falls below this share of the lower of both, in logarithms. */
const MODE_DEPTH = 4;
const SEGMENT_POINTS = 15;
/** A smaller region may be a few particles that are stuck. */
const MIN_MODE_SHARE = 0.005;

/**
 * Components belong to one mode where a way leads from one to the other on which the density never falls far below the lower of
 * both peaks: ways are followed from the highest saddle to the lowest, and a region is closed once its ways fall too far.
 */
export function findModes(
  proposal: GlobalProposal,
  places: readonly Float64Array[],
  logDensities: Float64Array,
  rate: (points: readonly Float64Array[]) => Float64Array,
): Modes {
  const component = places.map((place) => componentAt(proposal, place));
  const members = proposal.mixture.map((_, k) => places.flatMap((__, i) => (component[i] === k ? [i] : [])));
  const highest = (indices: readonly number[]) =>
    indices.reduce((best, i) => (logDensities[i] > logDensities[best] ? i : best), indices[0]);
  const saddleBetween = (from: Float64Array, to: Float64Array): number => {
    const between = Array.from({ length: SEGMENT_POINTS }, (_, i) => {
      const share = (i + 1) / (SEGMENT_POINTS + 1);
      return from.map((value, a) => value + share * (to[a] - value));
    });
    return rate(between).reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  };
  const filledComponents = members.flatMap((indices, k) => (indices.length > 0 ? [k] : []));
  const ways = filledComponents.flatMap((k) =>
    filledComponents
      .filter((other) => other < k)
      .map((other) => {
        const saddle = saddleBetween(places[highest(members[k])], places[highest(members[other])]);
        return { k, other, saddle };
      }),
  );
  ways.sort((a, b) => b.saddle - a.saddle);
  const regions = members.map((indices) => ({ indices }));
  for (const { k, other, saddle } of ways) {
    const [region, joined] = [regions[k], regions[other]];
    const lower = Math.min(logDensities[highest(region.indices)], logDensities[highest(joined.indices)]);
    if (region === joined || saddle < lower - MODE_DEPTH) continue;
    region.indices = [...region.indices, ...joined.indices];
    regions.forEach((candidate, i) => {
      if (candidate === joined) regions[i] = region;
    });
  }
  const modes = [...new Set(regions)]
    .filter(({ indices }) => indices.length / places.length >= MIN_MODE_SHARE)
    .sort((a, b) => b.indices.length - a.indices.length);
  return {
    modes: modes.map(({ indices }) => ({
      share: indices.length / places.length,
      place: places[highest(indices)],
    })),
    modeOfComponent: regions.map((region) => modes.indexOf(region)),
  };
}

/** Finds the mode in which a place lies, by its index in `modes`; -1 where it lies in none. */
export const findMode = (scannedModes: GlobalProposal & Modes, place: Float64Array): number =>
  scannedModes.modeOfComponent[componentAt(scannedModes, place)];
