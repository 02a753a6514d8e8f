import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import type { JobRecord } from "../models/job.ts";
import type { OutOfSpecRecord } from "../models/job-results.ts";
import { presentSearched } from "./optimization.ts";

/**
 * @param record null: nothing has been reported yet
 * @param emulatorJob the job that trained the emulator, if it is still there
 * @param ids of the simulations, by index
 */
export function presentOutOfSpec(
  { run }: Pick<JobRecord, "run">,
  record: OutOfSpecRecord | null,
  emulatorJob: Pick<JobRecord, "_id" | "name" | "emulator_version"> | null,
  ids: ReadonlyMap<number, number>,
): OutOfSpec {
  const is_simulated = run?.emulator === null;
  const findId = (index: number | null) => (index === null ? null : (ids.get(index) ?? null));
  return {
    is_simulated,
    is_verified: !is_simulated && (run?.resources.length ?? 0) > 0,
    evaluations: record?.evaluations ?? 0,
    simulations: record?.simulations ?? 0,
    is_distributed: record?.is_distributed ?? false,
    stop_reason: record?.stop_reason ?? null,
    shares: record?.shares ?? null,
    regions:
      record?.regions.map(({ worst: { index, ...worst }, ...region }) => ({
        ...region,
        worst: { ...worst, is_simulated, simulation_id: findId(index) },
      })) ?? [],
    points: record?.points.map(({ index, ...point }) => ({ ...point, simulation_id: findId(index) })) ?? [],
    false_alarms: record?.false_alarms ?? null,
    emulator: presentSearched(run, emulatorJob),
  };
}

/** Lists the indices of the simulations that a record refers to. */
export const indicesNamed = ({ regions, points }: Pick<OutOfSpecRecord, "regions" | "points">): number[] =>
  [...regions.map(({ worst }) => worst), ...points].flatMap(({ index }) => index ?? []);
