import { join } from "node:path";
import { columnsOfInputs } from "@understudy/engine/designs/table-rows.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import { toPoints } from "../emulator/points.ts";
import type { JobRecord } from "../models/job.ts";
import { isSimulated } from "../models/run.ts";
import type { Web } from "./request/handle.ts";

export type CurveBounds = { lower: Float64Array; upper: Float64Array };

type CurveRequest = {
  /** The varied inputs of each design. */
  designs: readonly SimulationInputs[];
  output: string;
  /** Values of the coordinate. */
  places: readonly number[];
};

/**
 * Predicts the bounds between which 95% of the curves of each design lie, by the job's own emulator; null when servers
 * simulate the designs, and when the emulator cannot be asked now.
 */
export async function curveBounds(
  { predictions, storage }: Pick<Web, "predictions" | "storage">,
  { _id, run }: JobRecord,
  { designs, output, places }: CurveRequest,
): Promise<CurveBounds[] | null> {
  if (run === null || run.emulator === null || isSimulated(run) || designs.length === 0) return null;
  const { file: name } = run.emulator;
  const file = { key: `${_id}:${name}`, path: join(storage.workDir(_id), name) };
  try {
    const { inputs } = await predictions.describe(file);
    const emulatorInputs = new Set(inputs.map((input) => input.name));
    const rows = designs.map((design) => {
      const columns = columnsOfInputs({ ...initialValues(run.variables), ...design });
      return Object.fromEntries([...columns].filter(([column]) => emulatorInputs.has(column)));
    });
    const { outputs } = await predictions.predict({
      ...file,
      points: toPoints(inputs, { inputs: [] }, rows, "inputs"),
      count: rows.length,
      outputs: [output],
      coordinates: { [output]: Float64Array.from(places) },
    });
    const prediction = outputs.get(output);
    if (prediction === undefined) return null;
    const row = (values: Float64Array, at: number) =>
      values.subarray(at * places.length, (at + 1) * places.length);
    return rows.map((_, at) => ({ lower: row(prediction.lower, at), upper: row(prediction.upper, at) }));
  } catch (error) {
    if (!(error instanceof UserError || error instanceof Problem)) throw error;
    log.info({ err: error, jobId: _id }, "curves are shown without their bounds");
    return null;
  }
}
