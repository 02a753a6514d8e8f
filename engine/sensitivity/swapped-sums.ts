/**
 * The sums from which Sobol' indices are estimated. To two independent points A and B belong, for each input, the point AB
 * that is A with the input's value taken from B, and BA, the other way round. With the outputs at the four of them,
 *
 *   first order = 2 E[(BA - B)(A - AB)] / E[(A - B)^2 + (BA - AB)^2]
 *   total       = E[(B - BA)^2 + (A - AB)^2] / E[(A - B)^2 + (BA - AB)^2]
 *
 * (Azzini, Mara and Rosati, 2020, "Monte Carlo estimators of first- and total-orders Sobol' indices"; the total is Jansen's of
 * 1999 made symmetric, the first order that of Saltelli et al. of 2010.) For the same number of evaluations they were closer
 * here than those two and Janon et al. of 2014: an input that does nothing gets exactly 0, one that does everything exactly 1,
 * the first order never exceeds the total, and nothing depends on how far the outputs lie from zero.
 *
 * A curve has sums at some of its knots, and sums over all of them: the variances along it added up, which makes the indices
 * of the whole curve (Lamboni, Monod and Makowski, 2011; Gamboa, Janon, Klein and Lagnoux, 2014).
 */
export interface SwappedSums {
  replicates: number;
  inputs: number;
  /** The whole output, then each knot that has sums of its own. */
  places: number;
  /**
   * The sums of 2 (BA - B)(A - AB), of (B - BA)² + (A - AB)², and of (A - B)² + (BA - AB)², each replicates x inputs x places.
   */
  crossed: Float64Array;
  swapped: Float64Array;
  squaredDistances: Float64Array;
  /** The largest magnitude seen at each place. */
  magnitudes: Float64Array;
}

/** Creates sums of 0. */
export function createSums(replicates: number, inputs: number, places: number): SwappedSums {
  const size = replicates * inputs * places;
  return {
    replicates,
    inputs,
    places,
    crossed: new Float64Array(size),
    swapped: new Float64Array(size),
    squaredDistances: new Float64Array(size),
    magnitudes: new Float64Array(places),
  };
}

/** Returns the number of points that belong to one pair: A, B, then an AB and a BA for each input. */
export const pointsOfPair = (inputs: number): number => 2 + 2 * inputs;

/**
 * Adds the terms of one pair to the sums.
 * @param values pointsOfPair x `size`, row-major: the outputs at the pair's points, in their order.
 * @param knots which of the `size` values have sums of their own; none of a scalar.
 */
export function addPair(
  sums: SwappedSums,
  replicate: number,
  values: Float64Array,
  size: number,
  knots: Int32Array,
): void {
  const { inputs, places, crossed, swapped, squaredDistances } = sums;
  updateMagnitudes(sums, values, size, knots);
  for (let input = 0; input < inputs; input++) {
    const ab = (2 + 2 * input) * size;
    const ba = ab + size;
    const at = (replicate * inputs + input) * places;
    for (let place = 0; place < places; place++) {
      const first = place === 0 ? 0 : knots[place - 1];
      const end = place === 0 ? size : first + 1;
      let cross = 0;
      let swap = 0;
      let distance = 0;
      for (let k = first; k < end; k++) {
        const a = values[k];
        const b = values[size + k];
        const c = values[ab + k];
        const d = values[ba + k];
        cross += 2 * (d - b) * (a - c);
        swap += (b - d) * (b - d) + (a - c) * (a - c);
        distance += (a - b) * (a - b) + (d - c) * (d - c);
      }
      crossed[at + place] += cross;
      swapped[at + place] += swap;
      squaredDistances[at + place] += distance;
    }
  }
}

function updateMagnitudes(
  { magnitudes }: SwappedSums,
  values: Float64Array,
  size: number,
  knots: Int32Array,
): void {
  for (let k = 0; k < 2 * size; k++) magnitudes[0] = Math.max(magnitudes[0], Math.abs(values[k]));
  knots.forEach((knot, at) => {
    const largest = Math.max(Math.abs(values[knot]), Math.abs(values[size + knot]));
    magnitudes[at + 1] = Math.max(magnitudes[at + 1], largest);
  });
}
