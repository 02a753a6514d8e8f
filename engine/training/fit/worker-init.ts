/** The data that the threads of a training get when they start. */
import type { Compiled } from "../../math/kernels/module.ts";
import { Matrix } from "../../math/matrix.ts";
import type { TrainingData } from "../../models/fit-task.ts";

/** Structured cloning turns the matrix of the inputs into a plain object with the same fields. */
export type ClonedData = Omit<TrainingData, "inputs"> & {
  inputs: Pick<TrainingData["inputs"], "rows" | "columns" | "values">;
};

/** Makes the matrix of the inputs anew, over the same memory. */
export function restoreData({ inputs: { rows, columns, values }, ...data }: ClonedData): TrainingData {
  return { ...data, inputs: new Matrix(rows, columns, values) };
}

export interface WorkerInit {
  data: ClonedData;
  /** One word of shared memory: not 0 once the fits are to be stopped. */
  stop: Int32Array;
  kernels: Compiled;
}
