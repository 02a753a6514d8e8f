import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import type { JobRecord } from "../models/job.ts";
import type { OptimizationRecord } from "../models/job-results.ts";

export type EmulatorJob = Pick<JobRecord, "_id" | "name" | "emulator_version">;

/** The emulator that a job runs on. */
export const presentSearched = (
  run: JobRecord["run"],
  emulatorJob: EmulatorJob | null,
): Optimization["emulator"] =>
  emulatorJob && {
    job_id: emulatorJob._id,
    name: emulatorJob.name,
    is_current: emulatorJob.emulator_version === run?.emulator?.version,
  };

type FoundMaximum = OptimizationRecord["maxima"][number];

/**
 * @param record null: nothing has been reported yet
 * @param emulatorJob the job that trained the emulator, if it is still there
 * @param ids of the simulations, by index
 */
export function presentOptimization(
  { run }: Pick<JobRecord, "run">,
  record: OptimizationRecord | null,
  emulatorJob: EmulatorJob | null,
  ids: ReadonlyMap<number, number>,
): Optimization {
  const is_simulated = run?.emulator === null;
  const design = ({ index, ...rest }: FoundMaximum): PredictedDesign => ({
    ...rest,
    is_simulated,
    simulation_id: index === null ? null : (ids.get(index) ?? null),
  });
  return {
    is_simulated,
    evaluations: record?.evaluations ?? 0,
    other_evaluations: record?.other_evaluations ?? 0,
    path: record?.path ?? [],
    stop_reason: record?.stop_reason ?? null,
    maxima: record?.maxima.map(design) ?? [],
    robust: record?.robust ? design(record.robust) : null,
    importance: record?.importance ?? [],
    goals: record?.goals ?? [],
    front: record?.front ?? [],
    emulator: presentSearched(run, emulatorJob),
  };
}

/** The indices of the simulations that it names. */
export const listIndices = ({ maxima, robust }: Pick<OptimizationRecord, "maxima" | "robust">): number[] =>
  [...maxima, ...(robust === null ? [] : [robust])].flatMap(({ index }) => index ?? []);
