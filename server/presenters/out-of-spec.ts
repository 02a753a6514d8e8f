import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import type { JobRecord } from "../models/job.ts";
import type { OutOfSpecRecord } from "../models/out-of-spec.ts";
import { presentSearched } from "./optimization.ts";

/**
 * @param found null: nothing has been reported yet
 * @param emulatorJob the job that trained the emulator, if it is still there
 * @param ids of the simulations, by index
 */
export function presentOutOfSpec(
  { run }: Pick<JobRecord, "run">,
  found: OutOfSpecRecord | null,
  emulatorJob: Pick<JobRecord, "_id" | "name" | "emulator_version"> | null,
  ids: ReadonlyMap<number, number>,
): OutOfSpec {
  const is_simulated = run?.emulator === null;
  const idOf = (index: number | null) => (index === null ? null : (ids.get(index) ?? null));
  return {
    is_simulated,
    is_verified: !is_simulated && (run?.resources.length ?? 0) > 0,
    evaluations: found?.evaluations ?? 0,
    simulations: found?.simulations ?? 0,
    is_distributed: found?.is_distributed ?? false,
    stop_reason: found?.stop_reason ?? null,
    shares: found?.shares ?? null,
    regions:
      found?.regions.map(({ worst: { index, ...worst }, ...region }) => ({
        ...region,
        worst: { ...worst, is_simulated, simulation_id: idOf(index) },
      })) ?? [],
    points: found?.points.map(({ index, ...point }) => ({ ...point, simulation_id: idOf(index) })) ?? [],
    false_alarms: found?.false_alarms ?? null,
    emulator: presentSearched(run, emulatorJob),
  };
}

/** The indices of the simulations that it names. */
export const indicesNamed = ({ regions, points }: Pick<OutOfSpecRecord, "regions" | "points">): number[] =>
  [...regions.map(({ worst }) => worst), ...points].flatMap(({ index }) => index ?? []);
