/**
 * A batch of points to simulate next: where an emulator is least certain, yet far from each other and from those that are
 * being simulated already, whose results the emulator does not know.
 *
 * Points are taken one by one, the one of the greatest penalised uncertainty first. Each that is taken lowers the worth of
 * those around it, as its result would the variance of a Gaussian process: by 1 - k^2, with k a squared exponential of the
 * distance (local penalisation: J. Gonzalez et al., 2016, "Batch Bayesian optimization via local penalization"; the
 * lowered variance: D. Ginsbourger et al., 2010, "Kriging is well-suited to parallelize optimization").
 */

export interface Candidates {
  /** Flags of the axes whose places are options, between which there is no order. */
  isChoice: readonly boolean[];
  /** count x axes, row-major, each 0 .. 1. */
  places: Float64Array;
  /** One a candidate: how uncertain the emulator is there, in any unit. */
  uncertainty: Float64Array;
}

/** Two options are as different as two numbers this far apart on a unit axis. */
const OPTION_DISTANCE = 0.5;

/**
 * @param simulatedPlaces places (row-major) of points that count as taken already, without being among the candidates
 * @param points how many points there are with the batch, all that were simulated included: how densely the cube is filled
 * @returns the numbers of `size` candidates (or all, if there are fewer), the most valuable first
 */
export function chooseBatch(
  { isChoice, places, uncertainty }: Candidates,
  simulatedPlaces: Float64Array,
  size: number,
  points: number,
): number[] {
  const width = isChoice.length;
  const scores = Float64Array.from(uncertainty);
  // The distance at which so many points lie from each other on a grid.
  const spacing = Math.max(1, points) ** (-1 / Math.max(1, width));
  const penalise = (from: Float64Array, at: number): void => {
    for (let c = 0; c < scores.length; c++) {
      let squared = 0;
      for (let a = 0; a < width; a++) {
        const difference = places[c * width + a] - from[at + a];
        if (isChoice[a] === true) squared += difference === 0 ? 0 : OPTION_DISTANCE ** 2;
        else squared += difference * difference;
      }
      scores[c] *= 1 - Math.exp(-squared / (spacing * spacing));
    }
  };
  for (let at = 0; at < simulatedPlaces.length; at += width) penalise(simulatedPlaces, at);
  const chosen: number[] = [];
  const isTaken = new Uint8Array(scores.length);
  while (chosen.length < Math.min(size, scores.length)) {
    let best = -1;
    for (let c = 0; c < scores.length; c++) {
      if (isTaken[c] === 0 && (best === -1 || scores[c] > scores[best])) best = c;
    }
    isTaken[best] = 1;
    chosen.push(best);
    penalise(places, best * width);
  }
  return chosen;
}
