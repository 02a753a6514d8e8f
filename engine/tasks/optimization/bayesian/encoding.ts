/** The features of a Gaussian process, standardised, from points of the unit cube. */
import { findCell, type SearchSpace } from "../../search-space.ts";

export interface Encoding {
  /** The number of features. */
  width: number;
  /** The axis of each feature; the features of a choice are its options (one-hot). */
  sources: Int32Array;
  /** Encodes points as features: width x count, feature-major. */
  encode(points: readonly Float64Array[]): Float64Array;
}

interface Feature {
  axis: number;
  /** The number of the option, for those of a choice. */
  option: number | null;
}

/** The standard deviation of the uniform distribution over [0, 1]. */
const UNIFORM_DEVIATION = 1 / Math.sqrt(12);

/**
 * Creates the encoding of a space: a standardised feature per number and one per option of a choice; an axis with a
 * single cell has none.
 */
export function createEncoding(space: SearchSpace): Encoding {
  const features = space.flatMap((axis, a): Feature[] => {
    if (axis.count < 2) return [];
    if (!axis.isChoice) return [{ axis: a, option: null }];
    return Array.from({ length: axis.count }, (_, option) => ({ axis: a, option }));
  });
  return {
    width: features.length,
    sources: Int32Array.from(features, ({ axis }) => axis),
    encode: (points) => {
      const values = new Float64Array(features.length * points.length);
      features.forEach(({ axis, option }, f) => {
        const { count } = space[axis];
        const optionShare = 1 / count;
        points.forEach((point, i) => {
          const value =
            option === null
              ? (point[axis] - 0.5) / UNIFORM_DEVIATION
              : ((findCell(space[axis], point[axis]) === option ? 1 : 0) - optionShare) /
                Math.sqrt(optionShare * (1 - optionShare));
          values[f * points.length + i] = value;
        });
      });
      return values;
    },
  };
}
