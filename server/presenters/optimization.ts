import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import type { JobRecord } from "../models/job.ts";
import type { OptimizationRecord } from "../models/optimization.ts";

type Found = OptimizationRecord["maxima"][number];

/**
 * @param found null: nothing has been reported yet
 * @param emulatorJob the job that trained the emulator, if it is still there
 * @param ids of the simulations, by index
 */
export function presentOptimization(
  { run }: Pick<JobRecord, "run">,
  found: OptimizationRecord | null,
  emulatorJob: Pick<JobRecord, "_id" | "name" | "emulator_version"> | null,
  ids: ReadonlyMap<number, number>,
): Optimization {
  const is_simulated = run?.emulator === null;
  const design = ({ index, ...rest }: Found): PredictedDesign => ({
    ...rest,
    is_simulated,
    simulation_id: index === null ? null : (ids.get(index) ?? null),
  });
  return {
    is_simulated,
    evaluations: found?.evaluations ?? 0,
    other_evaluations: found?.other_evaluations ?? 0,
    path: found?.path ?? [],
    stop_reason: found?.stop_reason ?? null,
    maxima: found?.maxima.map(design) ?? [],
    robust: found?.robust ? design(found.robust) : null,
    importance: found?.importance ?? [],
    goals: found?.goals ?? [],
    front: found?.front ?? [],
    emulator: emulatorOfSearch(run, emulatorJob),
  };
}

/** Of a search that runs on an emulator, the job that trained it, if it is still there. */
export const emulatorOfSearch = (
  run: JobRecord["run"],
  job: Pick<JobRecord, "_id" | "name" | "emulator_version"> | null,
): Optimization["emulator"] =>
  job && { job_id: job._id, name: job.name, is_current: job.emulator_version === run?.emulator?.version };

/** The indices of the simulations that it names. */
export const indicesOf = ({ maxima, robust }: Pick<OptimizationRecord, "maxima" | "robust">): number[] =>
  [...maxima, ...(robust === null ? [] : [robust])].flatMap(({ index }) => index ?? []);
