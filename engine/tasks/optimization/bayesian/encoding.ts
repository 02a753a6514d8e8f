/** Points of the cube as the standardised features of a Gaussian process. */
import { cellOf, type SearchSpace } from "../../search-space.ts";

export interface Encoding {
  /** Features. */
  width: number;
  /** Of each feature its axis; those of one axis are the options of a choice. */
  sources: Int32Array;
  /** width x count, feature-major. */
  encode(points: readonly Float64Array[]): Float64Array;
}

interface Feature {
  axis: number;
  /** The number of the option, for those of a choice. */
  option: number | null;
}

/** An even spread over 0 .. 1 has this deviation. */
const DEVIATION = 1 / Math.sqrt(12);

/** Axes with a single cell have no feature. */
export function encodingOf(space: SearchSpace): Encoding {
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
        const share = 1 / count;
        points.forEach((point, i) => {
          const value =
            option === null
              ? (point[axis] - 0.5) / DEVIATION
              : ((cellOf(space[axis], point[axis]) === option ? 1 : 0) - share) /
                Math.sqrt(share * (1 - share));
          values[f * points.length + i] = value;
        });
      });
      return values;
    },
  };
}
