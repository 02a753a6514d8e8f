/**
 * Over which values of its inputs an emulator's outputs are taken to vary: each input by itself, evenly over the range that
 * it had in training, on the scale on which it was sampled there; evenly over the levels that were seen.
 */
import { fromScale, toScale } from "../dataset/scaling.ts";
import type { EmulatorInput } from "../models/emulator.ts";

/** An input that changes something. */
export interface Axis {
  /** Its place among the emulator's inputs. */
  column: number;
  /** Its value at a share of the way, 0 .. 1, from the lowest to the highest. */
  at: (share: number) => number;
}

/** Creates an axis for each input that changes something. */
export function createAxes(inputs: readonly EmulatorInput[]): Axis[] {
  return inputs.flatMap((input, column) => (input.used ? [{ column, at: createQuantile(input) }] : []));
}

/** Returns the values that inputs without an axis keep. */
export function restingPoint(inputs: readonly EmulatorInput[]): Float64Array {
  return Float64Array.from(inputs, (input) => createQuantile(input)(0.5));
}

function createQuantile(input: EmulatorInput): Axis["at"] {
  if (input.kind === "categorical") {
    const codes = seenLevels(input);
    return (share) => codes[Math.min(codes.length - 1, Math.floor(share * codes.length))];
  }
  const { minimum, maximum, scale } = input;
  const low = toScale(scale, minimum);
  const high = toScale(scale, maximum);
  return (share) => {
    // Not from the width, which may be more than a number holds.
    const value = fromScale(scale, low * (1 - share) + high * share);
    return Math.min(maximum, Math.max(minimum, value));
  };
}

/** The codes of the levels with training rows; of all where none has. */
export function seenLevels({ levels, counts }: Extract<EmulatorInput, { kind: "categorical" }>): number[] {
  const codes = Array.from(levels.keys());
  const occurringLevels = codes.filter((code) => counts[code] > 0);
  return occurringLevels.length > 0 ? occurringLevels : codes;
}
