import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";

/** The latest complete Verilog-A export of a job's present emulator; null: there is none. */
export async function findVerilogA(
  { emulatorExports }: Pick<Store, "emulatorExports">,
  { _id, emulator_file }: Pick<JobRecord, "_id" | "emulator_file">,
): Promise<EmulatorExportRecord | null> {
  if (emulator_file === null) return null;
  const [latest] = await emulatorExports.find(
    { job_id: _id, emulator_file, format: "verilog-a", state: "complete" },
    { sort: { used_time: -1 }, limit: 1 },
  );
  return latest ?? null;
}
