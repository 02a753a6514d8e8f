/** The scan of a sampling's density on an emulator, before its chain begins. */
import type { Axis } from "../../../designs/axes.ts";
import type { Emulator } from "../../../models/emulator.ts";
import { type DensityScan, scanDensity } from "../../../tasks/sampling/density-scan.ts";
import { logVolume } from "../../../tasks/sampling/log-volume.ts";
import { finishTask } from "../../child/finish-task.ts";

/** With more points narrower regions are found, one in 2^17 of the space; an emulator takes some seconds for them. */
const SCAN_SIZE = { points: 2 ** 17, particles: 1_024 };
/** A density over all that uncertain outputs may be takes several times as long for a design. */
const UNCERTAIN_SIZE = { points: 2 ** 14, particles: 512 };
/** Predicted values of all points together: more take long where a design has many values, as a curve has. */
const MAX_VALUES = 2 ** 24;
/** Fewer points would find hardly any narrow region. */
const MIN_POINTS = 2 ** 13;

interface ToScan {
  axes: readonly Axis[];
  /** Log densities over the variables' values; not finite where there is none. */
  scores(points: readonly Float64Array[]): Float64Array;
  valuesPerDesign: number;
  /** The density is the mean over what the outputs may be. */
  isUncertain: boolean;
  seed: number;
}

/** Counts the values that an emulator predicts for a design, to which the cost of a prediction is proportional. */
export const valuesPerDesign = ({ outputs }: Pick<Emulator, "outputs">): number =>
  outputs.reduce((sum, { size }) => sum + size, 0);

/**
 * @param showProgress called with the share that is done, 0 to 1
 * @returns null where no design has a density
 */
export async function scanOnEmulator(
  { axes, scores, valuesPerDesign: width, isUncertain, seed }: ToScan,
  showProgress: (share: number) => void,
): Promise<DensityScan | null> {
  const size = isUncertain ? UNCERTAIN_SIZE : SCAN_SIZE;
  const points = Math.max(MIN_POINTS, Math.min(size.points, Math.floor(MAX_VALUES / width)));
  const logDensities = (batch: readonly Float64Array[]) =>
    Float64Array.from(scores(batch), (score, i) => score + logVolume(axes, batch[i] ?? new Float64Array()));
  const task = scanDensity(axes, logDensities, { seed, points, particles: size.particles });
  return finishTask(task, { show: showProgress });
}
