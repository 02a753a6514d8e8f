/** The predictions of the emulator at some points. */
import { joined } from "../../math/joined.ts";
import type { VectorValues } from "../exported-model.ts";
import type { Pace } from "./pace.ts";

/** Points predicted at once. */
const BLOCK_POINTS = 250;

export type Predict = (points: Float64Array, count: number) => readonly VectorValues[];

export interface Sample {
  count: number;
  /** count x the emulator's inputs, row-major. */
  points: Float64Array;
  /** The values of each output, count x size. */
  values: readonly VectorValues[];
}

export async function samplePoints(
  predict: Predict,
  points: Float64Array,
  count: number,
  pace: Pace,
): Promise<Sample> {
  const width = points.length / count;
  const blocks: (readonly VectorValues[])[] = [];
  for (let from = 0; from < count; from += BLOCK_POINTS) {
    const until = Math.min(count, from + BLOCK_POINTS);
    blocks.push(predict(points.subarray(from * width, until * width), until - from));
    await pace.pause();
  }
  const outputs = blocks[0]?.length ?? 0;
  const all = (output: number, end: keyof VectorValues): Float64Array | null => {
    const parts = blocks.map((block) => block[output][end]);
    return parts.includes(null) ? null : joined(parts.flatMap((part) => part ?? []));
  };
  const values = Array.from({ length: outputs }, (_, output) => ({
    mean: all(output, "mean") ?? new Float64Array(0),
    lower: all(output, "lower"),
    upper: all(output, "upper"),
  }));
  return { count, points, values };
}
