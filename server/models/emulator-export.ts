import { exportOptions, exportResult, exportStep } from "@understudy/shared/api/emulator-export.ts";
import { exportFormat } from "@understudy/shared/domain/export-format.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** The files that an export's process has written. */
export const madeExport = z.object({
  /** Names in the folder. */
  file_name: z.string(),
  /** The model alone, where it is a single file; else null. */
  model_name: z.string().nullable(),
  result: exportResult,
});
export type MadeExport = z.infer<typeof madeExport>;

/** An export of a job's emulator. Its files lie in `exports/<key>` of the job's work directory. */
export const emulatorExportRecord = z.object({
  /** `job id:key`. */
  _id: z.string(),
  job_id: z.int(),
  /** The hash of everything that the files depend on; see server/exports/export-key.ts. */
  key: z.string(),
  emulator_version: z.int(),
  emulator_file: z.string(),
  format: exportFormat,
  options: exportOptions,
  state: z.enum(["queued", "running", "complete", "failed"]),
  progress: z.number(),
  text: z.string(),
  step: exportStep.nullable().default(null),
  remaining_seconds: z.number().nullable().default(null),
  /** Nobody asked for it yet: it is made while no job needs the processor. */
  is_ahead: z.boolean().default(false),
  /** Who asked for it first. */
  user_id: z.int(),
  creation_time: z.date(),
  /** When it was last asked for. */
  used_time: z.date(),
  /** The token of this attempt: only its process may write. */
  token: z.string(),
  /** While it is queued or running: without a renewal its process is gone. */
  lease_until: z.date(),
  /** Counts how often it was begun again because its process had gone. */
  restarts: z.int().default(0),
  /** Null until it is complete. */
  made: madeExport.extend({ size_bytes: z.int(), model_bytes: z.int() }).nullable(),
});
export type EmulatorExportRecord = z.infer<typeof emulatorExportRecord>;

export const emulatorExportIndexes: readonly Index[] = [
  [{ job_id: 1, used_time: 1 }],
  [{ user_id: 1, state: 1 }],
  [{ state: 1, lease_until: 1 }],
];
