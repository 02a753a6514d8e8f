/** The features of a Gaussian process, standardised, from points of the unit cube. */
import { Matrix } from "../../../math/matrix.ts";
import { findCell, type SearchSpace } from "../../search-space.ts";

export interface Encoding {
  /** The number of features. */
  featureCount: number;
  /** The axis of each feature; the features of a choice are its options (one-hot). */
  sources: Int32Array;
  /** Encodes points as standardised features: features x points. */
  encode(points: readonly Float64Array[]): Matrix;
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
    featureCount: features.length,
    sources: Int32Array.from(features, ({ axis }) => axis),
    encode: (points) => {
      const encoded = new Matrix(features.length, points.length);
      features.forEach(({ axis, option }, f) => {
        const { count } = space[axis];
        const optionShare = 1 / count;
        const values = encoded.row(f);
        points.forEach((point, i) => {
          values[i] =
            option === null
              ? (point[axis] - 0.5) / UNIFORM_DEVIATION
              : ((findCell(space[axis], point[axis]) === option ? 1 : 0) - optionShare) /
                Math.sqrt(optionShare * (1 - optionShare));
        });
      });
      return encoded;
    },
  };
}
