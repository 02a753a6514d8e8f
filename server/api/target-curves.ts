import { basename, join } from "node:path";
import { columnsOfInputs } from "@understudy/engine/designs/table-rows.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import type { TargetCurves } from "@understudy/shared/api/target-curves.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import { toPoints } from "../emulator/points.ts";
import { readSpecModel } from "../files/specs/open.ts";
import type { JobRecord } from "../models/job.ts";
import type { OptimizationRecord } from "../models/job-results.ts";
import { isSimulated, type JobRun } from "../models/run.ts";
import { simulationRow } from "../models/simulation.ts";
import { readCurves } from "../models/simulation-curves.ts";
import type { User } from "../models/user.ts";
import { decimate } from "../presenters/decimate.ts";
import { Unread } from "../reading/reader.ts";
import type { Web } from "./request/handle.ts";

/** More lines are not told apart. */
const MAX_DESIGNS = 5;

/** The curves of the best designs beside the one that the score compares them with; null where it compares none. */
export async function targetCurves(
  web: Pick<Web, "reader" | "predictions" | "store" | "storage">,
  user: User,
  job: JobRecord,
  optimization: OptimizationRecord | null,
): Promise<TargetCurves | null> {
  const targetInput = wantedCurve(job.run?.score_function ?? null);
  if (targetInput === null || job.spec_version_id === null) return null;
  const path = join(web.storage.workDir(job._id), basename(targetInput.file));
  const target = await web.reader.perform(user._id, "readCurve", { path }).catch((error: unknown) => {
    if (error instanceof Unread) return null;
    throw error;
  });
  if (target === null) return null;
  const model = await readSpecModel(web, job.spec_version_id);
  const output = model.outputs.find(({ name }) => name === targetInput.output_name);
  const grid = model.coordinates.find(({ name }) => name === output?.coordinate)?.grid;
  const curves = await curvesOfDesigns(web, job, optimization, targetInput.output_name);
  const [first] = curves;
  const places =
    first === undefined
      ? []
      : decimate(
          curves.map(({ curve }) => curve),
          0,
          first.curve.length,
          MAX_PLOT_POINTS,
        );
  const at = (values: ArrayLike<number>) => places.map((place) => values[place] ?? 0);
  const values = grid === undefined ? places : at(gridValues(grid));
  const designs = curves.map(({ inputs }) => inputs);
  const bounds = await curveBounds(web, job, { designs, output: targetInput.output_name, places: values });
  return {
    name: targetInput.output_name,
    coordinate: { name: output?.coordinate ?? null, values },
    target,
    designs: curves.map(({ maximum, curve }, design) => ({
      maximum,
      values: at(curve),
      bounds: presentBounds(bounds?.[design]),
    })),
  };
}

const presentBounds = (bounds: CurveBounds | undefined) =>
  bounds === undefined ? null : { lower: [...bounds.lower], upper: [...bounds.upper] };

/** The one vector output and the one file of a score function. */
function wantedCurve(score: JobRun["score_function"]): { output_name: string; file: string } | null {
  const inputs = Object.values(score?.inputs ?? {});
  const outputs = inputs.flatMap((input) => (input.type === "Output Vector" ? [input.output_name] : []));
  const files = inputs.flatMap((input) => (input.type === "File" ? [input.file] : []));
  const [output_name, file] = [outputs[0], files[0]];
  const isOne = outputs.length === 1 && files.length === 1;
  return isOne && output_name !== undefined && file !== undefined ? { output_name, file } : null;
}

/** Reads the curves of the designs that are recorded as simulations, the best first. */
async function curvesOfDesigns(
  { store }: Pick<Web, "store">,
  job: JobRecord,
  optimization: OptimizationRecord | null,
  output_name: string,
): Promise<{ maximum: number; inputs: SimulationInputs; curve: Float64Array }[]> {
  const maxima = (optimization?.maxima ?? []).slice(0, MAX_DESIGNS);
  const filter = { job_id: job._id, index: { $in: maxima.flatMap(({ index }) => index ?? []) } };
  const rows = await store.simulations.find(filter, {}, simulationRow);
  const curves = await readCurves(store, rows);
  const byIndex = new Map(rows.map(({ index, _id }) => [index, curves.get(_id)?.[output_name]]));
  return maxima.flatMap(({ index, inputs }, maximum) => {
    const curve = index === null ? undefined : byIndex.get(index);
    return curve === undefined ? [] : [{ maximum, inputs, curve }];
  });
}

type CurveBounds = { lower: Float64Array; upper: Float64Array };

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
async function curveBounds(
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
