/** What an export's child process is asked, and what it answers. */
import { exportFormat, exportOptions, exportResult } from "@understudy/shared/api/emulator-export.ts";
import { jobConfig } from "@understudy/shared/api/job-config.ts";
import { z } from "zod";

export const exportOrder = z.object({
  job_id: z.int(),
  title: z.string(),
  columns: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  emulator_version: z.int(),
  /** Absolute. */
  work_dir: z.string(),
  emulator_path: z.string(),
  /** Absolute: an empty folder, into which the files are written. */
  folder: z.string(),
  format: exportFormat,
  options: exportOptions,
  created_at: z.iso.datetime(),
});
export type ExportOrder = z.infer<typeof exportOrder>;

export const madeExport = z.object({
  /** Names in the folder. */
  file_name: z.string(),
  /** The model alone, where it is a single file; else null. */
  model_name: z.string().nullable(),
  result: exportResult,
});
export type MadeExport = z.infer<typeof madeExport>;

export const exportReport = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), share: z.number(), text: z.string() }),
  z.object({ kind: z.literal("made"), made: madeExport }),
  /** `message`: a sentence for people; null: `detail` is for the log alone. */
  z.object({ kind: z.literal("failed"), message: z.string().nullable(), detail: z.string() }),
]);
export type ExportReport = z.infer<typeof exportReport>;
